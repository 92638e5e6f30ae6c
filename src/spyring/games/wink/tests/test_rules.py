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
    table = Referee(GAME, seats, TABLE)
    assert list(seen(table, "square")) == [str(number) for number in range(1, highest + 1)]
    assert set(seen(table, "square").values()) == {"open"}
    assert legal(table, "chance") == [f"deal 0 {number}" for number in range(1, highest + 1)]
    if highest < 36:
        assert "36 is not in play" in refused(table, "chance deal 0 36")


@pytest.mark.parametrize(("seats", "size"), [(4, 9), (5, 7), (6, 6), (7, 5), (8, 4)])
def test_w2_all_cards_are_dealt_round_by_round(seats, size):
    table = dealt(seats)
    assert seen(table, "hand_sizes") == [size] * seats
    for seat in range(seats):
        assert seen(table, "hand", seat) == [seat + 1 + turn * seats for turn in range(size)]


def test_w2_the_deal_is_one_by_one_from_seat_0_and_even():
    table = Referee(GAME, 4, TABLE)
    assert phase(table) == "deal"
    assert refused(table, "chance deal 1 5")
    do(table, "chance deal 0 5")
    assert refused(table, "chance deal 1 5")
    assert refused(table, "chance first 0")
    assert legal(table, "chance") == [f"deal 1 {number}" for number in range(1, 37) if number != 5]
    assert {weight for _, weight in table.state.outcomes()} == {1}
    assert seen(table, "hand_sizes") == [1, 0, 0, 0]


def test_w2_a_hand_is_in_the_order_of_the_deal():
    table = Referee(GAME, 4, TABLE)
    for number in range(36, 0, -1):
        do(table, f"chance deal {holder(4, 37 - number)} {number}")
    assert seen(table, "hand", 0) == [36, 32, 28, 24, 20, 16, 12, 8, 4]


def test_w3_a_pawn_and_four_counter_espionage_cards():
    table = dealt(5)
    assert seen(table, "pawns") == [None] * 5
    assert seen(table, "counter") == [4] * 5
    assert seen(table, "face_up") == [[]] * 5
    assert seen(table, "face_down") == [0] * 5


def test_w4_any_seat_is_first_equally_likely_and_play_goes_clockwise():
    table = Referee(GAME, 4, TABLE)
    do(table, *(f"chance deal {holder(4, number)} {number}" for number in range(1, 37)))
    assert phase(table) == "deal"
    assert seen(table, "active") is None
    assert legal(table, "chance") == ["first 0", "first 1", "first 2", "first 3"]
    assert {weight for _, weight in table.state.outcomes()} == {1}
    do(table, "chance first 2")
    turns = []
    for number in (2, 3, 6, 7):
        turns.append(seen(table, "active"))
        do(table, f"{turns[-1]} place {number}")
    assert turns == [2, 3, 0, 1]
    assert seen(table, "active") == 2
    assert seen(table, "round") == 2


# W10 to W15: the turn.


def on_the_square(options: dict[str, str] | None = None, seats: int = 4) -> Referee:
    """Every pawn stands on a card of the next seat, and seat 0 has its second turn."""
    table = dealt(seats, options=options)
    for seat in range(seats):
        do(table, f"{seat} place {(seat + 1) % seats + 1}")
    return table


def test_w10_a_guess_names_another_seat_or_is_declined():
    table = on_the_square()
    assert phase(table) == "guess"
    assert legal(table, 0)[:4] == ["guess 1", "guess 2", "guess 3", "decline"]
    assert "another seat" in refused(table, "0 guess 0")
    assert "turn of seat 0" in refused(table, "1 guess 2")
    assert "guess" in refused(table, "0 place 7")


def test_w10_without_a_pawn_on_the_square_there_is_no_guess():
    table = dealt()
    assert phase(table) == "place"
    assert "no guess" in refused(table, "0 guess 1")
    assert "no guess" in refused(table, "0 decline")


