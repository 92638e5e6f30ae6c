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
    table = holding("back-1-2")
    assert sorted(plays(table, "back-1-2")) == sorted(f"{a} {n}" for a in agents(table) for n in (1, 2))
    assert agents(do(table, "0 play back-1-2 red 2"))["red"] == "church"
    do(table, "0 done", "1 pass")


def test_h40_back_from_the_church_is_the_ruins():
    table = do(holding("back-1-2"), "0 play back-1-2 grey 1")
    assert agents(table)["grey"] == "ruins"
    assert list(table.legal()) == ["chance"]  # H32


def test_h41_one_step_forward_or_back():
    assert agents(do(holding("one-step"), "0 play one-step red forward"))["red"] == "3"
    assert agents(do(holding("one-step"), "0 play one-step red back"))["red"] == "1"


def test_h42_two_different_agents_one_back():
    table = holding("two-back")
    assert len(plays(table, "two-back")) == 10
    assert "different" in refused(table, "0 play two-back red red")
    do(table, "0 play two-back green red")
    assert agents(table)["red"] == agents(table)["green"] == "1"


def test_h43_two_different_agents_one_forward_wherever_they_are():
    table = do(holding("two-forward"), "0 play two-forward grey red")
    assert (agents(table)["grey"], agents(table)["red"]) == ("1", "3")


def test_h44_only_one_that_stands_with_the_safe():
    table = holding("off-the-safe", "to-safe")
    assert plays(table, "off-the-safe") == []
    assert "does not stand" in refused(table, "0 play off-the-safe red back")
    do(table, "0 play to-safe red")
    assert sorted(plays(table, "off-the-safe")) == ["red back", "red forward"]
    assert agents(do(table, "0 play off-the-safe red forward"))["red"] == "8"


def test_h45_to_the_ruins_from_anywhere():
    assert agents(do(holding("to-ruins"), "0 play to-ruins grey"))["grey"] == "ruins"


def test_h46_all_to_the_church():
    assert set(agents(do(holding("all-to-church"), "0 play all-to-church")).values()) == {"church"}


def test_h47_two_agents_in_different_buildings_change_places():
    table = holding("swap-agents")
    assert len(plays(table, "swap-agents")) == 2 * 3  # two in the church, three in 2
    do(table, "0 play swap-agents red grey")
    assert (agents(table)["red"], agents(table)["grey"]) == ("church", "2")


def test_h48_one_joins_another():
    table = holding("join-agent")
    assert len(plays(table, "join-agent")) == 12
    assert agents(do(table, "0 play join-agent grey red"))["grey"] == "2"
    assert agents(do(holding("join-agent"), "0 play join-agent red grey"))["red"] == "church"


def test_h49_one_or_two_from_the_ruins_to_the_church():
    table = dealt(options=ON, hands="ruins-to-church to-ruins two-back to-ruins")
    turn(table, "6", "move red 6")
    do(table, "0 pass", "1 play to-ruins red", "chance draw 1 one-step", "1 play to-ruins green", "1 done")
    assert sorted(plays(table, "ruins-to-church")) == ["green", "red", "red green"]
    assert "stand in the ruins" in refused(table, "0 play ruins-to-church red grey")
    do(table, "0 play ruins-to-church green red")
    assert agents(table)["red"] == agents(table)["green"] == "church"


def test_h50_one_agent_1_2_or_3_forward():
    table = holding("forward-1-3")
    assert len(plays(table, "forward-1-3")) == 15
    assert agents(do(table, "0 play forward-1-3 red 3"))["red"] == "5"


def test_h51_to_the_safe_from_anywhere():
    assert agents(do(holding("to-safe"), "0 play to-safe grey"))["grey"] == "7"


def test_h52_the_safe_to_any_other_building():
    table = holding("move-safe")
    assert len(plays(table, "move-safe")) == 11
    refused(table, "0 play move-safe 7")
    assert do(table, "0 play move-safe ruins").view(None)["safe"] == "ruins"


def test_h53_two_different_markers_three_forward():
    table = holding("markers-plus-3")
    assert "different" in refused(table, "0 play markers-plus-3 red red")
    do(table, "0 play markers-plus-3 red grey")
    assert scores(table) == {"grey": 3, "yellow": 0, "orange": 0, "red": 3, "green": 0}


def test_h54_swap_identity_takes_a_card_that_was_free_before():
    table = holding("swap-identity")
    do(table, "0 play swap-identity")
    assert phase(table) == "cards"
    assert table.view(None)["discard"] == []  # its action is not done yet
    assert table.legal() == {"chance": ["identity 0 orange", "identity 0 red", "identity 0 green"]}
    do(table, "chance identity 0 red")
    assert table.view(None)["discard"] == ["swap-identity"]
    assert table.view(0)["me"] == "red"
    assert table.view(1)["me"] == "yellow"
    assert table.feed(1)[-1] == ("chance", "identity 0")
    assert table.feed(None)[-1] == ("chance", "identity 0")
    assert table.feed(0)[-1] == ("chance", "identity 0 red")


def test_h54_not_in_the_deck_with_seven():
    table = Referee(GAME, 7, ON)
    do(table, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(7)))
    assert table.view(None)["pile"] == 25
    refused(table, "chance draw 0 swap-identity")
    six = Referee(GAME, 6, ON)
    do(six, *(f"chance deal {seat} {AGENTS[seat]}" for seat in range(6)))
    assert six.view(None)["pile"] == 26
    do(six, "chance draw 0 swap-identity")


def test_the_deck_has_the_copies_of_the_table():
    table = Referee(GAME, 2, ON)
    do(table, "chance deal 0 red", "chance deal 1 grey")
    weights = {
        table.game.text(table.state, "chance", code): weight for code, weight in table.state.outcomes()
    }
    single = {"all-to-church", "swap-agents", "join-agent", "swap-identity"}
    assert weights == {f"draw 0 {key}": 1 if key in single else 2 for key in KEYS}
