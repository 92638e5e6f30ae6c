"""The Top Secret variant, rule by rule: H30 to H39 of rules.md."""

import pytest

from spyring.core import CHANCE, Options, State
from spyring.games.heimlich import GAME
from spyring.games.heimlich.cards import AGENTS, BUILDINGS, KEYS
from spyring.games.heimlich.tests.scenes import (
    ON,
    SPARE,
    agents,
    dealt,
    do,
    holding,
    passes,
    phase,
    plays,
    quiet,
    refused,
    scores,
    turn,
)
from spyring.generator import Generator
from spyring.referee import Referee

# Hands and draws.


def test_h30_two_cards_each_clockwise_before_first():
    referee = Referee(GAME, 3, ON)
    do(referee, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(3)))
    refused(referee, "chance first 0")
    order = []
    while phase(referee) == "deal" and list(referee.legal()) == ["chance"]:
        text = referee.legal()["chance"][0]
        if not text.startswith("draw"):
            break
        order.append(int(text.split()[1]))
        do(referee, f"chance {text}")
    assert order == [0, 1, 2, 0, 1, 2]
    assert referee.view(None)["hand_sizes"] == [2, 2, 2]
    assert referee.view(None)["pile"] == 26 - 6
    assert referee.view(None).get("hand") is None


def test_h31_stay_on_1_3_draws_a_card_and_moves_nobody():
    referee = do(dealt(options=ON, hands="to-safe to-safe to-ruins to-ruins"), "chance roll 1-3", "0 stay")
    assert phase(referee) == "move"  # while chance owes a card
    do(referee, "chance draw 0 one-step")
    assert referee.view(0)["hand"] == ["to-safe", "to-ruins", "one-step"]
    assert set(agents(referee).values()) == {"church"}
    assert phase(referee) == "cards"


def test_h31_no_stay_on_a_number_and_none_without_the_variant():
    referee = do(dealt(options=ON, hands="to-safe to-safe to-ruins to-ruins"), "chance roll 2")
    assert "only on 1-3" in refused(referee, "0 stay")
    assert "Top Secret" in refused(do(dealt(), "chance roll 1-3"), "0 stay")


def test_h32_a_move_that_ends_in_the_ruins_draws_at_once():
    referee = dealt(options=ON, hands="move-safe to-safe back-1-2 move-safe")
    quiet(referee, "6", "move red 6")
    do(referee, "chance roll 5", "1 move red 5")
    assert agents(referee)["red"] == "ruins"
    assert list(referee.legal()) == ["chance"]
    do(referee, "chance draw 1 one-step")
    assert referee.view(1)["hand"] == ["to-safe", "move-safe", "one-step"]


def test_h32_passing_through_the_ruins_draws_nothing():
    referee = dealt(options=ON, hands="move-safe to-safe back-1-2 move-safe")
    quiet(referee, "6", "move red 6")
    assert phase(turn(referee, "6", "move red 6")) == "cards"
    assert agents(referee)["red"] == "church"


def test_h32_one_card_a_turn_whatever_the_triggers():
    referee = dealt(options=ON, hands="to-ruins to-safe to-ruins move-safe")
    turn(referee, "6", "move red 6")
    do(referee, "0 play to-ruins red", "chance draw 0 one-step", "0 play to-ruins grey")
    assert referee.legal().keys() == {0}  # no second card
    do(referee, "0 play one-step grey forward", "0 done")
    assert referee.view(0)["hand"] == []


def test_h32_a_card_in_another_seats_turn_draws_too():
    referee = dealt(options=ON, hands="to-safe to-ruins move-safe to-ruins")
    turn(referee, "6", "move red 6")
    do(referee, "0 pass", "1 play to-ruins red", "chance draw 1 one-step")
    assert referee.view(1)["hand"] == ["to-ruins", "one-step"]
    do(referee, "1 play to-ruins grey")
    assert referee.legal().keys() == {1}


def test_h32_each_seat_draws_for_itself():
    referee = dealt(options=ON, hands="to-ruins to-ruins move-safe to-safe")
    turn(referee, "6", "move red 6")
    do(referee, "0 play to-ruins red", "chance draw 0 one-step", "0 done", "1 play to-ruins grey")
    do(referee, "chance draw 1 back-1-2")


