"""A table of Secrets that tests play at in the notation, through the referee alone."""

import pytest

from spyring.core import CHANCE, IllegalAction
from spyring.games import find_game
from spyring.referee import Referee

TEAMS = {  # what lies before the seats; a Hippie is left for the centre
    4: "cia kgb cia kgb",
    5: "cia kgb cia kgb hippie",
    6: "cia kgb cia kgb cia kgb",
    7: "cia kgb cia kgb cia kgb hippie",
    8: "cia kgb cia kgb cia kgb cia kgb",
}
QUIET = ("scientist", "journalist", "detective")  # cards that move no token


class Table(Referee):
    """A referee that takes whole lines, and plays whole turns."""

    def play(self, *lines):
        for line in lines:
            actor, text = line.split(maxsplit=1)
            self.act(actor if actor == CHANCE else int(actor), text)
        return self

    def deal(self, teams):
        return self.play(*(f"chance token {seat} {team}" for seat, team in enumerate(teams.split())))

    def copies(self):
        """How many of each card chance may reveal now."""
        return {self.game.text(self.state, CHANCE, code)[7:]: left for code, left in self.state.outcomes()}

    def draw(self, card):
        """Reveal this card, and as the other one the commonest that is left, but for the quiet ones."""
        self.play(f"chance reveal {card}")
        copies = self.copies()
        copies.pop(card, None)
        other = max(copies, key=lambda kind: (kind not in QUIET, copies[kind]))
        return self.play(f"chance reveal {other}")

    def offer(self, card, target):
        """Draw and offer a card; the UN player abstains."""
        self.draw(card)
        self.play(f"{self.active} offer {card} {target}")
        if self.phase == "un":
            self.play(f"{self.state.actors()[0]} abstain")
        return self

    def turn(self, card, target, *effect):
        """A whole turn: the target accepts, and the effect's lines follow."""
        self.offer(card, target)
        return self.play(f"{target} accept", *effect)

    @property
    def phase(self):
        return self.view(None)["phase"]

    @property
    def active(self):
        return self.view(None)["active"]

    def refuses(self, *lines):
        """Whether every one of these lines is illegal now."""
        return all(self._refuses(line) for line in lines)

    def _refuses(self, line):
        try:
            self.play(line)
        except IllegalAction:
            return True
        return False

    def texts(self, actor):
        return set(self.legal().get(actor, []))

    def saw(self, seat):
        """The tokens in a seat's view, as pairs of place and team."""
        return [(sight["of"], sight["saw"]) for sight in self.view(seat)["sightings"]]

    def moved(self, seat):
        """How often the place of each sight has changed, as this seat knows."""
        return [sight["moved"] for sight in self.view(seat)["sightings"]]

    def may_have_moved(self, seat):
        """How many hidden exchanges may have touched the place of each sight, as this seat knows."""
        return [sight["may_have_moved"] for sight in self.view(seat)["sightings"]]

    def possible(self, seat):
        """The teams that remain for each seat's token, and for the centre's."""
        return [place["teams"] for place in self.view(seat)["possible"]]

    def display(self, seat):
        """The cards before a seat, those that are down in brackets."""
        cards = self.view(None)["displays"][seat]
        return [card["card"] if card["up"] else f"({card['card']})" for card in cards]


@pytest.fixture
def start():
    def start(seats=4, *, teams=None, first=0, memory="aid"):
        table = Table(find_game("secrets"), seats, {"memory": memory})
        return table.deal(teams or TEAMS[seats]).play(f"chance first {first}")

    return start


@pytest.fixture
def empty():
    """A table before the deal."""

    def empty(seats=4, *, memory="aid"):
        return Table(find_game("secrets"), seats, {"memory": memory})

    return empty
