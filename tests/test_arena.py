"""Tournaments of bots: fair, repeatable, resumable, and honest about their intervals."""

import json
import re
import sys
from random import Random

import pytest
from click.testing import CliRunner
from interrupting import interrupt

from spyring.bots import Uniform, find_bot
from spyring.bots.match import Match, StuckGame, play_match
from spyring.cli import main
from spyring.core import CHANCE, Game, IllegalAction, State, UnreadableText
from spyring.games import find_game, games
from spyring.generator import Generator
from spyring.lab import strength
from spyring.lab.arena import Archive, Tournament, class_time, line_up, play_tournament, time_class
from spyring.lab.figures import figures
from spyring.lab.ratings import Contest, interval, points, ratings, strengths
from spyring.referee import Referee
from spyring.temper import STEADY, TEMPERS


def tournament(*bots: str, seats: int | None = None, game: str = "heimlich") -> Tournament:
    lineups = line_up(bots, seats)
    count = len(lineups[0])
    return Tournament(game, count, find_game(game).settle(count, {}), 1, lineups)


def arena(*arguments: str):
    return CliRunner().invoke(main, ["arena", *arguments])


# Who plays whom.


def test_every_bot_takes_every_seat_of_every_deal():
    played = tournament("uniform", "easy", "normal")
    assert played.per_deal == 3
    assert [played.seated(number) for number in range(3)] == [
        ["uniform", "easy", "normal"],
        ["easy", "normal", "uniform"],
        ["normal", "uniform", "easy"],
    ]
    assert played.games(4) == 6


def test_two_bots_fill_a_table_and_many_meet_in_every_choice():
    assert line_up(("a", "b"), 4) == (("a", "b", "b", "b"),)
    assert line_up(("a", "b", "c"), 2) == (("a", "b"), ("a", "c"), ("b", "c"))
    for bots, seats in ((("a", "b", "c"), 4), (("a",), 2)):
        with pytest.raises(UnreadableText):
            line_up(bots, seats)


@pytest.mark.parametrize("game", games())
def test_exchanged_bots_get_the_same_deal(game):
    """As long as chance is all that has acted, the games of one deal are the same, and no two deals are."""
    manifest = find_game(game)
    seats = manifest.seats[0]
    openings = []
    for deal in range(3):
        starts = []
        for turn in range(seats):
            match = play_match(
                manifest,
                manifest.settle(seats, {}),
                [find_bot(manifest, "uniform")] * seats,
                seed=5,
                deal=deal,
                turn=turn,
            )
            acts = [actor for actor, _ in match.referee.log]
            first = next(n for n, actor in enumerate(acts) if actor != CHANCE)
            starts.append(match.referee.log[:first])
            assert match.referee.log != starts[-1]
        assert all(start == starts[0] for start in starts)
        openings.append(starts[0])
    assert openings[0] != openings[1] != openings[2]


def test_the_games_do_not_depend_on_the_jobs():
    played = tournament("normal", "uniform")
    one = play_tournament(played, games=8, jobs=1)
    two = play_tournament(played, games=8, jobs=2)
    assert [record.number for record in two] == list(range(8))
    assert [(r.bots, r.winners, r.scores, r.acts) for r in one] == [
        (r.bots, r.winners, r.scores, r.acts) for r in two
    ]


# Several seats at once.


class Beats(State):
    """Two or three seats may say something in every beat, until the table has struck three of them."""

    def __init__(self, seats, *, clock=True, said=None, struck=0):
        self.trace = None
        self.seats, self.clock, self.said, self.struck = seats, clock, said or [], struck

    def actors(self):
        if self.struck == 3 or len(self.said) == 30:
            return ()
        return (CHANCE, *range(self.seats)) if self.clock else tuple(range(self.seats))

    def count(self, actor):
        return 1

    def nth(self, actor, index):
        return 0

    def apply(self, actor, action):
        if actor == CHANCE:
            self.struck += 1
        self.said.append(actor)

    def copy(self):
        return Beats(self.seats, clock=self.clock, said=list(self.said), struck=self.struck)

    def scores(self):
        return [0] * self.seats

    def winners(self):
        return []


def beats_match(bots, *, clock=True) -> Match:
    game = Game(
        key="beats",
        title="Beats",
        seats=range(1, 4),
        options=(),
        new=lambda seats, options: Beats(seats, clock=clock),
        text=lambda state, actor, action: "beat" if actor == CHANCE else "speak",
        parse=lambda state, actor, text: {"beat": 0, "speak": 0}[text],
        refusal=lambda state, actor, action: "no",
        view=lambda state, seat: {"seat": seat},
        sample=lambda view, feed, rng: Beats(3),
    )
    table = Referee(game, len(bots), {})
    return Match(table, bots, Generator(1), Generator(2), [Generator(3)] * len(bots))


class Silent(Uniform):
    def choose(self, view, feed, legal, rng):
        return ""


