"""The others from within: what they would do, for everything that they alone may have been told.

A thorough mind asks of every act which private sights would have led to it. For each seat, and each of the
things that it may have been told, a mind like that of `normal` hears what that seat would have heard. How
well such minds foresee somebody is learned in the course of the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from spyring.core import CHANCE, Actor, Log, Seat, View
from spyring.games.secrets import cards
from spyring.games.secrets.belief import Belief, Case, Told
from spyring.games.secrets.choices import choices, shares
from spyring.games.secrets.verbs import SIDE
from spyring.generator import Generator
from spyring.mind import Mind
from spyring.temper import PARTNERS

# How somebody may play: the share of acts that mean nothing, and how many points make one act clearly better.
MANNERS: Final = ((0.02, 0.15), (0.1, 0.6), (0.4, 1.5), (1.0, 1.0))
PRIOR: Final = (0.4, 0.25, 0.25, 0.1)  # how likely each is before one has seen anybody play
BULLET: Final = -2  # what somebody is taken to have drawn
UNLIKELY: Final = 3e-3  # what is less likely than this is not thought through


class Answering(Mind):
    """A mind that knows what it would answer to an offer."""

    def answer(self, offerer: Seat, said: int | None) -> list[float]:
        """What accepting and refusing would be worth if one of the open cards was offered, and named so."""
        raise AssertionError("a mind of this game knows")


@dataclass
class Line:
    """What everybody hears; or what some are told besides, whose last word the others do not hear."""

    actor: Actor
    text: str
    told: tuple[Seat, ...] = ()


@dataclass
class Guise:
    """A seat, as it would be if it had been told something."""

    mind: Answering | None  # None: nobody has asked yet what it would do
    manners: list[float]  # how likely it is to play in each of the manners
    heard: int = 0  # how many lines the mind has heard
    shares: list[list[float]] = field(default_factory=list)  # by manner: how likely each of its options is

    def likelihood(self, chosen: Sequence[int]) -> float:
        """How likely it is to choose one of these."""
        return sum(
            weight * sum(row[number] for number in chosen)
            for weight, row in zip(self.manners, self.shares, strict=True)
        )

    def narrow(self, chosen: Sequence[int]) -> None:
        """It chose one of these; that also tells how it plays."""
        sums = [sum(row[number] for number in chosen) for row in self.shares]
        total = self.likelihood(chosen)
        self.manners = [weight * part / total for weight, part in zip(self.manners, sums, strict=True)]
        self.shares = [
            [row[number] / part for number in chosen] for row, part in zip(self.shares, sums, strict=True)
        ]

    def heir(self) -> "Guise":
        """It has been told more; the first of these takes over its mind, the others start anew."""
        heir = Guise(self.mind, list(self.manners), self.heard)
        self.sleep()
        return heir

    def sleep(self) -> None:
        """Nobody needs its mind any more."""
        self.mind, self.heard = None, 0


class Others:
    """What every other seat would do, whatever it has been told."""

    def __init__(self, view: View, belief: Belief, new_mind: Callable[[View], Answering]) -> None:
        self.seats: int = view["seats"]
        self.options = view["options"]
        self.belief = belief
        self.new_mind = new_mind
        self.lines: list[Line] = []
        self.guises: list[dict[Told, Guise]] = [{} for _ in range(self.seats)]
        self.offerer: Seat = 0  # who made the last offer
        self.hidden = False  # whether one of its two cards is on offer
        self.rng = Generator(0)  # these minds have nothing to throw dice for

    # Listening.

    def hear(self, actor: Actor, text: str) -> None:
        """Let everybody hear a line, and some what they alone are told then."""
        verb, *words = text.split()
        everybody = tuple(range(self.seats))
        match verb:
            case "sees":
                return  # it follows from the line that led to it
            case "first":
                for seat in everybody:
                    self._show(str(seat), seat)
                    if self.seats >= cards.SEATS_THAT_LOOK_RIGHT:
                        self._show(str((seat - 1) % self.seats), seat)
                if self.seats >= cards.SEATS_THAT_SEE_THE_CENTRE:
                    self._show("centre", *everybody)
            case "exchange":
                assert isinstance(actor, int)
                self.lines.append(Line(actor, verb, (actor,)))
                return
            case "offer":
                text = f"offer {words[-1]}"
            case "bullet":
                text = verb
        self.lines.append(Line(actor, text))
        if verb in ("look", "send"):  # S23, S21
            assert isinstance(actor, int)
            self._show(words[0], actor)
        elif verb == "receives":
            assert isinstance(actor, int)
            match cards.KEYS.index(words[0]):
                case cards.DOUBLE_AGENT:  # S20
                    self._show(str(actor), actor)
                case cards.JOURNALIST:  # S24
                    self._show(str(actor), *(seat for seat in everybody if seat != actor))
                case cards.DIPLOMAT:  # S26
                    self._show("centre", *everybody)

    def _show(self, place: str, *seats: Seat) -> None:
        """Some seats see a token."""
        self.lines.append(Line(CHANCE, f"sees {place}", seats))

    def feed(self, seat: Seat, told: Told, since: int = 0) -> Log:
        """What a seat that was told this has heard, from a line on; but not what it alone offered or drew."""
        known = iter(told[sum(seat in line.told for line in self.lines[:since]) :])
        found: Log = []
        for line in self.lines[since:]:
            if seat in line.told:
                words = SIDE.words if line.text == "exchange" else cards.TEAMS
                found.append((line.actor, f"{line.text} {words[next(known)]}"))
            elif not line.told or line.text == "exchange":
                found.append((line.actor, line.text))
        return found

    # Reading.

    def read(self, seat: Seat, verb: str, words: list[str], pair: list[int]) -> None:
        """Learn from an act of a seat what it may have been told; `pair` are the open cards."""
        options = choices(verb, seat, self.seats, pair)
        if not options or verb == "exchange":  # whose side is hidden
            return
        if verb == "offer":  # its card is hidden
            self.offerer, self.hidden = seat, True
            chosen = [number for number, option in enumerate(options) if option.endswith(f" {words[-1]}")]
        else:
            chosen = [options.index(" ".join([verb, *words]))]
        self._ask(seat, options)
        self._learn(seat, chosen)

    def read_card(self, number: int) -> None:
        """The first or the second open card was on offer."""
        if self.hidden:
            self._learn(self.offerer, [number])
        self.hidden = False

    def read_side(self, seat: Seat) -> None:
        """A seat made an exchange (S26), as these cases tell; it may have preferred one side."""
        self._ask(seat, choices("exchange", seat, self.seats, ()), untold=1)
        guises = self.guises[seat]
        self.belief.update(lambda case: guises[case.told[seat][:-1]].likelihood(case.told[seat][-1:]))

    def first_card_odds(self, case: Case) -> float:
        """How likely it is in a case that the first open card is on offer."""
        return self.guises[self.offerer][case.told[self.offerer]].likelihood([0])

    def acceptance(self, offerer: Seat, target: Seat, words: Sequence[int | None]) -> dict[Told, list[float]]:
        """How likely a target is to accept an offer, by what it was told and by the card that is named."""
        found = {}
        for told, guise in self._guises(target).items():
            odds = []
            for said in words:
                weights = [0.0, 0.0] if guise.mind is None else guise.mind.answer(offerer, said)
                guise.shares = [shares(weights, *manner) for manner in MANNERS]
                odds.append(guise.likelihood([0]))
            found[told] = odds
        return found

    def _learn(self, seat: Seat, chosen: Sequence[int]) -> None:
        """A seat chose one of these."""
        guises = self.guises[seat]
        odds = {told: guise.likelihood(chosen) for told, guise in guises.items()}
        self.belief.update(lambda case: odds[case.told[seat]])
        for guise in guises.values():
            guise.narrow(chosen)

    def _ask(self, seat: Seat, options: list[str], untold: int = 0) -> None:
        """What a seat would choose, whatever it has been told but for the last few things."""
        for guise in self._guises(seat, untold).values():
            weights = [0.0] * len(options) if guise.mind is None else guise.mind.weigh(options, self.rng)
            guise.shares = [shares(weights, *manner) for manner in MANNERS]

    def _guises(self, seat: Seat, untold: int = 0) -> dict[Told, Guise]:
        """A seat in every guise that it may have now; only the likely ones have a mind."""
        likely: dict[Told, float] = {}
        for case in self.belief.cases:
            told = case.told[seat][: len(case.told[seat]) - untold]
            likely[told] = likely.get(told, 0.0) + case.weight
        before, guises = self.guises[seat], {}
        for told, weight in likely.items():
            guises[told] = self._guise(told, before)
            if weight > UNLIKELY:
                self._wake(guises[told], seat, told)
            else:
                guises[told].sleep()
        self.guises[seat] = guises
        return guises

    def _guise(self, told: Told, before: dict[Told, Guise]) -> Guise:
        for length in range(len(told), -1, -1):
            guise = before.get(told[:length])
            if guise is not None:
                return guise if length == len(told) else guise.heir()
        return Guise(None, list(PRIOR))

    def _wake(self, guise: Guise, seat: Seat, told: Told) -> None:
        """Let a seat that was told this hear everything."""
        if guise.mind is None:
            view = {"seat": seat, "seats": self.seats, "options": self.options, "bullet": BULLET}
            guise.mind = self.new_mind(view)
            guise.mind.be(PARTNERS["silent"])
        for actor, text in self.feed(seat, told, guise.heard):
            guise.mind.listen(actor, text)
        guise.heard = len(self.lines)
