"""The end of a turn, the end of the game, and the score: S30 to S43."""

import pytest

from spyring.core import CHANCE
from spyring.generator import Generator


def give(table, seat, *cards):
    """Cards into one display, whoever is active; the effects ask as little as they can."""
    for card in cards:
        active = table.active
        table.offer(card, seat if seat != active else (seat + 1) % table.seats)
        table.play(f"{table.state.actors()[0]} {'accept' if seat != active else 'refuse'}")
        if card == "detective":
            table.play(f"{seat} look {seat}")
    return table


def test_s30_two_of_a_name_turn_face_down(start):
    table = give(start(), 1, "journalist", "detective", "journalist")
    assert table.display(1) == ["(journalist)", "detective", "(journalist)"]
    assert table.state.scores()[1] == -2


def test_s30_a_third_copy_stays_up_and_counts(start):
    table = give(start(), 1, "journalist", "journalist", "journalist")
    assert table.display(1) == ["(journalist)", "(journalist)", "journalist"]
    assert table.state.scores()[1] == 3
    give(table, 1, "journalist")
    assert table.display(1) == ["(journalist)"] * 4


def test_s30_holds_for_a_politician_that_was_sent(start):
    table = start().turn("politician", 2, "2 send 1").turn("politician", 3, "3 send 1")
    assert table.display(1) == ["(politician)", "(politician)"]


def test_s31_the_un_token_is_with_the_one_who_has_fewer_than_every_other(start):
    table = start()
    holders = []
    for target in (1, 2, 3):
        table.turn("scientist", target)
        holders.append(table.view(None)["un"])
    assert holders == [None, None, 0]
    table.turn("detective", 0, "0 look 0")
    assert table.view(None)["un"] is None


def test_s31_cards_that_are_down_and_bullets_count(start):
    table = give(start(), 1, "scientist", "scientist")
    table.turn("scientist", 3).turn("assassin", 2, "chance bullet -1", "2 shoot 0")
    assert table.view(None)["un"] is None  # one, two, one and one card
    table.turn("detective", 3, "3 look 3").turn("detective", 2, "2 look 2")
    assert table.view(None)["un"] == 0  # one bullet against twice two


def fill(table, seat, *, until):
    """One display card by card: the number of cards when the game ended."""
    cards = ["politician", "journalist", "detective", "diplomat", "double-agent"]
    for number, card in enumerate(cards, start=1):
        if card == "politician":
            other = (seat + 1) % table.seats
            receiver = other if other != table.active else (other + 1) % table.seats
            table.turn(card, receiver, f"{receiver} send {seat}")
        else:
            active = table.active
            table.offer(card, seat if seat != active else (seat + 1) % table.seats)
            table.play(f"{table.state.actors()[0]} {'accept' if seat != active else 'refuse'}")
            if card == "detective":
                table.play(f"{seat} look centre")
            if card == "diplomat":
                assert table.phase == "effect"
                table.play(f"{seat} exchange left")
        if table.phase == "over":
            return number
        assert number < until
    raise AssertionError("the game goes on")


@pytest.mark.parametrize(("seats", "full"), [(4, 5), (5, 5), (6, 5), (7, 4), (8, 4)])
def test_s40_a_full_display_ends_the_game(start, seats, full):
    table = start(seats)
    assert fill(table, 1, until=full) == full
    assert table.state.actors() == ()
    assert table.legal() == {}
    assert table.active is None
    assert table.refuses("chance reveal scientist", "0 offer scientist 1", "1 accept", "0 say trust")


def test_s40_everybody_hears_whose_display_ended_the_game(start):
    table = start()
    while table.phase != "over":
        assert not any(text.startswith("full") for _, text in table.feed(None))
        table.do(*table.state.pick(Generator(len(table.log))))
    full = [f"full {seat}" for seat in range(4) if len(table.display(seat)) == 5]
    assert full
    assert [text for _, text in table.feed(None) if text.startswith("full")] == full


def test_s40_effects_and_pairs_still_apply_in_that_turn(start):
    table = give(start(), 1, "detective", "journalist", "scientist")
    table.turn("assassin", 2, "chance bullet 0", "2 shoot 1")
    assert table.phase == "reveal"
    give(table, 1, "journalist")
    assert table.phase == "over"
    assert table.display(1) == ["detective", "(journalist)", "scientist", "(bullet)", "(journalist)"]
    assert table.saw(2)[-1] == (1, "kgb")


def test_s40_a_bullet_can_be_the_fifth_card(start):
    table = give(start(), 1, "detective", "journalist", "scientist", "double-agent")
    table.turn("assassin", 2, "chance bullet -1", "2 shoot 1")
    assert table.phase == "over"
    assert table.view(None)["scores"] == [0, 7, 0, 0]


def test_s41_all_tokens_and_bullets_are_revealed(start):
    table = give(start(), 1, "detective", "journalist", "scientist")
    table.turn("assassin", 2, "chance bullet -3", "2 shoot 1")
    for seat in (None, 0, 1, 3):
        assert "value" not in table.view(seat)["displays"][1][3]
        assert "identities" not in table.view(seat)
        assert "centre" not in table.view(seat)
    give(table, 1, "double-agent")
    for seat in (None, 0, 1, 2, 3):
        view = table.view(seat)
        assert view["displays"][1][3] == {"card": "bullet", "up": False, "value": -3}
        assert view["identities"] == ["cia", "hippie", "cia", "kgb"]
        assert view["centre"] == "kgb"
        heard = [text for actor, text in table.feed(seat) if actor == CHANCE]
        assert {"identity 1 hippie", "identity centre kgb", "shot 1 -3", "shot 0"} <= set(heard)


