"""H80: what a bot says, and what it makes of what others say."""

import pytest

from spyring.games import find_game
from spyring.games.heimlich.bot import Mind
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.temper import PARTNERS, TEMPERS

GAME = find_game("heimlich")
DEAL = ("deal 0 grey", "deal 1 yellow", "deal 2 red", "deal 3 blue", "first 0", "roll 3")
MOODS = 100


def table_of(*claims):
    table = Referee(GAME, 4, {})
    for text in DEAL:
        table.act("chance", text)
    for claim in claims:
        seat, text = claim.split(maxsplit=1)
        table.act(int(seat), text)
    return table


def mind_of(table, seat, temper="steady"):
    mind = Mind(table.view(seat))
    mind.be((TEMPERS | PARTNERS)[temper])
    mind.hear(table.view(seat), table.feed(seat))
    return mind


def chance(seat, agent, *claims, temper="steady"):
    """How likely seat 3 thinks that a seat has an agent."""
    return mind_of(table_of(*claims), 3, temper).belief.probability(seat, agent)


def test_h80_a_claim_about_oneself_counts_and_less_for_who_trusts_nobody():
    before = chance(2, "red")
    denied = chance(2, "red", *["2 say not 1 blue"] * 4, "2 say not 2 red")
    assert denied < before  # it has told the truth about what seat 3 knows
    assert chance(2, "red", "2 say not 2 red", temper="deaf") == pytest.approx(before)


def test_h80_who_lies_about_what_one_knows_is_not_believed():
    honest, liar = mind_of(table_of("2 say agent 3 blue"), 3), mind_of(table_of("2 say agent 3 red"), 3)
    assert honest.trust.kept[2] == 1
    assert liar.trust.broken[2] == 1
    assert liar.trust.honesty(2, 0.5) < 0.5 < honest.trust.honesty(2, 0.5)


def test_h80_who_is_asked_answers_and_does_not_give_itself_away():
    mind = mind_of(table_of("1 say who 0"), 0, "loyal")
    said = {mind.claim("move red 3", Generator(mood)) for mood in range(MOODS)}
    assert all(text.startswith("say not 0 ") and "grey" not in text for text in said)
    mind = mind_of(table_of("1 say who 0"), 0, "liar")
    assert mind.claim("move red 3", Generator(1)).startswith("say agent 0 ")
    mind = mind_of(table_of("1 say seen 0"), 0)
    assert mind.claim("move red 3", Generator(1)).startswith("say agent ")


def test_h80_whether_it_speaks_is_a_matter_of_dice():
    mind = mind_of(table_of(), 0)
    said = [mind.claim("move red 3", Generator(mood)) for mood in range(3 * MOODS)]
    assert 0 < sum(map(bool, said)) < MOODS
    assert not any(
        mind_of(table_of(), 0, "silent").claim("move red 3", Generator(mood)) for mood in range(MOODS)
    )
