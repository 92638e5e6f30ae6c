"""The story of a finished game: who knew what when, made of the feeds alone, and told only afterwards."""

import random

import pytest
from tables import Host, play

from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee
from spyring.server.table import story as stories
from spyring.server.table.story import Story, tell_story
from spyring.telling import find_telling

SEEDS = range(3)
TOLD = [key for key, game in games().items() if find_telling(game)]


def random_game(key, seed, options=None):
    """A game at random, to its end."""
    game = games()[key]
    rng = Generator(seed)
    referee = Referee(game, game.seats[0] + 1, options or {})
    while referee.state.actors():
        actor, action = referee.state.pick(rng)
        referee.do(actor, int(action))
    return referee


def told(referee):
    return tell_story(referee.game.key, referee.seats, referee.options, referee.log)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", TOLD)
def test_every_game_has_a_story(key, seed):
    referee = random_game(key, seed)
    story = told(referee)
    assert story.lines == len(referee.log)
    assert len(story.seats) == referee.seats
    for one in story.seats:
        lines = [known.line for known in one.known]
        assert lines == sorted(set(lines))
        assert len(lines) > 1
        assert all(known.possible >= 1 for known in one.known)
        assert all(0 <= sure <= 1 for known in one.known for sure in known.sure if sure is not None)
        assert all(0 < moment.line <= story.lines for moment in one.moments)


@pytest.mark.parametrize("key", TOLD)
def test_what_a_seat_knows_comes_from_its_view_and_feed(key):
    """Somebody who gets both in the middle of the game, and nothing else, comes to the same."""
    referee = random_game(key, 5)
    telling = find_telling(referee.game)
    for seat, one in enumerate(told(referee).seats):
        known = one.known[len(one.known) // 2]
        again = Referee(referee.game, referee.seats, referee.options)
        mind = telling.Knowledge(again.view(seat))
        for actor, text in referee.log[: known.line]:
            again.act(actor, text)
        mind.hear(again.view(seat), again.feed(seat))
        assert mind.possible() == known.possible
        expected = [None if sure is None else pytest.approx(sure, abs=0.001) for sure in known.sure]
        assert mind.sure(again.state) == expected


@pytest.mark.parametrize("key", TOLD)
def test_the_truth_is_never_ruled_out(key):
    """Whoever listens well keeps the truth possible; and certainty is always right."""
    referee = random_game(key, 11)
    for one in told(referee).seats:
        for known in one.known:
            if known.possible == 1:
                assert all(sure == 1 for sure in known.sure if sure is not None)


def test_a_sight_makes_sure():
    """In Secrets, who sees a token knows it then."""
    seen = 0
    for seed in range(6):
        story = told(random_game("secrets", seed))
        for one in story.seats:
            for moment in one.moments:
                place = moment.text.split()[1] if moment.kind == "sight" else "centre"
                if place != "centre":
                    after = [known for known in one.known if known.line <= moment.line][-1]
                    assert after.sure[int(place)] == 1
                    seen += 1
    assert seen


def test_nothing_is_told_of_the_set_up_nor_of_the_end():
    referee = random_game("heimlich", 1)
    story = told(referee)
    begins = next(n for n, (actor, text) in enumerate(referee.log) if text.startswith("roll"))
    assert all(known.line >= begins for one in story.seats for known in one.known)
    assert all(known.line < story.lines for one in story.seats for known in one.known)


def test_accusations_are_moments_of_who_makes_them():
    referee = random_game("wink", 2)
    story = told(referee)
    accused = [
        (line, actor)
        for line, (actor, text) in enumerate(referee.log, 1)
        if actor != CHANCE and text.split()[0] in ("accuse", "guess")
    ]
    found = [
        (moment.line, seat)
        for seat, one in enumerate(story.seats)
        for moment in one.moments
        if moment.kind == "accusation"
    ]
    assert sorted(found) == accused


def test_a_game_without_a_story_has_its_notes(monkeypatch):
    monkeypatch.setattr(stories, "find_telling", lambda game: None)
    referee = random_game("heimlich", 1)
    story = told(referee)
    assert isinstance(story, Story)
    assert story.lines == len(referee.log)
    assert story.truth == []
    assert [one.known for one in story.seats] == [[]] * referee.seats


def test_the_story_is_told_after_the_end_with_what_was_noted_when(server):
    host = server.lay("heimlich", 2)
    people = host.seat_all()
    host.start()
    refused = server.http.get(f"{host.path}/story")
    assert refused.status_code == 403
    assert refused.json()["error"]["id"] == "not-over"
    play(people, random.Random(1), acts=3)
    line = len(server.room(host.id).table.referee.log)
    people[1].send(type="note", id="n", marks={"0 red": "maybe"}, text="red?")
    people[1].until(lambda who: "n" in who.done)
    play(people, random.Random(2))
    story = ask_for_story(server, host.id, people[0].ticket)
    assert story["seats"][0]["notes"] == []
    (noted,) = story["seats"][1]["notes"]
    assert (noted["line"], noted["marks"], noted["text"]) == (line, {"0 red": "maybe"}, "red?")
    replay = server.http.get(f"{host.path}/replay").json()
    assert story["lines"] == len(replay["steps"])
    assert ask_for_story(server, host.id, people[0].ticket) == story


def ask_for_story(server, table, ticket=""):
    headers = {"authorization": f"Bearer {ticket}"} if ticket else {}
    answer = server.http.get(f"/api/tables/{table}/story", headers=headers, timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_who_comes_to_the_rematch_reads_nobodys_notes_of_the_game_before(server):
    """Its link leads to the last game, which is over; but notes are for those who sat there."""
    host = server.lay("heimlich", 2)
    people = host.seat_all()
    host.start()
    people[1].until(lambda who: who.view)
    people[1].send(type="note", id="n", marks={"0 red": "maybe"}, text="a guess about Person 0")
    people[1].until(lambda who: "n" in who.done)
    play(people, random.Random(2))
    rematch = Host(server, host.post("rematch", status=201))
    rematch.post("seats/0/revoke", status=200)
    newcomer = rematch.sit("Newcomer")
    before = server.http.get(rematch.path).json()["before"]
    assert before == host.id
    theirs = ask_for_story(server, before, people[0].ticket)
    assert [len(one["notes"]) for one in theirs["seats"]] == [0, 1]
    found = ask_for_story(server, before)
    assert [one["notes"] for one in found["seats"]] == [[], []]
    assert [one["known"] for one in found["seats"]] == [one["known"] for one in theirs["seats"]]
    mine = {"authorization": f"Bearer {newcomer.ticket}"}
    answer = server.http.get(f"/api/tables/{before}/story", headers=mine)
    assert (answer.status_code, answer.json()["error"]["id"]) == (403, "void-ticket")
