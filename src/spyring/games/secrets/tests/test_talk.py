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


def claims(table, seat, text, temper="steady", face=""):
    """What a seat says before an act, in many moods; who has named their team talks of other things."""
    said = Counter()
    for mood in range(MOODS):
        mind = mind_of(table, seat, temper)
        mind.talk.face = mind.talk.face or face
        said[mind.claim(text, Generator(mood))] += 1
    return said


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
    """Else it would tell what they hold (law 9), also which card it is that they offer."""
    spoken = {}
    for teams in ("cia kgb cia kgb hippie", "kgb kgb cia hippie cia", "hippie cia kgb cia kgb"):
        table = start(5, teams=teams, first=0).play(*OPEN)
        assert claims(table, 0, "offer detective 1", "silent") == {"": MOODS}
        for offer in ("detective 1", "scientist 1", "scientist 4"):
            for temper in TEMPERS:
                silent = claims(table, 0, f"offer {offer}", temper)[""]
                assert spoken.setdefault(temper, silent) == pytest.approx(silent, abs=MOODS / 8)


def test_s60_who_keeps_its_word_names_its_team_and_its_card(start):
    """Seat 0 has seen the token of seat 4."""
    table = start(5, teams="cia kgb kgb hippie cia", first=0).play(*OPEN)
    for temper in ("loyal", "truthful"):
        said = claims(table, 0, "offer detective 4", temper)
        assert set(said) - {""} == {"say team 0 cia", "say card detective"}
        said = claims(table, 0, "offer detective 4", temper, face="cia")
        assert set(said) - {""} == {"say card detective"}
    assert set(claims(table, 0, "offer detective 1", "liar")) == {"say team 0 kgb", "say card scientist"}
    assert set(claims(table, 0, "offer detective 1", "liar", face="kgb")) == {"say card scientist"}


def test_s60_a_hippie_is_something_else(start):
    table = start(5, teams="hippie cia cia kgb kgb", first=0).play(*OPEN)
    said = claims(table, 0, "offer detective 1", "gambler")
    assert said["say team 0 hippie"] == 0
    assert said["say team 0 cia"] > 0 < said["say team 0 kgb"]


def test_s60_a_teammate_hears_no_lie(start):
    """Seat 1 has seen the token of seat 0."""
    for teams, lies in (("cia cia kgb kgb hippie", False), ("kgb cia cia kgb hippie", True)):
        table = start(5, teams=teams, first=1).play(*OPEN)
        said = claims(table, 1, "offer detective 0", "sly", face="cia")
        assert ("say card scientist" in said) == lies


def test_s60_an_offer_and_the_words_for_it_are_chosen_together(start):
    """Seat 1 has seen that seat 0 is an enemy: a lie makes it take what it should not, if it is told."""
    table = start(5, teams="kgb cia cia kgb hippie", first=1).play(*OPEN)
    lies = 0
    for mood in range(MOODS):
        worth = {}
        for temper in ("silent", "sly"):
            mind = mind_of(table, 1, temper)
            mind.talk.face = "cia"
            [worth[temper]] = mind.weigh(["offer detective 0"], Generator(mood))
        assert worth["sly"] >= worth["silent"]
        if mind.claim("offer detective 0", Generator(mood)) == "say card scientist":
            assert worth["sly"] > worth["silent"]
            lies += 1
    assert lies > MOODS / 2


def test_s60_a_bot_does_what_it_meant_when_it_spoke(start):
    """Also `hard`, which then need not search again."""
    table = start(5, teams="kgb cia cia kgb hippie", first=1).play(*OPEN)
    legal = table.legal()[1]
    spoke = 0
    for mood in range(20):
        bot = find_bot(GAME, "hard:30it/sly")
        rng = Generator(mood)
        claim = bot.choose(table.view(1), table.feed(1), legal, rng)
        if claim.startswith("say"):
            spoke += 1
            said, searched = [*table.feed(1), (1, claim)], bot.searched
            meant = bot.meant[1]
            assert bot.choose(table.view(1), said, legal, rng) == meant
            assert bot.searched == searched
    assert spoke


def test_s60_who_lost_track_of_their_token_hears_from_a_friend_who_they_are(start):
    """Seat 1 has seen the token of seat 0, which comes to seat 3 by a swap that everybody saw."""
    table = start(5, teams="cia cia kgb kgb hippie", first=1)
    table.play("chance reveal psychiatrist", "chance reveal detective", "1 offer psychiatrist 2", "2 accept")
    table.play("2 swap 0 3", "chance reveal scientist", "chance reveal detective", "2 offer scientist 1")
    assert claims(table, 1, "accept", "discreet")["say team 3 cia"] == MOODS
    assert claims(table, 4, "accept", "discreet")["say team 3 cia"] == 0


def test_s60_who_lied_about_their_team_is_contradicted_by_who_saw_it(start):
    """Seat 1 has seen that seat 0 is of the KGB; a teammate would not tell."""
    lie = "0 say team 0 cia"
    table = start(5, teams="kgb cia cia kgb hippie", first=1).play(lie, *OPEN)
    told = {temper: claims(table, 1, "offer detective 2", temper) for temper in ("steady", "grudge")}
    assert 0 < told["steady"]["say team 0 kgb"] < told["grudge"]["say team 0 kgb"] == MOODS
    mates = start(5, teams="kgb kgb cia cia hippie", first=1).play(lie, *OPEN)
    assert claims(mates, 1, "offer detective 2", "grudge")["say team 0 kgb"] == 0