def empty_handed(*, round: int) -> Referee:
    """Eight seats, and seat 1 lost all its cards at seat 5's first turn, or before seat 0's second."""
    table = dealt(8)
    do(table, "0 place 2", "1 place 1", "2 place 10", "3 place 18", "4 place 26")
    if round == 2:
        do(table, "5 place 3", "6 place 4", "7 place 5")
    return do(table, *(f"5 accuse 1 {number}" for number in (2, 10, 18, 26)))


def test_w10_also_a_seat_without_cards_may_be_named():
    table = empty_handed(round=2)
    do(table, "0 place 6", "1 guess 0", "1 place 7", "2 place 8", "3 place 11", "4 place 12")
    assert seen(table, "hand_sizes")[1] == 0
    assert "guess 1" in legal(table, 5)


def test_w11_a_right_guess_is_a_card_face_up_for_both():
    table = do(on_the_square(), "0 guess 1")
    assert seen(table, "square")["2"] == "taken"
    assert seen(table, "face_up") == [[2], [2], [], []]
    assert seen(table, "face_down") == [0, 0, 0, 0]
    assert seen(table, "hand_sizes") == [9, 8, 9, 9]
    assert 2 not in seen(table, "hand", 1)
    assert seen(table, "pawns")[0] is None
    assert phase(table) == "place"
    assert table.feed(None)[-2:] == [(0, "guess 1"), (1, "yes")]


def test_w12_a_wrong_guess_turns_the_card_and_shows_the_holder():
    table = do(on_the_square(), "0 guess 3")
    assert seen(table, "square")["2"] == "down"
    assert seen(table, "face_up") == [[], [], [], []]
    assert seen(table, "face_down") == [0, 1, 0, 0]
    assert seen(table, "hand_sizes") == [9, 8, 9, 9]
    assert 2 not in seen(table, "hand", 1)
    assert seen(table, "pawns")[0] is None
    assert phase(table) == "place"
    for viewer in (None, 0, 1, 2, 3):
        assert table.feed(viewer)[-3:] == [(0, "guess 3"), (3, "no"), (1, "shows 2")]
    assert "out of play" in refused(table, "0 place 2")


def test_w13_after_declining_the_pawn_stays_until_it_is_placed():
    table = do(on_the_square(), "0 decline")
    assert phase(table) == "place"
    assert seen(table, "pawns") == [2, 3, 4, 1]
    assert set(seen(table, "square").values()) == {"open"}
    assert "no guess" in refused(table, "0 guess 1")
    assert "accuse 1 2" in legal(table, 2)
    do(table, "0 place 6")
    assert seen(table, "pawns") == [6, 3, 4, 1]


def test_w14_another_card_face_up_without_a_pawn_and_not_ones_own_twin():
    table = do(on_the_square(), "0 decline")
    taken = {2, 3, 4, 1}
    free = [n for n in range(1, 37) if n not in taken and holder(4, n) != 0]
    assert legal(table, 0, "place") == [f"place {number}" for number in free]
    assert legal(table, 0, "leave") == []
    assert "another card" in refused(table, "0 place 2")
    assert "pawn stands on 3" in refused(table, "0 place 3")
    assert "you hold" in refused(table, "0 place 5")
    assert "turn of seat 0" in refused(table, "1 place 7")
    assert "put it there" in refused(table, "0 leave")


def test_w14_the_card_that_was_left_is_free_for_the_next():
    table = do(on_the_square(), "0 decline", "0 place 6", "1 guess 2", "1 place 7", "2 guess 3")
    assert "place 2" in legal(table, 2)
    assert "place 6" not in legal(table, 2)


def may_leave(table: Referee) -> bool:
    return "leave" in legal(table, seen(table, "active"))


def test_w14_who_has_no_card_leaves_and_has_no_guess_next_time():
    table = balanced(until=may_leave)
    seat = seen(table, "active")
    assert legal(table, seat, "place") + legal(table, seat, "leave") == ["leave"]
    assert seen(table, "pawns")[seat] is None  # off already, and still it leaves
    do(table, f"{seat} leave")
    assert seen(table, "active") == (seat + 1) % 4
    assert seen(table, "pawns")[seat] is None


