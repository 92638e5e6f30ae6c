"""S60: what a bot says before it acts, and what it makes of what others say."""

from collections import Counter

from spyring.bots import find_bot
from spyring.games import find_game
from spyring.games.secrets.bot import Mind
from spyring.generator import Generator
from spyring.lab.match import play_match

GAME = find_game("secrets")
TRUTHS = 400


def mind_of(table, seat):
    mind = Mind(table.view(seat))
    mind.hear(table.view(seat), table.feed(seat))
    return mind


def claims(table, seat, text):
    """What a seat says before an act, in many moods."""
    mind = mind_of(table, seat)
    return Counter(mind.claim(text, Generator(mood)) for mood in range(TRUTHS))


def test_s60_bots_talk_at_most_once_before_an_act():
    match = play_match(GAME, GAME.settle(5, {}), [find_bot(GAME, "normal") for _ in range(5)], seed=3)
    log = match.referee.log
    said = [number for number, (_, text) in enumerate(log) if text.startswith("say")]
    assert said
    for number in said:
        assert log[number + 1][0] == log[number][0]
        assert not log[number + 1][1].startswith("say")


def test_s60_a_seat_names_its_team_and_often_another_one(start):
    said = claims(start(5).play("chance reveal scientist", "chance reveal detective"), 0, "offer detective 1")
    assert said[""] > TRUTHS / 2
    assert said["say team 0 cia"] > said["say team 0 kgb"] > 0


def test_s60_a_hippie_is_always_something_else(start):
    table = start(5, teams="hippie cia cia kgb kgb", first=0)
    table.play("chance reveal scientist", "chance reveal detective")
    said = claims(table, 0, "offer detective 1")
    assert said["say team 0 hippie"] == 0
    assert said["say team 0 cia"] > 0 < said["say team 0 kgb"]


def test_s60_an_enemy_hears_of_the_other_card(start):
    """Seat 1 has seen the token of seat 0."""
    for teams, card in (("cia cia kgb kgb hippie", "scientist"), ("cia kgb cia kgb hippie", "detective")):
        table = start(5, teams=teams, first=1).play("chance reveal scientist", "chance reveal detective")
        said = claims(table, 1, "offer scientist 0")
        named = {key: count for key, count in said.items() if key.startswith("say card")}
        assert max(named, key=named.__getitem__) == f"say card {card}"
        assert len(named) == 2


def test_s60_a_card_that_was_named_is_a_little_likelier_to_be_on_offer(start):
    odds = {}
    for claim in ("", "0 say card scientist", "0 say card detective", "3 say card scientist"):
        table = start(5).play("chance reveal scientist", "chance reveal detective")
        table.play(*[claim] if claim else [], "0 offer detective 2")
        mind = mind_of(table, 2)
        odds[claim] = mind._first_odds(mind.belief.cases[0])
    assert odds["0 say card detective"] < odds[""] < odds["0 say card scientist"]
    assert odds["3 say card scientist"] == odds[""]  # only who offers knows it