def test_in_every_beat_every_seat_is_asked_once_in_a_drawn_order():
    match = beats_match([Uniform(), Silent(), Uniform()])
    match.play()
    said = match.referee.state.said
    rounds = [said[n : n + 3] for n in range(0, 9, 3)]
    assert len(said) == 9
    assert all(sorted(beat[:2]) == [0, 2] and beat[2] == CHANCE for beat in rounds)
    assert [len(seconds) for seconds in match.seconds] == [3, 3, 3]
    other = beats_match([Uniform(), Silent(), Uniform()])
    other.order = Generator(9)  # another order
    other.play()
    assert other.referee.state.said != said


def test_without_a_clock_who_was_silent_is_asked_again():
    match = beats_match([Uniform(), Silent()], clock=False)
    match.play()
    assert match.referee.state.said == [0] * 30
    assert abs(len(match.seconds[1]) - 30) <= 1


def test_a_game_in_which_nobody_acts_is_broken_off():
    with pytest.raises(StuckGame):
        beats_match([Silent(), Silent()], clock=False).play()


def test_who_is_alone_has_to_act():
    with pytest.raises(KeyError):
        beats_match([Silent()], clock=False).play()


def test_an_illegal_answer_is_refused_like_anybody_s():
    class Cheat(Uniform):
        def choose(self, view, feed, legal, rng):
            return "safe church"

    game = find_game("heimlich")
    with pytest.raises(IllegalAction):
        play_match(game, game.settle(2, {}), [Cheat(), Cheat()], seed=1)


# What came out.


def test_shares_and_times_are_counted_right():
    played = tournament("normal", "uniform", seats=3)
    records = play_tournament(played, games=12, jobs=1)
    found = figures(played, records)
    normal, uniform = found["bots"]
    won = sum(1 / len(r.winners) for r in records for seat in r.winners if r.bots[seat] == "normal")
    decided = sum(bool(r.winners) for r in records)
    assert normal["share"]["share"] == pytest.approx(won / decided)
    assert normal["share"]["share"] + uniform["share"]["share"] == pytest.approx(1)
    assert normal["relative"]["value"] == pytest.approx(3 * won / decided)
    assert uniform["fair"] == pytest.approx(2 / 3)
    assert (normal["seats"], uniform["seats"]) == (12, 24)
    assert found["nobody"]["share"] == pytest.approx(1 - decided / 12)
    assert normal["decisions"]["count"] == sum(
        sum(r.times[seat].values()) for r in records for seat in range(3) if r.bots[seat] == "normal"
    )
    assert normal["decisions"]["p99_ms"] >= normal["decisions"]["mean_ms"] > 0


@pytest.mark.parametrize("seconds", [1e-6, 0.0123, 3.0])
def test_time_classes_are_five_percent_wide(seconds):
    assert seconds <= class_time(time_class(seconds)) * (1 + 1e-9) <= 1.0501 * seconds * (1 + 1e-9)


def test_wilson_intervals_are_those_of_the_books():
    assert interval(8, 10) == pytest.approx((0.8, 0.4902, 0.9433), abs=1e-4)
    assert interval(0, 0) == (0.0, 0.0, 1.0)


def test_ratings_find_the_strengths_that_made_the_games():
    true = [4.0, 2.0, 1.0]
    random = Random(3)
    deals = []
    for _ in range(1500):
        one, other = random.sample(range(3), 2)
        winner = one if random.random() < true[one] / (true[one] + true[other]) else other
        deals.append([Contest((one, other), 1, tuple(float(bot == winner) for bot in range(3)))])
    for rated, expected in zip(ratings(deals, 3, seed=1), points(true), strict=True):
        assert rated["low"] < expected < rated["high"]
        assert rated["high"] - rated["low"] < 60


def test_ratings_of_two_are_the_odds_and_of_one_who_never_won_finite():
    contest = Contest((0, 1), 40.0, (30.0, 10.0))
    found = strengths([contest], 2)
    assert found[0] / found[1] == pytest.approx(3, rel=0.1)  # but for the drawn games
    assert points(strengths([Contest((0, 1), 40.0, (40.0, 0.0))], 2))[1] > -1000


# Stopping, going on, reporting.


def test_a_stopped_tournament_goes_on_where_it_was(tmp_path):
    played = tournament("normal", "uniform")
    path = tmp_path / "games.jsonl"
    first = play_tournament(played, games=4, jobs=1, archive=Archive(path, played))
    text = path.read_text("utf-8")
    path.write_text(text + '{"number": 4, "bo', "utf-8")  # killed while it wrote
    ticks = []
    again = play_tournament(played, games=8, jobs=1, archive=Archive(path, played), tick=ticks.append)
    assert ticks == [4, 1, 1, 1, 1]
    assert again[:4] == first
    assert path.read_text("utf-8").startswith(text)
    assert Archive(path, played).records == again
    with pytest.raises(UnreadableText, match="another tournament"):
        Archive(path, tournament("easy", "uniform"))


