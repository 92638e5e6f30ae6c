"""The checker of scripts/chaos: it lets a clean history pass, and finds what is planted in one."""

import ast
import copy
from pathlib import Path

import pytest
from chaos import checker, history
from chaos.truth import Truth

from spyring import fair, gamefile
from spyring.core import CHANCE
from spyring.games import find_game
from spyring.referee import Referee

ID, SEED = "abcdefghijkl", "ab" * 32
ACTS = 6
BOT, CLOCK = 1.0, 21.0  # seconds after which a bot and a clock act here


class Story:
    """A game of two people and a bot, as it is stored, and as its people heard it."""

    def __init__(self, game="heimlich", seats=3, bots=(2,), clock="fast"):
        self.game = find_game(game)
        self.seats, self.bots = seats, bots
        self.people = [seat for seat in range(seats) if seat not in bots]
        options = self.game.settle(seats, {})
        made = {"game": game, "seats": seats, "options": options, "clock": clock, "seed": SEED}
        self.rows, self.records = [], []
        self.t = 100.0
        self.calm = 100.0
        self.reached = dict.fromkeys(self.people, 0)
        self.store({"is": "made", **made})
        for seat in range(seats):
            who = {"bot": "uniform"} if seat in bots else {"ticket": "x", "contribution": f"{seat}"}
            self.store({"is": "sat", "seat": seat, "name": f"P{seat}", **who})
        for seat in self.people:
            self.record(seat, "person", table=ID, seat=seat)
            self.record(seat, "opened", link=1, **{"from": 0})
        header = gamefile.write(self.game, seats, options, []).splitlines()
        given = ["" if seat in bots else f"{seat}" for seat in range(seats)]
        self.key = fair.deal_key(SEED, ID, header, given)
        self.referee = Referee(self.game, seats, options)
        self.store({"is": "began"})
        self.draw()
        self.tell()

    def store(self, entry):
        self.rows.append((len(self.rows), {"at": self.t, **entry}))

    def record(self, who, kind, **more):
        self.records.append({"t": self.t, "who": who, "is": kind, **more})

    def hear(self, seat, frame, link=1):
        self.record(seat, "heard", link=link, frame=history.short(frame))

    def draw(self):
        state = self.referee.state
        while self.referee.state.draws():
            code = fair.outcome(self.key, self.referee.lines, self.referee.state)
            self.do(CHANCE, self.game.text(state, CHANCE, code))
            state = self.referee.state

    def do(self, actor, text, **more):
        self.referee.act(actor, text)
        self.store({"is": "acted", "actor": actor, "text": text, **more})

    def act(self, *, by="seat", after=0.5, told=True, **more):
        """Whoever is asked acts: a person over a socket, or somebody for a seat."""
        seat = self.referee.state.waiting()[0]
        text = self.referee.legal()[seat][0]
        self.t += after
        if by == "seat":
            id = f"id{len(self.rows)}"
            message = {"type": "act", "id": id, "text": text}
            self.record(seat, "sent", link=1, message=message)
            self.t += 0.01
            self.do(seat, text, id=id)
        else:
            self.do(seat, text, by=by, **more)
        self.draw()
        if told:
            self.tell()

    def play(self, acts=ACTS):
        for _ in range(acts):
            if not self.referee.state.actors():
                break
            seat = self.referee.state.waiting()[0]
            if seat in self.bots:
                self.act(by="bot", after=BOT)
            else:
                self.act()
        return self

    def tell(self, *seats):
        """Everybody, or some, are told what is new."""
        truth = Truth(ID, self.rows)
        self.t += 0.02
        for seat in seats or self.people:
            since, feed = self.reached[seat], truth.feeds[seat]
            view = self.referee.view(seat)
            frame = {"type": "update", "from": since, "to": len(feed), "events": feed[since:], "seat": seat}
            self.hear(seat, {**frame, "view": view, "prompt": None, "deadlines": None})
            self.reached[seat] = len(feed)

    def check(self):
        rows = [(number, copy.deepcopy(entry)) for number, entry in self.rows]
        return checker.check(self.records, {ID: rows}, calm=self.calm, end=self.t)

    def kinds(self):
        return {finding.kind for finding in self.check().findings}


@pytest.mark.parametrize(("game", "seats"), [("heimlich", 3), ("secrets", 4)])
def test_a_clean_history_passes(game, seats):
    story = Story(game, seats).play(20)
    result = story.check()
    assert not result.findings
    assert result.acknowledged >= 4
    assert result.games == 1


def test_what_was_told_before_it_was_stored_is_found():
    """The server died between the two."""
    story = Story().play()
    while story.referee.state.waiting()[0] in story.bots:
        story.play(1)
    kept = len(story.rows)
    story.act()
    del story.rows[kept:]
    assert {"lost", "untrue"} <= story.kinds()


def test_an_act_that_stands_there_twice_is_found():
    story = Story().play()
    number, act = next((n, e) for n, e in reversed(story.rows) if e.get("id"))
    story.rows.append((len(story.rows), act))
    assert story.kinds() & {"repeated", "illegal"}
    story.rows[-1] = (number, act)  # or with its old number
    assert "gap" in story.kinds()


def test_talk_that_stands_there_twice_is_found():
    story = Story().play()
    for _ in range(2):
        story.store({"is": "said", "seat": 0, "text": "Hm.", "id": "hm"})
    story.record(0, "sent", link=1, message={"type": "say", "id": "hm", "text": "Hm."})
    assert "repeated" in {kind for kind, _ in Truth(ID, story.rows).faults}


def until_a_bot(story):
    while story.referee.state.waiting()[0] not in story.bots:
        story.play(1)
    return story


