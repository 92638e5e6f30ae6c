"""Whom the table waits for, and what is done for a seat when its clock runs out.

A default must tell nothing about the seat's secrets; otherwise silence would be a signal and a time-out a
proof. So it is one of the acts that are legal in every world that an onlooker considers possible, chosen by
a generator that no seat can predict. Only if there is no such act, because the rules themselves tie it to a
secret, is it any legal one.
"""

from spyring.core import Game, Seat, State
from spyring.generator import Generator
from spyring.referee import Referee

WORLDS = 12  # always the same number, so that the time this takes tells nothing either


def waited_for(game: Game, state: State) -> list[Seat]:
    """The seats whose clocks run; every view names them."""
    return state.waiting()


def default(referee: Referee, seat: Seat, rng: Generator) -> int:
    """What is done for a seat whose clock has run out."""
    game, state = referee.game, referee.state
    if game.defaults is not None:
        acts = game.defaults(state, seat)
    else:
        acts = _public_acts(referee, seat, rng) or state.legal_actions(seat)
    return acts[rng.below(len(acts))]


def _public_acts(referee: Referee, seat: Seat, rng: Generator) -> list[int]:
    """The acts that are legal for this seat whatever its secrets are."""
    view, feed = referee.view(None), referee.feed(None)
    acts = referee.state.legal_actions(seat)
    for _ in range(WORLDS):
        possible = set(referee.game.sample(view, feed, rng).legal_actions(seat))
        acts = [act for act in acts if act in possible]
    return acts
