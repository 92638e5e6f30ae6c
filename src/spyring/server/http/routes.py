"""The REST interface: tables and seats. What happens in a game goes over the WebSocket."""

from functools import partial

import msgspec
import segno

from spyring import __version__, claims
from spyring.bots import bot_names, temper_names
from spyring.games import games
from spyring.server.http import cases, lessons, replays
from spyring.server.http.endpoint import Call, Endpoints
from spyring.server.http.limits import site
from spyring.server.http.outgoing import TableInfo, table_info
from spyring.server.http.schemas import (
    About,
    Claim,
    Claimed,
    ClaimInfo,
    GameInfo,
    Hosted,
    LedgerLine,
    Mute,
    NewBot,
    NewName,
    NewOrder,
    NewSeat,
    NewTable,
    Offer,
    OperandInfo,
    OptionInfo,
    Seated,
    SetUp,
    Turn,
)
from spyring.server.live import processes
from spyring.server.live.room import Judge
from spyring.server.live.rooms import WATCH, Wish
from spyring.server.table import judging
from spyring.server.table.clocks import BEATS, BOT_PACES, CLOCKS
from spyring.server.table.door import listen, look
from spyring.server.table.entries import HOST
from spyring.server.table.errors import Refused
from spyring.server.table.table import Table
from spyring.server.table.tickets import new_ticket, stored
from spyring.telling import find_telling
from spyring.verbs import SeatOperand

TABLE = "/api/tables/{table}"
SEAT = f"{TABLE}/seats/{{seat}}"

api = Endpoints()


def _claim_info(claim: claims.Claim) -> ClaimInfo:
    """A claim as a menu needs it."""
    operands = [
        OperandInfo(seat=isinstance(one, SeatOperand), words=list(one.words), option=one.option)
        for one in claim.operands
    ]
    return ClaimInfo(claim.kind, claim.topic, operands)


@api.get("/api/about")
async def about(call: Call) -> About:
    """The games, bots and clocks that this server offers."""
    found = [
        GameInfo(
            key=game.key,
            title=game.title,
            seats=list(game.seats),
            options=[
                OptionInfo(option.key, option.default, option.examples, option.where)
                for option in game.options
            ],
            bots=bot_names(game),
            lesson=lessons.lesson(game.key) is not None,
            cases=find_telling(game) is not None,
            claims=[_claim_info(claim) for claim in game.claims],
        )
        for game in games().values()
    ]
    language = call.request.app.state.language
    return About(
        version=__version__,
        language=language,
        clocks=list(CLOCKS),
        bot_paces=list(BOT_PACES),
        tempers=temper_names(),
        beats=list(BEATS),
        watch=list(WATCH),
        games=found,
    )


@api.get("/api/lobby")
async def lobby(call: Call) -> list[TableInfo]:
    """The listed tables that are waiting for people."""
    return [table_info(table) for table in await call.rooms.lobby()]


@api.post("/api/tables", status=201)
async def make(call: Call, body: NewTable) -> Hosted:
    """Set up a table; the answer has its host's ticket."""
    call.addresses[call.address].ask("tables")
    ticket = new_ticket()
    wish = Wish(**msgspec.structs.asdict(body))
    room = await call.rooms.make(wish, host=stored(ticket))
    room.owner = site(call.address)
    return _hosted(call, room.table, ticket)


@api.get(TABLE)
async def show(call: Call) -> TableInfo:
    """What everybody knows about a table, by its id or its short code."""
    return table_info(call.room.table)


@api.post(f"{TABLE}/seats", status=201)
async def sit(call: Call, body: NewSeat) -> Seated:
    """Take a seat; the answer has the seat's ticket."""
    call.addresses.at_table(call.address, call.room.table.id).ask("seats")
    ticket = new_ticket()
    await call.room.commit(
        partial(
            judging.sit,
            name=body.name,
            seat=body.seat,
            ticket=stored(ticket),
            contribution=body.contribution,
        )
    )
    seat = call.room.table.holder(stored(ticket))
    assert seat is not None, "who has just sat down has a seat"
    return Seated(seat, ticket)


@api.post(f"{SEAT}/name", right="ticket")
async def rename(call: Call, body: NewName) -> TableInfo:
    """Change your own name, before the game."""
    if call.holder != call.seat:
        raise Refused("no-seat", "Only who has this seat can change its name.", 403)
    return await _commit(call, partial(judging.rename, seat=call.seat, name=body.name))


@api.get(f"{TABLE}/turn")
async def turn(call: Call) -> Turn:
    """Whether the table is waiting for your seat."""
    table = call.room.table
    return Turn(table.phase, table.phase == "playing" and call.holder in table.waiting)