def test_two_drivers_are_found_by_a_bot_that_acts_too_early():
    story = until_a_bot(Story().play())
    story.act(by="bot", after=0.1)
    assert story.kinds() == {"twice", "early"}


def test_a_clock_that_runs_out_too_early_is_found():
    story = Story(bots=()).play()
    story.act(by="clock", after=CLOCK)
    assert not story.kinds()
    story.act(by="clock", after=8.0)
    assert story.kinds() == {"twice"}


def test_a_wrong_clock_that_takes_time_from_a_seat_is_found():
    """The log alone does not show it: its own times come from the wrong clock."""
    story = Story(bots=()).play()
    story.act(by="clock", after=8.0)
    for number, entry in story.rows[-4:]:
        if entry.get("by") == "clock":
            late = [(n, {**e, "at": e["at"] + 3600}) for n, e in story.rows[number:]]
            story.rows[number:] = late
            break
    assert story.kinds() == {"early"}


def test_two_beats_in_one_are_found():
    story = Story("wink", 4)
    while not story.referee.state.beats():
        story.play(1)
    beats = []
    for after in (0.8, 0.8, 0.3):
        story.t += after
        code = fair.outcome(story.key, story.referee.lines, story.referee.state)
        story.do(CHANCE, story.game.text(story.referee.state, CHANCE, code))
        story.draw()
        story.tell()
        beats.append(story.kinds())
    assert beats == [set(), set(), {"twice"}]


def test_a_dropped_notification_is_found():
    """Somebody on another worker hears of an act only after the next one, or not at all."""
    story = Story(bots=()).play()
    story.calm = story.t
    actor = story.referee.state.waiting()[0]
    story.act(told=False)
    story.tell(actor)
    story.t += 11.0
    assert story.kinds() == {"waited"}
    story.tell()
    assert story.kinds() == {"waited"}


def test_an_act_that_nobody_answers_is_found():
    story = Story(bots=()).play()
    story.calm = story.t
    story.record(0, "sent", link=1, message={"type": "say", "id": "hm", "text": "Hm."})
    story.t += 11.0
    story.record(0, "heard", link=1, frame={"type": "done", "id": "other"})
    assert {"waited", "untrue"} == story.kinds()


def test_a_bot_that_stays_away_is_found():
    story = until_a_bot(Story().play())
    story.calm = story.t
    story.t += 9.0
    assert not story.kinds()
    story.t += 2.0
    assert story.kinds() == {"waited"}


def test_a_page_that_does_not_come_back_is_found():
    story = Story(bots=()).play()
    story.record(0, "lost", link=1)
    story.calm = story.t
    story.t += 11.0
    assert story.kinds() == {"waited"}


def frames(story, seat):
    return [record["frame"] for record in story.records if record["is"] == "heard" and record["who"] == seat]


def test_a_gap_and_a_repetition_in_what_is_told_are_found():
    story = Story().play()
    told = [record for record in story.records if record["is"] == "heard" and record["who"] == 0]
    story.records.remove(told[1])
    assert "gap" in story.kinds()
    story = Story().play()
    story.records.append({**told[-1], "t": story.t})
    assert story.kinds() == {"repeated"}


def test_another_view_than_the_logs_is_found():
    story = Story().play()
    frames(story, 1)[-1]["view"] = "0" * 16
    assert story.kinds() == {"untrue"}


def test_a_line_of_another_seats_is_found():
    story = Story().play()
    events = frames(story, 0)[0]["events"]
    events[0] = {"actor": events[0]["actor"], "text": "deal 1 red"}
    assert "untrue" in story.kinds()


def test_an_act_that_was_refused_and_stored_is_found():
    story = Story().play()
    id = next(record["message"]["id"] for record in story.records if record["is"] == "sent")
    who = next(record["who"] for record in story.records if record["is"] == "sent")
    story.record(who, "heard", link=1, frame={"type": "refused", "id": id, "error": {"id": "fault"}})
    assert story.kinds() == {"refused"}


def test_acts_in_another_order_are_found():
    story = Story().play()
    for id in ("one", "two"):
        story.t += 1
        story.record(0, "sent", link=1, message={"type": "note", "id": id, "text": id})
        story.record(0, "heard", link=1, frame={"type": "done", "id": id})
    story.store({"is": "noted", "seat": 0, "text": "two", "id": "two"})
    story.store({"is": "noted", "seat": 0, "text": "one", "id": "one"})
    assert story.kinds() == {"order"}


def test_a_die_that_the_seed_does_not_give_is_found():
    story = Story().play()
    number, roll = next((n, e) for n, e in reversed(story.rows) if e.get("actor") == CHANCE)
    pips = int(roll["text"].split()[1])
    story.rows[number] = (number, {**roll, "text": f"roll {pips % 6 + 1}"})
    assert "unverified" in story.kinds()


def test_who_had_a_seat_and_is_turned_away_is_found():
    story = Story().play()
    story.record(0, "heard", link=1, frame={"type": "refused", "id": "", "error": {"id": "void-ticket"}})
    assert story.kinds() == {"lost"}


def test_a_table_that_is_gone_is_found():
    story = Story().play()
    result = checker.check(story.records, {}, calm=story.t)
    assert {finding.kind for finding in result.findings} == {"lost"}


def test_the_checker_is_written_apart_from_the_server():
    for name in ("checker", "truth", "history", "logs"):
        tree = ast.parse(Path(checker.__file__).with_name(f"{name}.py").read_text())
        imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        imported |= {
            one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names
        }
        assert not [module for module in imported if "server" in module]
