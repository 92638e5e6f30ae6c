"""Judges what people ask of a table: each function returns the request's transaction, or raises Refused."""

import unicodedata
from collections.abc import Mapping

from spyring.analysis import Decision
from spyring.bots import find_bot
from spyring.core import Game, Options, Seat, UnreadableText
from spyring.server.table.clocks import BEATS, BOT_PACES, CLOCKS
from spyring.server.table.entries import (
    Analysed,
    Away,
    Back,
    Claimed,
    Closed,
    Contributed,
    Followed,
    Holder,
    Led,
    Muted,
    Noted,
    Offered,
    Relaid,
    Reordered,
    Revoked,
    Said,
    Sat,
    Shown,
    Stood,
    Why,
)
from spyring.server.table.errors import Refused
from spyring.server.table.held import Refuse, tell_nobody
from spyring.server.table.notes import MOST_CELLS, MOST_NOTES, TEXT_LENGTH
from spyring.server.table.table import Chair, Table
from spyring.server.table.transaction import Transaction

NAME_LENGTH = 24
TALK_LENGTH = 300
BOT_LENGTH = 11
CONTRIBUTION_LENGTH = 64
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
MOST_LINES = 20_000  # of the game
ALL_EYES = "all"  # an onlooker's, with everybody's secrets
MOST_OTHERS = 10_000  # talk, seats and offers; too many of them must never end a game
OFFER_SECONDS = 10 * 60.0


# Sitting down.


def sit(
    table: Table, at: float, *, name: str, ticket: str, seat: Seat | None = None, contribution: str = ""
) -> Transaction:
    """A person takes a free seat: the one named, or the first."""
    free = _free(table)
    _in_phase(table, "open", "playing")
    _has_room(table)
    if seat is not None:
        _chair(table, seat)
        if seat not in free:
            raise Refused("seat-taken", f"Seat {seat} is taken.", seat=seat)
    elif not free:
        raise Refused("no-free-seat", "All seats are taken.")
    name = _new_name(table, name)
    given = _contribution(contribution) if table.phase == "open" else ""  # a deal does not change later
    chosen = free[0] if seat is None else seat
    return Transaction(table, at).add(Sat(at=at, seat=chosen, name=name, ticket=ticket, contribution=given))


def rename(table: Table, at: float, *, seat: Seat, name: str) -> Transaction:
    """Somebody who has a seat changes their name, before the game."""
    _in_phase(table, "open")
    _has_room(table)
    chair = _chair(table, seat)
    new = _new_name(table, name, seat)
    return Transaction(table, at).add(
        Sat(at=at, seat=seat, name=new, ticket=chair.ticket, contribution=chair.contribution)
    )


def seat_bot(table: Table, at: float, *, seat: Seat, bot: str) -> Transaction:
    """The host puts a bot on a free seat, or replaces a bot with another."""
    _in_phase(table, "open", "playing")
    _has_room(table)
    if _chair(table, seat).ticket:
        raise Refused("seat-taken", f"Seat {seat} is taken.", seat=seat)
    return Transaction(table, at).add(_bot(table, at, seat, bot))


def fill(table: Table, at: float, *, bot: str) -> Transaction:
    """The host puts bots on all free seats."""
    _in_phase(table, "open", "playing")
    return Transaction(table, at).add(*[_bot(table, at, seat, bot) for seat in _free(table)])


def stand(table: Table, at: float, *, seat: Seat) -> Transaction:
    """Somebody leaves or is removed before the game; during it, the ticket is revoked instead."""
    if not _chair(table, seat).taken:
        raise Refused("seat-free", f"Nobody sits at seat {seat}.", seat=seat)
    if table.phase == "playing":
        return revoke(table, at, seat=seat)
    _in_phase(table, "open")
    return Transaction(table, at).add(Stood(at=at, seat=seat))


def revoke(table: Table, at: float, *, seat: Seat) -> Transaction:
    """The host revokes a ticket; a bot stands in until somebody takes the seat."""
    _in_phase(table, "open", "playing")
    if not _chair(table, seat).ticket:
        raise Refused("seat-free", f"Nobody has a ticket for seat {seat}.", seat=seat)
    if table.phase == "open":
        return Transaction(table, at).add(Stood(at=at, seat=seat))
    return Transaction(table, at).add(Revoked(at=at, seat=seat))


