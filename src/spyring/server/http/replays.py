"""Games again, line by line: those that are over at a table, and those of a game file.

A file is all that is needed: there is no table, and nothing is stored. It is replayed in a separate process,
because nobody at a table should wait for whatever somebody sends.
"""

import asyncio
import io
import secrets
from collections.abc import Callable
from typing import Any, TypeVar, cast

import msgspec

from spyring import gamefile
from spyring.analysis import Decision, as_json
from spyring.bots.minds import new_mind
from spyring.core import CHANCE, Log, Options, UnreadableText
from spyring.games import find_game
from spyring.generator import Generator
from spyring.redeal import NoOtherWorld, deal_anew
from spyring.referee import Referee, told
from spyring.server.http.endpoint import Call, Endpoints
from spyring.server.http.limits import FILE_BYTES, site
from spyring.server.http.outgoing import table_info, to_json
from spyring.server.http.schemas import (
    Analysis,
    Belief,
    BelievedFile,
    GameFile,
    Hosted,
    Onward,
    OnwardFile,
    Progress,
    Replay,
    Step,
)
from spyring.server.live import processes
from spyring.server.live.rooms import Wish, wish_like
from spyring.server.table.errors import Refused
from spyring.server.table.export import write_file
from spyring.server.table.feed import Viewer
from spyring.server.table.story import GRAIN, Story, tell_story, with_notes
from spyring.server.table.table import Table
from spyring.server.table.tickets import new_ticket, stored
from spyring.telling import find_telling

TABLE = "/api/tables/{table}"
FILE = "/api/files"
MOST_LINES = 3000  # of a file; every line has a view

Result = TypeVar("Result")

api = Endpoints()


# A game that is over.


@api.get(f"{TABLE}/file")
async def file(call: Call) -> str:
    """A finished game as a game file, with everything that proves its deals."""
    return write_file(_finished(call))


@api.get(f"{TABLE}/replay", query=("seat",))
async def replay(call: Call) -> Replay:
    """A finished game line by line, as one seat or an onlooker sees it."""
    table = _finished(call)
    viewer = _viewer(call.request.query_params.get("seat"), table.made.seats)
    # A long game has thousands of views: nobody at another table should wait for them.
    async with call.addresses.replays:
        return await asyncio.to_thread(play_again, table.new_game(), table.referee.log, viewer)


@api.get(f"{TABLE}/story")
async def story(call: Call) -> Story:
    """Who knew what when in a finished game; what everybody noted only with a ticket of that table."""
    table = _finished(call)
    story = await call.room.story()
    return story if call.holder is None else with_notes(story, table)


@api.get(f"{TABLE}/analysis")
async def analysis(call: Call) -> Analysis:
    """Every decision of a finished game, judged by what its seat knew then."""
    table = _finished(call)
    if find_telling(table.game) is None:
        raise Refused("no-analysis", "Games of this kind cannot be analysed.", 404)
    return _analysis(await call.room.analysis())


@api.get(f"{TABLE}/analysed")
async def analysed(call: Call) -> Progress:
    """Which part of a finished game has been analysed so far, while somebody waits for it."""
    _finished(call)
    done = 1.0 if call.room.table.decisions is not None else call.room.analysed
    return Progress(round(done, GRAIN))


@api.get(f"{TABLE}/beliefs", query=("seat", "line"))
async def beliefs(call: Call) -> list[Belief]:
    """What a seat of a finished game could believe of the others after some lines."""
    table = _finished(call)
    asked = call.request.query_params
    seat = _viewer(asked.get("seat", ""), table.made.seats)
    log = table.referee.log
    line = asked.get("line", "")
    if not line.isdecimal() or int(line) > len(log):
        raise Refused("no-such-line", f"A line is a number from 0 to {len(log)}.", 422, last=len(log))
    found = _aside(_believe, table.game.key, table.made.seats, table.options, log[: int(line)], seat)
    return [Belief(*one) for one in await found]


