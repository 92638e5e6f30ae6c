"""The REST interface: tables and seats. What happens in a game goes over the WebSocket."""

import asyncio
from functools import partial
from typing import Any

import msgspec
import segno

from spyring import __version__
from spyring.bots import bot_names
from spyring.games import games
from spyring.referee import Referee
from spyring.server.http import lessons
from spyring.server.http.endpoint import Call, Endpoint
from spyring.server.http.outgoing import TableInfo, table_info
from spyring.server.http.schemas import (
    About,
    Claim,
    Claimed,
    GameInfo,
    Hosted,
    Mute,
    NewBot,
    NewOrder,
    NewSeat,
    NewTable,
    Offer,
    OptionInfo,
    Replay,
    Seated,
    SetUp,
    Step,
)
from spyring.server.live.rooms import WATCH, Wish
from spyring.server.table import judging
from spyring.server.table.clocks import CLOCKS
from spyring.server.table.entries import HOST
from spyring.server.table.errors import Refused
from spyring.server.table.export import write_file
from spyring.server.table.feed import Viewer
from spyring.server.table.story import Story
from spyring.server.table.table import Table
from spyring.server.table.tickets import new_ticket, stored


async def about(call: Call) -> About:
    found = [
        GameInfo(
            key=game.key,
            title=game.title,
            seats=list(game.seats),
            options=[OptionInfo(option.key, option.default, option.examples) for option in game.options],
            bots=bot_names(game),
            lesson=lessons.lesson(game.key) is not None,
        )
        for game in games().values()
    ]
    language = call.request.app.state.language
    return About(__version__, language, list(CLOCKS), list(WATCH), found)


async def lobby(call: Call) -> list[TableInfo]:
    return [table_info(table) for table in await call.rooms.lobby()]


async def make(call: Call) -> Hosted:
    call.addresses.ask(call.address, "tables")
    ticket = new_ticket()
    wish = Wish(**msgspec.structs.asdict(call.body))
    room = await call.rooms.make(wish, host=stored(ticket))
    return _hosted(call, room.table, ticket)


async def show(call: Call) -> TableInfo:
    return table_info(call.table.table)


async def sit(call: Call) -> Seated:
    call.addresses.ask(call.address, "seats")
    ticket = new_ticket()
    wanted: NewSeat = call.body
    await call.table.commit(
        partial(
            judging.sit,
            name=wanted.name,
            seat=wanted.seat,
            ticket=stored(ticket),
            contribution=wanted.contribution,
        )
    )
    seat = call.table.table.holder(stored(ticket))
    assert seat is not None, "who has just sat down has a seat"
    return Seated(seat, ticket)


async def seat_bot(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.seat_bot, seat=call.seat, bot=call.body.bot))


async def fill(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.fill, bot=call.body.bot))


async def stand(call: Call) -> TableInfo:
    if call.holder not in (HOST, call.seat):
        raise Refused("host-only", "Only the host can remove somebody else.", 403)
    return await _commit(call, partial(judging.stand, seat=call.seat))


async def revoke(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.revoke, seat=call.seat))


async def stand_in(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.stand_in, seat=call.seat))


async def mute(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.mute, seat=call.seat, muted=call.body.muted))


async def reorder(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.reorder, order=call.body.order))


async def lay_anew(call: Call) -> TableInfo:
    wanted: SetUp = call.body
    return await _commit(
        call,
        partial(judging.lay_anew, seats=wanted.seats, options=wanted.options, clock=wanted.clock),
    )


async def start(call: Call) -> TableInfo:
    return await _commit(call, judging.start)


async def close(call: Call) -> TableInfo:
    return await _commit(call, partial(judging.close, why="host"))


async def rematch(call: Call) -> Hosted:
    ticket = new_ticket()
    room = await call.rooms.rematch(call.table, host=stored(ticket))
    return _hosted(call, room.table, ticket)


async def offer(call: Call) -> Offer:
    assert call.holder is not None, "the endpoint needs a ticket"
    code = new_ticket()
    await call.table.commit(partial(judging.offer, holder=call.holder, code=stored(code)))
    # Behind the #, so that the code never reaches a server's log.
    link = f"{call.origin}/t/{call.table.table.id}#claim={code}"
    return Offer(code, link, segno.make(link, micro=False).svg_inline(omitsize=True))


async def claim(call: Call) -> Claimed:
    ticket = new_ticket()
    await call.table.commit(partial(judging.claim, code=stored(call.body.code), ticket=stored(ticket)))
    holder = call.table.table.holder(stored(ticket))
    return Claimed(None if holder == HOST else holder, holder == HOST, ticket)


async def file(call: Call) -> str:
    return write_file(_finished(call))


async def replay(call: Call) -> Replay:
    table = _finished(call)
    seats = {str(seat): seat for seat in range(table.made.seats)}
    asked = call.request.query_params.get("seat")
    if asked is not None and asked not in seats:
        raise Refused("no-such-seat", f"There is no seat {asked}.", 404, seat=asked)
    # Thousands of views of a long game: nobody at another table should wait for them.
    return await asyncio.to_thread(_play_again, table, None if asked is None else seats[asked])


