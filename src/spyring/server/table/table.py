"""A table: what the entries of its log add up to. No clock of its own, no network, no disk."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from msgspec.structs import replace

from spyring import fair, gamefile
from spyring.analysis import Decision
from spyring.claims import addressee, is_claim
from spyring.core import CHANCE, Actor, Event, Seat
from spyring.games import find_game
from spyring.referee import Referee
from spyring.server.table.entries import (
    HOST,
    Acted,
    Analysed,
    AnyEntry,
    Away,
    Back,
    Began,
    Claimed,
    Closed,
    Contributed,
    Followed,
    Holder,
    Led,
    Made,
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
)
from spyring.server.table.feed import Again, Confirmed, Spoken, Told, Took, Viewer, tell
from spyring.server.table.held import Held
from spyring.server.table.notes import Notes
from spyring.server.table.tickets import same
from spyring.server.table.timeouts import waited_for

UNSEEN_SECONDS = 60.0  # for a page that was closed before anybody saw what is told only once

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
    patience_until: float | None = (
        None  # while its owner is not connected; only in this process, not in the log
    )

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
        self.told_once: Again = {}
        self.shown = [0] * made.seats  # up to which number each seat was shown what is told only once
        self.sent: list[list[tuple[int, float]]] = [[] for _ in range(made.seats)]  # and sent, and when
        self.done: set[tuple[Seat, str]] = set()
        self.acts = [0] * made.seats
        self.waiting: dict[Seat, float] = {}  # whom the table waits for, and since when
        self.questions: dict[Seat, int] = {}  # who was asked and has not spoken since, in which line
        self.struck = 0.0  # when chance last acted: from there the next beat is counted
        self.began = 0.0  # when the game was dealt
        self.notes = [Notes() for _ in range(made.seats)]
        self.led: Led | None = None  # where somebody leads the others through the game again
        self.decisions: tuple[Decision, ...] | None = None  # of the finished game, once they were judged
        self.roster = 0  # counts changes of everything that events do not tell
        self._seen_to_act: set[Actor] = set()
        # Only in this process, not in the log:
        self.here = [0] * made.seats  # connections by seat
        self.onlookers = 0
        self.halted = False  # the disk is full
        self.grace_until = 0.0  # no clock runs out before this
        self.held: dict[tuple[Seat, str], Held] = {}  # secret acts that wait, by seat and id
        self.ahead: Ahead | None = None  # the game with these

    # Who is who.

    def holder(self, kept: str) -> Holder | None:
        """Whose ticket this is, given its stored form: a seat's or the host's."""
        if same(kept, self.host):
            return HOST
        for seat, chair in enumerate(self.chairs):
            if same(kept, chair.ticket):
                return seat
        return None

    def played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot plays this seat, as its owner or as a stand-in."""
        chair = self.chairs[seat]
        return bool(chair.bot) or chair.away or not chair.taken

    def alone(self) -> Seat | None:
        """The seat of the only person at this table, if that person is here and plays it."""
        people = [seat for seat, chair in enumerate(self.chairs) if chair.ticket and not chair.bot]
        if len(people) != 1 or not self.here[people[0]] or self.played_by_bot(people[0]):
            return None
        return people[0]

    def stand_in_from(self, seat: Seat) -> float | None:
        """When others may ask for a bot to replace this seat; None while it is played, or with a clock."""
        if self.phase != "playing" or self.made.clock != "off" or self.played_by_bot(seat):
            return None
        return self.chairs[seat].patience_until

    # What is known.

    @property
    def begun(self) -> bool:
        """Whether there is a game, in progress or over."""
        return self._referee is not None

    @property
    def referee(self) -> Referee:
        """The game; it must have begun."""
        assert self._referee is not None, "the game has not begun"
        return self._referee

    @property
    def over(self) -> bool:
        """Whether the game was played to its end, so that nothing is secret any longer."""
        return self.begun and not self.referee.state.actors()

    @property
    def header(self) -> list[str]:
        """The first lines of the game file."""
        return gamefile.write(self.game, self.made.seats, self.options, []).splitlines()

    @property
    def lines(self) -> int:
        """The number of lines of the game."""
        return len(self.referee.log) if self.begun else 0

    def deal_key(self) -> bytes:
        """The key for all outcomes, if the game begins with the contributions so far."""
        contributions = [chair.contribution for chair in self.chairs]
        return fair.deal_key(self.made.seed, self.id, self.header, contributions)

    def new_game(self) -> Referee:
        """The game at its very beginning."""
        return Referee(self.game, self.made.seats, self.options)

    def unshown(self, seat: Seat, to: int) -> bool:
        """Whether a seat that was shown its feed up to a number has seen something that is told only once."""
        return self._once_between(seat, self.shown[seat], to)

    def unsent(self, seat: Seat, to: int) -> bool:
        """Whether a seat that is sent its feed up to a number gets something like that for the first time."""
        before = max((self.shown[seat], *(number for number, _ in self.sent[seat])))
        return self._once_between(seat, before, to)

    def _once_between(self, seat: Seat, since: int, to: int) -> bool:
        return any(viewer == seat and since <= number < to for viewer, number in self.told_once)

    def tell_no_more(self, seat: Seat, now: float) -> None:
        """What was sent long enough ago counts as seen; follows from the log, so it is not in the log."""
        for to, at in self.sent[seat]:
            if now >= at + UNSEEN_SECONDS:
                self.shown[seat] = max(self.shown[seat], to)

    # What happens.

    def take(self, entry: AnyEntry, effect: "Effect | None" = None) -> None:
        """Add one durable entry, new or old; an act comes with its effect."""
        if isinstance(entry, Acted):
            assert effect is not None, "an act has an effect"
            self._hear(entry, effect.events)
            self._settle(entry.at, effect)
        else:
            self._change(entry)
        self.number += 1
        self.touched = entry.at

    def replay(self, entry: AnyEntry) -> None:
        """Add one entry from the store; an act was judged at the time, and is done again."""
        if isinstance(entry, Acted):
            action = self.game.parse(self.referee.state, entry.actor, entry.text)
            self.take(entry, effect(self.referee, self.referee.do(entry.actor, action)))
        else:
            self.take(entry)

    def begin_by(self, now: float) -> None:
        """Let nothing have begun in the future, as it has if a clock was ahead that is right again."""
        self.waiting = {seat: min(since, now) for seat, since in self.waiting.items()}
        ahead = max(0.0, self.struck - now, self.began - now)
        self.struck -= ahead
        self.began -= ahead

    def _change(self, entry: AnyEntry) -> None:
        """Everything but acts."""
        if isinstance(entry, Said):
            self._hear_talk(entry)
            return
        if isinstance(entry, Noted):
            self._note(entry)
            return
        if isinstance(entry, Analysed):  # who wants to know asks for it
            self.decisions = entry.decisions
            return
        if isinstance(entry, Shown):  # concerns nobody else either
            if entry.seen:
                self.shown[entry.seat] = max(self.shown[entry.seat], entry.to)
            else:
                self.sent[entry.seat].append((entry.to, entry.at))
            return
        self.roster += 1
        match entry:
            case Sat(seat=seat):
                self._forget_offers(seat)
                old = self.chairs[seat]
                if self.phase == "playing" and entry.ticket:  # it may have the name of the old owner
                    self._tell_all(Took(seat, entry.name, old.name, entry.at))
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
                self.began = entry.at
            case Led():
                self.led = None if entry.line is None else entry
            case Followed():
                self.next_table = entry.table
            case Closed():
                self.phase = "archived" if entry.why == "archived" else "closed"
                self.waiting.clear()
            case _:
                raise AssertionError(f"no entry of a table: {entry}")

    def _reorder(self, order: Sequence[Seat]) -> None:
        """Everybody takes along what they were told and what they did."""
        self.chairs = [self.chairs[seat] for seat in order]
        self.told = {None: self.told[None]} | {new: self.told[old] for new, old in enumerate(order)}
        self.done = {(order.index(seat), id) for seat, id in self.done}
        for seat in order:
            self._forget_offers(seat)

    def _change_set_up(self, entry: Relaid) -> None:
        """Seats are added or removed at the end; new ones have heard all the talk."""
        seats = entry.seats
        self.made = replace(
            self.made,
            seats=seats,
            options=entry.options,
            clock=entry.clock,
            bot_pace=entry.bot_pace,
            beat=entry.beat,
        )
        self.options = entry.options
        self.chairs = [*self.chairs, *(Chair() for _ in range(seats))][:seats]
        self.here = [*self.here, *([0] * seats)][:seats]
        self.told = {seat: self.told.get(seat, list(self.told[None])) for seat in (None, *range(seats))}
        self.shown = [0] * seats
        self.sent = [[] for _ in range(seats)]
        self.acts = [0] * seats
        self.notes = [Notes() for _ in range(seats)]

    def _stand_in(self, at: float, seat: Seat) -> None:
        """A bot plays on; the clock starts again, however long the table has waited for the owner."""
        self.chairs[seat].away = True
        if seat in self.waiting:
            self.waiting[seat] = at

    def _begin(self) -> None:
        """Fix the contributions, and with them every outcome."""
        self.key = self.deal_key()
        self.contributions = [chair.contribution for chair in self.chairs]
        self._referee = self.new_game()
        self.phase = "playing"

    def _forget_offers(self, holder: Holder) -> None:
        """Drop codes whose ticket is gone: a code gives only the ticket for which it was made."""
        self.offers = {code: offer for code, offer in self.offers.items() if offer.holder != holder}

    def _move_ticket(self, entry: Claimed) -> None:
        self._forget_offers(entry.holder)
        if entry.holder == HOST:
            self.host = entry.ticket
        else:
            self.chairs[entry.holder].ticket = entry.ticket

    def _hear(self, entry: Acted, events: list[Event]) -> None:
        """Tell every viewer its part of an act; the acting seat also gets its own id for it."""
        tell(events, self.told, self.told_once)
        self._seen_to_act |= {event.actor for event in events if event.told(None) is not None}
        if entry.actor == CHANCE:
            self.struck = entry.at
        else:
            self.acts[entry.actor] += 1
            if is_claim(entry.text):
                self._hear_claim(entry.actor, entry.text)
            if entry.id:
                self._acknowledge(entry.actor, entry.id)

    def _hear_claim(self, seat: Seat, text: str) -> None:
        self.questions.pop(seat, None)
        asked = addressee(self.game.claims, text)
        if asked is not None and asked != seat:
            self.questions[asked] = self.lines

    def _hear_talk(self, entry: Said) -> None:
        spoken = Spoken(entry.seat, self.chairs[entry.seat].name, entry.text, entry.at, entry.line)
        self._tell_all(spoken)
        if entry.id:
            self._acknowledge(entry.seat, entry.id)

    def _tell_all(self, one: Told) -> None:
        for told in self.told.values():
            told.append(one)

    def _acknowledge(self, seat: Seat, id: str) -> None:
        self.done.add((seat, id))
        self.told[seat].append(Confirmed(id))

    def _note(self, entry: Noted) -> None:
        """Only the seat itself is told: no feed, clock or roster changes."""
        self.notes[entry.seat].take(self.lines, entry)
        if entry.id:
            self.done.add((entry.seat, entry.id))

    def _settle(self, at: float, effect: "Effect") -> None:
        """Find out whom the table waits for now. Only public acts restart a clock: a secret act must not."""
        if effect.draws:
            return  # chance goes on at once
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
    """What an act did: what is told of it, who may act next, and for whom of them the table waits."""

    events: list[Event]
    actors: tuple[Actor, ...]
    draws: bool  # chance acts next, at once
    waited_for: list[Seat]


class Ahead(NamedTuple):
    """A game in which the waiting secret acts have been done; computed once, not at every act."""

    referee: Referee
    entries: list[Acted]
    effects: list[Effect]


def effect(referee: Referee, events: list[Event]) -> Effect:
    """The effect of a referee's last act."""
    state = referee.state
    draws = state.draws()
    return Effect(events, state.actors(), draws, [] if draws else waited_for(referee.game, state))