@api.post(f"{TABLE}/onward", status=201)
async def onward(call: Call, body: Onward) -> Hosted:
    """Set up a table that goes on from a line of a finished game, with new deals from there."""
    table = _finished(call)
    log = table.referee.log
    so_far = log[: _line(body.line, len(log))]
    if body.anew is not None:
        so_far = await _deal_anew(table.game.key, table.made.seats, table.options, so_far, body.anew)
    return await _go_on(call, wish_like(table), so_far, source=table.id)


# A game file.


@api.post(f"{FILE}/replay", most=FILE_BYTES)
async def replay_file(call: Call, body: GameFile) -> Replay:
    """A game file line by line, as one seat or an onlooker sees it; nothing is stored."""
    return cast(Replay, msgspec.Raw(await _aside(_replay_file, body.file, body.seat)))


@api.post(f"{FILE}/story", most=FILE_BYTES)
async def tell_file(call: Call, body: GameFile) -> Story:
    """Who knew what when in a game file; nothing is stored."""
    return cast(Story, msgspec.Raw(await _aside(_tell_file, body.file)))


@api.post(f"{FILE}/analysis", most=FILE_BYTES)
async def analyse_file(call: Call, body: GameFile) -> Analysis:
    """Every decision of a finished game in a file, judged by what its seat knew then; nothing is stored."""
    return cast(Analysis, msgspec.Raw(await _aside(_analyse_file, body.file)))


@api.post(f"{FILE}/beliefs", most=FILE_BYTES)
async def file_beliefs(call: Call, body: BelievedFile) -> list[Belief]:
    """What a seat could believe of the others after some lines of a game file; nothing is stored."""
    return [Belief(*one) for one in await _aside(_believe_file, body.file, body.seat, body.line)]


@api.post(f"{FILE}/onward", status=201, most=FILE_BYTES)
async def onward_file(call: Call, body: OnwardFile) -> Hosted:
    """Set up a table that goes on from a line of a game file, with new deals from there."""
    game, seats, options, log = await _aside(_read_log, body.file)
    wish = Wish(game=game, seats=seats, options=options)
    so_far = log[: _line(body.line, len(log))]
    if body.anew is not None:
        so_far = await _deal_anew(game, seats, options, so_far, body.anew)
    return await _go_on(call, wish, so_far)


@api.get(f"{FILE}/opened")
async def opened(call: Call) -> str:
    """The game file that this server was started to show; empty if there is none."""
    return cast(str, call.request.app.state.opened)


async def _aside(function: Callable[..., Result], *arguments: Any) -> Result:
    """Do something with a file in another process; raises Refused if it is no game file."""
    try:
        return await processes.do_aside(function, *arguments)
    except BadGame as error:
        text = f"This is not a game file that can be shown: {error}."
        raise Refused("bad-file", text, 422, why=str(error)) from None


# Both.


def _finished(call: Call) -> Table:
    table = call.room.table
    if not table.over:
        raise Refused("not-over", "This is shown only when the game is over.", 403)
    return table


def _viewer(asked: str | None, seats: int) -> Viewer:
    numbers = {str(seat): seat for seat in range(seats)}
    if asked is not None and asked not in numbers:
        raise Refused("no-such-seat", f"There is no seat {asked}.", 404, seat=asked)
    return None if asked is None else numbers[asked]


def _line(line: int, lines: int) -> int:
    """A line from which a game can go on; raises Refused."""
    last = max(0, lines - 1)
    if not 0 <= line <= last:
        raise Refused("no-such-line", f"A game goes on from a line from 0 to {last}.", 422, last=last)
    return line


async def _deal_anew(game: str, seats: int, options: Options, log: Log, seat: int) -> Log:
    """The same lines for a seat, with other secrets; raises Refused."""
    if seat not in range(seats):
        raise Refused("no-such-seat", f"There is no seat {seat}.", 422, seat=seat)
    found = await processes.do_aside(_other_deal, game, seats, options, log, seat, secrets.randbits(64))
    if found is None:
        text = "No other deal was found that fits what this seat was told; play on with this one."
        raise Refused("no-other-deal", text, 409)
    return found


