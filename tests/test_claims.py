"""Claims: what every game lets its seats say, and that it changes nothing."""

import io

import laws
import pytest

from spyring import gamefile
from spyring.claims import is_claim
from spyring.core import CHANCE, IllegalAction
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.worlds import fields

GAMES = [game for game in games().values() if list(game.claims)]
ACTS = 60


def table_of(game, seats):
    """A table that has just begun."""
    table, rng = Referee(game, seats, {}), Generator(3)
    while not table.log or not table.log[-1][1].startswith("first"):
        table.do(*table.state.pick(rng))
    return table, rng


def said(game, state):
    """Every claim that can be made at this table, by its code."""
    found = {}
    for claim in game.claims:
        for code in range(claim.code, claim.code + claim.size):
            numbers = claim.decode(code)
            words = [one.words if one.in_play is None else one.in_play(state) for one in claim.operands]
            limits = [
                state.seats if one.form == "SEAT" else len(those)
                for one, those in zip(claim.operands, words, strict=True)
            ]
            if all(
                n - one.first < limit for n, one, limit in zip(numbers, claim.operands, limits, strict=True)
            ):
                found[code] = game.text(state, 0, code)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_claim_has_its_own_text_and_is_read_back(game):
    table, _ = table_of(game, game.seats[-1])
    texts = said(game, table.state)
    assert len(set(texts.values())) == len(texts) > 10
    for code, text in texts.items():
        assert is_claim(text)
        assert game.parse(table.state, 0, text) == code


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_claim_changes_nothing_and_everybody_hears_it(game):
    table, rng = table_of(game, game.seats[0])
    texts = list(said(game, table.state).values())
    for _ in range(ACTS):
        if not table.state.actors():
            break
        speaker, text = rng.below(table.seats), texts[rng.below(len(texts))]
        legal, before = table.legal(), dict(fields(table.state))
        assert all(not is_claim(act) for acts in legal.values() for act in acts)
        [event] = table.act(speaker, text)
        assert (event.actor, event.text, event.to) == (speaker, text, None)
        assert dict(fields(table.state)) == before
        assert table.legal() == legal
        table.do(*table.state.pick(rng))
    file = gamefile.write(game, table.seats, table.options, table.log)
    again = gamefile.replay(io.BytesIO(file.encode()), "claims")
    assert again.log == table.log
    for seat in (None, *range(table.seats)):
        assert (again.feed(seat), again.view(seat)) == (table.feed(seat), table.view(seat))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_claim_belongs_to_a_seat_while_the_game_is_on(game):
    table, rng = table_of(game, game.seats[0])
    with pytest.raises(IllegalAction, match="only a seat"):
        table.act(CHANCE, "say trust")
    with pytest.raises(IllegalAction, match="from the choice of the first seat"):
        Referee(game, game.seats[0], {}).act(0, "say trust")
    while table.state.actors():
        table.do(*table.state.pick(rng))
    with pytest.raises(IllegalAction, match="to the end"):
        table.act(0, "say trust")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_world_that_was_talked_about_shows_the_same_view(game):
    table, rng = table_of(game, game.seats[0])
    texts = list(said(game, table.state).values())
    for _ in range(ACTS):
        if not table.state.actors():
            break
        table.act(rng.below(table.seats), texts[rng.below(len(texts))])
        table.do(*table.state.pick(rng))
    for seat in range(table.seats):
        world = game.sample(table.view(seat), table.feed(seat), rng)
        assert laws.dumps(game.view(world, seat)) == laws.dumps(table.view(seat))
