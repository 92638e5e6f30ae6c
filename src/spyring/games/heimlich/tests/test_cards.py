"""The Top Secret cards, one by one: H40 to H54 of rules.md."""

from spyring.games.heimlich import GAME
from spyring.games.heimlich.cards import AGENTS, KEYS
from spyring.games.heimlich.tests.scenes import (
    ON,
    agents,
    dealt,
    do,
    holding,
    phase,
    plays,
    refused,
    scores,
    turn,
)
from spyring.referee import Referee


def test_h40_one_agent_1_or_2_back():
    referee = holding("back-1-2")
    assert sorted(plays(referee, "back-1-2")) == sorted(f"{a} {n}" for a in agents(referee) for n in (1, 2))
    assert agents(do(referee, "0 play back-1-2 red 2"))["red"] == "church"
    do(referee, "0 done", "1 pass")


def test_h40_back_from_the_church_is_the_ruins():
    referee = do(holding("back-1-2"), "0 play back-1-2 grey 1")
    assert agents(referee)["grey"] == "ruins"
    assert list(referee.legal()) == ["chance"]  # H32


def test_h41_one_step_forward_or_back():
    assert agents(do(holding("one-step"), "0 play one-step red forward"))["red"] == "3"
    assert agents(do(holding("one-step"), "0 play one-step red back"))["red"] == "1"


def test_h42_two_different_agents_one_back():
    referee = holding("two-back")
    assert len(plays(referee, "two-back")) == 10
    assert "different" in refused(referee, "0 play two-back red red")
    do(referee, "0 play two-back green red")
    assert agents(referee)["red"] == agents(referee)["green"] == "1"


def test_h43_two_different_agents_one_forward_wherever_they_are():
    referee = do(holding("two-forward"), "0 play two-forward grey red")
    assert (agents(referee)["grey"], agents(referee)["red"]) == ("1", "3")


def test_h44_only_one_that_stands_with_the_safe():
    referee = holding("off-the-safe", "to-safe")
    assert plays(referee, "off-the-safe") == []
    assert "does not stand" in refused(referee, "0 play off-the-safe red back")
    do(referee, "0 play to-safe red")
    assert sorted(plays(referee, "off-the-safe")) == ["red back", "red forward"]
    assert agents(do(referee, "0 play off-the-safe red forward"))["red"] == "8"


def test_h45_to_the_ruins_from_anywhere():
    assert agents(do(holding("to-ruins"), "0 play to-ruins grey"))["grey"] == "ruins"


def test_h46_all_to_the_church():
    assert set(agents(do(holding("all-to-church"), "0 play all-to-church")).values()) == {"church"}


def test_h47_two_agents_in_different_buildings_change_places():
    referee = holding("swap-agents")
    assert len(plays(referee, "swap-agents")) == 2 * 3  # two in the church, three in 2
    do(referee, "0 play swap-agents red grey")
    assert (agents(referee)["red"], agents(referee)["grey"]) == ("church", "2")


def test_h48_one_joins_another():
    referee = holding("join-agent")
    assert len(plays(referee, "join-agent")) == 12
    assert agents(do(referee, "0 play join-agent grey red"))["grey"] == "2"
    assert agents(do(holding("join-agent"), "0 play join-agent red grey"))["red"] == "church"


def test_h49_one_or_two_from_the_ruins_to_the_church():
    referee = dealt(options=ON, hands="ruins-to-church to-ruins two-back to-ruins")
    turn(referee, "6", "move red 6")
    do(referee, "0 pass", "1 play to-ruins red", "chance draw 1 one-step", "1 play to-ruins green", "1 done")
    assert sorted(plays(referee, "ruins-to-church")) == ["green", "red", "red green"]
    assert "stand in the ruins" in refused(referee, "0 play ruins-to-church red grey")
    do(referee, "0 play ruins-to-church green red")
    assert agents(referee)["red"] == agents(referee)["green"] == "church"


def test_h50_one_agent_1_2_or_3_forward():
    referee = holding("forward-1-3")
    assert len(plays(referee, "forward-1-3")) == 15
    assert agents(do(referee, "0 play forward-1-3 red 3"))["red"] == "5"


def test_h51_to_the_safe_from_anywhere():
    assert agents(do(holding("to-safe"), "0 play to-safe grey"))["grey"] == "7"


def test_h52_the_safe_to_any_other_building():
    referee = holding("move-safe")
    assert len(plays(referee, "move-safe")) == 11
    refused(referee, "0 play move-safe 7")
    assert do(referee, "0 play move-safe ruins").view(None)["safe"] == "ruins"


def test_h53_two_different_markers_three_forward():
    referee = holding("markers-plus-3")
    assert "different" in refused(referee, "0 play markers-plus-3 red red")
    do(referee, "0 play markers-plus-3 red grey")
    assert scores(referee) == {"grey": 3, "yellow": 0, "orange": 0, "red": 3, "green": 0}


def test_h54_swap_identity_takes_a_card_that_was_free_before():
    referee = holding("swap-identity")
    do(referee, "0 play swap-identity")
    assert phase(referee) == "cards"
    assert referee.view(None)["discard"] == []  # its action is not done yet
    assert referee.legal() == {"chance": ["identity 0 orange", "identity 0 red", "identity 0 green"]}
    do(referee, "chance identity 0 red")
    assert referee.view(None)["discard"] == ["swap-identity"]
    assert referee.view(0)["me"] == "red"
    assert referee.view(1)["me"] == "yellow"
    assert referee.feed(1)[-1] == ("chance", "identity 0")
    assert referee.feed(None)[-1] == ("chance", "identity 0")
    assert referee.feed(0)[-1] == ("chance", "identity 0 red")


def test_h54_not_in_the_deck_with_seven():
    referee = Referee(GAME, 7, ON)
    do(referee, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(7)))
    assert referee.view(None)["pile"] == 25
    refused(referee, "chance draw 0 swap-identity")
    six = Referee(GAME, 6, ON)
    do(six, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(6)))
    assert six.view(None)["pile"] == 26
    do(six, "chance draw 0 swap-identity")


def test_the_deck_has_the_copies_of_the_table():
    referee = Referee(GAME, 2, ON)
    do(referee, "chance deal 0 red", "chance deal 1 grey")
    weights = {
        referee.game.text(referee.state, "chance", code): weight for code, weight in referee.state.outcomes()
    }
    single = {"all-to-church", "swap-agents", "join-agent", "swap-identity"}
    assert weights == {f"draw 0 {key}": 1 if key in single else 2 for key in KEYS}