def reorder(table: Table, at: float, *, order: list[int]) -> Transaction:
    """The host rearranges the seats before the game."""
    _in_phase(table, "open")
    _has_room(table)
    if sorted(order) != list(range(table.made.seats)):
        raise Refused("bad-order", f"An order names every seat from 0 to {table.made.seats - 1} once.", 422)
    return Transaction(table, at).add(Reordered(at=at, order=tuple(order)))


def change_set_up(
    table: Table, at: float, *, seats: int, options: Options, clock: str, bot_pace: str, beat: str
) -> Transaction:
    """Before the game, the host changes seats, options or times; bots make room, people do not."""
    _in_phase(table, "open")
    _has_room(table)
    if table.made.imported:
        raise Refused("bad-set-up", "A game from a file keeps its set-up.", 422)
    settled = settle(table.game, seats, options, clock, bot_pace, beat)
    chairs = table.chairs
    people = sum(bool(chair.ticket) for chair in chairs)
    if people > seats:
        raise Refused("too-many-sit", f"{people} people already sit here.", people=people)
    transaction = Transaction(table, at)
    if any(chair.taken for chair in chairs[seats:]):
        order = sorted(range(len(chairs)), key=lambda seat: (not chairs[seat].ticket, not chairs[seat].bot))
        transaction.add(Reordered(at=at, order=tuple(order)))
    return transaction.add(
        Relaid(at=at, seats=seats, options=settled, clock=clock, bot_pace=bot_pace, beat=beat)
    )


def settle(game: Game, seats: int, options: Options, clock: str, bot_pace: str, beat: str) -> Options:
    """All options of a table, checked; raises Refused if there can be no such table."""
    if clock not in CLOCKS:
        raise Refused("bad-set-up", f"A clock is {', '.join(CLOCKS)}.", 422)
    if bot_pace not in BOT_PACES:
        raise Refused("bad-set-up", f"The pace of bots is {', '.join(BOT_PACES)}.", 422)
    if beat not in BEATS:
        raise Refused("bad-set-up", f"A beat is {', '.join(BEATS)} seconds.", 422)
    try:
        return game.settle(seats, options)
    except UnreadableText as error:
        raise Refused("bad-set-up", f"{error}.", 422) from None


def contribute(table: Table, at: float, *, seat: Seat, text: str) -> Transaction:
    """A seat contributes to the deal, before the game."""
    _in_phase(table, "open")
    _has_room(table)
    return Transaction(table, at).add(Contributed(at=at, seat=seat, text=_contribution(text)))


# Tickets on the move.


def offer(table: Table, at: float, *, holder: Holder, code: str) -> Transaction:
    """A ticket may move to another device, once and within a short time; only the last offer counts."""
    _has_room(table)
    return Transaction(table, at).add(Offered(at=at, holder=holder, code=code, until=at + OFFER_SECONDS))


def claim(table: Table, at: float, *, code: str, ticket: str) -> Transaction:
    """Another device takes the ticket over."""
    offered = table.offers.get(code)
    if offered is None or offered.until < at:
        raise Refused("no-such-offer", "This code has been used, or it is too old.", 404)
    return Transaction(table, at).add(Claimed(at=at, holder=offered.holder, ticket=ticket))


# The game.


def start(table: Table, at: float) -> Transaction:
    """The host begins the game when every seat is taken."""
    _in_phase(table, "open")
    free = _free(table)
    if free:
        raise Refused("seats-free", f"These seats are free: {', '.join(map(str, free))}.", seats=free)
    return Transaction(table, at).begin()


def act(
    table: Table,
    at: float,
    *,
    seat: Seat,
    text: str,
    id: str,
    prompt: int | None,
    refuse: Refuse = tell_nobody,
) -> Transaction:
    """A seat acts; an id that was done before has no effect. A secret act may be held, or refused later."""
    transaction = Transaction(table, at)
    if (seat, id) in table.done:
        return transaction
    if (seat, id) in table.held:  # the answer goes to the connection that sent it last
        transaction.held = table.held[seat, id]._replace(refuse=refuse)
        return transaction
    _in_phase(table, "playing")
    if table.lines >= MOST_LINES:
        raise Refused("table-full", f"This game has reached its limit of {MOST_LINES} lines.", 507)
    if prompt is not None and prompt != table.acts[seat]:
        raise Refused(
            "stale-prompt", "This seat has acted since; look again.", prompt=prompt, now=table.acts[seat]
        )
    if table.chairs[seat].away:
        transaction.add(Back(at=at, seat=seat))
    return transaction.act(seat, text, id, refuse)