def test_the_command_reports_and_resumes(tmp_path):
    folder = tmp_path / "out"
    command = ["heimlich", "normal", "uniform", "--seats", "2", "--games", "6", "--report", str(folder)]
    run = arena(*command, "--json")
    assert run.exit_code == 0, run.output
    assert json.loads(run.stdout)["games"] == 6
    assert {path.name for path in folder.iterdir()} == {
        "games.jsonl",
        "index.html",
        "ratings.svg",
        "seats.svg",
        "lengths.svg",
    }
    page = (folder / "index.html").read_text("utf-8")
    assert "heimlich, 2 seats, 6 games" in page
    kept = (folder / "games.jsonl").read_text("utf-8")
    assert json.loads(arena(*command, "--json").stdout)["bots"] == json.loads(run.stdout)["bots"]
    assert (folder / "games.jsonl").read_text("utf-8") == kept
    assert "normal" in arena(*command).stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["heimlich", "hard:0ms", "normal"], "There is no bot"),
        (["heimlich", "normal", "uniform", "easy", "--seats", "5"], "cannot fill a table of 5 seats"),
        (["heimlich", "normal", "normal", "--option", "x=y"], "has no option"),
        (["heimlich", "nowhere.py:Bot", "normal"], "no file"),
        (["chess", "normal", "normal"], "no game"),
    ],
)
def test_a_bad_command_is_one_sentence(arguments, says):
    run = arena(*arguments)
    assert run.exit_code == 2
    assert says in run.stderr
    assert run.stderr.count("\n") == 1


def test_without_matplotlib_a_report_is_refused_before_it_plays(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    run = arena("heimlich", "normal", "uniform", "--report", str(tmp_path / "out"))
    assert run.exit_code == 1
    assert "pip install matplotlib" in run.stderr


def test_a_bot_may_come_from_a_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        "class First:\n"
        "    instant = True\n"
        "    def __init__(self, game):\n"
        "        pass\n"
        "    def choose(self, view, feed, legal, rng):\n"
        "        return legal[0]\n"
    )
    run = arena("heimlich", f"{path}:First", "uniform", "--games", "4", "--json")
    assert [bot["bot"] for bot in json.loads(run.stdout)["bots"]] == [f"{path}:First", "uniform"]
    assert "no 'Second'" in arena("heimlich", f"{path}:Second", "uniform").stderr


def test_ctrl_c_stops_at_once_and_keeps_what_was_played(tmp_path):
    path = tmp_path / "games.jsonl"
    command = ["arena", "heimlich", "hard:60ms", "uniform", "--games", "1000", "--jobs", "2"]
    status, errors = interrupt(
        *command,
        "--report",
        str(tmp_path),
        at_work=lambda _: path.exists() and path.read_text().count("\n") > 1,
    )
    assert status == 1
    assert b"Traceback" not in errors
    assert path.read_text().count("\n") > 1


# How strong bots are: scripts/strength measures it in earnest.


@pytest.mark.parametrize("key", games())
def test_what_a_game_claims_of_its_bots_can_be_measured(key):
    for claim in strength.claims(key):
        assert claim.seats in find_game(key).seats
        assert line_up(claim.bots, claim.seats)
        assert all(find_bot(find_game(key), bot) for bot in claim.bots)
        assert claim.figure in ("share", "relative", "lead")


@pytest.mark.parametrize("figure", ["share", "relative", "lead"])
def test_a_claim_is_reached_or_not(figure):
    for least, verdict in ((0.0, ": reached"), (9.0, ": NOT REACHED")):
        claim = strength.Claim("heimlich", 2, ("uniform", "uniform"), figure, least)
        assert verdict in strength.measure(claim, 2, 1, None)


def test_all_levels_and_tempers_are_compared_and_resumed(tmp_path, monkeypatch):
    monkeypatch.setattr(strength, "SEARCH", "hard:5it")
    lines = list(strength.company("heimlich", 4, 1, tmp_path))
    named = [line.split("`")[1] for line in lines]
    assert named == [
        "uniform",
        "easy",
        *(f"normal/{temper}" for temper in TEMPERS if temper != STEADY),
        "hard:5it",
    ]
    assert all(line.endswith("| 4 |") for line in lines)
    monkeypatch.setattr("spyring.lab.arena.play_match", None)  # nothing is played again
    assert list(strength.company("heimlich", 4, 1, tmp_path)) == lines


@pytest.mark.parametrize("key", [key for key in games() if hasattr(strength.of_game(key), "GUESSING")])
def test_normal_guesses_better_than_uniform(key):
    normal, uniform = re.findall("([0-9]+)%", strength.guessing(key, 2))
    assert int(normal) > int(uniform)
