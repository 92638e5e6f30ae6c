"""What can be read, and what is merely not allowed; and the options."""

import io

import pytest

from spyring import gamefile
from spyring.core import UnreadableText
from spyring.games.wink import GAME
from spyring.games.wink.tests.scenes import QUICK, do, refused
from spyring.games.wink.tests.test_rules import on_the_square

UNREADABLE = [
    *("", "go", "deal", "deal 0", "deal 0 0", "deal 0 37", "deal 8 1", "deal 0 01", "deal 0 1 2", "deal x 1"),
    *("first", "first 8", "first -1", "guess", "guess square", "guess 9", "guess 1 2", "decline 1"),
    *("place", "place 0", "place 37", "place 1.0", "place 3 4", "leave 2", "leave square"),
    *("accuse", "accuse 1", "accuse 8 2", "accuse 2 37", "accuse 2 1 1", "accuse square 2"),
    *("look", "look 8", "look Square", "look 1 2", "look table", "wink 1", "wink square", "beat 1"),
    *("Wink", "WINK", "yes", "no", "shows 3", "held 1", "winked 1 2", "place \u0663", "place \u00b2"),
]
ILLEGAL = [
    *(
        "chance deal 0 1",
        "chance first 0",
        "chance wink",
        "chance place 6",
        "0 deal 0 1",
        "0 first 1",
        "0 beat",
    ),
    *("0 guess 7", "0 guess 4", "1 accuse 4 2", "1 accuse 7 2", "1 look 4", "1 look 7", "0 leave"),
    *("chance deal 5 1", "0 place 6", "1 place 7", "1 decline"),
]


@pytest.mark.parametrize("text", UNREADABLE)
def test_a_word_that_no_table_has_is_unreadable(text):
    referee = on_the_square(QUICK)
    for actor in ("chance", 0, 1):
        with pytest.raises(UnreadableText):
            referee.act(actor, text)


@pytest.mark.parametrize("line", ILLEGAL)
def test_what_is_not_in_play_or_not_allowed_now_is_illegal(line):
    assert refused(on_the_square(QUICK), line)


def test_unreadable_beats_illegal_in_one_line():
    referee = on_the_square(seats=5)
    for text in ("accuse 7 37", "deal 7 x", "deal 9 36"):
        with pytest.raises(UnreadableText):
            referee.act(1, text)
    for line in ("1 accuse 7 36", "1 accuse 2 36", "chance deal 7 36", "0 place 36"):
        assert refused(referee, line)


@pytest.mark.parametrize("value", ["0", "1", "3", "10", "1001", "1000000000"])
def test_w44_readable_beats(value):
    assert GAME.settle(4, {"beats": value})["beats"] == value


@pytest.mark.parametrize(
    "value", ["", "-1", "+3", "03", "3.0", "x", "1e2", "1000000001", "9" * 5000, "\u0663", "\u00b2", "on"]
)
def test_w44_unreadable_beats_say_what_is(value):
    with pytest.raises(UnreadableText, match="number from 0 to 1000000000"):
        GAME.settle(4, {"beats": value})


def test_options_have_their_defaults():
    assert GAME.settle(6, {}) == {"eyes": "screen", "bluff": "off", "beats": "3"}
    for options in ({"eyes": "off"}, {"bluff": "maybe"}, {"clock": "on"}):
        with pytest.raises(UnreadableText):
            GAME.settle(6, options)
    for seats in (3, 9):
        with pytest.raises(UnreadableText):
            GAME.settle(seats, {})


@pytest.mark.parametrize(
    ("line", "status"),
    [("0 place 37", 2), ("7 place 2", 1), ("8 place 2", 2), ("1 wink", 1), ("chance beat", 1), ("0 tick", 2)],
)
def test_a_bad_line_decides_the_exit_status(line, status):
    deals = [f"chance deal {(number - 1) % 4} {number}" for number in range(1, 37)]
    lines = ["game wink", "seats 4", "option eyes table", *deals, "chance first 0", line]
    with pytest.raises(gamefile.BadFile) as found:
        gamefile.replay(io.BytesIO("\n".join(lines).encode()), "x.game")
    assert found.value.status == status
    assert str(found.value).startswith("x.game:41: ")


def test_texts_may_be_written_with_any_spaces():
    referee = on_the_square(QUICK)
    do(referee, "1   accuse   0   4")
    assert referee.log[-1] == (1, "accuse 0 4")
