"""The cards, the turn and counter-espionage, rule by rule: W1 to W25 of rules.md."""

import pytest

from spyring.games.wink import GAME
from spyring.games.wink.tests.scenes import (
    QUICK,
    TABLE,
    balanced,
    dealt,
    do,
    free_cards,
    holder,
    legal,
    phase,
    refused,
    seen,
    telling_leave,
)
from spyring.referee import Referee

# W1 to W4: the set-up.


@pytest.mark.parametrize(("seats", "highest"), [(4, 36), (5, 35), (6, 36), (7, 35), (8, 32)])
def test_w1_the_numbers_in_play(seats, highest):
    referee = Referee(GAME, seats, TABLE)
    assert list(seen(referee, "square")) == [str(number) for number in range(1, highest + 1)]
    assert set(seen(referee, "square").values()) == {"open"}
    assert legal(referee, "chance") == [f"deal 0 {number}" for number in range(1, highest + 1)]
    if highest < 36:
        assert "36 is not in play" in refused(referee, "chance deal 0 36")


@pytest.mark.parametrize(("seats", "size"), [(4, 9), (5, 7), (6, 6), (7, 5), (8, 4)])
def test_w2_all_cards_are_dealt_round_by_round(seats, size):
    referee = dealt(seats)
    assert seen(referee, "hand_sizes") == [size] * seats
    for seat in range(seats):
        assert seen(referee, "hand", seat) == [seat + 1 + turn * seats for turn in range(size)]


def test_w2_the_deal_is_one_by_one_from_seat_0_and_even():
    referee = Referee(GAME, 4, TABLE)
    assert phase(referee) == "deal"
    assert refused(referee, "chance deal 1 5")
    do(referee, "chance deal 0 5")
    assert refused(referee, "chance deal 1 5")
    assert refused(referee, "chance first 0")
    assert legal(referee, "chance") == [f"deal 1 {number}" for number in range(1, 37) if number != 5]
    assert {weight for _, weight in referee.state.outcomes()} == {1}
    assert seen(referee, "hand_sizes") == [1, 0, 0, 0]


def test_w2_a_hand_is_in_the_order_of_the_deal():
    referee = Referee(GAME, 4, TABLE)
    for number in range(36, 0, -1):
        do(referee, f"chance deal {holder(4, 37 - number)} {number}")
    assert seen(referee, "hand", 0) == [36, 32, 28, 24, 20, 16, 12, 8, 4]


def test_w3_a_pawn_and_four_counter_espionage_cards():
    referee = dealt(5)
    assert seen(referee, "pawns") == [None] * 5
    assert seen(referee, "counter") == [4] * 5
    assert seen(referee, "face_up") == [[]] * 5
    assert seen(referee, "face_down") == [0] * 5


def test_w4_any_seat_is_first_equally_likely_and_play_goes_clockwise():
    referee = Referee(GAME, 4, TABLE)
    do(referee, *(f"chance deal {holder(4, number)} {number}" for number in range(1, 37)))
    assert phase(referee) == "deal"
    assert seen(referee, "active") is None
    assert legal(referee, "chance") == ["first 0", "first 1", "first 2", "first 3"]
    assert {weight for _, weight in referee.state.outcomes()} == {1}
    do(referee, "chance first 2")
    turns = []
    for number in (2, 3, 6, 7):
        turns.append(seen(referee, "active"))
        do(referee, f"{turns[-1]} place {number}")
    assert turns == [2, 3, 0, 1]
    assert seen(referee, "active") == 2
    assert seen(referee, "round") == 2


# W10 to W15: the turn.


def on_the_square(options: dict[str, str] | None = None, seats: int = 4) -> Referee:
    """Every pawn stands on a card of the next seat, and seat 0 has its second turn."""
    referee = dealt(seats, options=options)
    for seat in range(seats):
        do(referee, f"{seat} place {(seat + 1) % seats + 1}")
    return referee


def test_w10_a_guess_names_another_seat_or_is_declined():
    referee = on_the_square()
    assert phase(referee) == "guess"
    assert legal(referee, 0)[:4] == ["guess 1", "guess 2", "guess 3", "decline"]
    assert "another seat" in refused(referee, "0 guess 0")
    assert "turn of seat 0" in refused(referee, "1 guess 2")
    assert "guess" in refused(referee, "0 place 7")


