"""The effects of the characters: S20 to S28.

Before the seats lie cia, kgb, cia, kgb; in the centre lies a Hippie.
"""

import pytest

from spyring.core import CHANCE


def all_tokens(table):
    """Where every token lies, played on with Scientists for seat 2 until all is revealed."""
    while table.state.actors():
        if table.active == 2:
            table.offer("scientist", 1).play("1 refuse")
        else:
            table.turn("scientist", 2)
    view = table.view(None)
    return [*view["identities"], view["centre"]]


def test_s20_double_agent_swaps_with_the_centre_and_sees_the_new_token(start):
    table = start().turn("double-agent", 1)
    assert table.saw(1) == [(1, "kgb"), (1, "hippie")]
    assert table.moved(1) == [1, 0]
    assert table.display(1) == ["double-agent"]
    assert table.active == 1
    assert all_tokens(table) == ["cia", "hippie", "cia", "kgb", "kgb"]


def test_s20_nobody_else_sees_it(start):
    table = start().turn("double-agent", 1)
    assert [table.saw(seat) for seat in (0, 2, 3, None)] == [[(0, "cia")], [(2, "cia")], [(3, "kgb")], []]


def test_s21_politician_goes_to_another_player_whose_token_is_seen(start):
    table = start().offer("politician", 1).play("1 accept")
    assert [table.display(seat) for seat in range(4)] == [[], [], [], []]
    assert table.view(None)["deck"] == 28
    assert table.texts(1) == {"send 0", "send 2", "send 3"}  # 0 is the active player
    table.play("1 send 2")
    assert [table.display(seat) for seat in range(4)] == [[], [], ["politician"], []]
    assert table.saw(1) == [(1, "kgb"), (2, "cia")]
    assert table.saw(2) == [(2, "cia")]
    assert table.saw(0) == [(0, "cia")]
    assert table.saw(None) == []


def test_s21_it_may_go_to_the_active_player_and_its_owner_applies_nothing(start):
    table = start().turn("politician", 1, "1 send 0")
    assert table.display(0) == ["politician"]
    assert (table.phase, table.active) == ("reveal", 1)


def test_s22_psychiatrist_swaps_two_other_players(start):
    table = start(first=1).offer("psychiatrist", 2).play("2 refuse")
    assert table.texts(1) == {"swap 0 2", "swap 0 3", "swap 2 3"}
    assert table.refuses("1 swap 1 2", "1 swap 2 2", "0 swap 2 3")
    table.play("1 swap 3 2")
    assert table.log[-1] == (1, "swap 2 3")
    assert table.feed(0)[-1] == (1, "swap 2 3")
    assert [len(table.saw(seat)) for seat in range(4)] == [1, 1, 1, 1]
    assert all_tokens(table) == ["cia", "kgb", "kgb", "cia", "hippie"]


@pytest.mark.parametrize(
    ("place", "team"), [(0, "cia"), (1, "kgb"), (2, "cia"), (3, "kgb"), ("centre", "hippie")]
)
def test_s23_detective_looks_at_any_one_token_alone(start, place, team):
    table = start().offer("detective", 1).play("1 accept")
    assert table.texts(1) == {"look 0", "look 1", "look 2", "look 3", "look centre"}
    table.play(f"1 look {place}")
    assert table.saw(1) == [(1, "kgb"), (place, team)]
    assert [len(table.saw(seat)) for seat in (0, 2, 3, None)] == [1, 1, 1, 0]


def test_s23_everybody_sees_which_one(start):
    table = start().turn("detective", 1, "1 look centre")
    for seat in (None, 0, 1, 2, 3):
        assert table.view(seat)["looks"] == [{"by": 1, "of": "centre", "turn": 1}]
        assert (1, "look centre") in table.feed(seat)


def test_s24_journalist_shows_the_token_to_all_the_others(start):
    table = start().turn("psychiatrist", 3, "3 swap 0 1").turn("journalist", 0)
    assert table.saw(0) == [(0, "cia")]  # the owner does not see it
    assert [table.saw(seat)[1:] for seat in (1, 2, 3)] == [[(0, "kgb")]] * 3
    assert table.saw(None) == []  # nor does an onlooker
    assert table.view(None)["looks"] == []
    assert table.active == 2


def test_s25_the_first_scientist_does_nothing(start):
    table = start().turn("politician", 2, "2 send 1").turn("scientist", 2)
    table.turn("scientist", 1)
    assert table.display(1) == ["politician", "scientist"]
    assert table.display(2) == ["scientist"]


def test_s25_the_second_turns_all_characters_face_down(start):
    table = start().turn("politician", 2, "2 send 1")
    table.offer("scientist", 2).play("2 refuse")
    table.turn("scientist", 1)
    assert table.display(1) == ["(politician)", "(scientist)", "(scientist)"]
    assert [table.display(seat) for seat in (0, 2, 3)] == [[], [], []]


