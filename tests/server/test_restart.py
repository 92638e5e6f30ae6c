"""A restart takes an entry by the path that live play takes: both end with the same table."""

import random

import pytest

from spyring.core import CHANCE
from spyring.games import games
from spyring.server.live.rooms import load_table
from spyring.server.table import judging, table
from spyring.server.table.entries import Away, Made, decode, encode
from spyring.server.table.errors import Refused
from spyring.server.table.table import Table
from spyring.server.table.transaction import Transaction

BEGAN = 1_000_000_000.0
STEPS = 60
OTHERWISE = {
    "_referee",
    "held",
    "ahead",
}  # compared by what it shows; never in the log before it is acknowledged


class Evening:
    """A table without a server: what is decided goes into a log, and only then comes true."""

    def __init__(self, game, seats, rng):
        self.rng = rng
        self.at = BEGAN
        options = {option.key: rng.choice(option.examples) for option in game.options}
        made = Made(
            at=self.at,
            code="CODE",
            game=game.key,
            seats=seats,
            options={key: value for key, value in options.items() if value},
            clock="fast",
            watch="link",
            talk=True,
            listed=False,
            seed=f"{rng.getrandbits(256):064x}",
            host="host",
        )
        self.table = Table("table", made)
        self.log = [encode(made)]

    def commit(self, judge, **how):
        self.at += self.rng.random()
        transaction = judge(self.table, self.at, **how)
        self.log += [encode(entry) for entry in transaction.entries]
        transaction.complete()

    def sit_down(self):
        seats = range(self.table.made.seats)
        for seat in seats[:-1]:
            self.commit(judging.sit, name=f"P{seat}", ticket=f"ticket {seat}", contribution=f"salt{seat}")
        self.commit(judging.say, seat=0, text="Hello", id="hello")
        self.commit(judging.fill, bot="uniform")
        self.commit(judging.reorder, order=self.rng.sample(seats, len(seats)))
        self.commit(judging.start)

    def step(self, number):
        """Something that may happen at a table whose game goes on."""
        rng, table = self.rng, self.table
        actors = table.referee.state.actors()
        actor = rng.choice(actors)
        seat = rng.randrange(table.made.seats)
        waited = [seat for seat in table.waiting if seat in actors]
        kind = rng.choice(["act", "act", "act", "clock", "say", "note", "back", "revoke", "sit", "shown"])
        if kind == "act" and actor == CHANCE:
            self.commit(lambda table, at: Transaction(table, at).beat())
        elif kind == "act":
            state = table.referee.state
            text = table.game.text(state, actor, rng.choice(state.legal_actions(actor)))
            self.commit(judging.act, seat=actor, text=text, id=f"act {number}", prompt=None)
        elif kind == "clock" and waited:
            late = rng.choice(waited)
            self.commit(lambda table, at: Transaction(table, at).default(late).add(Away(at=at, seat=late)))
        elif kind == "say":
            self.commit(judging.say, seat=seat, text=f"Line {number}", id=f"say {number}")
        elif kind == "note":
            marks = {f"cell {number % 3}": rng.choice(["", "yes", "no"])}
            self.commit(judging.note, seat=seat, marks=marks, text=f"{number}", id=f"note {number}")
        elif kind == "shown":
            self.commit(judging.shown, seat=seat, to=len(table.told[seat]))
        elif kind == "revoke":
            self.commit(judging.revoke, seat=seat)
        elif kind == "back":
            self.commit(judging.back, seat=seat)
        elif kind == "sit":
            self.commit(judging.sit, name=f"New {number}", ticket=f"new ticket {number}")


def differences(live, stored):
    """The names of everything in which two tables differ."""
    found = [key for key in vars(live).keys() - OTHERWISE if vars(live)[key] != vars(stored)[key]]
    if live.begun:
        viewers = [None, *range(live.made.seats)]
        shown = [
            (one.referee.log, one.referee.events, [one.referee.view(viewer) for viewer in viewers])
            for one in (live, stored)
        ]
        found += [] if shown[0] == shown[1] else ["referee"]
    return found


def compare_as_it_goes(game, seed):
    rng = random.Random(seed)
    evening = Evening(game, rng.choice(game.seats), rng)
    evening.sit_down()
    for number in range(STEPS):
        if evening.table.phase != "playing":
            break
        try:
            evening.step(number)
        except Refused:
            continue
        stored = load_table("table", evening.log)
        if differences(evening.table, stored):
            return differences(evening.table, stored), decode(evening.log[-1])
    return None


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_restart_makes_the_table_that_was_there(game):
    for seed in range(4):
        assert compare_as_it_goes(game, seed) is None


def test_a_restart_that_waits_for_others_is_found(monkeypatch):
    """The effect of an act is worked out anew at a restart: here it forgets somebody."""

    def forgetful(self, entry):
        told = table.waited_for
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table, "waited_for", lambda game, state: told(game, state)[:0])
            replay(self, entry)

    replay = Table.replay
    monkeypatch.setattr(Table, "replay", forgetful)
    assert compare_as_it_goes(games()["heimlich"], 1) is not None