def test_s41_the_score_is_the_sum_of_face_up_characters_and_bullets(start):
    table = give(start(), 1, "detective", "journalist", "scientist")  # -2 + 3 + 5
    table.turn("assassin", 2, "chance bullet -3", "2 shoot 1")
    give(table, 1, "double-agent")  # + 2
    assert table.view(None)["scores"] == [0, 5, 0, 0]
    assert table.state.scores() == [0, 5, 0, 0]


@pytest.mark.parametrize(
    ("card", "worth"),
    [
        ("double-agent", 2),
        ("politician", 3),
        ("psychiatrist", -1),
        ("detective", -2),
        ("journalist", 3),
        ("scientist", 5),
        ("diplomat", 1),
        ("assassin", 0),
    ],
)
def test_s41_what_each_character_is_worth(start, card, worth):
    effects = {
        "politician": ["1 send 2"],
        "psychiatrist": ["1 swap 2 3"],
        "detective": ["1 look 1"],
        "diplomat": ["1 exchange left"],
        "assassin": ["chance bullet 0", "1 shoot 2"],
    }
    table = start().turn(card, 1, *effects.get(card, []))
    assert table.state.scores() == ([0, 0, 3, 0] if card == "politician" else [0, worth, 0, 0])


WORTH = {"journalist": 3, "detective": -2, "scientist": 5}


def ending(start, teams, last, **cards):
    """A game that seat 0 ended: two pairs worth nothing and a last card; the others have one card or none."""
    table = start(len(teams.split()), teams=teams)
    given = [cards.get(f"seat_{seat}") for seat in range(table.seats)]
    for seat, card in enumerate(given):
        if card:
            give(table, seat, card)
    give(table, 0, "journalist", "journalist", "scientist", "scientist", last)
    view = table.view(None)
    assert view["scores"] == [WORTH[last], *(WORTH.get(card, 0) for card in given[1:])]
    assert table.state.winners() == view["winners"]
    assert view["ending"] == table.game.ending(table.state)
    return view["ending"][0]["id"], view["won_by"], view["winners"]


def test_s42_a_hippie_alone_with_the_lowest_score_is_the_only_winner(start):
    end = ending(start, "cia hippie kgb cia", "journalist", seat_1="detective")
    assert end == ("hippie", "hippie", [1])


def test_s42_a_tie_above_the_lowest_does_not_matter(start):
    assert ending(start, "cia kgb cia hippie", "journalist", seat_3="detective") == ("hippie", "hippie", [3])


def test_s42_even_one_who_ends_the_game(start):
    assert ending(start, "hippie cia kgb cia", "detective") == ("hippie", "hippie", [0])


def test_s42_a_tie_with_anybody_is_not_the_lowest(start):
    end = ending(start, "cia hippie kgb cia", "journalist", seat_1="detective", seat_2="detective")
    assert end == ("cia", "cia", [0, 3])
    end = ending(start, "cia hippie kgb cia", "journalist", seat_1="detective", seat_3="detective")
    assert end == ("cia", "cia", [0, 3])


def test_s42_somebody_else_who_is_lowest_lets_the_teams_win(start):
    end = ending(start, "cia hippie kgb cia", "journalist", seat_2="detective")
    assert end == ("cia", "cia", [0, 3])


def test_s42_two_hippies_are_judged_one_by_one(start):
    teams = "cia hippie hippie kgb cia"
    assert ending(start, teams, "journalist", seat_2="detective") == ("hippie", "hippie", [2])
    both = ending(start, teams, "journalist", seat_1="detective", seat_2="detective")
    assert both == ("cia", "cia", [0, 4])


def test_s43_the_higher_total_wins_all_its_members_together(start):
    end = ending(start, "cia kgb cia kgb", "journalist", seat_1="scientist", seat_2="detective")
    assert end == ("kgb", "kgb", [1, 3])
    end = ending(start, "cia kgb cia kgb", "scientist", seat_1="journalist")
    assert end == ("cia", "cia", [0, 2])


def test_s43_equal_totals_everybody_loses(start):
    assert ending(start, "cia kgb cia kgb", "journalist", seat_1="journalist") == ("nobody", "nobody", [])


def test_s43_hippies_are_in_no_total_and_the_centre_is_nobodys(start):
    end = ending(start, "cia kgb hippie kgb", "journalist", seat_2="scientist")
    assert end == ("cia", "cia", [0])
    end = ending(start, "hippie kgb cia kgb", "scientist", seat_2="journalist")
    assert end == ("cia", "cia", [2])


def test_s43_an_ending_gives_its_reasons_with_their_numbers(start):
    def reasons(teams, **cards):
        table = start(len(teams.split()), teams=teams)
        for seat, card in cards.items():
            give(table, int(seat[-1]), card)
        give(table, 0, "journalist", "journalist", "scientist", "scientist", "journalist")
        return table.view(None)["ending"]

    totals = {"cia": 3, "kgb": 5}
    assert reasons("cia kgb cia kgb", seat_1="scientist") == [{"id": "kgb", "totals": totals}]
    assert reasons("cia hippie kgb cia", seat_2="scientist") == [
        {"id": "kgb", "totals": totals},
        {"id": "not-lowest", "seats": [1]},
    ]
    assert reasons("cia hippie kgb cia", seat_1="detective") == [
        {"id": "hippie", "totals": {"cia": 3, "kgb": 0}},
        {"id": "lowest", "seat": 1, "score": -2},
    ]


def test_s43_nobody_has_won_while_the_game_goes_on(start):
    table = give(start(), 1, "scientist")
    assert table.state.winners() == []
    assert "won_by" not in table.view(None)