def test_h32_by_a_swap_that_brings_an_agent_into_the_ruins():
    referee = dealt(options=ON, hands="swap-agents to-ruins move-safe to-safe")
    turn(referee, "6", "move red 6")
    do(
        referee,
        "0 pass",
        "1 play to-ruins grey",
        "chance draw 1 one-step",
        "1 done",
        "0 play swap-agents grey red",
    )
    assert list(referee.legal()) == ["chance"]


def four_in_hand() -> Referee:
    """Seat 0 holds four cards and is to move."""
    referee = dealt(options=ON, hands="to-safe to-ruins move-safe to-safe")
    do(referee, "chance roll 1-3", "0 stay", "chance draw 0 one-step")
    passes(referee)
    quiet(referee, "2", "move grey 2")
    do(referee, "chance roll 1-3", "0 stay", "chance draw 0 two-back")
    passes(referee)
    return quiet(referee, "2", "move grey 2")


def test_h33_with_four_cards_there_is_no_draw_but_staying_is_allowed():
    referee = four_in_hand()
    assert referee.view(None)["hand_sizes"][0] == referee.view(None)["hand_limit"] == 4
    do(referee, "chance roll 1-3", "0 stay")
    assert phase(referee) == "cards"
    assert referee.view(None)["hand_sizes"][0] == 4


def test_h33_a_card_that_was_played_makes_room_for_the_draw_it_causes():
    referee = four_in_hand()
    quiet(referee, "1-3", "move grey 1")
    turn(referee, "1-3", "move grey 1")
    do(referee, "1 play to-ruins yellow", "chance draw 1 one-step", "1 done")
    do(referee, "0 play two-back red green", "chance draw 0 forward-1-3")
    assert referee.view(0)["hand"] == ["to-safe", "move-safe", "one-step", "forward-1-3"]


def test_h34_the_card_lies_on_the_discard_before_the_draw_it_causes():
    referee = holding("to-ruins")
    do(referee, "0 play to-ruins red")
    assert referee.view(None)["discard"] == ["to-ruins"]
    assert referee.view(0)["hand"] == [SPARE]
    assert list(referee.legal()) == ["chance"]


def test_h34_an_empty_pile_is_made_anew_of_the_discard():
    referee = dealt(7, options=ON, hands=" ".join([*KEYS[:6], *KEYS[:6], "all-to-church", "swap-agents"]))
    pile = []
    while referee.view(None)["pile"]:
        view = referee.view(None)
        if view["phase"] == "roll":
            do(referee, "chance roll 1-3")
        elif view["phase"] == "move" and "chance" not in referee.legal():
            do(referee, f"{view['active']} stay")
        elif "chance" in referee.legal():
            do(referee, f"chance {referee.legal()['chance'][0]}")
        elif len(pile) < 3 and view["phase"] == "cards":
            seat = view["go"]
            play = next((t for t in referee.legal()[seat] if t.startswith("play one-step")), None)
            if play and not pile:
                pile.append("one-step")
                do(referee, f"{seat} {play}")
                if "chance" in referee.legal():
                    do(referee, f"chance {referee.legal()['chance'][0]}")
                do(referee, f"{seat} done")
            else:
                do(referee, f"{seat} pass")
        else:
            do(referee, f"{view['go']} pass")
    discard = referee.view(None)["discard"]
    assert discard == ["one-step"]
    passes(referee)
    while True:  # the next seat with room in its hand draws the discard again
        seat = referee.view(None)["active"]
        do(referee, "chance roll 1-3", f"{seat} stay")
        if "chance" in referee.legal():
            break
        passes(referee)
    assert referee.legal()["chance"] == [f"draw {seat} one-step"]
    do(referee, f"chance draw {seat} one-step")
    assert referee.view(None)["discard"] == []
    assert referee.view(None)["pile"] == 0
    passes(referee)
    seat = referee.view(None)["active"]
    assert phase(do(referee, "chance roll 1-3", f"{seat} stay")) == "cards"  # both empty: no draw


# The card phase.


def test_h35_after_movement_before_scoring():
    referee = dealt(options=ON, hands="to-safe to-ruins move-safe to-safe")
    turn(referee, "6", "move red 6")
    passes(referee)
    turn(referee, "1-3", "move red 1")
    assert phase(referee) == "cards"
    assert set(scores(referee).values()) == {0}
    passes(referee)
    assert phase(referee) == "safe"
    assert scores(referee)["red"] == 7


