"""The command that starts the server: serve."""

import ipaddress
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import click

from spyring.arguments import FC, Number, option
from spyring.epilog import examples
from spyring.server import LANGUAGES
from spyring.server.admin import folder
from spyring.server.http.limits import Limits
from spyring.stop import Stop

LOOPBACK = "127.0.0.1"
EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # all addresses of this machine, and one far away
PORT = 8710
MOST = 1_000_000


def reached_at(host: str) -> str:
    """The address at which people reach a server that listens on `host`."""
    if host not in EVERYWHERE:
        return "localhost" if host in (LOOPBACK, "::1") else host
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((EVERYWHERE[host], 9))  # sends nothing, but finds out which address would be used
            return str(asking.getsockname()[0])
        except OSError:  # there is no network
            return "localhost"


def limit(name: str, most: int, what: str) -> Callable[[FC], FC]:
    """An option that sets a limit for each address."""
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
    help="Address to listen on; 0.0.0.0 means every address of this machine.",
)
@option(
    "--port",
    type=Number(0, 65535),
    default=PORT,
    show_default=True,
    help="Port to listen on; 0 picks a free one.",
)
@folder.data_option
@option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=LANGUAGES[0],
    show_default=True,
    help="Language of the page for visitors who have not chosen one.",
)
@option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="Name under which people reach this server behind a proxy or through a tunnel; repeat it for more.",
    show_default="this machine's own",
)
@option(
    "--proxy",
    callback=read_proxy,
    metavar="ADDRESS",
    help="Address or network of a proxy in front of this server; it is trusted to name the clients.",
    show_default="none",
)
@limit("--sockets", Limits.sockets, "Most connections at once from one address.")
@limit("--tables-per-hour", Limits.tables_per_hour, "Most new tables per hour from one address.")
@limit("--seats-per-hour", Limits.seats_per_hour, "Most seats taken per hour at a table from one address.")
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
    """Start the server and print its address. Anyone who can reach it can play in a browser.

    Games are kept in the data folder. Ctrl+C stops the server, and the next start resumes them.

    Every option can also be set as an environment variable: --port as SPYRING_PORT.
    """
    from spyring.server.admin import run
    from spyring.server.http.app import make_app
    from spyring.server.live.rooms import Rooms

    limits = Limits.for_sockets(sockets, tables_per_hour=tables_per_hour, seats_per_hour=seats_per_hour)
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
    click.echo(f"Spyring is at {link} (tables in {data}). Press Ctrl+C to stop it.")
    if host == LOOPBACK and proxy is None:
        click.echo("Only this machine can reach it. `--host 0.0.0.0` opens it to your network.")
    elif host in EVERYWHERE and proxy is None:
        click.echo("Use this address yourself too: the links that you send to others start with it.")
    if open_page:
        webbrowser.open(link)
    app = make_app(Rooms(store), limits=limits, names=names, language=lang)
    run.serve(app, listener, proxy)