def _play_again(table: Table, viewer: Viewer) -> Replay:
    referee = Referee(table.game, table.made.seats, table.options)
    start = referee.view(viewer)
    steps = []
    for actor, text in table.referee.log:
        referee.act(actor, text)
        steps.append(Step(actor, text, referee.view(viewer)))
    return Replay(viewer, start, steps)


async def story(call: Call) -> Story:
    _finished(call)
    return await call.table.story()


async def _commit(call: Call, judge: Any) -> TableInfo:
    await call.table.commit(judge)
    return table_info(call.table.table)


def _hosted(call: Call, table: Table, ticket: str) -> Hosted:
    return Hosted(table_info(table), ticket, f"{call.origin}/t/{table.id}")


def _finished(call: Call) -> Table:
    table = call.table.table
    if not table.over:
        raise Refused("not-over", "Everything can be seen when the game is over, and not before.", 403)
    return table


TABLE = "/api/tables/{table}"
SEAT = f"{TABLE}/seats/{{seat}}"

ENDPOINTS = [
    Endpoint(
        method="GET",
        path="/api/about",
        summary="The games, bots and clocks that this server offers.",
        answer=About,
        handle=about,
    ),
    Endpoint(
        method="GET",
        path="/api/lobby",
        summary="The tables that wait for people and whose hosts have listed them.",
        answer=list[TableInfo],
        handle=lobby,
    ),
    Endpoint(
        method="POST",
        path="/api/tables",
        summary="Lay a table.",
        body=NewTable,
        answer=Hosted,
        status=201,
        handle=make,
    ),
    Endpoint(
        method="GET",
        path=TABLE,
        summary="What everybody knows about a table, by its id or its short code.",
        answer=TableInfo,
        handle=show,
    ),
    Endpoint(
        method="DELETE",
        path=TABLE,
        summary="Close a table.",
        answer=TableInfo,
        right="host",
        handle=close,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/seats",
        summary="Sit down; the answer holds the seat's ticket.",
        body=NewSeat,
        answer=Seated,
        status=201,
        handle=sit,
    ),
    Endpoint(
        method="DELETE",
        path=SEAT,
        summary="Leave one's seat, or as the host remove somebody.",
        answer=TableInfo,
        right="ticket",
        handle=stand,
    ),
    Endpoint(
        method="POST",
        path=f"{SEAT}/bot",
        summary="Put a bot on a free seat.",
        body=NewBot,
        answer=TableInfo,
        right="host",
        handle=seat_bot,
    ),
    Endpoint(
        method="POST",
        path=f"{SEAT}/revoke",
        summary="Make a seat's ticket void; in a game a bot stands in until somebody takes the seat.",
        answer=TableInfo,
        right="host",
        handle=revoke,
    ),
    Endpoint(
        method="POST",
        path=f"{SEAT}/stand-in",
        summary="Ask for a bot in place of somebody who is away, until they return.",
        answer=TableInfo,
        right="ticket",
        handle=stand_in,
    ),
    Endpoint(
        method="POST",
        path=f"{SEAT}/mute",
        summary="Take a seat's voice in the chat, or give it back.",
        body=Mute,
        answer=TableInfo,
        right="host",
        handle=mute,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/bots",
        summary="Put bots on all free seats.",
        body=NewBot,
        answer=TableInfo,
        right="host",
        handle=fill,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/order",
        summary="Seat everybody anew.",
        body=NewOrder,
        answer=TableInfo,
        right="host",
        handle=reorder,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/set-up",
        summary="Change seats, options and clock before the game; bots make room, people do not.",
        body=SetUp,
        answer=TableInfo,
        right="host",
        handle=lay_anew,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/start",
        summary="Begin the game; every seat must be taken.",
        answer=TableInfo,
        right="host",
        handle=start,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/rematch",
        summary="Lay a new table for the same group, whose tickets are good there too.",
        answer=Hosted,
        right="host",
        status=201,
        handle=rematch,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/offer",
        summary="Get a one-time code that moves this ticket to another device.",
        answer=Offer,
        right="ticket",
        status=201,
        handle=offer,
    ),
    Endpoint(
        method="POST",
        path=f"{TABLE}/claim",
        summary="Take over a ticket with a one-time code; the old ticket is void.",
        body=Claim,
        answer=Claimed,
        status=201,
        handle=claim,
    ),
    Endpoint(
        method="GET",
        path=f"{TABLE}/file",
        summary="A finished game as a game file, with everything that proves its deals.",
        answer=str,
        handle=file,
    ),
    Endpoint(
        method="GET",
        path=f"{TABLE}/replay",
        summary="A finished game line by line, seen from one seat or by an onlooker.",
        answer=Replay,
        query=("seat",),
        handle=replay,
    ),
    Endpoint(
        method="GET",
        path=f"{TABLE}/story",
        summary="Who knew what when in a finished game, and what everybody noted.",
        answer=Story,
        handle=story,
    ),
    *lessons.ENDPOINTS,
]
