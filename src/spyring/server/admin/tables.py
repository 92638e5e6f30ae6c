"""The commands for stored tables: tables, and below it show, export, import, close, backup, copy."""

from functools import partial
from pathlib import Path

import click

from spyring.arguments import file_argument, option
from spyring.epilog import examples
from spyring.server.admin import copying, folder, maintenance
from spyring.server.admin.place import Place, choose, is_address, served, shown, store_option


@click.group(
    invoke_without_command=True,
    epilog=examples(
        "spyring tables                              # all of them, newest first",
        "spyring tables show K7QX2M                  # by its code or its id",
        "spyring tables --data /var/lib/spyring backup saved.sqlite3",
    ),
)
@folder.data_option
@store_option
@click.pass_context
def tables(context: click.Context, data: Path | None, address: str | None) -> None:
    """List the stored tables; show, export, import or close one; back them all up, or move them.

    --data or --store goes before the command. Everything but copy works while the server is running.
    """
    context.obj = choose(data, address)
    if context.invoked_subcommand is None:
        place = served(context.obj)
        lines = maintenance.with_store(place, maintenance.list_tables)
        for line in lines or [f"There are no tables in {shown(place)} yet."]:
            click.echo(line, err=not lines)


@tables.command(
    short_help="Print what everybody may know about a table.", epilog=examples("spyring tables show K7QX2M")
)
@click.argument("table")
@click.pass_obj
def show(place: Place | None, table: str) -> None:
    """Print what everybody may know about TABLE (its id or code), as JSON."""
    click.echo(maintenance.with_store(served(place), partial(maintenance.show_table, name=table)))


@tables.command(
    short_help="Write a table's game to a file.",
    epilog=examples(
        "spyring tables export K7QX2M evening.game", "spyring tables export K7QX2M | spyring replay -"
    ),
)
@click.argument("table")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=True), default="-")
@click.pass_obj
def export(place: Place | None, table: str, file: Path) -> None:
    """Write the game of TABLE (its id or code), with all secrets, to a FILE that only you can read.

    Without FILE, or with -, it goes to standard output.
    """
    game = maintenance.with_store(served(place), partial(maintenance.export_table, name=table))
    if str(file) == "-":
        click.echo(game, nl=False)
    else:
        maintenance.write_private(file, game)  # only now: a mistyped table must not empty a file


@tables.command(
    "import",
    short_help="Set up a table where a game file continues.",
    epilog=examples("spyring tables import evening.game"),
)
@file_argument
@click.pass_obj
def import_(place: Place | None, file: Path) -> None:
    """Set up a table where the game in FILE continues.

    Prints the table's id and code, its host's ticket, and the path of a page on your server: the
    first browser to open it within ten minutes becomes the host.
    """
    referee = maintenance.read_game(file)  # first: a bad file must not create a folder
    laid = maintenance.with_store(place or folder.find(), partial(maintenance.import_table, referee=referee))
    click.echo(laid)


@tables.command(short_help="Close a table for good.", epilog=examples("spyring tables close K7QX2M"))
@click.argument("table")
@click.pass_obj
def close(place: Place | None, table: str) -> None:
    """Close TABLE (its id or code): it accepts no more acts, but can still be exported."""
    click.echo(maintenance.with_store(served(place), partial(maintenance.close_table, name=table)))


@tables.command(
    short_help="Save all tables to a new file.",
    epilog=examples("spyring tables --data /var/lib/spyring backup saved.sqlite3"),
)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_obj
def backup(place: Place | None, file: Path) -> None:
    """Save all tables to a new FILE; the copy is complete even while the server is running.

    To restore it, stop the server, empty the data folder, and put FILE there as tables.sqlite3. Into a
    database without tables, `spyring tables copy --from FILE` brings it back.
    """
    click.echo(maintenance.back_up(served(place), file))


@tables.command(
    short_help="Copy all tables into another store.",
    epilog=examples(
        "spyring tables copy --from /var/lib/spyring --to postgresql://spyring@localhost/spyring"
    ),
)
@option("--from", "source", required=True, metavar="PLACE", help="A folder, a backup, or a database.")
@option("--to", "target", required=True, metavar="PLACE", help="A folder or a database without tables.")
def copy(source: str, target: str) -> None:
    """Copy all tables from one PLACE to another: a folder, or a database (postgresql://...).

    Stop the server first, and start it at the new place: games in progress go on there.
    """
    click.echo(copying.copy(served(as_place(source)), as_place(target)))


def as_place(text: str) -> Place:
    """A folder, or the address of a database."""
    return text if is_address(text) else Path(text)
