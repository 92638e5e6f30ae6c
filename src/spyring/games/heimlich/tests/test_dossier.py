"""The Secret Dossier, rule by rule: H60 to H63 of rules.md."""

from spyring.games.heimlich.cards import AGENTS, BUILDINGS
from spyring.games.heimlich.tests.scenes import DOSSIER, ON, dealt, do, passes, phase, refused, scores, turn
from spyring.referee import Referee

RIGHT_0 = "0 dossier yellow 1 orange free red free green free"
WRONG_1 = "1 dossier grey free orange free red 0 green free"


def bring(referee: Referee, agent: str, points: int) -> None:
    """Let one agent alone go from safe to safe until its marker has so many points."""
    safes = ["10", "9"]
    while scores(referee)[agent] < points:
        view = referee.view(None)
        if view["phase"] == "safe":
            safe = next(b for b in safes if b != view["safe"])
            do(referee, f"{view['active']} safe {safe}")
            continue
        here = BUILDINGS.index(view["agents"][agent])
        steps = min((BUILDINGS.index(view["safe"]) - here) % 12 or 12, 6)
        if (here + steps) % 12 == 11:
            steps -= 1
        passes(turn(referee, "1-3" if steps == 1 else str(steps), f"move {agent} {steps}"))


def at_29(seats: int = 2, **options: str) -> Referee:
    referee = dealt(seats, options=DOSSIER | options)
    bring(referee, "red", 29)
    return referee


def test_h60_at_29_everybody_writes_before_the_safe_moves():
    referee = dealt(3, options=DOSSIER)
    bring(referee, "red", 26)
    assert phase(referee) == "safe"
    bring(referee, "red", 29)
    assert phase(referee) == "dossier"
    assert list(referee.legal()) == [0, 1, 2]


def test_h60_in_any_order_and_play_waits_until_all_have():
    referee = do(at_29(), WRONG_1)
    assert referee.view(None)["written"] == [1]
    assert list(referee.legal()) == [0]
    assert "wait for the others" in refused(referee, WRONG_1)
    do(referee, RIGHT_0)
    assert referee.view(None)["written"] == [1, 0]
    assert phase(referee) == "safe"


def test_h60_only_once_in_a_game():
    referee = do(at_29(), WRONG_1, RIGHT_0)
    bring(referee, "red", 40)
    assert phase(referee) == "safe"


def test_h60_by_a_card_in_the_card_phase_which_then_goes_on():
    hands = "markers-plus-3 to-ruins one-step to-safe"
    referee = dealt(options=DOSSIER | ON, hands=hands)
    bring(referee, "red", 26)
    do(referee, f"{referee.view(None)['active']} safe 5")
    if referee.view(None)["active"] == 1:
        passes(turn(referee, "2", "move yellow 2"))
    turn(referee, "2", "move yellow 2")
    do(referee, "0 play markers-plus-3 red grey")
    assert scores(referee)["red"] == 29
    assert phase(referee) == "dossier"
    do(referee, RIGHT_0, WRONG_1)
    assert phase(referee) == "cards"
    assert referee.view(None)["go"] == 0
    do(referee, "0 play one-step grey forward", "0 done")


def test_h61_every_agent_but_ones_own_every_opponent_once():
    referee = at_29()
    assert "every agent" in refused(referee, "0 dossier yellow 1 orange free red free")
    refused(referee, "0 dossier yellow 1 orange 1 red free green free")
    refused(referee, "0 dossier yellow free orange free red free green free")
    refused(referee, "0 dossier grey free yellow 1 orange free red free")
    refused(referee, "0 dossier yellow 0 orange 1 red free green free")
    refused(referee, "0 dossier yellow 1 yellow 1 orange free red free")
    assert len(referee.legal()[0]) == 4


def test_h61_as_many_dossiers_as_there_are_ways_to_name_the_others():
    assert len(at_29(3).legal()[1]) == 5 * 4
    assert len(at_29(4).legal()[2]) == 6 * 5 * 4
    assert len(at_29(7).legal()[6]) == 6 * 5 * 4 * 3 * 2