def test_s60_a_bot_says_again_what_it_said(start):
    table = start(5, teams="kgb cia cia hippie kgb", first=0).play(*OPEN, "0 say team 0 cia")
    table.play("0 offer detective 2", "2 refuse", "0 look 3", "2 say who 0")
    assert set(claims(table, 0, "accept", "gambler")) == {"say team 0 cia"}


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
    [claim] = mind_of(table, 3).hearsay.claims
    assert (claim.seat, claim.place, claim.team) == (1, 0, 1)
    table.play(*OPEN, "0 offer detective 3", "3 accept", "3 look 0")
    mind = mind_of(table, 3)
    assert mind.hearsay.claims == []
    assert mind.trust.broken == [0, 1, 0, 0, 0]


def test_s60_who_trusts_nobody_believes_nobody(start):
    table = start(5).play("1 say team 0 kgb")
    said = {
        temper: mind_of(table, 3, temper).belief.probability(0, "kgb")
        for temper in ("deaf", "sceptic", "steady")
    }
    assert said["deaf"] == pytest.approx(mind_of(start(5), 3).belief.probability(0, "kgb"))
    assert said["deaf"] < said["sceptic"] < said["steady"]


def test_s60_to_say_the_same_again_adds_nothing(start):
    once, twice = (start(5).play(*["1 say team 0 kgb"] * times) for times in (1, 2))
    assert mind_of(once, 3).believes() == mind_of(twice, 3).believes()


def test_s60_a_proved_word_lends_weight_to_earlier_ones_and_a_lie_takes_it(start):
    """Seat 0 says who it is, and then names a card: what is the first claim worth afterwards?"""
    worth = {}
    for temper in ("steady", "grudge"):
        for named in ("scientist", "detective"):
            odds = []
            for claim in ([], ["0 say team 0 cia"]):
                table = start(5, teams="cia cia kgb hippie kgb", first=0).play(*OPEN, *claim)
                table.play(f"0 say card {named}", "0 offer scientist 1", "1 accept")
                odds.append(mind_of(table, 3, temper).belief.probability(0, "cia"))
            worth[temper, named] = odds[1] - odds[0]
    assert worth["grudge", "detective"] < worth["steady", "detective"] < worth["steady", "scientist"]


def test_s60_nobody_gains_trust_by_saying_what_is_known_again_and_again(start):
    """Seat 1 has seen the token of seat 0."""
    table = start(5, teams="cia cia kgb hippie kgb", first=0).play(*["0 say team 0 cia"] * 5)
    assert mind_of(table, 1).trust.kept == [1, 0, 0, 0, 0]


def test_s60_each_time_that_a_lie_was_told_is_known_as_a_lie(start):
    """Before and after it was proved; but it is one lie."""
    lie = ["0 say team 0 kgb"] * 2
    table = start(5, teams="cia kgb cia kgb hippie", first=0).play(*lie, *OPEN, *["0 say card scientist"] * 2)
    table.play("0 offer detective 3", "3 accept", "3 look 0", *lie)
    trust = mind_of(table, 3).trust
    assert list(trust.verdicts.values()) == [False] * 6
    assert trust.broken[0] == 2


def test_s60_to_doubt_somebody_again_adds_nothing(start):
    once, twice = (start(5).play(*["1 say doubt 2"] * times) for times in (1, 2))
    assert mind_of(once, 3).believes() == mind_of(twice, 3).believes()


def test_s60_each_of_two_claims_about_one_card_is_proved(start):
    table = start(5).play(
        *OPEN, "0 say card scientist", "0 say card detective", "0 offer detective 2", "2 refuse"
    )
    trust = mind_of(table, 3).trust
    assert (trust.kept[0], trust.broken[0]) == (1, 1)


@pytest.mark.parametrize("level", ["easy", "normal", "hard:30it"])
def test_s60_who_keeps_its_word_does_so_when_others_speak_in_between(start, level):
    table = start(5, first=0).play(*OPEN, "0 say card detective", "3 say trust")
    for mood in range(20):
        bot = find_bot(GAME, f"{level}/loyal")
        act = bot.choose(table.view(0), table.feed(0), table.legal()[0], Generator(mood))
        assert act.startswith("offer detective")


def test_s60_a_claim_about_a_card_that_is_not_open_is_only_talk(start):
    table = start(5, first=0).play(*OPEN)
    said = start(5, first=0).play(*OPEN, "0 say card assassin")
    offers = table.legal()[0]
    weights = [mind_of(some, 0, "silent").weigh(offers, Generator(1)) for some in (table, said)]
    assert weights[0] == weights[1]


def test_s60_who_keeps_its_word_does_not_repeat_what_it_knows_to_be_false(start):
    """Somebody else may have said it from this seat."""
    table = start(5, teams="kgb cia cia kgb hippie", first=0).play("0 say team 0 cia", "3 say who 0")
    assert claims(table, 0, "", "loyal") == {"say team 0 kgb": MOODS}


def test_s60_a_bot_knows_that_its_own_lies_are_proved(start):
    table = start(5).play(*OPEN, "0 say card scientist", "0 offer detective 2", "2 refuse")
    assert mind_of(table, 0).trust.broken == [1, 0, 0, 0, 0]


def test_s60_who_is_discreet_tells_the_truth_but_not_who_it_is():
    bots = [find_bot(GAME, f"normal/{'discreet' if seat == 0 else 'steady'}") for seat in range(5)]
    said = 0
    for deal in range(9):
        match = play_match(GAME, GAME.settle(5, {}), bots, seed=8, deal=deal)
        for (actor, text), (_, act) in pairwise(match.referee.log):
            if actor == 0 and text.startswith("say "):
                what, *words = text.split()[1:]
                assert what in ("card", "trust", "doubt", "team")
                assert what != "team" or words[0] != "0"
                if what == "card":
                    assert act.split()[:2] == ["offer", *words]
                    said += 1
    assert said > 5