def test_h35_goes_round_from_the_active_seat_until_all_have_passed_in_a_row():
    referee = dealt(3, first=1, options=ON, hands="one-step to-safe to-ruins one-step to-safe to-ruins")
    turn(referee, "2", "move red 2")
    order = []
    for act in ("pass", "pass", "play one-step red forward", "done", "pass", "pass", "pass"):
        order.append(referee.view(None)["go"])
        do(referee, f"{order[-1]} {act}")
    assert order == [1, 2, 0, 0, 1, 2, 0]
    assert phase(referee) == "roll"


def test_h35_several_cards_in_one_go_then_done():
    referee = holding("one-step", "forward-1-3")
    assert "end it with done" in refused(do(referee, "0 play one-step red back"), "0 pass")
    do(referee, "0 play forward-1-3 red 3")
    assert referee.legal()[0] == ["done"]  # written even when the hand is empty
    do(referee, "0 done")
    assert referee.view(None)["go"] == 1


def test_h35_a_seat_without_cards_passes_too_and_done_needs_a_card():
    referee = holding("one-step", "forward-1-3")
    assert "pass" in refused(referee, "0 done")
    do(referee, "0 play one-step red back", "0 play forward-1-3 red 3", "0 done", "1 pass")
    assert referee.legal() == {0: ["pass"]}


def test_h35_no_phase_when_no_hand_holds_a_card():
    referee = holding("one-step", "forward-1-3")
    do(referee, "0 play one-step red back", "0 play forward-1-3 red 3", "0 done")
    do(referee, "1 play move-safe 1", "1 play move-safe 9", "1 done", "0 pass")
    assert phase(referee) == "cards"  # once begun it ends only by passes
    do(referee, "1 pass")
    assert phase(turn(referee, "2", "move red 2")) == "roll"


@pytest.mark.parametrize(
    ("card", "target"),
    [
        ("to-ruins", "red"),
        ("to-safe", "red"),
        ("join-agent", "red green"),
        ("swap-agents", "red green"),
        ("off-the-safe", "red back"),
        ("ruins-to-church", "grey"),
        ("all-to-church", ""),
    ],
)
def test_h36_a_card_must_change_something(card, target):
    referee = dealt(options=ON, hands=f"{card} move-safe {SPARE} move-safe")
    if card == "to-ruins":
        quiet(referee, "6", "move red 6")
        turn(referee, "5", "move red 5")
        do(referee, "chance draw 1 two-back", "1 pass")
    elif card == "to-safe":
        quiet(referee, "6", "move red 6")
        turn(referee, "1-3", "move red 1")
        do(referee, "1 pass")
    elif card == "all-to-church":
        do(referee, "chance roll 1-3", "0 stay", "chance draw 0 two-back")
    else:
        turn(referee, "4", "move red 2 green 2")
    assert referee.view(None)["go"] == 0
    assert refused(referee, f"0 play {card} {target}")
    assert target not in plays(referee, card)


def arrived(options: Options = ON, *, hands: str) -> Referee:
    """Red has just been moved into the safe's building by seat 1, and it is seat 1's go."""
    referee = dealt(options=options, hands=hands)
    quiet(referee, "6", "move red 6")
    return turn(referee, "1-3", "move red 1")


def test_h37_a_view_says_who_has_arrived_and_what_it_would_score():
    referee = arrived(hands="to-safe one-step move-safe to-safe")
    assert referee.view(None)["arrived"] == ["red"]
    assert referee.view(None)["would_score"] == {"grey": 0, "yellow": 0, "orange": 0, "red": 7, "green": 0}
    do(referee, "1 play one-step red back")
    assert (referee.view(None)["arrived"], referee.view(None)["would_score"]) == ([], None)
    do(referee, "1 play to-safe grey")
    assert referee.view(None)["arrived"] == ["grey"]
    assert referee.view(None)["would_score"]["red"] == 6
    passes(do(referee, "1 done"))
    assert (phase(referee), referee.view(None)["would_score"]) == ("safe", None)


def test_h37_what_would_score_is_what_comes_if_everybody_passes():
    rng = Generator(1)
    found = set()
    for _ in range(4):
        referee = Referee(GAME, 3, ON)
        while referee.state.actors():
            if phase(referee) == "cards" and referee.state.actors() != (CHANCE,):
                told = referee.view(None)["would_score"]
                found.add(told is not None)
                assert told == scored_by_passing(referee.state.copy()), referee.log
            referee.do(*referee.state.pick(rng))
    assert found == {True, False}


