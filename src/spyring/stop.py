"""How a command that cannot go on ends: with one sentence, never with a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from errno import EPIPE
from typing import Any

import click
from click.core import ParameterSource


class Stop(click.ClickException):
    """An error as one sentence on standard error, with its exit status."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        vars(self)["exit_code"] = status

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True)


@contextmanager
def one_sentence() -> Iterator[None]:
    """Turn whatever a user or a disk can get wrong into a `Stop`."""
    try:
        yield
    except Stop:
        raise
    except click.UsageError as error:
        name_the_variable(error)
        path = error.ctx.command_path if error.ctx else "spyring"
        raise Stop(f"{ended(error)} See `{path} --help`.") from None
    except click.ClickException as error:
        raise Stop(ended(error), error.exit_code) from None
    except OSError as error:
        if error.errno == EPIPE:  # the reader has seen enough; click then exits quietly
            raise
        said = (error.strerror or str(error)).lower()
        raise Stop(f"{error.filename or 'The output'} cannot be used: {said}.", 1) from None


def name_the_variable(error: click.UsageError) -> None:
    """Name the environment variable that a bad value came from: it is not on the command line."""
    if isinstance(error, click.BadParameter) and error.ctx and error.param and error.param.name:
        if error.ctx.get_parameter_source(error.param.name) is ParameterSource.ENVIRONMENT:
            error.param_hint = str(error.param.envvar)


def ended(error: click.ClickException) -> str:
    """Click's message, with a full stop."""
    said = error.format_message()
    return said if said.endswith((".", "?")) else f"{said}."
