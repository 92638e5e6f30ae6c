"""Which worlds fit what a seat has seen: full positions drawn from its view and feed alone.

A world is a whole game. The feed has its public lines. Hidden are the deal of the tokens, the sides that
other Diplomats chose, the bullets that others drew, and the card that is on offer now (earlier ones have
been revealed, and with them what went under the deck). belief.py lists the deals and sides that fit every
sight; each is equally likely unless somebody knows better. So are the two open cards, and all orders of the
unknown bullets. A world is then played through by the rules, so that it is right for the other seats too.
"""

from spyring.core import Actor, Log, Seat, View
from spyring.games.secrets import cards, verbs
from spyring.games.secrets.belief import Belief, Case
from spyring.games.secrets.rules import Secrets, new
from spyring.games.secrets.verbs import BOOK, PLACE, SIDE
from spyring.generator import Generator


def sample(view: View, feed: Log, rng: Generator) -> Secrets:
    """A full position that shows this seat the same view."""
    return Worlds(view, feed).sample(rng)


class Worlds:
    """All worlds that fit one seat's view and feed; any number can be drawn."""

    def __init__(self, view: View, feed: Log) -> None:
        self.seats: int = view["seats"]
        self.options = view["options"]
        self.start = new(self.seats, self.options)
        self.belief = Belief(self.seats)
        self.lines: list[tuple[Actor, int]] = []  # tokens, exchanges and bullets without what is hidden
        self.open: list[int] = []  # the cards revealed in this turn
        self.offer: int | None = None  # the line of an offer that this seat does not know
        self.bullets: list[int | None] = []  # in the order of drawing, None for one not seen
        self.shot_at: list[Seat] = []  # in the same order
        for actor, text in feed:
            self.hear(actor, text)

    # Following what was told, line by line.

    def hear(self, actor: Actor, text: str) -> None:
        """Take in one line."""
        verb, *words = text.split()
        match verb:
            case "token":
                self.lines.append((actor, verbs.TOKEN + int(words[0]) * verbs.TEAM_SHIFT))
            case "sees" | "identity":
                self._hear_sight(words)
            case "offer":
                self._hear_offer(actor, words)
            case "receives":
                self._hear_receives(actor, cards.KEYS.index(words[0]))
            case "exchange":
                self._hear_exchange(actor, words)
            case "bullet":
                self.lines.append((actor, verbs.BULLET))
                self.bullets.append(cards.BULLETS.index(words[0]) if words else None)
            case "shot":
                self._hear_shot(int(words[0]), words[1:])
            case "say" | "down" | "un" | "full":
                pass  # S60: a claim proves nothing; the rest follows from what is open
            case _:
                self._hear_open_act(actor, verb, words)

    def _hear_sight(self, words: list[str]) -> None:
        place, team = self._place(words[0]), cards.TEAMS.index(words[1])
        self.belief.saw(place, team)

    def _hear_offer(self, actor: Actor, words: list[str]) -> None:
        card = cards.KEYS.index(words[0]) if len(words) == 2 else self.open[0]
        if len(words) == 1:
            self.offer = len(self.lines)
        self.lines.append((actor, verbs.OFFER + card * verbs.SEAT_SHIFT + int(words[-1])))

    def _hear_receives(self, seat: Actor, card: int) -> None:
        """The offered card is revealed: now it is known what was offered."""
        if self.offer is not None:
            self._set_offer(self.lines, card)
        self.offer = None
        self.open = []
        assert isinstance(seat, int)
        everybody = range(self.seats)
        if card == cards.DOUBLE_AGENT:  # S20
            self.belief.swapped(seat, self.seats)
            self.belief.seen(seat, [seat])
        elif card == cards.JOURNALIST:  # S24
            self.belief.seen(seat, [other for other in everybody if other != seat])
        elif card == cards.DIPLOMAT:  # S26
            self.belief.seen(self.seats, everybody)

    def _set_offer(self, lines: list[tuple[Actor, int]], card: int) -> None:
        assert self.offer is not None
        actor, action = lines[self.offer]
        target = (action - verbs.OFFER) % verbs.SEAT_SHIFT
        lines[self.offer] = actor, verbs.OFFER + card * verbs.SEAT_SHIFT + target

    def _hear_exchange(self, seat: Actor, words: list[str]) -> None:
        assert isinstance(seat, int)
        sides = [SIDE.read(word) for word in words or SIDE.words]
        self.lines.append((seat, verbs.EXCHANGE))
        self.belief.exchanged(seat, sides)

    def _hear_shot(self, seat: Seat, values: list[str]) -> None:
        """The bullets in one display at the end, in their order."""
        drawn = [number for number, target in enumerate(self.shot_at) if target == seat]
        for number, value in zip(drawn, values, strict=True):
            self.bullets[number] = cards.BULLETS.index(value)

    def _hear_open_act(self, actor: Actor, verb: str, words: list[str]) -> None:
        action = BOOK.parse(self.start, actor, " ".join([verb, *words]))
        self.lines.append((actor, action))
        if verb == "reveal":
            card = cards.KEYS.index(words[0])
            if card not in self.open:
                self.open.append(card)
        elif verb == "swap":  # S22
            self.belief.swapped(int(words[0]), int(words[1]))
        elif verb in ("look", "send"):  # S23, S21
            assert isinstance(actor, int)
            self.belief.seen(self._place(words[0]), [actor])
        elif verb == "shoot":
            self.shot_at.append(int(words[0]))
        elif verb == "first":
            self.belief.first_look()

    def _place(self, word: str) -> int:
        return self.seats if word == PLACE.words[cards.CENTRE] else int(word)

    # Drawing.

    def sample(self, rng: Generator) -> Secrets:
        """A random one of them, drawn by its probability."""
        return self.world(
            self.belief.draw(rng), self.open[rng.below(len(self.open))] if self.open else 0, rng
        )

    def world(self, case: Case, offered: int, rng: Generator) -> Secrets:
        """A world in which the tokens went like this, and this card is on offer, if any."""
        teams, sides = iter(case.deal), iter(case.sides)
        bullets = iter(self._draw_bullets(rng))
        lines = self.lines
        if self.offer is not None:
            lines = list(lines)
            self._set_offer(lines, offered)
        world = self.start.copy()
        for actor, action in lines:
            if action == verbs.EXCHANGE:
                action += next(sides)
            elif action == verbs.BULLET:
                action += next(bullets)
            elif action < verbs.FIRST:
                action += next(teams)
            world.apply(actor, action)
        return world

    def _draw_bullets(self, rng: Generator) -> list[int]:
        """The bullets in the order of drawing: those that are known, and any of the rest."""
        unknown = [bullet for bullet in range(len(cards.BULLETS)) if bullet not in self.bullets]
        rng.shuffle(unknown)
        return [unknown.pop() if bullet is None else bullet for bullet in self.bullets]
