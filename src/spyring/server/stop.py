"""How a command ends that cannot go on."""

from typing import Any

import click


class Stop(click.ClickException):
    """An error as one sentence on standard error, with its exit status."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        vars(self)["exit_code"] = status

    def show(self, file: Any = None) -> None:
        click.echo(self.format_message(), err=True)