def scored_by_passing(state: State) -> dict[str, int] | None:
    """What every marker gains if nobody plays another card; None if nothing is scored."""
    before = GAME.view(state, None)
    after = before
    while after["phase"] == "cards":
        (seat,) = state.actors()
        quiet = [act for act in state.legal_actions(seat) if GAME.text(state, seat, act) in ("pass", "done")]
        state.apply(seat, quiet[0])
        after = GAME.view(state, None)
    if after["phase"] not in ("safe", "over"):
        return None
    return {agent: after["scores"][agent] - points for agent, points in before["scores"].items()}


def test_h37_an_agent_that_leaves_does_not_score():
    referee = passes(
        do(arrived(hands="to-safe one-step move-safe to-safe"), "1 play one-step red back", "1 done")
    )
    assert phase(referee) == "roll"


def test_h37_moved_in_by_a_card_scores():
    referee = dealt(options=ON, hands="to-safe one-step move-safe to-ruins")
    turn(referee, "2", "move red 2")
    passes(do(referee, "0 play to-safe grey", "0 done"))
    assert phase(referee) == "safe"
    assert scores(referee)["grey"] == 7
    assert scores(referee)["red"] == 2


def test_h37_moving_the_safe_away_and_back_does_not_score():
    referee = arrived(hands="to-safe move-safe to-ruins move-safe")
    do(referee, "1 play move-safe 1", "1 play move-safe 7", "1 done")
    assert phase(passes(referee)) == "roll"


def test_h37_out_and_in_again_scores():
    referee = arrived(hands="to-ruins one-step move-safe to-safe")
    do(referee, "1 play one-step red back", "1 play to-safe red", "1 done")
    assert phase(passes(referee)) == "safe"


def test_h37_a_safe_that_arrives_where_an_agent_stands_never_scores():
    referee = holding("move-safe")
    do(referee, "0 play move-safe 2", "0 done")
    assert phase(passes(referee)) == "roll"


def test_h37_what_arrived_in_an_earlier_turn_does_not_score_again():
    referee = arrived(hands="one-step one-step to-ruins to-safe")
    passes(referee)
    do(referee, "1 safe 1")
    turn(referee, "2", "move grey 2")
    assert phase(passes(referee)) == "roll"


def test_h38_the_active_seat_moves_the_safe_whoever_caused_the_scoring():
    referee = dealt(options=ON, hands="move-safe to-safe move-safe to-ruins")
    turn(referee, "2", "move red 2")
    passes(do(referee, "0 pass", "1 play to-safe grey", "1 done"))
    assert phase(referee) == "safe"
    assert list(referee.legal()) == [0]


def test_h39_h53_markers_stop_at_40_and_cannot_end_the_game():
    referee = near_the_end()
    assert scores(referee)["red"] == 39
    before = scores(referee)["grey"]
    do(referee, "0 play markers-plus-3 red grey", "0 done")
    assert scores(referee)["red"] == 40
    assert scores(referee)["grey"] == before + 3
    assert "below 40" in refused(do(referee, "1 pass"), "0 play markers-plus-3 red grey")
    assert phase(passes(referee)) == "roll"


def near_the_end() -> Referee:
    """Red has 39 points, it is seat 0's go, and seat 0 holds both markers-plus-3."""
    referee = dealt(options=ON, hands="markers-plus-3 move-safe markers-plus-3 move-safe")
    for safe in ("10", "9", "10", "3"):
        _bring_red_to_the_safe(referee)
        do(referee, f"{referee.view(None)['active']} safe {safe}")
    _bring_red_to_the_safe(referee)
    do(referee, f"{referee.view(None)['active']} safe 9")
    if referee.view(None)["active"] == 1:
        quiet(referee, "2", "move yellow 2")
    return turn(referee, "2", "move yellow 2")


def _bring_red_to_the_safe(referee: Referee) -> None:
    while phase(referee) != "safe":
        view = referee.view(None)
        steps = (BUILDINGS.index(view["safe"]) - BUILDINGS.index(view["agents"]["red"])) % 12 or 12
        steps = min(steps, 6)
        if (BUILDINGS.index(view["agents"]["red"]) + steps) % 12 == 11:
            steps -= 1  # not into the ruins
        roll = "1-3" if steps == 1 else str(steps)
        turn(referee, roll, f"move red {steps}")
        passes(referee)
