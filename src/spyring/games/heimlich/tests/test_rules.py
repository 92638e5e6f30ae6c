"""The base game, rule by rule: H1 to H21 of rules.md."""

import pytest

from spyring.core import UnreadableText
from spyring.games.heimlich import GAME
from spyring.games.heimlich.cards import AGENTS, BUILDINGS
from spyring.games.heimlich.tests.scenes import agents, dealt, do, phase, quiet, refused, scores, turn
from spyring.referee import Referee


@pytest.mark.parametrize(("seats", "count"), [(2, 5), (3, 6), (4, 7), (5, 7), (6, 7), (7, 7)])
def test_h1_agents_in_play_by_number_of_seats(seats, count):
    assert list(agents(Referee(GAME, seats, {}))) == list(AGENTS[:count])


def test_h1_the_table_chooses_its_colours():
    referee = Referee(GAME, 2, {"agents": "purple,red,grey,blue,green"})
    assert list(agents(referee)) == ["grey", "red", "green", "blue", "purple"]
    assert "yellow is not in play" in refused(referee, "chance deal 0 yellow")
    do(referee, "chance deal 0 purple")


@pytest.mark.parametrize("agents", ["grey,yellow", "grey,grey,yellow,red,blue", "grey,yellow,red,blue,pink"])
def test_h1_as_many_different_agents_as_the_seats_ask_for(agents):
    with pytest.raises(UnreadableText):
        Referee(GAME, 2, {"agents": agents})


def test_h2_twelve_buildings_in_a_ring():
    referee = dealt()
    places = []
    for _ in range(12):
        quiet(referee, "1-3", "move red 1")
        places.append(agents(referee)["red"])
    assert places == [*BUILDINGS[1:], "church"]


def test_h3_start():
    view = Referee(GAME, 4, {}).view(None)
    assert set(view["agents"].values()) == {"church"}
    assert set(view["scores"].values()) == {0}
    assert view["safe"] == "7"


def test_h4_one_agent_each_the_rest_free_and_unseen():
    referee = dealt(3)
    assert [referee.view(seat)["me"] for seat in range(3)] == ["grey", "yellow", "orange"]
    assert "owners" not in referee.view(0)
    assert referee.view(None).get("me") is None


def test_h4_no_agent_is_dealt_twice():
    referee = do(Referee(GAME, 2, {}), "chance deal 0 red")
    refused(referee, "chance deal 1 red")
    refused(referee, "chance deal 0 blue")


def test_h5_any_seat_may_be_first_and_play_goes_clockwise():
    referee = dealt(3, first=2)
    order = []
    for _ in range(4):
        order.append(referee.view(None)["active"])
        quiet(referee, "2", "move grey 1 yellow 1")
    assert order == [2, 0, 1, 2]


@pytest.mark.parametrize("points", [1, 2, 3])
def test_h10_one_to_three_is_the_players_choice(points):
    turn(dealt(), "1-3", f"move red {points}")


def test_h10_one_to_three_is_not_four():
    assert "1-3" in refused(do(dealt(), "chance roll 1-3"), "0 move red 4")


@pytest.mark.parametrize("move", ["red 3", "red 5", "red 2 grey 1", "red 4 grey 1"])
def test_h11_all_points_no_more_no_less(move):
    assert "the die shows 4" in refused(do(dealt(), "chance roll 4"), f"0 move {move}")


def test_h11_any_agents_in_any_split():
    referee = turn(dealt(), "6", "move grey 1 yellow 2 red 3")
    assert agents(referee) == {"grey": "1", "yellow": "2", "orange": "church", "red": "3", "green": "church"}


def test_h11_agents_share_buildings():
    assert list(agents(turn(dealt(), "6", "move grey 3 red 3")).values()).count("3") == 2


def test_h12_a_moved_agent_that_ends_at_the_safe_scores():
    referee = turn(turn(dealt(), "6", "move red 6"), "2", "move red 1 grey 1")
    assert phase(referee) == "safe"
    assert scores(referee) == {"grey": 1, "yellow": 0, "orange": 0, "red": 7, "green": 0}


def test_h12_passing_through_does_not_score():
    referee = turn(turn(dealt(), "6", "move red 6"), "2", "move red 2")
    assert phase(referee) == "roll"
    assert set(scores(referee).values()) == {0}


def test_h12_standing_there_already_does_not_score():
    referee = turn(turn(dealt(), "6", "move red 6"), "2", "move red 1 grey 1")
    do(referee, "1 safe 1")  # grey stands there
    turn(referee, "2", "move red 2")
    assert phase(referee) == "roll"


def test_h13_everybody_scores_and_never_below_zero():
    referee = dealt()
    quiet(referee, "6", "move red 6")
    quiet(referee, "5", "move red 5")  # past 7, to the ruins
    quiet(referee, "6", "move grey 6")
    quiet(referee, "1-3", "move grey 1")
    assert scores(referee) == {"grey": 7, "yellow": 0, "orange": 0, "red": 0, "green": 0}


def test_h13_the_ruins_cost_three():
    referee = quiet(turn(dealt(), "6", "move red 6"), "1-3", "move red 1")  # red: 7 points, safe to 9
    quiet(referee, "4", "move red 4")  # to the ruins
    quiet(referee, "6", "move grey 6")
    quiet(referee, "3", "move grey 3")  # grey on 9
    assert scores(referee)["red"] == 4
    assert scores(referee)["grey"] == 9


