"""What a witness can still consider possible: every token it saw, followed through every swap (S50).

Only the side of a Diplomat's exchange is hidden (S26). So all sides are tried: at most eight ways, for
the deck has three Diplomats. In each way a sight names the token that was dealt to some place; a way in
which two sights disagree, or that needs more tokens of a team than there are, did not happen.
"""

from typing import Final

from spyring._native import append, i64, mypyc_attr, vec
from spyring.games.secrets.cards import CENTRE, HIPPIE, PLACES, TOKENS
from spyring.games.secrets.memory import (
    KNOWN_SHIFT,
    MOVE,
    ONLOOKER,
    PLACE,
    SHOWN,
    TEAM,
    TEAM_SHIFT,
    TURN_SHIFT,
    everybody,
    sight,
)
from spyring.games.secrets.position import OVER, Position
from spyring.seats import after, before

UNSEEN: Final = -1


@mypyc_attr(acyclic=True)
class Possible:
    """The teams that may lie at each place, and the neighbours that each Diplomat may have chosen."""

    def __init__(self, state: Position, witness: i64) -> None:
        self.seats = state.seats
        self.tokens = vec[i64](TOKENS[state.seats])  # how many there are of each team
        self.history = _told(state)
        self.witness = witness
        self.teams = vec[i64]([0] * PLACES)  # by place, a set as bits
        self.exchanges = vec[i64]()  # where in the history: the second of an exchange's two moves
        self.chosen = vec[i64]()  # for each of them, a set of places as bits
        for number in range(len(self.history)):
            if self.history[number] & MOVE and not self._knows(number, ONLOOKER):
                self.exchanges = append(self.exchanges, number)
                self.chosen = append(self.chosen, 0)
        for way in range(1 << len(self.exchanges)):
            self._try(way)

    def may_have_moved(self, seen: i64) -> i64:
        """How many exchanges since a sight may have swapped its place without the witness's knowledge."""
        place = self.history[seen] & PLACE
        count: i64 = 0
        for which in range(len(self.exchanges)):
            number = self.exchanges[which]
            if number > seen and not self._knows(number, self.witness) and self.chosen[which] >> place & 1:
                count += 1
        return count

    def exchanged(self) -> list[tuple[int, int, int]]:
        """Of each exchange the Diplomat, the turn, and as bits the places that it may have swapped."""
        return [
            (self._diplomat(number), self.history[number] >> TURN_SHIFT, self.chosen[which])
            for which, number in enumerate(self.exchanges)
        ]

    def _knows(self, number: i64, witness: i64) -> bool:
        return self.history[number] >> (KNOWN_SHIFT + witness) & 1 == 1

    def _try(self, way: i64) -> None:
        """Follow the tokens with one side for each exchange, and keep what fits everything seen."""
        dealt_to = vec[i64](range(PLACES))  # by place, where its token was dealt
        seen = vec[i64]([UNSEEN] * PLACES)  # by the place of its deal, the team of a token
        left = self.tokens[:]
        chosen = vec[i64]()
        number: i64 = 0
        while number < len(self.history):
            place = self.history[number] & PLACE
            if self.history[number] & MOVE:  # a swap is two moves
                number += 1
                other = self.history[number] & PLACE
                if not self._knows(number, ONLOOKER):
                    side = way >> len(chosen) & 1
                    if self._knows(number, self.witness):
                        if side:
                            return  # the Diplomat knows: one way is enough
                    else:
                        other = self._neighbour(number, side)
                    chosen = append(chosen, other)
                first = dealt_to[place]
                dealt_to[place] = dealt_to[other]
                dealt_to[other] = first
            elif self._knows(number, self.witness):
                team = self.history[number] >> TEAM_SHIFT & TEAM
                first = dealt_to[place]
                if seen[first] == UNSEEN:
                    seen[first] = team
                    left[team] -= 1
                if seen[first] != team or left[team] < 0:
                    return
            number += 1
        self._keep(dealt_to, seen, left, chosen)

    def _neighbour(self, number: i64, side: i64) -> i64:
        """The place on one side of the Diplomat of this move."""
        diplomat = self._diplomat(number)
        if side:
            return before(diplomat, self.seats)
        return after(diplomat, self.seats)

    def _diplomat(self, number: i64) -> i64:
        """The seat that alone knows of a move."""
        diplomat: i64 = 0
        while not self._knows(number, diplomat):
            diplomat += 1
        return diplomat

    def _keep(self, dealt_to: vec[i64], seen: vec[i64], left: vec[i64], chosen: vec[i64]) -> None:
        others: i64 = 0
        for team in range(HIPPIE + 1):
            if left[team] > 0:
                others |= i64(1) << team
        for place in range(PLACES):
            team = seen[dealt_to[place]]
            self.teams[place] |= others if team == UNSEEN else i64(1) << team
        for which in range(len(chosen)):
            self.chosen[which] |= i64(1) << chosen[which]


def _told(state: Position) -> vec[i64]:
    """What happened to the tokens; at the end everybody sees all of them (S41)."""
    told = state.history[:]
    if state.stage == OVER:
        for place in [*range(state.seats), CENTRE]:
            told = append(told, sight(place, state.tokens[place], everybody(state.seats), SHOWN, state.turn))
    return told