async def _go_on(call: Call, wish: Wish, log: Log, source: str = "") -> Hosted:
    call.addresses[call.address].ask("tables")
    ticket = new_ticket()
    lines = tuple(f"{actor} {text}" for actor, text in log)
    room = await call.rooms.make(wish, host=stored(ticket), imported=lines, source=source)
    room.owner = site(call.address)
    return Hosted(table_info(room.table), ticket, f"{call.origin}/t/{room.table.id}")


# In any process.


def play_again(referee: Referee, log: Log, viewer: Viewer) -> Replay:
    """The lines of a game, each with what a viewer was told of it and saw after it."""
    start = referee.view(viewer)
    steps = []
    for actor, text in log:
        heard = told(referee.act(actor, text), viewer)
        steps.append(Step(actor, text, heard, referee.view(viewer)))
    return Replay(viewer, start, steps)


class BadGame(Exception):
    """Why a file cannot be shown; it has to come from another process, so it has one argument."""


def _read(file: str) -> Referee:
    """The game of a file; raises BadGame."""
    try:
        referee = gamefile.replay(io.BytesIO(file.encode()), "line")
    except gamefile.BadFile as error:
        raise BadGame(str(error).replace(":", " ", 1)) from None
    if len(referee.log) > MOST_LINES:
        raise BadGame(f"it has more than {MOST_LINES} lines")
    return referee


def _analysis(decisions: list[Decision]) -> Analysis:
    return msgspec.convert(as_json(decisions), Analysis)


def _analyse_file(file: str) -> bytes:
    played = _read(file)
    try:
        found = processes.judge(played)
    except UnreadableText as error:
        raise BadGame(str(error)) from None
    return to_json(_analysis(found))


def _believe(
    game: str, seats: int, options: Options, log: Log, seat: int
) -> list[tuple[int, str, float, float]]:
    """The belief of `normal` at the last decision so far, and what fits the rules; none before the first."""
    referee = Referee(find_game(game), seats, options)
    decisions = 0  # lines up to the last moment at which anybody had to decide something
    for number, (actor, text) in enumerate(log, 1):
        referee.act(actor, text)
        if any(who != CHANCE for who in referee.state.actors()):
            decisions = number
    if not decisions:
        return []
    referee = Referee(referee.game, seats, options)
    for actor, text in log[:decisions]:
        referee.act(actor, text)
    view, feed = referee.view(seat), referee.feed(seat)
    mind = new_mind(referee.game, view)
    mind.hear(view, feed)
    fits = mind.fitting(feed)
    return [
        (other, kind, round(share, GRAIN), round(fits.get((other, kind), 0.0), GRAIN))
        for (other, kind), share in mind.believes().items()
        if other != seat
    ]


def _other_deal(game: str, seats: int, options: Options, log: Log, seat: int, seed: int) -> Log | None:
    played = Referee(find_game(game), seats, options)
    for actor, text in log:
        played.act(actor, text)
    try:
        return deal_anew(played, seat, Generator(seed))
    except NoOtherWorld:
        return None


def _believe_file(file: str, seat: int, line: int) -> list[tuple[int, str, float, float]]:
    played = _read(file)
    if seat not in range(played.seats):
        raise BadGame(f"it has no seat {seat}")
    return _believe(played.game.key, played.seats, played.options, played.log[: max(0, line)], seat)


def _read_log(file: str) -> tuple[str, int, Options, Log]:
    played = _read(file)
    return played.game.key, played.seats, played.options, played.log


def _replay_file(file: str, seat: int | None) -> bytes:
    played = _read(file)
    if seat is not None and seat not in range(played.seats):
        raise BadGame(f"it has no seat {seat}")
    return to_json(play_again(Referee(played.game, played.seats, played.options), played.log, seat))


def _tell_file(file: str) -> bytes:
    played = _read(file)
    return to_json(tell_story(played.game.key, played.seats, played.options, played.log))
