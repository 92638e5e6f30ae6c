"""S60: what a bot says before it acts, and what it makes of what others say."""

from collections import Counter
from itertools import pairwise

import pytest

from spyring.bots import find_bot
from spyring.bots.match import play_match
from spyring.games import find_game
from spyring.games.secrets.bot import Mind
from spyring.generator import Generator
from spyring.temper import PARTNERS, TEMPERS

GAME = find_game("secrets")
MOODS = 200
OPEN = ("chance reveal scientist", "chance reveal detective")


def mind_of(table, seat, temper="steady"):
    mind = Mind(table.view(seat))
    mind.be((TEMPERS | PARTNERS)[temper])
    mind.hear(table.view(seat), table.feed(seat))
    return mind


def claims(table, seat, text, temper="steady"):
    """What a seat says before an act, in many moods."""
    return Counter(mind_of(table, seat, temper).claim(text, Generator(mood)) for mood in range(MOODS))


def about_the_card(said):
    return {key: count for key, count in said.items() if key.startswith("say card")}


def test_s60_bots_talk_at_most_once_before_an_act():
    match = play_match(GAME, GAME.settle(5, {}), [find_bot(GAME, "normal") for _ in range(5)], seed=3)
    log = match.referee.log
    said = [number for number, (_, text) in enumerate(log) if text.startswith("say")]
    assert said
    for number in said:
        assert log[number + 1][0] == log[number][0]
        assert not log[number + 1][1].startswith("say")


def test_s60_who_is_silent_says_nothing_and_whether_others_speak_is_a_matter_of_dice(start):
    """Else it would tell what they hold (law 9)."""
    spoken = {}
    for teams in ("cia kgb cia kgb hippie", "kgb kgb cia hippie cia", "hippie cia kgb cia kgb"):
        table = start(5, teams=teams, first=0).play(*OPEN)
        assert claims(table, 0, "offer detective 1", "silent") == {"": MOODS}
        for temper in TEMPERS:
            mind = mind_of(table, 0, temper)
            moods = tuple(mind.claim("offer detective 1", Generator(mood)) == "" for mood in range(MOODS))
            assert spoken.setdefault(temper, sum(moods)) == pytest.approx(sum(moods), abs=MOODS / 8)


def test_s60_who_keeps_its_word_names_its_team_and_its_card(start):
    table = start(5, teams="cia kgb cia kgb hippie", first=0).play(*OPEN)
    for temper in ("loyal", "truthful"):
        said = claims(table, 0, "offer detective 1", temper)
        assert set(said) <= {"", "say team 0 cia", "say card detective"}
    assert set(about_the_card(claims(table, 0, "offer detective 1", "liar"))) == {"say card scientist"}


def test_s60_a_hippie_is_something_else(start):
    table = start(5, teams="hippie cia cia kgb kgb", first=0).play(*OPEN)
    said = claims(table, 0, "offer detective 1", "gambler")
    assert said["say team 0 hippie"] == 0
    assert said["say team 0 cia"] > 0 < said["say team 0 kgb"]


def test_s60_a_teammate_hears_the_truth(start):
    """Seat 1 has seen the token of seat 0."""
    table = start(5, teams="cia cia kgb kgb hippie", first=1).play(*OPEN)
    assert set(about_the_card(claims(table, 1, "offer scientist 0", "sly"))) == {"say card scientist"}


def test_s60_a_bot_says_again_what_it_said(start):
    table = start(5, teams="kgb cia cia hippie kgb", first=0).play(*OPEN, "0 say team 0 cia")
    table.play("0 offer detective 2", "2 refuse", "0 look 3", "2 say who 0")
    assert set(claims(table, 0, "accept", "loyal")) == {"say team 0 cia"}


@pytest.mark.parametrize("temper", ["loyal", "gambler", "sceptic"])
def test_s60_who_is_asked_answers(start, temper):
    """Seat 1 has seen the token of seat 0."""
    table = start(5, teams="cia cia kgb kgb hippie", first=1).play(*OPEN, "4 say who 1")
    assert all(text.startswith("say team 1 ") for text in claims(table, 1, "offer scientist 0", temper))
    table = start(5, teams="cia cia kgb kgb hippie", first=1).play(*OPEN, "4 say seen 1")
    said = claims(table, 1, "offer scientist 0", temper)
    assert all(text.startswith("say team 0 ") for text in said)
    if temper == "loyal":
        assert set(said) == {"say team 0 cia"}


def test_s60_a_card_that_was_named_is_likelier_to_be_on_offer(start):
    odds = {}
    for claim in ("", "0 say card scientist", "0 say card detective", "0 say take", "3 say card scientist"):
        table = start(5).play(*OPEN)
        early = claim and not claim.endswith("take")
        table.play(*[claim] if early else [], "0 offer detective 2", *[claim] if claim and not early else [])
        mind = mind_of(table, 2)
        odds[claim] = mind._first_odds(mind.belief.cases[0])
    assert odds["0 say card detective"] < odds[""] < odds["0 say card scientist"] == odds["0 say take"]
    assert odds["3 say card scientist"] == odds[""]  # only who offers knows it


def test_s60_a_proved_lie_costs_credit_and_a_grudge_costs_more(start):
    lie = (*OPEN, "0 say card scientist", "0 offer detective 2", "2 refuse")
    truth = (*OPEN, "0 say card detective", "0 offer detective 2", "2 refuse")
    word = {
        (told, temper): mind_of(start(5).play(*lines), 3, temper).trust.honesty(0, 0.6)
        for told, lines in (("lie", lie), ("truth", truth))
        for temper in ("steady", "grudge")
    }
    assert word["lie", "grudge"] < word["lie", "steady"] < 0.6 < word["truth", "steady"]


def test_s60_a_team_that_was_claimed_is_proved_by_a_look(start):
    """Seat 3 is told who seat 0 is, by seat 1 that has seen it; then it looks itself."""
    table = start(5, teams="cia kgb cia kgb hippie", first=0).play("1 say team 0 kgb")
    assert [claim[1:] for claim in mind_of(table, 3).open_claims] == [(1, 0, 1)]
    table.play(*OPEN, "0 offer detective 3", "3 accept", "3 look 0")
    mind = mind_of(table, 3)
    assert mind.open_claims == []
    assert mind.trust.broken == [0, 1, 0, 0, 0]


def test_s60_who_trusts_nobody_believes_nobody(start):
    table = start(5).play("1 say team 0 kgb")
    said = {
        temper: mind_of(table, 3, temper).belief.probability(0, "kgb")
        for temper in ("deaf", "sceptic", "steady")
    }
    assert said["deaf"] == pytest.approx(mind_of(start(5), 3).belief.probability(0, "kgb"))
    assert said["deaf"] < said["sceptic"] < said["steady"]


def test_s60_who_is_discreet_names_cards_truly_and_no_team():
    bots = [find_bot(GAME, f"normal/{'discreet' if seat == 0 else 'steady'}") for seat in range(5)]
    said = 0
    for deal in range(6):
        match = play_match(GAME, GAME.settle(5, {}), bots, seed=8, deal=deal)
        for (actor, text), (_, act) in pairwise(match.referee.log):
            if actor == 0 and text.startswith("say "):
                what, *words = text.split()[1:]
                assert what in ("card", "trust", "doubt")
                if what == "card":
                    assert act.split()[:2] == ["offer", *words]
                    said += 1
    assert said > 5