def test_w14_who_holds_all_free_cards_leaves():
    table = telling_leave()
    seat = seen(table, "active")
    assert free_cards(table) <= set(seen(table, "hand", seat))
    assert legal(table, seat, "place") + legal(table, seat, "leave") == ["leave"]
    assert "you hold the twin" in refused(table, f"{seat} place {min(free_cards(table))}")


def test_w14_a_pawn_that_leaves_comes_off_the_square():
    def last_card(table: Referee) -> bool:
        view = table.view(None)
        return view["hand_sizes"] == [1, 1, 1, 1] and view["phase"] == "guess"

    table = balanced(until=last_card)
    seat = seen(table, "active")
    number = seen(table, "pawns")[seat]
    do(table, f"{seat} decline")
    assert legal(table, seat, "place") + legal(table, seat, "leave") == ["leave"]
    do(table, f"{seat} leave")
    assert seen(table, "pawns")[seat] is None
    assert seen(table, "square")[str(number)] == "open"
    for other in (1, 2, 3):
        do(table, f"{(seat + other) % 4} decline")
        do(table, f"{(seat + other) % 4} {legal(table, (seat + other) % 4)[0]}")
    assert seen(table, "active") == seat
    assert phase(table) == "place"  # no guess after leaving


def test_w15_the_holder_of_the_twin_is_the_partner_who_winks():
    table = dealt(options=QUICK)
    do(table, "0 place 2", "1 look 0", "2 look 0", "3 look 0")
    assert [seat for seat in range(4) if legal(table, seat, "wink")] == [1]


# W20 to W25: counter-espionage.


def test_w20_any_seat_at_any_moment_until_its_cards_are_used():
    table = dealt(5)
    do(table, "0 place 2")
    assert phase(table) == "place"
    for accused, left in ((3, 3), (3, 2), (4, 1), (4, 0)):
        do(table, f"2 accuse {accused} 2")
        assert seen(table, "counter") == [4, 4, left, 4, 4]
    assert "no counter-espionage card" in refused(table, "2 accuse 3 2")
    assert legal(table, 2, "accuse") == []
    assert legal(table, 3, "accuse") == ["accuse 1 2", "accuse 2 2", "accuse 4 2"]
    assert seen(table, "active") == 1


def test_w20_also_in_ones_own_turn_and_while_another_guesses():
    table = on_the_square()
    assert phase(table) == "guess"
    assert "accuse 2 3" in legal(table, 0)
    assert "accuse 1 2" in legal(table, 3)
    do(table, "0 accuse 3 3")
    assert phase(table) == "guess"
    assert seen(table, "active") == 0


def test_w20_it_costs_the_card_right_or_wrong():
    table = do(on_the_square(), "3 accuse 1 2", "3 accuse 0 3")
    assert seen(table, "counter") == [4, 4, 4, 2]


def test_w21_about_another_seats_pawn_against_a_third_seat():
    table = on_the_square()  # pawns of 0, 1, 2, 3 on 2, 3, 4, 1
    expected = {
        f"accuse {accused} {number}"
        for owner, number in enumerate((2, 3, 4, 1))
        for accused in range(4)
        if owner != 2 and accused not in (2, owner)
    }
    assert set(legal(table, 2, "accuse")) == expected
    assert "own pawn" in refused(table, "2 accuse 3 4")
    assert "yourself" in refused(table, "2 accuse 2 3")
    assert "owns the pawn" in refused(table, "2 accuse 0 2")
    assert "no pawn stands on 9" in refused(table, "2 accuse 0 9")


def test_w21_the_accuser_may_hold_the_twin():
    table = do(dealt(), "0 place 2")
    assert legal(table, 1, "accuse") == ["accuse 2 2", "accuse 3 2"]
    do(table, "1 accuse 3 2")
    assert seen(table, "counter") == [4, 3, 4, 4]
    assert seen(table, "square")["2"] == "open"


def test_w21_whether_a_wink_happened_does_not_matter():
    table = do(dealt(options=QUICK), "0 place 2", "2 accuse 1 2")
    assert seen(table, "face_up") == [[], [], [2, 2], []]


