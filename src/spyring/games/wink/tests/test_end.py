"""The end, the score and the ties: W30 to W33 of rules.md."""

from spyring.games.wink.tests.scenes import balanced, dealt, do, phase, seen
from spyring.games.wink.tests.test_rules import empty_handed
from spyring.referee import Referee


def test_w30_at_the_end_of_the_round_in_which_a_hand_became_empty():
    table = empty_handed(round=1)
    assert seen(table, "hand_sizes") == [4, 0, 4, 4, 4, 4, 4, 4]
    assert (phase(table), seen(table, "active")) == ("place", 5)
    do(table, "5 place 3", "6 place 4")
    assert phase(table) == "place"
    do(table, "7 place 5")
    assert phase(table) == "over"
    assert seen(table, "active") is None
    assert seen(table, "ending") == [{"id": "hand", "seats": [1]}]
    assert seen(table, "round") == 1
    assert table.legal() == {}


def test_w30_a_round_is_counted_from_the_first_seat():
    table = dealt(8, first=3)
    do(table, "3 place 2", "4 place 10", "5 place 18", "6 place 26", "7 place 1", "0 place 3")
    do(table, *(f"7 accuse 1 {number}" for number in (2, 10, 18, 26)))
    assert (phase(table), seen(table, "round")) == ("place", 1)
    do(table, "1 place 4")
    assert phase(table) == "place"
    do(table, "2 place 5")
    assert phase(table) == "over"


def test_w30_what_comes_after_the_last_turn_of_a_round_belongs_to_the_next():
    table = empty_handed(round=2)
    assert seen(table, "hand_sizes")[1] == 0
    assert seen(table, "round") == 2
    for seat, number in enumerate((7, 6, 8, 11, 12, 13, 16)):
        if phase(table) == "guess":
            do(table, f"{seat} decline")
        do(table, f"{seat} place {number}")
    assert phase(table) == "guess"
    do(table, "7 decline", "7 place 17")
    assert phase(table) == "over"


def test_w30_at_once_when_no_card_is_left_face_up():
    table = balanced()
    assert set(seen(table, "square").values()) == {"taken"}
    assert table.log[-1] == (3, "guess 2")  # and no pawn was to be placed any more
    assert phase(table) == "over"
    assert seen(table, "hand_sizes") == [0, 0, 0, 0]
    assert seen(table, "ending")[0] == {"id": "square"}


def test_w30_at_once_also_by_an_accusation():
    def one_card_left(table: Referee) -> bool:
        return list(seen(table, "square").values()).count("open") == 1

    table = balanced(until=one_card_left)
    number = int(next(n for n, state in seen(table, "square").items() if state == "open"))
    assert seen(table, "pawns") == [None, None, None, number]
    do(table, f"0 accuse 2 {number}")
    assert phase(table) == "over"
    assert seen(table, "winners") == [0]


def test_w30_a_face_down_card_is_not_left():
    table = balanced(wrong=frozenset({(10, 3)}))
    assert sorted(set(seen(table, "square").values())) == ["down", "taken"]
    assert phase(table) == "over"


def test_w31_an_empty_hand_goes_on_taking_turns():
    table = dealt(8)
    do(table, "0 place 8", "1 place 16", "2 place 24", "3 place 32")
    do(table, *(f"4 accuse 7 {number}" for number in (8, 16, 24, 32)))
    do(table, "4 place 1", "5 place 2", "6 place 3")
    assert seen(table, "hand_sizes")[7] == 0
    assert (phase(table), seen(table, "active")) == ("place", 7)
    do(table, "7 place 4")
    assert phase(table) == "over"


def test_w32_a_point_for_each_card_face_up_and_each_unused_counter_espionage_card():
    table = empty_handed(round=1)
    do(table, "0 accuse 3 1", "5 place 3", "6 place 4", "7 place 5")
    assert seen(table, "face_up")[5] == [2, 2, 10, 10, 18, 18, 26, 26]
    assert seen(table, "counter") == [3, 4, 4, 4, 4, 0, 4, 4]
    assert seen(table, "scores") == [3, 4, 4, 4, 4, 8, 4, 4]
    assert seen(table, "winners") == [5]


def test_w32_face_down_cards_are_worth_nothing():
    table = balanced(wrong=frozenset({(5, 1)}))
    assert seen(table, "face_down") == [1, 0, 0, 0]
    assert seen(table, "scores") == [21, 21, 22, 22]
    assert seen(table, "winners") == [2, 3]


def test_w33_more_unused_counter_espionage_cards_win_a_tie():
    """Seat 1 gains a point by a right accusation and loses it by a wrong one."""

    def accuse(table: Referee) -> None:
        view = table.view(None)
        if (view["round"], view["active"], view["phase"]) == (3, 2, "guess"):
            do(table, f"1 accuse 3 {view['pawns'][0]}", f"1 accuse 0 {view['pawns'][3]}")

    table = balanced(before_act=accuse)
    assert seen(table, "scores") == [21, 22, 22, 21]
    assert seen(table, "counter") == [4, 2, 4, 4]
    assert seen(table, "winners") == [2]
    assert seen(table, "ending")[1] == {"id": "tie", "by": "counter", "level": [1, 2], "winners": [2]}


def test_w33_then_fewer_face_down_cards():
    table = balanced(wrong=frozenset({(5, 0), (5, 2)}))
    assert seen(table, "scores") == [21, 21, 21, 21]
    assert seen(table, "face_down") == [0, 1, 0, 1]
    assert seen(table, "winners") == [0, 2]
    assert seen(table, "ending")[1] == {"id": "tie", "by": "down", "level": [0, 1, 2, 3], "winners": [0, 2]}


def test_w33_counter_espionage_cards_come_before_face_down_cards():
    """Seat 2 has a card face down and all its counter-espionage cards, seat 1 as many points without both."""

    def accuse(table: Referee) -> None:
        view = table.view(None)
        if (view["round"], view["active"], view["phase"]) == (3, 2, "guess"):
            do(table, f"1 accuse 3 {view['pawns'][0]}", f"1 accuse 0 {view['pawns'][3]}")
            do(table, f"1 accuse 0 {view['pawns'][2]}", f"0 accuse 2 {view['pawns'][1]}")

    table = balanced(wrong=frozenset({(5, 3)}), before_act=accuse)
    assert seen(table, "scores") == [20, 21, 21, 20]
    assert seen(table, "counter") == [3, 1, 4, 4]
    assert seen(table, "face_down") == [0, 0, 1, 0]
    assert seen(table, "winners") == [2]


def test_w33_then_the_win_is_shared():
    table = balanced()
    assert seen(table, "scores") == [22, 22, 22, 22]
    assert seen(table, "winners") == [0, 1, 2, 3]
    assert seen(table, "ending")[1]["by"] == "shared"


def test_w33_no_winners_before_the_end():
    table = dealt()
    assert table.state.winners() == []
    assert "winners" not in table.view(None)
    assert "scores" not in table.view(None)