@api.get(f"{TABLE}/ledger")
async def ledger(call: Call) -> list[LedgerLine]:
    """What was said at the table, and what has been proved of it, as far as your seat can know."""
    table = call.room.table
    if call.holder is None or call.holder == HOST:
        raise Refused("no-seat", "This needs the ticket of a seat.", 403)
    if not table.begun:
        return []
    seat = call.holder
    sight = look(table, seat, 0)
    assert sight.view is not None, "the game has begun"
    heard = listen(table, seat, 0, len(table.told[seat]))
    if not any(claims.is_claim(text) for _, text in heard):
        return []
    found = await processes.keep_ledger(table.game, sight.view, heard)
    # Where one has to remember what one saw, nothing may remind one of it.
    forgets = not table.over and any(viewer == seat for viewer, _ in table.told_once)
    return [LedgerLine(*one[:3], None if forgets else one.true) for one in found]


@api.post(f"{SEAT}/bot", right="host")
async def seat_bot(call: Call, body: NewBot) -> TableInfo:
    """Put a bot on a free seat."""
    return await _commit(call, partial(judging.seat_bot, seat=call.seat, bot=body.bot))


@api.post(f"{TABLE}/bots", right="host")
async def fill(call: Call, body: NewBot) -> TableInfo:
    """Put bots on all free seats."""
    return await _commit(call, partial(judging.fill, bot=body.bot))


@api.delete(SEAT, right="ticket")
async def stand(call: Call) -> TableInfo:
    """Leave your seat, or remove somebody as the host."""
    if call.holder not in (HOST, call.seat):
        raise Refused("host-only", "Only the host can remove somebody else.", 403)
    return await _commit(call, partial(judging.stand, seat=call.seat))


@api.post(f"{SEAT}/revoke", right="host")
async def revoke(call: Call) -> TableInfo:
    """Revoke a seat's ticket; during a game a bot stands in until somebody takes the seat."""
    return await _commit(call, partial(judging.revoke, seat=call.seat))


@api.post(f"{SEAT}/stand-in", right="ticket")
async def stand_in(call: Call) -> TableInfo:
    """Ask for a bot to replace somebody who is away, until they return."""
    return await _commit(call, partial(judging.stand_in, seat=call.seat))


@api.post(f"{SEAT}/mute", right="host")
async def mute(call: Call, body: Mute) -> TableInfo:
    """Mute a seat, or let it talk again."""
    return await _commit(call, partial(judging.mute, seat=call.seat, muted=body.muted))


@api.post(f"{TABLE}/order", right="host")
async def reorder(call: Call, body: NewOrder) -> TableInfo:
    """Change who sits where, before the game."""
    return await _commit(call, partial(judging.reorder, order=body.order))


@api.post(f"{TABLE}/set-up", right="host")
async def change_set_up(call: Call, body: SetUp) -> TableInfo:
    """Change seats, options and clock before the game; bots make room, people do not."""
    return await _commit(
        call,
        partial(
            judging.change_set_up,
            seats=body.seats,
            options=body.options,
            clock=body.clock,
            bot_pace=body.bot_pace,
            beat=body.beat,
        ),
    )


@api.post(f"{TABLE}/start", right="host")
async def start(call: Call) -> TableInfo:
    """Begin the game; every seat must be taken."""
    return await _commit(call, judging.start)


@api.delete(TABLE, right="host")
async def close(call: Call) -> TableInfo:
    """Close a table."""
    return await _commit(call, partial(judging.close, why="host"))


@api.post(f"{TABLE}/rematch", right="host", status=201)
async def rematch(call: Call) -> Hosted:
    """Set up a new table for the same group; everybody's ticket works there too."""
    ticket = new_ticket()
    room = await call.rooms.rematch(call.room, host=stored(ticket))
    room.owner = call.room.owner
    return _hosted(call, room.table, ticket)


@api.post(f"{TABLE}/offer", right="ticket", status=201)
async def offer(call: Call) -> Offer:
    """Get a one-time code that moves this ticket to another device."""
    assert call.holder is not None, "the endpoint needs a ticket"
    code = new_ticket()
    await call.commit(partial(judging.offer, holder=call.holder, code=stored(code)))
    # After the #, so that the code never reaches a server's log.
    link = f"{call.origin}/t/{call.room.table.id}#claim={code}"
    return Offer(code, link, segno.make(link, micro=False).svg_inline(omitsize=True))


@api.post(f"{TABLE}/claim", status=201)
async def claim(call: Call, body: Claim) -> Claimed:
    """Take over a ticket with a one-time code; the old ticket is void."""
    ticket = new_ticket()
    await call.room.commit(partial(judging.claim, code=stored(body.code), ticket=stored(ticket)))
    holder = call.room.table.holder(stored(ticket))
    return Claimed(None if holder == HOST else holder, holder == HOST, ticket)


async def _commit(call: Call, judge: Judge) -> TableInfo:
    await call.commit(judge)
    return table_info(call.room.table)


def _hosted(call: Call, table: Table, ticket: str) -> Hosted:
    return Hosted(table_info(table), ticket, f"{call.origin}/t/{table.id}")


ENDPOINTS = [*api, *cases.api, *lessons.api, *replays.api]
