"""The commands of the table: serve, tables, verify.

The server itself is imported only when a command needs it: a replay should not wait for it.
"""

import ipaddress
import socket
import webbrowser
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TextIO

import click

from spyring.arguments import FC, Number, option
from spyring.epilog import examples
from spyring.server import LANGUAGES
from spyring.server.admin import folder
from spyring.server.http.limits import Limits
from spyring.stop import Stop

LOOPBACK = "127.0.0.1"
EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # every address of this machine, and one far away
PORT = 8710
MOST = 1_000_000


data_option = option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder where the tables are kept.",
    show_default=folder.shown(),
)
file_argument = click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))


def reached_at(host: str) -> str:
    """The address by which people reach a server that listens there: of all addresses, the network's."""
    if host not in EVERYWHERE:
        return "localhost" if host in (LOOPBACK, "::1") else host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((EVERYWHERE[host], 9))  # sends nothing: it only asks which way one would go
            return str(asking.getsockname()[0])
        except OSError:  # there is no network
            return "localhost"


def limit(name: str, most: int, what: str) -> Callable[[FC], FC]:
    """An option that holds for each address."""
    return option(name, type=Number(1, MOST), default=most, show_default=True, help=what)


def read_proxy(_: click.Context, __: click.Parameter, proxy: str | None) -> str | None:
    """The address of a proxy, or a network of them."""
    try:
        return proxy and str(ipaddress.ip_network(proxy, strict=False))
    except ValueError:
        raise click.BadParameter(
            f"expected an address such as 127.0.0.1, or a network such as 10.0.0.0/8, not {proxy!r}."
        ) from None


@click.command(
    epilog=examples(
        "spyring serve --open                        # play on this machine",
        "spyring serve --host 0.0.0.0                # and let your network in",
        "spyring serve --name table.example.org --proxy 127.0.0.1 --data tables",
    ),
)
@option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="The address to listen on; 0.0.0.0 is every address of this machine.",
)
@option("--port", type=Number(0, 65535), default=PORT, show_default=True, help="The port; 0 is any free one.")
@data_option
@option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="The language of the page for those who have not chosen one.",
)
@option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A name by which people reach this server, behind a proxy or in a tunnel; may be given several "
    "times.",
    show_default="this machine's own",
)
@option(
    "--proxy",
    callback=read_proxy,
    metavar="ADDRESS",
    help="The address of a proxy in front: what it says about its clients is believed.",
    show_default="none",
)
@limit("--sockets", Limits.sockets, "Connections at once from one address.")
@limit("--tables-per-hour", Limits.tables_per_hour, "New tables an hour from one address.")
@limit("--seats-per-hour", Limits.seats_per_hour, "Seats taken in an hour from one address.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    open_page: bool,
    lang: str,
    names: tuple[str, ...],
    proxy: str | None,
    sockets: int,
    tables_per_hour: int,
    seats_per_hour: int,
) -> None:
    """Open the table, and say where: whoever reaches this machine can play in a browser.

    Games are kept in the data folder; Ctrl+C ends the server, and the next start goes on with them.
    Every option can also be set in the environment: --port as SPYRING_PORT.
    """
    from spyring.server.admin import run
    from spyring.server.http.app import make_app
    from spyring.server.live.rooms import Rooms

    limits = Limits(sockets=sockets, tables_per_hour=tables_per_hour, seats_per_hour=seats_per_hour)
    listener = run.bind(host, port)
    try:
        data = data or folder.find()
        store = run.open_store(data)
    except Stop:
        listener.close()
        raise
    run.set_up_logs()
    address = reached_at(host)
    address = f"[{address}]" if ":" in address else address
    link = f"http://{address}:{listener.getsockname()[1]}/"
    click.echo(f"Spyring is at {link} (tables in {data}). Ctrl+C ends it.")
    if host == LOOPBACK and proxy is None:
        click.echo("Only this machine can reach it. `--host 0.0.0.0` opens it to everybody on your network.")
    elif host in EVERYWHERE and proxy is None:
        click.echo("Open it by this address yourself too: the links that you send to others begin with it.")
    if open_page:
        webbrowser.open(link)
    app = make_app(Rooms(store), limits=limits, names=names, language=lang)
    run.serve(app, listener, proxy)


