"""A game that is dealt anew: the seat notices nothing, and the others may be somebody else."""

import pytest
from lengths import length

from spyring.bots import find_bot
from spyring.bots.match import new_match
from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator
from spyring.redeal import NoOtherWorld, deal_anew
from spyring.referee import Referee
from spyring.telling import find_telling

TOLD = [key for key, game in games().items() if find_telling(game)]
OPTIONS = {"heimlich": {"top-secret": "on"}}


def so_far(key, seats, part, seed=1):
    """A game of bots up to some part of its lines."""
    game = games()[key]
    options = game.settle(seats, OPTIONS.get(key, {}))
    match = new_match(game, options, [find_bot(game, "easy") for _ in range(seats)], seed=seed)
    match.play()
    referee = Referee(game, seats, options)
    for actor, text in match.referee.log[: int(part * len(match.referee.log))]:
        referee.act(actor, text)
    return referee


@pytest.mark.parametrize("part", length([0.7], [0.4, 0.8]))
@pytest.mark.parametrize("key", TOLD)
def test_the_seat_is_told_the_same_and_others_are_dealt_something_else(key, part):
    referee = so_far(key, games()[key].seats[0] + 1, part)
    truth = find_telling(referee.game).truth
    found = set()
    for seat in range(referee.seats):
        for number in range(length(1, 3)):
            again = Referee(referee.game, referee.seats, referee.options)
            for actor, text in deal_anew(referee, seat, Generator(number, seat)):
                again.act(actor, text)
            assert again.feed(seat) == referee.feed(seat)
            assert again.view(seat) == referee.view(seat)
            assert len(again.log) == len(referee.log)
            acts = [line for line in referee.log if line[0] != CHANCE]
            assert [line for line in again.log if line[0] != CHANCE] == acts
            found.add(str(truth(again.state)))
    assert len(found) > 1


def test_before_the_deal_there_is_nothing_to_deal_anew():
    referee = Referee(games()["heimlich"], 3, {})
    assert deal_anew(referee, 0, Generator(1)) == []


def test_where_nothing_else_fits_it_says_so(monkeypatch):
    referee = so_far("heimlich", 3, 0.5)
    monkeypatch.setattr("spyring.redeal._draw", lambda *_: False)
    with pytest.raises(NoOtherWorld, match="no other deal"):
        deal_anew(referee, 0, Generator(1))
