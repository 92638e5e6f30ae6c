"""The default folder for the tables: the user's data folder.

Versions up to 0.1 kept them with the user's settings. Those tables are used where they are. They are
never moved automatically, because a server may have them open.
"""

from pathlib import Path

import click
import platformdirs

from spyring.arguments import option
from spyring.stop import Stop

NAME = "spyring"


def usual() -> Path:
    """The user's data folder; raises Stop if there is no home."""
    try:
        folder = platformdirs.user_data_path(NAME, appauthor=False)
    except RuntimeError:
        folder = Path()
    if not folder.is_absolute():
        raise Stop("There is no home folder to keep the tables in; name a folder with --data.")
    return folder


def former() -> Path:
    """Where versions up to 0.1 kept the tables."""
    return Path(click.get_app_dir(NAME))


def shown() -> str:
    """The usual folder, as shown in help texts."""
    try:
        folder = usual()
        return str("~" / folder.relative_to(Path.home()))
    except Stop:
        return "none"
    except (ValueError, RuntimeError):  # it is not in the user's home
        return str(folder)


def find() -> Path:
    """The usual folder, or the former one if only that has tables; tells the user if it has any."""
    new, old = usual(), former()
    if old == new or not may_have_tables(old):
        return new
    if may_have_tables(new):
        click.echo(f"Tables of an earlier version are in {old}; `--data {old}` opens them.", err=True)
        return new
    click.echo(
        f"The tables are in {old}, where earlier versions kept them; "
        f"to move them, stop the server and move all files from there to {new}.",
        err=True,
    )
    return old


def may_have_tables(folder: Path) -> bool:
    """Whether a folder has tables; one that may not be read is assumed to have some."""
    from spyring.server.live.sqlite import FILE_NAME

    try:
        return (folder / FILE_NAME).is_file()
    except PermissionError:
        return True


data_option = option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Folder where the tables are kept.",
    show_default=shown(),
)