def test_w10_without_a_pawn_on_the_square_there_is_no_guess():
    referee = dealt()
    assert phase(referee) == "place"
    assert "no guess" in refused(referee, "0 guess 1")
    assert "no guess" in refused(referee, "0 decline")


def empty_handed(*, round: int) -> Referee:
    """Eight seats, and seat 1 lost all its cards at seat 5's first turn, or before seat 0's second."""
    referee = dealt(8)
    do(referee, "0 place 2", "1 place 1", "2 place 10", "3 place 18", "4 place 26")
    if round == 2:
        do(referee, "5 place 3", "6 place 4", "7 place 5")
    return do(referee, *(f"5 accuse 1 {number}" for number in (2, 10, 18, 26)))


def test_w10_also_a_seat_without_cards_may_be_named():
    referee = empty_handed(round=2)
    do(referee, "0 place 6", "1 guess 0", "1 place 7", "2 place 8", "3 place 11", "4 place 12")
    assert seen(referee, "hand_sizes")[1] == 0
    assert "guess 1" in legal(referee, 5)


def test_w11_a_right_guess_is_a_card_face_up_for_both():
    referee = do(on_the_square(), "0 guess 1")
    assert seen(referee, "square")["2"] == "taken"
    assert seen(referee, "face_up") == [[2], [2], [], []]
    assert seen(referee, "face_down") == [0, 0, 0, 0]
    assert seen(referee, "hand_sizes") == [9, 8, 9, 9]
    assert 2 not in seen(referee, "hand", 1)
    assert seen(referee, "pawns")[0] is None
    assert phase(referee) == "place"
    assert referee.feed(None)[-2:] == [(0, "guess 1"), (1, "yes")]


def test_w12_a_wrong_guess_turns_the_card_and_shows_the_holder():
    referee = do(on_the_square(), "0 guess 3")
    assert seen(referee, "square")["2"] == "down"
    assert seen(referee, "face_up") == [[], [], [], []]
    assert seen(referee, "face_down") == [0, 1, 0, 0]
    assert seen(referee, "hand_sizes") == [9, 8, 9, 9]
    assert 2 not in seen(referee, "hand", 1)
    assert seen(referee, "pawns")[0] is None
    assert phase(referee) == "place"
    for viewer in (None, 0, 1, 2, 3):
        assert referee.feed(viewer)[-3:] == [(0, "guess 3"), (3, "no"), (1, "shows 2")]
    assert "out of play" in refused(referee, "0 place 2")


def test_w13_after_declining_the_pawn_stays_until_it_is_placed():
    referee = do(on_the_square(), "0 decline")
    assert phase(referee) == "place"
    assert seen(referee, "pawns") == [2, 3, 4, 1]
    assert set(seen(referee, "square").values()) == {"open"}
    assert "no guess" in refused(referee, "0 guess 1")
    assert "accuse 1 2" in legal(referee, 2)
    do(referee, "0 place 6")
    assert seen(referee, "pawns") == [6, 3, 4, 1]


def test_w14_another_card_face_up_without_a_pawn_and_not_ones_own_twin():
    referee = do(on_the_square(), "0 decline")
    taken = {2, 3, 4, 1}
    free = [n for n in range(1, 37) if n not in taken and holder(4, n) != 0]
    assert legal(referee, 0, "place") == [f"place {number}" for number in free]
    assert legal(referee, 0, "leave") == []
    assert "another card" in refused(referee, "0 place 2")
    assert "pawn stands on 3" in refused(referee, "0 place 3")
    assert "you hold" in refused(referee, "0 place 5")
    assert "turn of seat 0" in refused(referee, "1 place 7")
    assert "put it there" in refused(referee, "0 leave")


def test_w14_the_card_that_was_left_is_free_for_the_next():
    referee = do(on_the_square(), "0 decline", "0 place 6", "1 guess 2", "1 place 7", "2 guess 3")
    assert "place 2" in legal(referee, 2)
    assert "place 6" not in legal(referee, 2)


def may_leave(referee: Referee) -> bool:
    return "leave" in legal(referee, seen(referee, "active"))


def test_w14_who_has_no_card_leaves_and_has_no_guess_next_time():
    referee = balanced(until=may_leave)
    seat = seen(referee, "active")
    assert legal(referee, seat, "place") + legal(referee, seat, "leave") == ["leave"]
    assert seen(referee, "pawns")[seat] is None  # off already, and still it leaves
    do(referee, f"{seat} leave")
    assert seen(referee, "active") == (seat + 1) % 4
    assert seen(referee, "pawns")[seat] is None