@click.command(
    epilog=examples("spyring verify heimlich-K7QX2M.game"),
)
@file_argument
def verify(file: Path) -> None:
    """Check that a finished game was dealt fairly and played by the rules.

    FILE is what the page offers to download when a game is over; nothing else is needed.
    """
    from spyring.gamefile import BadFile
    from spyring.verify import NotProven
    from spyring.verify import verify as check

    try:
        found = check(file.read_bytes(), str(file))
    except BadFile as error:
        raise Stop(str(error), error.status) from None
    except NotProven as error:
        raise Stop(f"{file}: {error}.", error.status) from None
    for sentence in found:
        click.echo(f"- {sentence}")


@click.group(
    invoke_without_command=True,
    epilog=examples(
        "spyring tables                              # all of them, the newest first",
        "spyring tables show K7QX2M                  # by its code or its id",
        "spyring tables --data /var/lib/spyring backup saved.sqlite3",
    ),
)
@data_option
@click.pass_context
def tables(context: click.Context, data: Path | None) -> None:
    """List the stored tables; or show, export, import, close one, or save all.

    --data comes before the command. All of this works while the server runs.
    """
    context.obj = data
    if context.invoked_subcommand is None:
        from spyring.server.admin import maintenance

        data = served(data)
        lines = maintenance.with_store(data, maintenance.list_tables)
        for line in lines or [f"There are no tables in {data} yet."]:
            click.echo(line, err=not lines)


def served(data: Path | None) -> Path:
    """A folder that has tables; asked for when a command needs them, so never by its help."""
    data = data or folder.find()
    if not folder.may_have_tables(data):
        raise Stop(f"There are no tables in {data}; say with --data which folder the server uses.")
    return data


@tables.command(
    short_help="Print what everybody may know about a table.", epilog=examples("spyring tables show K7QX2M")
)
@click.argument("table")
@click.pass_obj
def show(data: Path | None, table: str) -> None:
    """Print what everybody may know about a TABLE (its id or code), as JSON."""
    from spyring.server.admin import maintenance

    click.echo(maintenance.with_store(served(data), partial(maintenance.show_table, name=table)))


@tables.command(
    short_help="Write a table's game to a file.",
    epilog=examples(
        "spyring tables export K7QX2M evening.game", "spyring tables export K7QX2M | spyring replay -"
    ),
)
@click.argument("table")
@click.argument("file", type=click.File("w", encoding="utf-8"), default="-")
@click.pass_obj
def export(data: Path | None, table: str, file: TextIO) -> None:
    """Write the game of a TABLE (its id or code) to a FILE, secrets included.

    Without FILE, or with -, it goes to standard output.
    """
    from spyring.server.admin import maintenance

    game = maintenance.with_store(served(data), partial(maintenance.export_table, name=table))
    file.write(game)  # opens the file: only now, so that a wrong table empties none


@tables.command(
    "import",
    short_help="Lay a table on which a game file goes on.",
    epilog=examples("spyring tables import evening.game"),
)
@file_argument
@click.pass_obj
def import_(data: Path | None, file: Path) -> None:
    """Lay a table on which the game in FILE goes on.

    Prints its id, its code, its host's ticket, and a page of your server that makes the browser
    that opens it first, within ten minutes, the host.
    """
    from spyring.server.admin import maintenance

    referee = maintenance.read_game(file)  # first: a bad file makes no folder
    click.echo(
        maintenance.with_store(data or folder.find(), partial(maintenance.import_table, referee=referee))
    )


@tables.command(short_help="Close a table for good.", epilog=examples("spyring tables close K7QX2M"))
@click.argument("table")
@click.pass_obj
def close(data: Path | None, table: str) -> None:
    """Close a TABLE (its id or code): it takes no more acts, and can still be exported."""
    from spyring.server.admin import maintenance

    click.echo(maintenance.with_store(served(data), partial(maintenance.close_table, name=table)))


@tables.command(
    short_help="Save all tables to a new file.",
    epilog=examples("spyring tables --data /var/lib/spyring backup saved.sqlite3"),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(data: Path | None, file: Path) -> None:
    """Save all tables to a new FILE, whole, also while the server runs.

    To restore it while no server runs: empty the data folder, and put it there as tables.sqlite3.
    """
    from spyring.server.admin import maintenance

    click.echo(maintenance.back_up(served(data), file))
