"""The commands of the table: serve, tables, verify.

The server itself is imported only when a command needs it: a replay should not wait for it.
"""

import webbrowser
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from spyring.server.limits import Limits
from spyring.server.stop import Stop

LOOPBACK = "127.0.0.1"
PORT = 8710

data_option = click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=lambda: Path(click.get_app_dir("spyring")),
    help="The folder where the tables are kept.",
)


@click.command()
@click.option("--host", default=LOOPBACK, show_default=True, help="The address to listen on; 0.0.0.0: all.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True)
@data_option
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option("--lang", default="en", show_default=True, help="The language of the page, unless one chooses.")
@click.option("--name", "names", multiple=True, help="A host name by which people reach this server.")
@click.option("--proxy", help="The address of a proxy in front, which says who its clients are.")
@click.option(
    "--sockets", type=int, default=Limits.sockets, show_default=True, help="Connections per address."
)
@click.option("--tables-per-hour", type=int, default=Limits.tables_per_hour, show_default=True)
@click.option("--seats-per-hour", type=int, default=Limits.seats_per_hour, show_default=True)
def serve(
    host: str,
    port: int,
    data: Path,
    open_page: bool,
    lang: str,
    names: tuple[str, ...],
    proxy: str | None,
    sockets: int,
    tables_per_hour: int,
    seats_per_hour: int,
) -> None:
    """Open the table: everybody who reaches this machine can play."""
    from spyring.server import run
    from spyring.server.app import make_app
    from spyring.server.hall import Hall

    limits = Limits(sockets=sockets, tables_per_hour=tables_per_hour, seats_per_hour=seats_per_hour)
    store = run.open_store(data)
    try:
        listener = run.bind(host, port)
    except Stop:
        store.close()
        raise
    run.set_up_logs()
    address = "localhost" if host in (LOOPBACK, "0.0.0.0", "::", "::1") else host
    link = f"http://{address}:{listener.getsockname()[1]}/"
    click.echo(f"Spyring is at {link} (tables in {data}). Ctrl+C ends it.")
    if host == LOOPBACK:
        click.echo("Only this machine can reach it. `--host 0.0.0.0` opens it to everybody on your network.")
    if open_page:
        webbrowser.open(link)
    app = make_app(Hall(store), limits=limits, names=names, language=lang)
    run.serve(app, listener, proxy)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
def verify(file: Path) -> None:
    """Check from its FILE alone that a finished game was dealt fairly and played by the rules."""
    from spyring.gamefile import BadFile
    from spyring.server.verify import NotProven
    from spyring.server.verify import verify as check

    try:
        found = check(file.read_bytes(), str(file))
    except BadFile as error:
        raise Stop(str(error), error.status) from None
    except NotProven as error:
        raise Stop(f"{file}: {error}.", error.status) from None
    for sentence in found:
        click.echo(f"- {sentence}")


@click.group(invoke_without_command=True)
@data_option
@click.pass_context
def tables(context: click.Context, data: Path) -> None:
    """List the stored tables; or show, export, import and close one."""
    context.obj = data
    if context.invoked_subcommand is None:
        from spyring.server import desk

        for line in desk.with_store(data, desk.list_tables):
            click.echo(line)


@tables.command()
@click.argument("table")
@click.pass_obj
def show(data: Path, table: str) -> None:
    """Print what everybody may know about a TABLE (its id or code)."""
    from spyring.server import desk

    click.echo(desk.with_store(data, partial(desk.show_table, name=table)))


@tables.command()
@click.argument("table")
@click.argument("file", type=click.File("w", encoding="utf-8"), default="-")
@click.pass_obj
def export(data: Path, table: str, file: TextIO) -> None:
    """Write the game of a TABLE to a FILE (standard output if not said), secrets included."""
    from spyring.server import desk

    file.write(desk.with_store(data, partial(desk.export_table, name=table)))


@tables.command("import")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.pass_obj
def import_(data: Path, file: Path) -> None:
    """Lay a table on which the game in FILE goes on."""
    from spyring.server import desk

    click.echo(desk.with_store(data, partial(desk.import_table, data=file.read_bytes(), file=str(file))))


@tables.command()
@click.argument("table")
@click.pass_obj
def close(data: Path, table: str) -> None:
    """Close a TABLE: it takes no more acts, and can still be exported."""
    from spyring.server import desk

    click.echo(desk.with_store(data, partial(desk.close_table, name=table)))