def finish(referee: Referee) -> dict:
    bring(referee, "red", 42)
    do(referee, f"{referee.view(None)['active']} safe church")
    return referee.view(None)


def test_h62_five_points_ahead_for_every_agent_named_correctly_free_ones_included():
    referee = do(at_29(), RIGHT_0, WRONG_1)
    assert referee.view(0)["dossier"] == {"yellow": 1, "orange": None, "red": None, "green": None}
    view = finish(referee)
    assert view["ending"] == [
        {"id": "nobody", "agents": ["red"], "points": view["scores"]["red"]},
        {"id": "dossier", "seat": 0, "agent": "grey", "right": 4, "points": 4 * 5},
        {"id": "dossier", "seat": 1, "agent": "yellow", "right": 2, "points": 2 * 5},
    ]
    assert view["scores"]["grey"] == 4 * 5
    assert view["scores"]["yellow"] == 2 * 5  # orange and green are free; grey and red are wrong
    assert view["dossiers"] == [
        {"yellow": 1, "orange": None, "red": None, "green": None},
        {"grey": None, "orange": None, "red": 0, "green": None},
    ]


def all_wrong(writer: int) -> str:
    """A dossier of a table of seven that gives every agent to a wrong seat."""
    others = [seat for seat in range(7) if seat != writer]
    named = zip(others, [*others[1:], others[0]], strict=True)
    return " ".join([f"{writer} dossier", *(f"{AGENTS[seat]} {wrong}" for seat, wrong in named)])


def test_h63_the_farthest_after_the_dossiers_wins():
    referee = dealt(7, options=DOSSIER)
    bring(referee, "grey", 29)
    do(referee, "0 dossier yellow 1 orange 2 red 3 green 4 blue 5 purple 6", *map(all_wrong, range(1, 7)))
    do(referee, f"{referee.view(None)['active']} safe 5")
    home = 12 - BUILDINGS.index(referee.view(None)["agents"]["grey"])
    turn(referee, str(home), f"move grey {home}")  # to the church, where it scores nothing more
    bring(referee, "yellow", 42)
    before = scores(referee)
    do(referee, f"{referee.view(None)['active']} safe church")
    view = referee.view(None)
    assert before["yellow"] > before["grey"]
    assert view["scores"] == before | {"grey": before["grey"] + 6 * 5}
    assert view["winners"] == [0]


def test_h63_a_free_agent_at_the_front_wins_for_nobody():
    assert finish(do(at_29(), RIGHT_0, WRONG_1))["winners"] == []


def test_h62_after_a_swap_of_identity_the_cards_at_the_end_count():
    hands = "swap-identity to-ruins one-step to-safe"
    referee = dealt(options=DOSSIER | ON, hands=hands)
    bring(referee, "red", 29)
    do(referee, RIGHT_0, WRONG_1)
    view = referee.view(None)
    do(referee, f"{view['active']} safe 5")
    if referee.view(None)["active"] == 1:
        passes(turn(referee, "2", "move yellow 2"))
    turn(referee, "2", "move yellow 2")
    do(referee, "0 play swap-identity", "chance identity 0 green", "0 done")
    passes(referee)
    bring(referee, "red", 42)
    before = scores(referee)
    view = finish(referee)
    assert [reason["points"] for reason in view["ending"][1:]] == [3 * 5, 2 * 5]
    assert view["owners"] == {"grey": None, "yellow": 1, "orange": None, "red": None, "green": 0}
    # Seat 0 wrote yellow 1, orange and red free rightly; green is its own now, grey was not named.
    assert view["scores"]["green"] == before["green"] + 3 * 5
    # Seat 1 wrote grey, orange and green free and red 0: grey is free now, and green is not any more.
    assert view["scores"]["yellow"] == before["yellow"] + 2 * 5
