"""People who have a seat already, and tables at which a game goes on from a line of it."""

import json
from functools import cache

from tables import lay_at

from spyring.games import find_game
from spyring.generator import Generator
from spyring.referee import Referee

SEEDS = 500  # to look for a game that ends as it is wanted


def sit(table, name):
    """Somebody sits down, without a connection so far; returns the ticket."""
    return table.server.post(f"{table.path}/seats", {"name": name}, status=201)["ticket"]


def open_seat(page, table, ticket, *, wait=".board > *", **more):
    """The page of a table, as its owner sees it who sat down with this browser before."""
    game = table.server.room(table.id).table.made.game
    known = {"id": table.id, "code": "", "game": game, "phase": "playing", "at": 1, "ticket": ticket, **more}
    tables = json.dumps(json.dumps([known]))  # once: what the page has added to it stays
    page.add_init_script(
        f"const [key, id] = ['spyring.tables', '{table.id}'];"
        f"if (!localStorage[key]?.includes(id)) localStorage[key] = {tables}"
    )
    page.goto(f"/t/{table.id}")
    page.wait_for_selector(wait)
    return page


def lay_near_the_end(server, game, seats, **options):
    """A table where the next decision of the first seat ends the game, whatever is decided."""
    return lay_at(server, game, seats, lines_near_the_end(game, seats, tuple(options.items())), **options)


@cache
def lines_near_the_end(game, seats, options):
    """The lines of a random game up to that decision."""
    for seed in range(SEEDS):
        rng = Generator(seed)
        referee = Referee(find_game(game), seats, dict(options))
        while actors := referee.state.actors():
            if 0 in actors and _ends(referee.state):
                return [f"{actor} {text}" for actor, text in referee.log]
            referee.do(*referee.state.pick(rng))
    raise AssertionError(f"no game of {game} in {SEEDS} ends with a decision of the first seat")


def _ends(state):
    """Whether every act of the first seat is the last one."""
    rng = Generator(0)
    for action in state.legal_actions(0):
        after = state.copy()
        after.apply(0, action)
        while after.draws():
            after.step(rng)
        if after.actors():
            return False
    return True