def back(table: Table, at: float, *, seat: Seat) -> Transaction:
    """The owner of a seat plays it again."""
    transaction = Transaction(table, at)
    return transaction.add(Back(at=at, seat=seat)) if table.chairs[seat].away else transaction


def stand_in(table: Table, at: float, *, seat: Seat) -> Transaction:
    """Somebody asks for a bot to replace a seat that has been away for long, until its owner returns."""
    transaction = Transaction(table, at)
    _in_phase(table, "playing")
    _chair(table, seat)
    if table.played_by_bot(seat):
        return transaction
    due = table.stand_in_from(seat)
    if due is None or at < due or seat not in table.waiting:
        raise Refused(
            "not-missed",
            "Without a clock, a bot stands in for somebody who has been away for some minutes "
            "and whom the table waits for.",
        )
    return transaction.add(Away(at=at, seat=seat))


def say(table: Table, at: float, *, seat: Seat, text: str, id: str, line: int | None = None) -> Transaction:
    """A seat says something; about a line only when the game is over."""
    transaction = Transaction(table, at)
    if id and (seat, id) in table.done:
        return transaction
    _in_phase(table, "open", "playing", "over")
    _has_room(table)
    if not table.made.talk:
        raise Refused("talk-off", "Nobody talks at this table.", 403)
    if table.chairs[seat].muted:
        raise Refused("muted", "The host has muted this seat.", 403)
    said = _lines(text).strip()
    if not 0 < len(said) <= TALK_LENGTH:
        raise Refused("bad-talk", f"Say something of 1 to {TALK_LENGTH} letters.", 422, most=TALK_LENGTH)
    if line is not None:
        _in_phase(table, "over")
        _known_line(table, line)
    return transaction.add(Said(at=at, seat=seat, text=said, id=id, line=line))


def lead(table: Table, at: float, *, seat: Seat, line: int | None, eyes: str) -> Transaction:
    """A seat leads the others to a line of the game that is over, or stops leading them."""
    transaction = Transaction(table, at)
    _in_phase(table, "over")
    if line is None:
        led = table.led is not None and table.led.seat == seat
        return transaction.add(Led(at=at, seat=seat)) if led else transaction
    _known_line(table, line)
    if eyes not in ("", ALL_EYES, *map(str, range(table.made.seats))):
        raise Refused("no-such-seat", f"There is no seat {eyes}.", 422, seat=eyes)
    _has_room(table)
    return transaction.add(Led(at=at, seat=seat, line=line, eyes=eyes))


def note(
    table: Table, at: float, *, seat: Seat, marks: Mapping[str, str], text: str | None, id: str
) -> Transaction:
    """A seat changes its own notes during the game; if nothing changes, nothing is stored."""
    transaction = Transaction(table, at)
    if (seat, id) in table.done:
        return transaction
    _in_phase(table, "playing")
    notes = table.notes[seat]
    new_marks = {cell: mark for cell, mark in marks.items() if notes.marks.get(cell, "") != mark}
    written = None if text is None else _lines(text)
    if written is not None and len(written) > TEXT_LENGTH:
        raise Refused("bad-note", f"Notes have up to {TEXT_LENGTH} letters.", 422, most=TEXT_LENGTH)
    if written == notes.text:
        written = None
    if not new_marks and written is None:
        return transaction
    if not all(map(_may_be_shown, "".join(new_marks))):
        raise Refused("bad-note", "A mark has a name of visible letters.", 422, most=TEXT_LENGTH)
    if len(notes.history) >= MOST_NOTES or len(notes.marks.keys() | new_marks.keys()) > MOST_CELLS:
        raise Refused("notes-full", "This seat's notes are full.", 507)
    return transaction.add(Noted(at=at, seat=seat, marks=new_marks, text=written, id=id))


def shown(table: Table, at: float, *, seat: Seat, to: int, seen: bool = True) -> Transaction:
    """A seat was sent its feed up to a number; only what is told once makes a difference."""
    transaction = Transaction(table, at)
    is_new = table.unshown(seat, to) if seen else table.unsent(seat, to)
    return transaction.add(Shown(at=at, seat=seat, to=to, seen=seen)) if is_new else transaction


def mute(table: Table, at: float, *, seat: Seat, muted: bool) -> Transaction:
    """The host mutes a seat, or lets it talk again."""
    transaction = Transaction(table, at)
    if _chair(table, seat).muted == muted:
        return transaction
    if not muted:  # muting works even if nothing else can be done
        _has_room(table)
    return transaction.add(Muted(at=at, seat=seat, muted=muted))


