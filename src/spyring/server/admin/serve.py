"""The command that starts the server: serve."""

import ipaddress
import socket
import webbrowser
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from spyring.arguments import FC, Number, option
from spyring.epilog import examples
from spyring.server import LANGUAGES
from spyring.server.admin import folder, place
from spyring.server.http.limits import Limits
from spyring.server.live.store import Store
from spyring.stop import Stop

LOOPBACK = "127.0.0.1"
EVERYWHERE = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}  # all addresses of this machine, and one far away
PORT = 8710
MOST = 1_000_000
MOST_WORKERS = 64


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
@place.store_option
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
@option(
    "--workers",
    type=Number(1, MOST_WORKERS),
    default=1,
    show_default=True,
    help="Processes that serve, with --store only.",
)
@option(
    "--metrics-port",
    type=Number(1, 65536 - MOST_WORKERS),
    help="Port on this machine for the first worker's metrics, the next one for the second, and so on.",
    show_default="none",
)
@limit("--sockets", Limits.sockets, "Most connections at once from one address.")
@limit("--tables-per-hour", Limits.tables_per_hour, "Most new tables per hour from one address.")
@limit("--seats-per-hour", Limits.seats_per_hour, "Most seats taken per hour at a table from one address.")
def serve(
    host: str,
    port: int,
    data: Path | None,
    address: str | None,
    open_page: bool,
    lang: str,
    names: tuple[str, ...],
    proxy: str | None,
    workers: int,
    metrics_port: int | None,
    sockets: int,
    tables_per_hour: int,
    seats_per_hour: int,
) -> None:
    """Start the server and print its address. Anyone who can reach it can play in a browser.

    Games are kept in a folder or in a database. Ctrl+C stops the server, and the next start resumes them.

    Every option can also be set as an environment variable: --port as SPYRING_PORT.
    """
    from spyring.server.admin import run

    limits = Limits.for_sockets(sockets, tables_per_hour=tables_per_hour, seats_per_hour=seats_per_hour)
    if workers > 1:
        check_workers(address)
    listener = run.bind(host, port, shared=workers > 1, listen=workers == 1)
    try:
        check_metrics(metrics_port, workers)
        tables = place.choose(data, address) or folder.find()
        store = place.open_store(tables)
    except Stop:
        listener.close()
        raise
    run.set_up_logs()
    reached = reached_at(host)
    reached = f"[{reached}]" if ":" in reached else reached
    link = f"http://{reached}:{listener.getsockname()[1]}/"
    click.echo(f"Spyring is at {link} (tables in {place.shown(tables)}). Press Ctrl+C to stop it.")
    if host == LOOPBACK and proxy is None:
        click.echo("Only this machine can reach it. `--host 0.0.0.0` opens it to your network.")
    elif host in EVERYWHERE and proxy is None:
        click.echo("Use this address yourself too: the links that you send to others start with it.")
    if open_page:
        webbrowser.open(link)
    settings = Settings(
        host, listener.getsockname()[1], tables, limits.share(workers), names, lang, proxy, metrics_port
    )
    if workers == 1:
        if metrics_port is not None:
            run.serve_metrics(metrics_port)
        serve_alone(store, listener, settings)
    else:
        from spyring.server.admin.workers import Supervisor

        Supervisor(workers, serve_as_worker, settings).run()


def check_workers(address: str | None) -> None:
    """Raise Stop where there cannot be several workers."""
    if address is None:
        raise Stop(
            "Several workers cannot share a SQLite file: move the tables to PostgreSQL with "
            "`spyring tables copy`, and name the database with --store."
        )
    if not hasattr(socket, "SO_REUSEPORT"):
        raise Stop("Several workers cannot share a port on this system: leave out --workers.")


def check_metrics(port: int | None, workers: int) -> None:
    """Raise Stop where a worker's port for metrics is in use."""
    from spyring.server.admin import run

    for one in range(port, port + workers) if port is not None else ():
        run.bind(LOOPBACK, one, option="--metrics-port").close()


@dataclass(frozen=True)
class Settings:
    """What every worker needs to know."""

    host: str
    port: int
    tables: place.Place
    limits: Limits
    names: tuple[str, ...]
    lang: str
    proxy: str | None
    metrics_port: int | None


def serve_alone(store: Store, listener: socket.socket, settings: Settings) -> None:
    """Serve in this process."""
    from spyring.server.admin import run
    from spyring.server.http.app import make_app
    from spyring.server.live.rooms import Rooms

    app = make_app(Rooms(store), limits=settings.limits, names=settings.names, language=settings.lang)
    run.serve(app, listener, settings.proxy)


def serve_as_worker(worker: str, settings: Settings) -> None:
    """Serve in one of several processes, on the port that they share."""
    from spyring.games import games
    from spyring.server.admin import run
    from spyring.server.admin.workers import end_with_supervisor

    games()  # before anybody waits in line here whom another worker could serve
    end_with_supervisor()
    run.set_up_logs(worker=worker)
    store = place.open_store(settings.tables, worker)
    if settings.metrics_port is not None:  # before the first people come
        run.serve_metrics(settings.metrics_port + int(worker[1:]) - 1)
    serve_alone(store, run.bind(settings.host, settings.port, shared=True), settings)