def test_w14_who_holds_all_free_cards_leaves():
    referee = telling_leave()
    seat = seen(referee, "active")
    assert free_cards(referee) <= set(seen(referee, "hand", seat))
    assert legal(referee, seat, "place") + legal(referee, seat, "leave") == ["leave"]
    assert "you hold the twin" in refused(referee, f"{seat} place {min(free_cards(referee))}")


def test_w14_a_pawn_that_leaves_comes_off_the_square():
    def last_card(referee: Referee) -> bool:
        view = referee.view(None)
        return view["hand_sizes"] == [1, 1, 1, 1] and view["phase"] == "guess"

    referee = balanced(until=last_card)
    seat = seen(referee, "active")
    number = seen(referee, "pawns")[seat]
    do(referee, f"{seat} decline")
    assert legal(referee, seat, "place") + legal(referee, seat, "leave") == ["leave"]
    do(referee, f"{seat} leave")
    assert seen(referee, "pawns")[seat] is None
    assert seen(referee, "square")[str(number)] == "open"
    for other in (1, 2, 3):
        do(referee, f"{(seat + other) % 4} decline")
        do(referee, f"{(seat + other) % 4} {legal(referee, (seat + other) % 4)[0]}")
    assert seen(referee, "active") == seat
    assert phase(referee) == "place"  # no guess after leaving


def test_w15_the_holder_of_the_twin_is_the_partner_who_winks():
    referee = dealt(options=QUICK)
    do(referee, "0 place 2", "1 look 0", "2 look 0", "3 look 0")
    assert [seat for seat in range(4) if legal(referee, seat, "wink")] == [1]


# W20 to W25: counter-espionage.


def test_w20_any_seat_at_any_moment_until_its_cards_are_used():
    referee = dealt(5)
    do(referee, "0 place 2")
    assert phase(referee) == "place"
    for accused, left in ((3, 3), (3, 2), (4, 1), (4, 0)):
        do(referee, f"2 accuse {accused} 2")
        assert seen(referee, "counter") == [4, 4, left, 4, 4]
    assert "no counter-espionage card" in refused(referee, "2 accuse 3 2")
    assert legal(referee, 2, "accuse") == []
    assert legal(referee, 3, "accuse") == ["accuse 1 2", "accuse 2 2", "accuse 4 2"]
    assert seen(referee, "active") == 1


def test_w20_also_in_ones_own_turn_and_while_another_guesses():
    referee = on_the_square()
    assert phase(referee) == "guess"
    assert "accuse 2 3" in legal(referee, 0)
    assert "accuse 1 2" in legal(referee, 3)
    do(referee, "0 accuse 3 3")
    assert phase(referee) == "guess"
    assert seen(referee, "active") == 0


def test_w20_it_costs_the_card_right_or_wrong():
    referee = do(on_the_square(), "3 accuse 1 2", "3 accuse 0 3")
    assert seen(referee, "counter") == [4, 4, 4, 2]


def test_w21_about_another_seats_pawn_against_a_third_seat():
    referee = on_the_square()  # pawns of 0, 1, 2, 3 on 2, 3, 4, 1
    expected = {
        f"accuse {accused} {number}"
        for owner, number in enumerate((2, 3, 4, 1))
        for accused in range(4)
        if owner != 2 and accused not in (2, owner)
    }
    assert set(legal(referee, 2, "accuse")) == expected
    assert "own pawn" in refused(referee, "2 accuse 3 4")
    assert "yourself" in refused(referee, "2 accuse 2 3")
    assert "owns the pawn" in refused(referee, "2 accuse 0 2")
    assert "no pawn stands on 9" in refused(referee, "2 accuse 0 9")


def test_w21_the_accuser_may_hold_the_twin():
    referee = do(dealt(), "0 place 2")
    assert legal(referee, 1, "accuse") == ["accuse 2 2", "accuse 3 2"]
    do(referee, "1 accuse 3 2")
    assert seen(referee, "counter") == [4, 3, 4, 4]
    assert seen(referee, "square")["2"] == "open"


def test_w21_whether_a_wink_happened_does_not_matter():
    referee = do(dealt(options=QUICK), "0 place 2", "2 accuse 1 2")
    assert seen(referee, "face_up") == [[], [], [2, 2], []]


