"""The command replay: the end of a game in the terminal, or all of it in a browser."""

import json
import tempfile
import webbrowser
from pathlib import Path
from typing import Any

import click

from spyring import gamefile
from spyring.arguments import json_option, option
from spyring.epilog import examples
from spyring.lab.files import replay_file
from spyring.lab.render import render
from spyring.referee import Referee
from spyring.stop import Stop

LOOPBACK = "127.0.0.1"
ALL = "all"


@click.command(
    epilog=examples(
        "spyring replay one.game                     # as an onlooker",
        "spyring replay one.game --seat all",
        "spyring replay one.game --web               # all of it, in a browser",
        "spyring random wink | spyring replay - --seat 0 --json",
    ),
)
@click.argument("file", type=click.Path(allow_dash=True))
@option("--seat", help="Show what this seat sees; `all` shows everybody.", show_default="an onlooker")
@json_option
@option("--web", is_flag=True, help="Show the whole game in a browser, line by line.")
def replay(file: str, seat: str | None, as_json: bool, web: bool) -> None:
    """Replay a game FILE (- for standard input) and show the position at its end."""
    referee = replay_file(file)
    seats = [str(number) for number in range(referee.seats)]
    if seat is not None and seat not in (*seats, ALL):
        raise Stop(f"There is no seat {seat!r}; choose one of {', '.join(seats)}, or all.")
    if web:
        show(referee, seat)
        return
    shown: Any = referee.view(int(seat)) if seat in seats else referee.view(None)
    if seat == ALL:
        shown = {"onlooker": shown, "seats": [referee.view(number) for number in range(referee.seats)]}
    click.echo(json.dumps(shown) if as_json else render(shown))


def show(referee: Referee, seat: str | None) -> None:
    """Serve one game on this machine alone, until somebody stops it; nothing of it is kept."""
    from spyring.server.admin import place, run
    from spyring.server.http.app import make_app
    from spyring.server.live.rooms import Rooms

    text = gamefile.write(referee.game, referee.seats, referee.options, referee.log)
    listener = run.bind(LOOPBACK, 0)
    run.set_up_logs()
    link = f"http://localhost:{listener.getsockname()[1]}/r/file"
    if seat is not None:
        link += f"#{len(referee.log)}/{seat}"
    click.echo(f"The game is at {link}. Press Ctrl+C to stop.")
    webbrowser.open(link)
    with tempfile.TemporaryDirectory() as folder:
        app = make_app(Rooms(place.open_store(Path(folder))), opened=text)
        run.serve(app, listener, None)
