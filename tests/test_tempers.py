"""Tempers: found by name, and what the numbers mean."""

import pytest

from spyring.bots import find_bot
from spyring.bots.match import play_match
from spyring.core import UnreadableText
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.temper import PARTNERS, STEADY, TEMPERS, Temper, Trust

GAMES = list(games().values())


def test_a_temper_comes_after_a_slash():
    game = GAMES[0]
    assert find_bot(game, "normal").temper == TEMPERS[STEADY]
    assert find_bot(game, "easy/gambler").temper == TEMPERS["gambler"]
    assert find_bot(game, "hard:200ms/grudge").seconds == 0.2
    assert find_bot(game, "hard:200ms/grudge").temper == TEMPERS["grudge"]
    for name, why in (
        ("normal/jolly", "no temper"),
        ("uniform/loyal", "no temper"),
        ("jolly/loyal", "no bot"),
    ):
        with pytest.raises(UnreadableText, match=why):
            find_bot(game, name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_temper_plays_every_game(game):
    tempers = [*TEMPERS, *PARTNERS]
    seats = game.seats[0]
    for first in range(0, len(tempers), seats):
        names = (tempers * 2)[first : first + seats]
        bots = [find_bot(game, f"normal/{name}") for name in names]
        match = play_match(game, game.settle(seats, {}), bots, seed=first)
        assert not match.referee.state.actors()
        speakers = {names[actor] for actor, text in match.referee.log if text.startswith("say ")}
        assert "silent" not in speakers


def test_a_gambler_hopes_and_a_sceptic_fears():
    bold, careful = TEMPERS["gambler"], TEMPERS["sceptic"]
    assert TEMPERS[STEADY].bets(0.5, 0.0, 1.0) == 0.5
    assert bold.bets(0.5, 0.0, 1.0) > 0.5 > careful.bets(0.5, 0.0, 1.0)
    assert bold.bets(0.5, 0.7, 0.7) == pytest.approx(0.7)  # nothing is at stake


def test_words_are_worth_what_was_proved_of_them():
    trust = Trust(2)
    assert trust.honesty(0, 0.6) == pytest.approx(0.6)
    trust.proved(0, 3, true=True)
    assert trust.honesty(0, 0.6) > 0.6 == pytest.approx(trust.honesty(1, 0.6))
    trust.proved(1, 5, true=False)
    assert trust.verdicts == {3: True, 5: False}
    once = trust.honesty(1, 0.6)
    assert once < 0.6
    trust.temper = Temper(talk=0, lies=0, grudge=5.0)
    assert trust.honesty(1, 0.6) < once
    trust.temper = PARTNERS["deaf"]
    assert trust.weight(0.9) == trust.weight(0.1)


@pytest.mark.parametrize("game", [game for game in GAMES if list(game.claims)], ids=lambda game: game.key)
def test_who_is_asked_answers_also_with_nothing_to_do(game):
    referee = Referee(game, game.seats[0], {})
    rng = Generator(1)
    for _ in range(60):
        referee.do(*referee.state.pick(rng))
    talker, silent = find_bot(game, "normal"), find_bot(game, "normal/silent")

    def said(bot):
        return bot.choose(referee.view(0), referee.feed(0), [], rng)

    assert said(talker) == ""
    referee.act(1, "say who 0")
    answer = said(talker)
    referee.act(0, answer)  # it can be said
    assert answer.startswith("say ")
    assert said(talker) == said(silent) == ""
    referee.act(1, "say seen 0")
    referee.act(0, said(talker))
