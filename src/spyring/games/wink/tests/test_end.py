"""The end, the score and the ties: W30 to W33 of rules.md."""

from spyring.games.wink.tests.scenes import balanced, dealt, do, phase, seen
from spyring.games.wink.tests.test_rules import empty_handed
from spyring.referee import Referee


def test_w30_at_the_end_of_the_round_in_which_a_hand_became_empty():
    referee = empty_handed(round=1)
    assert seen(referee, "hand_sizes") == [4, 0, 4, 4, 4, 4, 4, 4]
    assert (phase(referee), seen(referee, "active")) == ("place", 5)
    do(referee, "5 place 3", "6 place 4")
    assert phase(referee) == "place"
    do(referee, "7 place 5")
    assert phase(referee) == "over"
    assert seen(referee, "active") is None
    assert seen(referee, "ending") == [{"id": "hand", "seats": [1]}]
    assert seen(referee, "round") == 1
    assert referee.legal() == {}


def test_w30_a_round_is_counted_from_the_first_seat():
    referee = dealt(8, first=3)
    do(referee, "3 place 2", "4 place 10", "5 place 18", "6 place 26", "7 place 1", "0 place 3")
    do(referee, *(f"7 accuse 1 {number}" for number in (2, 10, 18, 26)))
    assert (phase(referee), seen(referee, "round")) == ("place", 1)
    do(referee, "1 place 4")
    assert phase(referee) == "place"
    do(referee, "2 place 5")
    assert phase(referee) == "over"


def test_w30_what_comes_after_the_last_turn_of_a_round_belongs_to_the_next():
    referee = empty_handed(round=2)
    assert seen(referee, "hand_sizes")[1] == 0
    assert seen(referee, "round") == 2
    for seat, number in enumerate((7, 6, 8, 11, 12, 13, 16)):
        if phase(referee) == "guess":
            do(referee, f"{seat} decline")
        do(referee, f"{seat} place {number}")
    assert phase(referee) == "guess"
    do(referee, "7 decline", "7 place 17")
    assert phase(referee) == "over"


def test_w30_at_once_when_no_card_is_left_face_up():
    referee = balanced()
    assert set(seen(referee, "square").values()) == {"taken"}
    assert referee.log[-1] == (3, "guess 2")  # and no pawn was to be placed any more
    assert phase(referee) == "over"
    assert seen(referee, "hand_sizes") == [0, 0, 0, 0]
    assert seen(referee, "ending")[0] == {"id": "square"}


def test_w30_at_once_also_by_an_accusation():
    def one_card_left(referee: Referee) -> bool:
        return list(seen(referee, "square").values()).count("open") == 1

    referee = balanced(until=one_card_left)
    number = int(next(n for n, state in seen(referee, "square").items() if state == "open"))
    assert seen(referee, "pawns") == [None, None, None, number]
    do(referee, f"0 accuse 2 {number}")
    assert phase(referee) == "over"
    assert seen(referee, "winners") == [0]


def test_w30_a_face_down_card_is_not_left():
    referee = balanced(wrong=frozenset({(10, 3)}))
    assert sorted(set(seen(referee, "square").values())) == ["down", "taken"]
    assert phase(referee) == "over"


def test_w31_an_empty_hand_goes_on_taking_turns():
    referee = dealt(8)
    do(referee, "0 place 8", "1 place 16", "2 place 24", "3 place 32")
    do(referee, *(f"4 accuse 7 {number}" for number in (8, 16, 24, 32)))
    do(referee, "4 place 1", "5 place 2", "6 place 3")
    assert seen(referee, "hand_sizes")[7] == 0
    assert (phase(referee), seen(referee, "active")) == ("place", 7)
    do(referee, "7 place 4")
    assert phase(referee) == "over"


def test_w32_a_point_for_each_card_face_up_and_each_unused_counter_espionage_card():
    referee = empty_handed(round=1)
    do(referee, "0 accuse 3 1", "5 place 3", "6 place 4", "7 place 5")
    assert seen(referee, "face_up")[5] == [2, 2, 10, 10, 18, 18, 26, 26]
    assert seen(referee, "counter") == [3, 4, 4, 4, 4, 0, 4, 4]
    assert seen(referee, "scores") == [3, 4, 4, 4, 4, 8, 4, 4]
    assert seen(referee, "winners") == [5]


def test_w32_face_down_cards_are_worth_nothing():
    referee = balanced(wrong=frozenset({(5, 1)}))
    assert seen(referee, "face_down") == [1, 0, 0, 0]
    assert seen(referee, "scores") == [21, 21, 22, 22]
    assert seen(referee, "winners") == [2, 3]


def test_w33_more_unused_counter_espionage_cards_win_a_tie():
    """Seat 1 gains a point by a right accusation and loses it by a wrong one."""

    def accuse(referee: Referee) -> None:
        view = referee.view(None)
        if (view["round"], view["active"], view["phase"]) == (3, 2, "guess"):
            do(referee, f"1 accuse 3 {view['pawns'][0]}", f"1 accuse 0 {view['pawns'][3]}")

    referee = balanced(before_act=accuse)
    assert seen(referee, "scores") == [21, 22, 22, 21]
    assert seen(referee, "counter") == [4, 2, 4, 4]
    assert seen(referee, "winners") == [2]
    assert seen(referee, "ending")[1] == {"id": "tie", "by": "counter", "level": [1, 2], "winners": [2]}


def test_w33_then_fewer_face_down_cards():
    referee = balanced(wrong=frozenset({(5, 0), (5, 2)}))
    assert seen(referee, "scores") == [21, 21, 21, 21]
    assert seen(referee, "face_down") == [0, 1, 0, 1]
    assert seen(referee, "winners") == [0, 2]
    assert seen(referee, "ending")[1] == {"id": "tie", "by": "down", "level": [0, 1, 2, 3], "winners": [0, 2]}


def test_w33_counter_espionage_cards_come_before_face_down_cards():
    """Seat 2 has a card face down and all its counter-espionage cards, seat 1 as many points without both."""

    def accuse(referee: Referee) -> None:
        view = referee.view(None)
        if (view["round"], view["active"], view["phase"]) == (3, 2, "guess"):
            do(referee, f"1 accuse 3 {view['pawns'][0]}", f"1 accuse 0 {view['pawns'][3]}")
            do(referee, f"1 accuse 0 {view['pawns'][2]}", f"0 accuse 2 {view['pawns'][1]}")

    referee = balanced(wrong=frozenset({(5, 3)}), before_act=accuse)
    assert seen(referee, "scores") == [20, 21, 21, 20]
    assert seen(referee, "counter") == [3, 1, 4, 4]
    assert seen(referee, "face_down") == [0, 0, 1, 0]
    assert seen(referee, "winners") == [2]


def test_w33_then_the_win_is_shared():
    referee = balanced()
    assert seen(referee, "scores") == [22, 22, 22, 22]
    assert seen(referee, "winners") == [0, 1, 2, 3]
    assert seen(referee, "ending")[1]["by"] == "shared"


def test_w33_no_winners_before_the_end():
    referee = dealt()
    assert referee.state.winners() == []
    assert "winners" not in referee.view(None)
    assert "scores" not in referee.view(None)
