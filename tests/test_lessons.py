"""Every lesson, played through its real acts: a change of the rules that breaks one is heard here."""

import json
import random
import re
from pathlib import Path

import pytest

import spyring
from spyring.games import games
from spyring.server.http.lessons import GO_ON, lesson, teach
from spyring.server.table.errors import Refused

LANGUAGES = ("en", "it", "es", "fr", "de")
FOLDER = Path(spyring.__file__).parent / "games"
GAMES = [key for key in games() if (FOLDER / key / "web" / "board.js").is_file()]  # a drawn game has a lesson
FEWEST, MOST = 6, 14  # steps: long enough to teach, and played in three minutes


def last(acts):
    return acts[-1]


def first(acts):
    return acts[0]


def walk(game, choose):
    """A whole lesson; returns what was said at each step."""
    learned = lesson(game)
    acts, said = [], []
    while True:
        lecture = teach(game, learned, acts)
        said.append(lecture.say)
        if lecture.step == lecture.steps - 1:
            return acts, said
        step = learned.steps[lecture.step]
        assert bool(step.accept) == bool(lecture.accept), f"{step.say}: no legal act fits it"
        acts.append(choose(lecture.accept) if lecture.accept else GO_ON)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("choose", [first, last, *[random.Random(seed).choice for seed in range(5)]])
def test_a_lesson_can_be_played_whatever_one_chooses(game, choose):
    acts, said = walk(game, choose)
    assert FEWEST <= len(said) <= MOST
    assert len(set(said)) == len(said)
    assert sum(act != GO_ON for act in acts) >= len(acts) / 2, "one learns by doing"


@pytest.mark.parametrize("game", GAMES)
def test_every_pattern_of_a_lesson_fits_some_legal_act(game):
    """A pattern that nothing fits any more would make a choice disappear silently."""
    acts, _ = walk(game, first)
    for number, step in enumerate(lesson(game).steps):
        if step.accept:
            legal = teach(game, lesson(game), acts[:number]).accept
            assert all(any(re.fullmatch(pattern, text) for text in legal) for pattern in step.accept)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_lesson_does_not_ask_for_is_refused(game):
    learned = lesson(game)
    acts, _ = walk(game, first)
    asked = next(number for number, step in enumerate(learned.steps) if step.accept)
    for wrong in (GO_ON, "nonsense"):
        with pytest.raises(Refused, match="something else"):
            teach(game, learned, [*acts[:asked], wrong])
    with pytest.raises(Refused, match="no more steps"):
        teach(game, learned, [*acts, GO_ON])


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_shows_its_seat_and_nobody_elses(game):
    """The view and the feed are the seat's own: somebody else's cards are not in them."""
    lecture = teach(game, lesson(game), [])
    dealt = [line for line in lesson(game).before if line.split()[1] in ("deal", "token")]
    others = [line.removeprefix("chance ") for line in dealt if line.split()[2] != str(lecture.seat)]
    assert others
    told = [text for _, text in lecture.told]
    assert not set(others) & set(told)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_is_said_in_every_language(game, language):
    texts = json.loads((FOLDER / game / "texts" / f"lesson.{language}.json").read_text("utf-8"))
    assert set(texts) == {step.say for step in lesson(game).steps}
    seats = {str(seat) for seat in range(lesson(game).seats)}
    for text in texts.values():
        assert text.strip()
        assert set(re.findall(r"\{(\w+)\}", text)) <= seats


def test_time_does_not_wait_for_who_learns_wink():
    """Its last round is in real time: it goes on without an act, and then the wink was not seen."""
    learned = lesson("wink")
    acts, _ = walk("wink", last)
    timed = [number for number, step in enumerate(learned.steps) if step.after]
    assert timed
    looking = [*acts[: timed[0]], "look 2", GO_ON]
    dreaming = [*acts[: timed[0]], GO_ON, GO_ON]
    seen = [bool(teach("wink", learned, done).view["winks"][1:]) for done in (looking, dreaming)]
    assert (2, "wink") in teach("wink", learned, looking).told
    assert (2, "wink") not in teach("wink", learned, dreaming).told
    assert seen[0]