def test_s25_bullets_stay_and_count(start):
    table = start().turn("scientist", 1)
    table.turn("assassin", 2, "chance bullet -3", "2 shoot 1").turn("scientist", 1)
    assert table.display(1) == ["(scientist)", "(bullet)", "(scientist)"]
    assert table.state.scores()[1] == -3


def test_s25_a_third_scientist_counts_as_a_first_one_again(start):
    table = start()
    for _ in range(3):
        table.turn("scientist", 3 if table.active != 3 else 0)
    assert table.display(3) == ["(scientist)", "(scientist)", "scientist"]
    table.play("chance reveal scientist", "chance reveal politician", "3 offer scientist 1", "1 refuse")
    assert table.display(3) == ["(scientist)"] * 4


def test_s26_diplomat_shows_the_centre_and_must_swap_it_with_a_neighbour(start):
    table = start().offer("diplomat", 1).play("1 accept")
    assert [table.saw(seat)[-1] for seat in (0, 1, 2, 3, None)] == [("centre", "hippie")] * 5
    assert table.texts(1) == {"exchange left", "exchange right"}
    assert table.refuses("0 exchange left", "2 exchange left", "chance reveal scientist")
    assert table.phase == "effect"


@pytest.mark.parametrize(
    ("seat", "side", "tokens"),
    [
        (1, "left", ["cia", "kgb", "hippie", "kgb", "cia"]),
        (1, "right", ["hippie", "kgb", "cia", "kgb", "cia"]),
        (3, "left", ["hippie", "kgb", "cia", "kgb", "cia"]),
        (0, "right", ["cia", "kgb", "cia", "hippie", "kgb"]),
    ],
)
def test_s26_left_is_the_next_seat_and_right_the_one_before(start, seat, side, tokens):
    table = start(first=2).turn("diplomat", seat, f"{seat} exchange {side}")
    assert table.active == 3
    assert all_tokens(table) == tokens


def test_s27_the_phase_stays_that_of_an_interruption_until_the_bullet_is_drawn(start):
    table = start().turn("scientist", 1).turn("scientist", 2).turn("scientist", 3)
    assert table.view(None)["un"] == 0
    table.draw("assassin").play(f"{table.active} offer assassin 0", "0 interrupt")
    assert table.phase == "un"
    assert table.play("chance bullet 0").phase == "effect"


def test_s27_assassin_gives_a_bullet_face_down_to_another_player(start):
    table = start().offer("assassin", 1).play("1 accept")
    assert table.texts(CHANCE) == {"bullet 0", "bullet -1", "bullet -2", "bullet -3"}
    assert table.phase == "answer"  # while chance owes a card, the phase stays that of the act
    table.play("chance bullet -2")
    assert table.view(1)["bullet"] == -2
    assert [table.view(seat).get("bullet") for seat in (0, 2, 3, None)] == [None] * 4
    assert table.texts(1) == {"shoot 0", "shoot 2", "shoot 3"}
    table.play("1 shoot 2")
    assert table.display(1) == ["assassin"]
    assert table.display(2) == ["(bullet)"]
    assert table.view(1)["bullet"] is None
    assert table.state.scores() == [0, 0, -2, 0]


def test_s28_the_choice_is_made_before_the_turn_goes_on(start):
    for card, choice in [("politician", "send 3"), ("psychiatrist", "swap 0 3"), ("detective", "look 0")]:
        table = start().offer(card, 2).play("2 refuse")
        assert table.state.actors() == (0,)
        assert table.active == 0
        assert table.refuses("chance reveal scientist", f"2 {choice}")


# What follows from a card is told as well.


def heard_of(table, verb):
    """All lines with a verb, as an onlooker hears them."""
    return [text for _, text in table.feed(None) if text.split()[0] == verb]


def test_s25_everybody_hears_that_a_second_scientist_turns_all_characters_down(start):
    table = start().turn("scientist", 1)
    assert heard_of(table, "down") == []
    table.turn("journalist", 2).turn("scientist", 1)
    assert heard_of(table, "down") == ["down 1 all"]


def test_s30_everybody_hears_of_a_pair_that_turns_down(start):
    table = start().turn("journalist", 1).turn("scientist", 3).turn("journalist", 1)
    assert heard_of(table, "down") == ["down 1 journalist"]


def test_s31_everybody_hears_where_the_un_token_goes(start):
    table = start().turn("scientist", 1).turn("scientist", 2)
    assert heard_of(table, "un") == []
    table.turn("journalist", 3)
    assert heard_of(table, "un") == ["un 0"]