def test_h11_the_active_seat_is_told_where_each_point_leads_and_what_it_would_score():
    referee = quiet(dealt(), "6", "move red 6")
    do(referee, "chance roll 6")
    reach = referee.view(1)["reach"]
    assert "reach" not in referee.view(0)
    assert reach["red"][:2] == [
        {"at": "6", "gain": 6, "scores": False},
        {"at": "7", "gain": 7, "scores": True},
    ]
    assert reach["red"][5] == {"at": "ruins", "gain": 0, "scores": False}  # H13: no marker goes below 0
    assert [end["at"] for end in reach["grey"]] == ["church", "1", "2", "3", "4", "5", "6"]
    do(referee, "1 move red 6", "chance roll 1-3")
    assert [len(ends) for ends in referee.view(0)["reach"].values()] == [4] * 5


def test_h12_who_stands_at_the_safe_already_is_not_shown_to_score():
    referee = turn(turn(dealt(), "6", "move red 6"), "1-3", "move red 1")
    do(referee, "1 safe church", "chance roll 2")
    assert referee.view(0)["reach"]["grey"][0] == {"at": "church", "gain": 0, "scores": False}


def test_h13_everybody_is_told_how_far_each_marker_went():
    referee = quiet(turn(dealt(), "6", "move red 6"), "1-3", "move red 1")
    assert ("chance", "scored grey 0 yellow 0 orange 0 red 7 green 0") in referee.feed(None)
    quiet(referee, "4", "move red 4")  # to the ruins
    quiet(referee, "6", "move grey 6")
    quiet(referee, "3", "move grey 3")  # grey on 9, where the safe is
    assert ("chance", "scored grey 9 yellow 0 orange 0 red -3 green 0") in referee.feed(1)


@pytest.mark.parametrize("building", [b for b in BUILDINGS if b != "7"])
def test_h14_the_safe_goes_to_any_other_building(building):
    referee = turn(turn(dealt(), "6", "move red 6"), "1-3", "move red 1")
    assert referee.view(None)["active"] == 1
    do(referee, f"1 safe {building}")
    assert referee.view(None)["safe"] == building
    assert phase(referee) == "roll"


def test_h14_not_to_where_it_is():
    assert "another building" in refused(
        turn(turn(dealt(), "6", "move red 6"), "1-3", "move red 1"), "1 safe 7"
    )


def test_h14_agents_where_the_safe_arrives_do_not_score():
    referee = turn(turn(dealt(), "6", "move red 6"), "2", "move red 1 grey 1")
    before = scores(referee)
    do(referee, "1 safe church")
    assert scores(referee) == before
    assert phase(referee) == "roll"


def test_h15_the_die_passes_to_the_left():
    referee = quiet(dealt(7, first=6), "2", "move red 2")
    assert referee.view(None)["active"] == 0


def score_red(referee: Referee) -> None:
    """Let red alone go on until it ends at the safe."""
    while True:
        view = referee.view(None)
        here, safe = BUILDINGS.index(view["agents"]["red"]), BUILDINGS.index(view["safe"])
        steps = (safe - here) % 12 or 12
        active = view["active"]
        points = 6 if steps > 6 else max(steps, 1)
        roll = "1-3" if points == 1 else str(points)
        do(referee, f"chance roll {roll}", f"{active} move red {points}")
        if phase(referee) == "safe":
            return


def test_h20_the_game_ends_after_the_turn_in_which_a_marker_reached_42():
    referee = dealt()
    while phase(referee) != "over":
        score_red(referee)
        total = scores(referee)["red"]
        assert phase(referee) == "safe"  # it is still moved in that turn
        assert "owners" not in referee.view(None)
        target = "10" if referee.view(None)["safe"] != "10" else "9"
        do(referee, f"{referee.view(None)['active']} safe {target}")
        assert (phase(referee) == "over") == (total >= 42)
    view = referee.view(None)
    assert view["scores"]["red"] == 7 + 10 + 9 + 10 + 9  # points beyond 42 count
    assert view["owners"] == {"grey": 0, "yellow": 1, "orange": None, "red": None, "green": None}
    assert view["active"] is None
    assert view["roll"] is None
    assert view["winners"] == []  # H21: only a free agent is at the front


def ended(deal: list[str]) -> Referee:
    """A finished game in which two agents, red and green, went together all the time."""
    referee = Referee(GAME, 2, {})
    do(referee, *(f"chance deal {seat} {agent}" for seat, agent in enumerate(deal)), "chance first 0")
    while phase(referee) != "over":
        view = referee.view(None)
        if view["phase"] == "safe":
            do(referee, f"{view['active']} safe {'10' if view['safe'] != '10' else '9'}")
            continue
        steps = (BUILDINGS.index(view["safe"]) - BUILDINGS.index(view["agents"]["red"])) % 12 or 12
        steps = min(steps, 3)
        do(referee, f"chance roll {2 * steps}", f"{view['active']} move red {steps} green {steps}")
    return referee


def test_h21_the_farthest_agents_owner_wins():
    assert ended(["red", "grey"]).view(None)["winners"] == [0]


def test_h21_level_at_the_front_the_owned_ones_win_together():
    assert ended(["green", "red"]).view(None)["winners"] == [0, 1]
    assert ended(["grey", "green"]).view(None)["winners"] == [1]


def test_h21_only_free_agents_at_the_front_nobody_wins():
    referee = ended(["grey", "yellow"])
    assert referee.view(None)["winners"] == []
    assert referee.state.scores() == [0, 0]
