"""Set-up: S1 to S6."""

import pytest

from spyring.core import CHANCE

SEATS = pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])


@pytest.mark.parametrize(
    ("seats", "tokens"),
    [(4, (2, 2, 1)), (5, (2, 2, 2)), (6, (3, 3, 1)), (7, (3, 3, 2)), (8, (4, 4, 1))],
)
def test_s1_tokens_in_play_by_number_of_players(empty, seats, tokens):
    table = empty(seats)
    chances = {table.game.text(table.state, CHANCE, code): left for code, left in table.state.outcomes()}
    assert chances == dict(zip(["token 0 cia", "token 0 kgb", "token 0 hippie"], tokens, strict=True))
    assert sum(tokens) == seats + 1


def test_s1_a_team_runs_out(empty):
    table = empty(4).play("chance token 0 hippie", "chance token 1 cia", "chance token 2 cia")
    assert table.texts(CHANCE) == {"token 3 kgb"}
    assert table.refuses("chance token 3 cia", "chance token 3 hippie")


def test_s2_one_token_to_each_seat_in_order_and_the_last_to_the_centre(empty):
    table = empty(4)
    assert table.refuses("chance token 1 cia")
    table.deal("cia kgb cia hippie").play("chance first 0")
    table.turn("detective", 1, "1 look centre")
    assert table.saw(1) == [(1, "kgb"), ("centre", "kgb")]


def test_s3_four_players_see_their_own_token(start):
    table = start(4)
    assert [table.saw(seat) for seat in range(4)] == [[(0, "cia")], [(1, "kgb")], [(2, "cia")], [(3, "kgb")]]
    assert table.saw(None) == []


@pytest.mark.parametrize("seats", [5, 6])
def test_s3_five_or_six_also_see_the_token_on_their_right(start, seats):
    table = start(seats)
    assert table.saw(None) == []
    assert table.saw(0) == [(0, "cia"), (seats - 1, {5: "hippie", 6: "kgb"}[seats])]
    assert table.saw(3) == [(3, "kgb"), (2, "cia")]


@pytest.mark.parametrize("seats", [7, 8])
def test_s3_seven_or_eight_also_see_the_centre(start, seats):
    table = start(seats)
    assert table.saw(0) == [(0, "cia"), (seats - 1, {7: "hippie", 8: "kgb"}[seats]), ("centre", "hippie")]
    assert table.saw(3) == [(3, "kgb"), (2, "cia"), ("centre", "hippie")]
    assert table.saw(None) == [("centre", "hippie")]


def test_s3_the_first_look_comes_when_all_tokens_are_dealt(empty):
    table = empty(4).play("chance token 0 cia", "chance token 1 kgb", "chance token 2 cia")
    assert [table.saw(seat) for seat in range(4)] == [[]] * 4
    table.play("chance token 3 kgb")
    assert table.saw(0) == [(0, "cia")]


@SEATS
def test_s4_any_seat_may_be_first_and_the_left_neighbour_is_next(start, empty, seats):
    table = empty(seats)
    while table.texts(CHANCE) and "first 0" not in table.texts(CHANCE):
        table.play(f"chance {sorted(table.texts(CHANCE))[0]}")
    assert table.texts(CHANCE) == {f"first {seat}" for seat in range(seats)}
    assert table.active is None
    table = start(seats, first=seats - 1)
    assert table.active == seats - 1
    table.turn("scientist", 1)
    assert table.active == 0
    table.turn("scientist", 2)
    assert table.active == 1


def test_s5_the_deck_has_29_cards_and_nobody_any(start):
    table = start(4)
    view = table.view(None)
    assert table.copies() == {
        "double-agent": 3,
        "politician": 4,
        "psychiatrist": 2,
        "detective": 3,
        "journalist": 4,
        "scientist": 6,
        "diplomat": 3,
        "assassin": 4,
    }
    assert view["deck"] == 29
    assert view["displays"] == [[], [], [], []]
    assert view["un"] is None


def test_s5_four_bullets_each_drawn_once(start):
    table = start(4)
    left = {"bullet 0", "bullet -1", "bullet -2", "bullet -3"}
    for bullet, seat in [("0", 0), ("-2", 1), ("-1", 2), ("-3", 3)]:
        target = (seat + 1) % 4
        table.offer("assassin", target).play(f"{target} accept")
        assert table.texts(CHANCE) == left
        left.remove(f"bullet {bullet}")
        table.play(f"chance bullet {bullet}", f"{target} shoot {seat}")


def test_s6_nobody_looks_at_a_token_unless_a_card_says_so(start):
    table = start(4)
    looks = [f"{seat} look {place}" for seat in range(4) for place in (0, 1, 2, 3, "centre")]
    assert table.refuses(*looks)
    table.draw("detective")
    assert table.refuses(*looks)
    table.play("0 offer detective 1")
    assert table.refuses(*looks)
    table.play("1 accept")
    assert table.refuses(*(line for line in looks if not line.startswith("1")))
    table.play("1 look 1")
    assert table.refuses(*looks)


def test_s6_a_token_that_moves_is_not_seen(start):
    table = start(4).turn("psychiatrist", 1, "1 swap 0 2")
    assert table.saw(0) == [(0, "cia")]
    assert table.saw(2) == [(2, "cia")]
