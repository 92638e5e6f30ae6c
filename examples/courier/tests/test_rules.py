"""The rules of Courier, by their numbers."""

import pytest

from spyring.core import CHANCE, IllegalAction, UnreadableText
from spyring.games import find_game
from spyring.referee import Referee

GAME = find_game("courier")


def table(letter, *lines, first=0):
    """A table of three after these lines; seat 0 begins."""
    referee = Referee(GAME, 3, {"rounds": "3"})
    for line in (letter, f"chance first {first}", *lines):
        actor, text = line.split(maxsplit=1)
        referee.act(actor if actor == CHANCE else int(actor), text)
    return referee


def test_c1_only_the_seat_with_the_letter_knows():
    dealt = table("chance letter 1")
    assert [dealt.view(seat)["letter"] for seat in range(3)] == [False, True, False]
    assert "letter" not in dealt.view(None)
    assert dealt.feed(0) == [("chance", "letter"), ("chance", "first 0")]


def test_c2_play_goes_clockwise_from_the_first():
    assert list(table("chance letter 0", "2 pass 1 blank", first=2).legal()) == [0]


def test_c3_an_envelope_is_known_to_two():
    passed = table("chance letter 0", "0 pass 1 letter")
    assert passed.feed(1)[-1] == (0, "pass 1 letter")
    assert passed.feed(2)[-1] == (0, "pass 1")
    assert passed.view(1)["letter"] is True


def test_c3_only_who_has_the_letter_passes_it():
    assert "pass 2 letter" not in table("chance letter 0", "0 pass 1 blank").legal()[1]
    with pytest.raises(IllegalAction, match="not possible"):
        table("chance letter 0", "0 pass 1 blank", "1 pass 2 letter")


def blanks(turns):
    """Everybody passes a blank to the left."""
    return [f"{turn % 3} pass {(turn + 1) % 3} blank" for turn in range(turns)]


def test_c4_one_accuses_in_the_last_round():
    with pytest.raises(IllegalAction, match="not possible"):
        table("chance letter 2", *blanks(5), "2 accuse 1")
    assert "accuse 1" in table("chance letter 2", *blanks(6)).legal()[0]


def test_c4_who_has_the_letter_cannot_accuse():
    with pytest.raises(IllegalAction, match="not possible"):
        table("chance letter 0", *blanks(6), "0 accuse 1")


def test_c5_a_right_accusation_wins_and_a_wrong_one_loses():
    start = ("chance letter 0", *blanks(7))
    assert table(*start, "1 accuse 0").state.winners() == [1]
    assert table(*start, "1 accuse 2").state.winners() == [0]


def test_c6_the_letter_wins_in_the_end():
    assert table("chance letter 2", *blanks(9)).view(None)["winners"] == [2]


def test_what_no_table_says_cannot_be_read():
    with pytest.raises(UnreadableText, match="letter, first, pass or accuse"):
        table("chance letter 0", "0 whistle")