def follow(table: Table, at: float, *, next_table: str) -> Transaction:
    """The group goes on to another table, but only to one."""
    if table.next_table:
        raise Refused("followed", "The group has already gone on.", next=table.next_table)
    return Transaction(table, at).add(Followed(at=at, table=next_table))


def close(table: Table, at: float, *, why: Why) -> Transaction:
    """The table accepts no more acts; a closed table may still be archived."""
    if table.phase == "archived" or (table.phase == "closed" and why != "archived"):
        raise Refused("closed", "This table is closed.")
    return Transaction(table, at).add(Closed(at=at, why=why))


# Words from outside.


def _new_name(table: Table, name: str, own: Seat | None = None) -> str:
    """A name that nobody else at the table has."""
    name = clean_name(name)
    others = [chair for seat, chair in enumerate(table.chairs) if chair.taken and seat != own]
    if any(chair.name.casefold() == name.casefold() for chair in others):
        raise Refused("name-taken", f"Somebody here is already called {name}.", name=name)
    return name


def clean_name(name: str) -> str:
    """A nickname as everybody may see it."""
    cleaned = unicodedata.normalize("NFC", " ".join(name.split()))
    if len(cleaned) > NAME_LENGTH or not all(map(_may_be_shown, cleaned)) or not any(map(_is_seen, cleaned)):
        raise Refused("bad-name", f"A name has 1 to {NAME_LENGTH} visible letters.", 422, most=NAME_LENGTH)
    return cleaned


def _lines(text: str) -> str:
    """A text of several lines as it may be shown."""
    return "".join(letter for letter in text if letter == "\n" or _may_be_shown(letter))


def _may_be_shown(letter: str) -> bool:
    """No control characters, and nothing that changes the direction of the text after it."""
    return unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def _is_seen(letter: str) -> bool:
    """Letters, digits and symbols, except those that are invisible."""
    return unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS


def _contribution(text: str) -> str:
    if len(text) > CONTRIBUTION_LENGTH or not all(letter.isascii() and letter.isalnum() for letter in text):
        raise Refused(
            "bad-contribution",
            f"A contribution has up to {CONTRIBUTION_LENGTH} letters a to z and digits.",
            422,
            most=CONTRIBUTION_LENGTH,
        )
    return text


def _bot(table: Table, at: float, seat: Seat, bot: str) -> Sat:
    if len(bot.partition("/")[0]) > BOT_LENGTH:  # nobody has to wait longer than for hard:9999ms
        raise Refused("no-such-bot", "That name of a bot is too long, or it asks for too much time.", 422)
    try:
        find_bot(table.game, bot)
    except UnreadableText as error:
        raise Refused("no-such-bot", f"{error}.", 422, bot=bot) from None
    return Sat(at=at, seat=seat, name="", bot=bot)


def _free(table: Table) -> list[Seat]:
    return [seat for seat, chair in enumerate(table.chairs) if not chair.taken]


def _chair(table: Table, seat: Seat) -> Chair:
    if not 0 <= seat < table.made.seats:
        raise Refused("no-such-seat", f"There is no seat {seat}.", 404, seat=seat)
    return table.chairs[seat]


def analysed(table: Table, at: float, *, decisions: tuple[Decision, ...]) -> Transaction:
    """The finished game has been judged; the first time counts."""
    _in_phase(table, "over")
    transaction = Transaction(table, at)
    return (
        transaction if table.decisions is not None else transaction.add(Analysed(at=at, decisions=decisions))
    )


def _known_line(table: Table, line: int) -> None:
    if not 0 <= line <= table.lines:
        raise Refused("no-such-line", f"A line is a number from 0 to {table.lines}.", 422, last=table.lines)


def _in_phase(table: Table, *phases: str) -> None:
    if table.phase in phases:
        return
    sentences = {
        "open": "The game has not begun.",
        "playing": "The game has begun.",
        "over": "The game is over.",
        "closed": "This table is closed.",
        "archived": "This table is in the archive.",
    }
    raise Refused(f"table-{table.phase}", sentences[table.phase])


def _has_room(table: Table) -> None:
    """Room for what is not part of the game. Notes have their own limit, which nobody else can notice."""
    others = table.number - table.lines - sum(len(notes.history) for notes in table.notes)
    if others >= MOST_OTHERS:
        raise Refused("table-full", "So much has happened at this table that it accepts only acts.", 507)
