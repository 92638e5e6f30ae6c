"""The commands of the table: serve, tables, verify.

The server itself is imported only when a command needs it: a replay should not wait for it.
"""

import webbrowser
from pathlib import Path

import click

from spyring.server.limits import Limits

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
    sockets: int,
    tables_per_hour: int,
    seats_per_hour: int,
) -> None:
    """Open the table: everybody who reaches this machine can play."""
    from spyring.server import run
    from spyring.server.app import make_app
    from spyring.server.hall import Hall

    limits = Limits(sockets=sockets, tables_per_hour=tables_per_hour, seats_per_hour=seats_per_hour)
    listener = run.bind(host, port)
    store = run.open_store(data)
    run.set_up_logs()
    address = "localhost" if host in (LOOPBACK, "0.0.0.0", "::", "::1") else host
    link = f"http://{address}:{listener.getsockname()[1]}/"
    click.echo(f"Spyring is at {link} (tables in {data}). Ctrl+C ends it.")
    if host == LOOPBACK:
        click.echo("Only this machine can reach it. `--host 0.0.0.0` opens it to everybody on your network.")
    if open_page:
        webbrowser.open(link)
    app = make_app(Hall(store), limits=limits, names=names, language=lang)
    run.serve(app, listener)
