"""A table: what the entries of its log add up to. No clock of its own, no network, no disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec.structs import replace

from spyring import fair, gamefile
from spyring.core import CHANCE, Actor, Event, Seat
from spyring.games import find_game
from spyring.referee import Referee
from spyring.server.table.entries import (
    HOST,
    Acted,
    AnyEntry,
    Away,
    Back,
    Began,
    Claimed,
    Closed,
    Contributed,
    Followed,
    Holder,
    Made,
    Muted,
    Noted,
    Offered,
    Relaid,
    Reordered,
    Revoked,
    Said,
    Sat,
    Stood,
)
from spyring.server.table.feed import Confirmed, Spoken, Told, Viewer, tell
from spyring.server.table.notes import Notes
from spyring.server.table.tickets import same
from spyring.server.table.timeouts import waited_for

Phase = Literal["open", "playing", "over", "closed", "archived"]


@dataclass
class Chair:
    """One seat of a table, and who sits there."""

    name: str = ""
    ticket: str = ""
    bot: str = ""
    contribution: str = ""
    away: bool = False
    muted: bool = False
    patience_until: float | None = None  # while its owner is not connected; of this process, not of the log

    @property
    def taken(self) -> bool:
        return bool(self.ticket or self.bot)


class Table:
    """One table, secrets included."""

    def __init__(self, id: str, made: Made) -> None:
        self.id = id
        self.made = made
        self.number = 1  # of the next entry
        self.touched = made.at
        self.game = find_game(made.game)
        self.options = self.game.settle(made.seats, made.options)
        self.commitment = fair.commitment(made.seed, id)
        self.host = made.host
        self.chairs = [Chair() for _ in range(made.seats)]
        self.phase: Phase = "open"
        self.next_table = ""
        self._referee: Referee | None = None
        self.key = b""
        self.contributions: list[str] = []
        self.offers: dict[str, Offered] = {}
        self.told: dict[Viewer, list[Told]] = {seat: [] for seat in (None, *range(made.seats))}
        self.done: set[tuple[Seat, str]] = set()
        self.acts = [0] * made.seats
        self.waiting: dict[Seat, float] = {}  # whom the table waits for, and since when
        self.notes = [Notes() for _ in range(made.seats)]
        self.roster = 0  # counts the changes of all that is not told by events
        self._seen_to_act: set[Actor] = set()
        # Of this process, not of the log:
        self.here = [0] * made.seats  # connections by seat
        self.onlookers = 0
        self.halted = False  # the disk is full
        self.grace_until = 0.0  # no clock runs out before this

    # Who is who.

    def holder(self, kept: str) -> Holder | None:
        """What a ticket, as it is stored, gives a right to: a seat, or the host's place."""
        if same(kept, self.host):
            return HOST
        for seat, chair in enumerate(self.chairs):
            if same(kept, chair.ticket):
                return seat
        return None

    def played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot acts for this seat: its own, or one that stands in."""
        chair = self.chairs[seat]
        return bool(chair.bot) or chair.away or not chair.taken

    def stand_in_from(self, seat: Seat) -> float | None:
        """When others may ask for a bot in this seat's place; None while it is played, or under a clock."""
        if self.phase != "playing" or self.made.clock != "off" or self.played_by_bot(seat):
            return None
        return self.chairs[seat].patience_until

    # What is known.

    @property
    def begun(self) -> bool:
        """Whether there is a game, under way or over."""
        return self._referee is not None

    @property
    def referee(self) -> Referee:
        """The game, which has begun."""
        assert self._referee is not None, "the game has not begun"
        return self._referee

    @property
    def over(self) -> bool:
        """Whether the game was played to its end, so that nothing is secret any more."""
        return self.begun and not self.referee.state.actors()

    @property
    def header(self) -> list[str]:
        """The first lines of the game file."""
        return gamefile.write(self.game, self.made.seats, self.options, []).splitlines()

    @property
    def lines(self) -> int:
        """How long the game is."""
        return len(self.referee.log) if self.begun else 0

    def deal_key(self) -> bytes:
        """The key of all outcomes, if the game begins with what has been contributed up to now."""
        contributions = [chair.contribution for chair in self.chairs]
        return fair.deal_key(self.made.seed, self.id, self.header, contributions)

    def new_game(self) -> Referee:
        """The game at its very beginning."""
        return Referee(self.game, self.made.seats, self.options)

    # What happens.

    def take(self, entry: AnyEntry, effect: "Effect | None" = None) -> None:
        """Add one entry, an act with what it did; it is durable, whether just now or long ago."""
        if isinstance(entry, Acted):
            assert effect is not None, "an act has an effect"
            self._hear(entry, effect.events)
            self._settle(entry.at, effect)
        else:
            self._change(entry)
        self.number += 1
        self.touched = entry.at

    def replay(self, entry: AnyEntry) -> None:
        """Add one entry as it comes from the store; an act, which was judged then, is done again."""
        if isinstance(entry, Acted):
            action = self.game.parse(self.referee.state, entry.actor, entry.text)
            self.take(entry, effect(self.referee, self.referee.do(entry.actor, action)))
        else:
            self.take(entry)

    def _change(self, entry: AnyEntry) -> None:
        """Everything but acts."""
        if isinstance(entry, Said):
            self._hear_talk(entry)
            return
        if isinstance(entry, Noted):
            self._note(entry)
            return
        self.roster += 1
        match entry:
            case Sat(seat=seat):
                self._forget_offers(seat)
                old = self.chairs[seat]
                self.chairs[seat] = Chair(
                    entry.name, entry.ticket, entry.bot, entry.contribution, muted=old.muted and old.taken
                )
            case Contributed(seat=seat):
                self.chairs[seat].contribution = entry.text
            case Stood(seat=seat):
                self._forget_offers(seat)
                self.chairs[seat] = Chair()
            case Reordered():
                self._reorder(entry.order)
            case Relaid():
                self._change_set_up(entry)
            case Revoked(seat=seat):
                self._forget_offers(seat)
                self.chairs[seat].ticket = ""
                self._stand_in(entry.at, seat)
            case Offered():
                self._forget_offers(entry.holder)
                self.offers[entry.code] = entry
            case Claimed():
                self._move_ticket(entry)
            case Muted(seat=seat):
                self.chairs[seat].muted = entry.muted
            case Away(seat=seat):
                self._stand_in(entry.at, seat)
            case Back(seat=seat):
                self.chairs[seat].away = False
            case Began():
                self._begin()
            case Followed():
                self.next_table = entry.table
            case Closed():
                self.phase = "archived" if entry.why == "archived" else "closed"
                self.waiting.clear()
            case _:
                raise AssertionError(f"no entry of a table: {entry}")

    def _reorder(self, order: Sequence[Seat]) -> None:
        """Everybody takes along what they were told and have done."""
        self.chairs = [self.chairs[seat] for seat in order]
        self.told = {None: self.told[None]} | {new: self.told[old] for new, old in enumerate(order)}
        self.done = {(order.index(seat), id) for seat, id in self.done}
        for seat in order:
            self._forget_offers(seat)

    def _change_set_up(self, entry: Relaid) -> None:
        """Seats come or go at the end; who sits down there has missed nothing of the talk."""
        seats = entry.seats
        self.made = replace(self.made, seats=seats, options=entry.options, clock=entry.clock)
        self.options = entry.options
        self.chairs = [*self.chairs, *(Chair() for _ in range(seats))][:seats]
        self.here = [*self.here, *([0] * seats)][:seats]
        self.told = {seat: self.told.get(seat, list(self.told[None])) for seat in (None, *range(seats))}
        self.acts = [0] * seats
        self.notes = [Notes() for _ in range(seats)]

    def _stand_in(self, at: float, seat: Seat) -> None:
        """A bot plays on; its clock begins anew, however long its owner was waited for."""
        self.chairs[seat].away = True
        if seat in self.waiting:
            self.waiting[seat] = at

    def _begin(self) -> None:
        """Fix what the seats contributed, and with it every outcome."""
        self.key = self.deal_key()
        self.contributions = [chair.contribution for chair in self.chairs]
        self._referee = self.new_game()
        self.phase = "playing"

    def _forget_offers(self, holder: Holder) -> None:
        """A code gives no more than the ticket for which it was made."""
        self.offers = {code: offer for code, offer in self.offers.items() if offer.holder != holder}

    def _move_ticket(self, entry: Claimed) -> None:
        self._forget_offers(entry.holder)
        if entry.holder == HOST:
            self.host = entry.ticket
        else:
            self.chairs[entry.holder].ticket = entry.ticket

    def _hear(self, entry: Acted, events: list[Event]) -> None:
        """Tell every viewer its part of an act; the seat itself also gets its own id for it."""
        tell(events, self.told)
        self._seen_to_act |= {event.actor for event in events if event.told(None) is not None}
        if entry.actor != CHANCE:
            self.acts[entry.actor] += 1
            if entry.id:
                self._acknowledge(entry.actor, entry.id)

    def _hear_talk(self, entry: Said) -> None:
        spoken = Spoken(entry.seat, self.chairs[entry.seat].name, entry.text, entry.at)
        for told in self.told.values():
            told.append(spoken)
        if entry.id:
            self._acknowledge(entry.seat, entry.id)

    def _acknowledge(self, seat: Seat, id: str) -> None:
        self.done.add((seat, id))
        self.told[seat].append(Confirmed(id))

    def _note(self, entry: Noted) -> None:
        """Nobody is told but the seat itself: this changes no feed, no clock and no roster."""
        self.notes[entry.seat].take(self.lines, entry)
        if entry.id:
            self.done.add((entry.seat, entry.id))

    def _settle(self, at: float, effect: "Effect") -> None:
        """See who is waited for now. Only what everybody saw sets a clock back (a secret act must not)."""
        if effect.actors == (CHANCE,):
            return  # which goes on at once
        began_anew = set() if CHANCE in effect.actors else self._seen_to_act
        self.waiting = {
            seat: self.waiting[seat] if seat in self.waiting and seat not in began_anew else at
            for seat in effect.waited_for
        }
        self._seen_to_act = set()
        if not effect.actors:
            self.phase = "over"
            self.roster += 1


class Effect(NamedTuple):
    """What an act did: what is told of it, who may act then, and for whom of them the table waits."""

    events: list[Event]
    actors: tuple[Actor, ...]
    waited_for: list[Seat]


def effect(referee: Referee, events: list[Event]) -> Effect:
    """What the last act under a referee did."""
    actors = referee.state.actors()
    return Effect(events, actors, [] if actors == (CHANCE,) else waited_for(referee.game, referee.state))