def test_w22_right_both_cards_go_to_the_accuser_and_the_pawn_back():
    table = do(dealt(), "0 place 2", "2 accuse 1 2")
    assert seen(table, "square")["2"] == "taken"
    assert seen(table, "face_up") == [[], [], [2, 2], []]
    assert seen(table, "hand_sizes") == [9, 8, 9, 9]
    assert seen(table, "pawns") == [None] * 4
    assert seen(table, "counter") == [4, 4, 3, 4]
    assert table.feed(None)[-2:] == [(2, "accuse 1 2"), (1, "yes")]
    assert [legal(table, seat, "accuse") for seat in range(4)] == [[]] * 4  # no pawn is left
    do(table, "1 place 3", "2 place 4", "3 place 1")
    assert (seen(table, "active"), phase(table)) == (0, "place")  # no guess next time


@pytest.mark.parametrize("before", [[], ["0 decline"]])
def test_w22_in_its_owners_turn_the_pawn_is_placed_in_this_one(before):
    table = do(on_the_square(), *before, "2 accuse 1 2")
    assert (seen(table, "active"), phase(table)) == (0, "place")
    assert seen(table, "pawns")[0] is None
    assert "no guess" in refused(table, "0 guess 1")
    do(table, "0 place 6")
    assert (seen(table, "active"), phase(table)) == (1, "guess")


def test_w22_in_anothers_turn_that_ones_guess_remains():
    table = do(on_the_square(), "0 accuse 2 3")
    assert (seen(table, "active"), phase(table)) == (0, "guess")
    assert seen(table, "pawns") == [2, None, 4, 1]


def test_w23_wrong_nothing_else_happens():
    table = do(dealt(5), "0 place 2")
    before = table.view(None)
    do(table, "2 accuse 3 2")
    assert table.view(None) == before | {"counter": [4, 4, 3, 4, 4]}
    assert table.feed(None)[-2:] == [(2, "accuse 3 2"), (3, "no")]
    assert seen(table, "hand", 3) == [4, 9, 14, 19, 24, 29, 34]


def test_w24_with_four_a_wrong_accusation_bans_the_number_for_everybody():
    table = do(on_the_square(), "2 accuse 3 2")
    assert seen(table, "banned") == [2]
    for seat, accused in ((1, 2), (1, 3), (2, 1), (3, 1), (3, 2)):
        assert "accusation about 2 was wrong" in refused(table, f"{seat} accuse {accused} 2")
    assert "accuse 2 3" in legal(table, 3)  # about another number one may


def test_w24_the_ban_ends_when_the_pawn_leaves_the_card():
    table = do(on_the_square(), "2 accuse 3 2", "0 decline")
    assert seen(table, "banned") == [2]  # it has not left
    do(table, "0 place 6")
    assert seen(table, "banned") == []
    assert "accuse 1 6" in legal(table, 3)
    do(table, "1 guess 2", "1 place 7", "2 guess 3", "2 place 2")
    assert "accuse 1 2" in legal(table, 3)  # another pawn on the number


def test_w24_the_ban_is_about_one_pawn_and_not_its_owner():
    table = do(on_the_square(), "2 accuse 3 2", "3 accuse 0 3")
    assert seen(table, "banned") == [2, 3]
    do(table, "0 guess 1", "0 place 6")
    assert seen(table, "banned") == [3]


@pytest.mark.parametrize("seats", [5, 6, 7, 8])
def test_w24_with_more_than_four_there_is_no_ban(seats):
    table = do(dealt(seats), "0 place 2", "2 accuse 3 2")
    assert seen(table, "banned") == []
    do(table, "2 accuse 3 2", "4 accuse 1 2")
    assert seen(table, "face_up")[4] == [2, 2]


def test_w25_accusations_are_handled_in_the_order_of_the_log():
    table = on_the_square()
    do(table, "2 accuse 1 2")
    assert "no pawn stands on 2" in refused(table, "3 accuse 1 2")
    assert seen(table, "counter") == [4, 4, 3, 4]
    do(table, "3 accuse 2 3")
    assert seen(table, "face_up") == [[], [], [2, 2], [3, 3]]
    assert seen(table, "active") == 0  # the game goes on where it was
