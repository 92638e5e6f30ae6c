"""An analysis: the same digits twice, fair to what a seat knew, and right where the answer is known."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner
from lengths import length

from spyring import gamefile
from spyring.analysis import Analyst, Decision, analyse, moments
from spyring.cli import main
from spyring.core import CHANCE, UnreadableText
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.telling import find_telling

BOT = "hard:60it"
TOLD = [key for key, game in games().items() if find_telling(game)]


def played(key, seats=None, seed=1, **options):
    referee = Referee(games()[key], seats or games()[key].seats[0], options)
    rng = Generator(seed)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    return referee


@pytest.mark.parametrize("key", length(TOLD[:2], TOLD))
def test_every_choice_is_judged_and_the_digits_are_the_same_twice(key):
    referee = played(key)
    found = analyse(referee, BOT, 1)
    assert found == analyse(referee, BOT, 1)
    assert found != analyse(referee, BOT, 2)
    assert {one.seat for one in found} == set(range(referee.seats))
    for one in found:
        assert (one.seat, one.text) == referee.log[one.line]
        assert 0 <= one.after <= one.before <= 1
        assert (one.cost == 0) == (one.text == one.better)
    assert any(one.cost > 0 for one in found)  # who plays at random plays badly
    assert any(one.shown for one in found)


def test_a_decision_is_judged_by_what_the_seat_knew():
    """Two worlds that a seat cannot tell apart: whatever it does there is worth the same."""
    referee = played("heimlich", 3)
    first = next(number for number, (actor, _) in enumerate(referee.log) if actor != CHANCE)
    seat = referee.log[first][0]
    owned = {int(text.split()[1]): text.split()[2] for _, text in referee.log if text.startswith("deal ")}
    others = [other for other in range(3) if other != seat]
    swapped = {others[0]: owned[others[1]], others[1]: owned[others[0]], seat: owned[seat]}
    other = Referee(referee.game, 3, referee.options)
    for actor, text in referee.log:
        if text.startswith("deal "):
            text = f"deal {text.split()[1]} {swapped[int(text.split()[1])]}"
        other.act(actor, text)
    assert other.feed(seat)[: first + 1] == referee.feed(seat)[: first + 1]
    mine = [next(one for one in analyse(game, BOT, 1) if one.line == first) for game in (referee, other)]
    assert [replace(one, shown=None) for one in mine] == [replace(mine[0], shown=None)] * 2


def test_nothing_is_said_before_the_end():
    referee = played("heimlich")
    unfinished = Referee(referee.game, referee.seats, referee.options)
    for actor, text in referee.log[:-1]:
        unfinished.act(actor, text)
    with pytest.raises(UnreadableText, match="not over"):
        analyse(unfinished, BOT, 1)


@pytest.mark.parametrize("bot", ["normal", "hard", "hard:20ms"])
def test_only_a_number_of_iterations_gives_the_same_digits(bot):
    with pytest.raises(UnreadableText, match="number of iterations"):
        Analyst(played("heimlich"), bot, 1)


def test_the_moments_are_those_that_stand_out():
    plain = Decision(3, 0, "a", "a", 0.5, 0.5, 0.0)
    blunder = Decision(4, 1, "b", "c", 0.5, 0.2, 0.01)
    slip = Decision(5, 0, "d", "d", 0.5, 0.5, 0.3)
    assert moments([]) == {}
    assert moments([plain]) == {}
    assert moments([plain, blunder, slip]) == {"costliest": blunder, "giveaway": slip}
    assert moments([replace(plain, shown=None)]) == {}
    bluff = Decision(6, 0, "e", "e", 0.5, 0.5, -0.2)
    card = Decision(7, 1, "f", "f", 0.6, 0.6, 0.0, card="ace")
    wink = Decision(8, 0, "wink", "wink", 0.5, 0.5, 0.02, seen=2)
    assert moments([plain, bluff, wink]) == {"bluff": bluff, "seen": wink}
    assert moments([blunder, card])["decisive"] == card  # from 0.2 to 0.6
    assert "decisive" not in moments([replace(blunder, after=0.58), card])


def test_a_wink_that_others_see_is_counted():
    referee = played("wink", 4, seed=3)
    found = [one for one in analyse(referee, BOT, 1) if one.text.split()[0] == "wink"]
    again = Referee(referee.game, referee.seats, referee.options)
    watched = {}
    for number, (actor, text) in enumerate(referee.log):
        events = again.act(actor, text)
        if text == "wink":
            others = set(range(referee.seats)) - {actor}
            watched[number] = sum(any(event.told(seat) for event in events) for seat in others)
    assert {one.line: one.seen for one in found} == {one.line: watched[one.line] for one in found}
    assert any(one.seen for one in found)


def test_the_command_says_it_in_words_and_as_json(tmp_path):
    referee = played("secrets")
    file = tmp_path / "one.game"
    file.write_text(gamefile.write(referee.game, referee.seats, referee.options, referee.log))
    told = CliRunner().invoke(main, ["analyse", str(file), "--bot", BOT])
    assert told.exit_code == 0, told.output
    assert "The costliest decision: seat" in told.output
    found = json.loads(CliRunner().invoke(main, ["analyse", str(file), "--bot", BOT, "--json"]).output)
    assert len(found["decisions"]) == len(analyse(referee, BOT, 1))
    file.write_text("\n".join(file.read_text().splitlines()[:-1]) + "\n")
    cut = CliRunner().invoke(main, ["analyse", str(file)])
    assert cut.exit_code == 2
    assert cut.output == "The game is not over, and only a game that is over is analysed.\n"
