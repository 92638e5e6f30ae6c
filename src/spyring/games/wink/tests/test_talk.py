"""W60: what a bot says, and what it makes of what others say."""

import pytest

from spyring.games import find_game
from spyring.games.wink.bot import Mind
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.temper import PARTNERS, TEMPERS

GAME = find_game("wink")


@pytest.fixture
def table():
    """Seat 0 has its pawn on a number of seat 2, and seats 1 and 3 have not moved."""
    table, rng = Referee(GAME, 4, {"beats": "0"}), Generator(5)
    while not table.log or not table.log[-1][1].startswith("first"):
        table.do(*table.state.pick(rng))
    while table.view(0)["active"] != 0:
        seat = table.view(0)["active"]
        table.act(seat, next(text for text in table.legal()[seat] if text.startswith("place")))
    table.act(
        0,
        next(f"place {number}" for number in table.view(2)["hand"] if f"place {number}" in table.legal()[0]),
    )
    return table


def mind_of(table, seat, temper="steady"):
    mind = Mind(table.view(seat))
    mind.be((TEMPERS | PARTNERS)[temper])
    mind.hear(table.view(seat), table.feed(seat))
    return mind


def test_w60_a_claim_moves_the_odds_and_less_for_who_trusts_nobody(table):
    number = table.view(0)["pawns"][0]
    seen = {}
    for claim in ("say trust", "say not 0", "say partner 0"):
        after = table.fork()
        after.act(1, claim)
        seen[claim] = mind_of(after, 0).belief.probability(1, number)
        seen[claim, "deaf"] = mind_of(after, 0, "deaf").belief.probability(1, number)
    assert seen["say not 0"] < seen["say trust"]
    assert len({round(seen[claim, "deaf"], 9) for claim in ("say trust", "say not 0", "say partner 0")}) == 1


def test_w60_a_wrong_answer_proves_a_lie(table):
    table.act(2, "say not 0")
    assert len(mind_of(table, 0).open_claims) == 1
    while table.view(0)["active"] != 0:
        seat = table.view(0)["active"]
        if "decline" in table.legal()[seat]:
            table.act(seat, "decline")
        table.act(seat, next(text for text in table.legal()[seat] if text.startswith(("place", "leave"))))
    table.act(0, "guess 2")
    mind = mind_of(table, 0)
    assert mind.trust.broken == [0, 0, 1, 0]
    assert mind.open_claims == []


def test_w60_who_is_asked_answers(table):
    table.act(0, "say who 2")
    table.act(0, "say who 1")
    loyal, liar = mind_of(table, 2, "loyal"), mind_of(table, 2, "sly")
    assert loyal.claim("look 0", Generator(1)) == "say partner 0"
    assert liar.claim("look 0", Generator(1)) == "say not 0"
    assert mind_of(table, 1, "loyal").claim("", Generator(1)) == "say not 0"
    assert mind_of(table, 1, "liar").claim("", Generator(1)) == "say partner 0"