def test_w22_right_both_cards_go_to_the_accuser_and_the_pawn_back():
    referee = do(dealt(), "0 place 2", "2 accuse 1 2")
    assert seen(referee, "square")["2"] == "taken"
    assert seen(referee, "face_up") == [[], [], [2, 2], []]
    assert seen(referee, "hand_sizes") == [9, 8, 9, 9]
    assert seen(referee, "pawns") == [None] * 4
    assert seen(referee, "counter") == [4, 4, 3, 4]
    assert referee.feed(None)[-2:] == [(2, "accuse 1 2"), (1, "yes")]
    assert [legal(referee, seat, "accuse") for seat in range(4)] == [[]] * 4  # no pawn is left
    do(referee, "1 place 3", "2 place 4", "3 place 1")
    assert (seen(referee, "active"), phase(referee)) == (0, "place")  # no guess next time


@pytest.mark.parametrize("before", [[], ["0 decline"]])
def test_w22_in_its_owners_turn_the_pawn_is_placed_in_this_one(before):
    referee = do(on_the_square(), *before, "2 accuse 1 2")
    assert (seen(referee, "active"), phase(referee)) == (0, "place")
    assert seen(referee, "pawns")[0] is None
    assert "no guess" in refused(referee, "0 guess 1")
    do(referee, "0 place 6")
    assert (seen(referee, "active"), phase(referee)) == (1, "guess")


def test_w22_in_anothers_turn_that_ones_guess_remains():
    referee = do(on_the_square(), "0 accuse 2 3")
    assert (seen(referee, "active"), phase(referee)) == (0, "guess")
    assert seen(referee, "pawns") == [2, None, 4, 1]


def test_w23_wrong_nothing_else_happens():
    referee = do(dealt(5), "0 place 2")
    before = referee.view(None)
    do(referee, "2 accuse 3 2")
    assert referee.view(None) == before | {"counter": [4, 4, 3, 4, 4]}
    assert referee.feed(None)[-2:] == [(2, "accuse 3 2"), (3, "no")]
    assert seen(referee, "hand", 3) == [4, 9, 14, 19, 24, 29, 34]


def test_w24_with_four_a_wrong_accusation_bans_the_number_for_everybody():
    referee = do(on_the_square(), "2 accuse 3 2")
    assert seen(referee, "banned") == [2]
    for seat, accused in ((1, 2), (1, 3), (2, 1), (3, 1), (3, 2)):
        assert "accusation about 2 was wrong" in refused(referee, f"{seat} accuse {accused} 2")
    assert "accuse 2 3" in legal(referee, 3)  # about another number one may


def test_w24_the_ban_ends_when_the_pawn_leaves_the_card():
    referee = do(on_the_square(), "2 accuse 3 2", "0 decline")
    assert seen(referee, "banned") == [2]  # it has not left
    do(referee, "0 place 6")
    assert seen(referee, "banned") == []
    assert "accuse 1 6" in legal(referee, 3)
    do(referee, "1 guess 2", "1 place 7", "2 guess 3", "2 place 2")
    assert "accuse 1 2" in legal(referee, 3)  # another pawn on the number


def test_w24_the_ban_is_about_one_pawn_and_not_its_owner():
    referee = do(on_the_square(), "2 accuse 3 2", "3 accuse 0 3")
    assert seen(referee, "banned") == [2, 3]
    do(referee, "0 guess 1", "0 place 6")
    assert seen(referee, "banned") == [3]


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_w24_with_more_than_four_there_is_no_ban(seats):
    referee = do(dealt(seats), "0 place 2", "2 accuse 3 2")
    assert seen(referee, "banned") == []
    do(referee, "2 accuse 3 2", "4 accuse 1 2")
    assert seen(referee, "face_up")[4] == [2, 2]


def test_w25_accusations_are_handled_in_the_order_of_the_log():
    referee = on_the_square()
    do(referee, "2 accuse 1 2")
    assert "no pawn stands on 2" in refused(referee, "3 accuse 1 2")
    assert seen(referee, "counter") == [4, 4, 3, 4]
    do(referee, "3 accuse 2 3")
    assert seen(referee, "face_up") == [[], [], [2, 2], [3, 3]]
    assert seen(referee, "active") == 0  # the game goes on where it was
