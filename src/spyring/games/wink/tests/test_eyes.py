"""Eyes, on the screen and at a table: W40 to W47 of rules.md (W48 belongs to the page)."""

import io

import pytest

from spyring import gamefile
from spyring.games.wink import GAME
from spyring.games.wink.tests.scenes import QUICK, TABLE, dealt, do, legal, phase, refused, seen
from spyring.referee import Referee

BLUFF = {"bluff": "on", "beats": "0"}


def test_w40_at_a_table_there_are_no_looks_winks_and_beats():
    referee = do(dealt(options=TABLE), "0 place 2")
    for line in ("1 look 0", "1 look square", "1 wink", "chance beat"):
        assert refused(referee, line)
    assert list(referee.legal()) == [1, 2, 3]  # the active seat, and who can accuse
    for field in ("looks", "winks", "beat"):
        assert seen_or_none(referee, field) is None


def seen_or_none(referee: Referee, field: str) -> object:
    return referee.view(1).get(field)


def test_w40_bluff_and_beats_are_read_and_ignored():
    referee = do(dealt(options={"eyes": "table", "bluff": "on", "beats": "7"}), "0 place 2")
    assert seen(referee, "active") == 1
    assert refused(referee, "1 wink")


def test_w41_all_look_at_the_square_first_and_everybody_sees_every_look():
    referee = dealt(options={})
    assert seen(referee, "looks") == ["square"] * 4
    do(referee, "1 look 3", "3 look 0")
    for viewer in (None, 0, 1, 2, 3):
        assert seen(referee, "looks", viewer) == ["square", 3, "square", 0]
        assert referee.feed(viewer)[-2:] == [(1, "look 3"), (3, "look 0")]


def test_w41_at_another_seat_or_the_square_and_elsewhere_than_before():
    referee = dealt(5, options={})
    assert legal(referee, 2, "look") == ["look 0", "look 1", "look 3", "look 4"]
    assert "the square already" in refused(referee, "2 look square")
    assert "yourself" in refused(referee, "2 look 2")
    do(referee, "2 look 3", "chance beat")
    assert legal(referee, 2, "look") == ["look 0", "look 1", "look 4", "look square"]
    assert "seat 3 already" in refused(referee, "2 look 3")
    do(referee, "2 look square", "chance beat", "2 look 1", "chance beat")
    assert legal(referee, 2, "look") == ["look 0", "look 3", "look 4", "look square"]


def winkers(*looks: str) -> Referee:
    """Seat 1 holds the card under seat 0's pawn and looks at seat 0; then these looks."""
    return do(dealt(options=QUICK), "0 place 2", "1 look 0", *looks)


def test_w42_a_wink_is_seen_by_exactly_those_who_look_at_the_winker():
    referee = do(winkers("0 look 1", "2 look 1", "3 look 0"), "1 wink")
    saw = [{"by": 1, "at": 0, "beat": 0}]
    assert [referee.view(viewer)["winks"] for viewer in (None, 0, 1, 2, 3)] == [[], saw, [], saw, []]
    heard = [(1, "wink") in referee.feed(viewer) for viewer in (None, 0, 1, 2, 3)]
    assert heard == [False, True, True, True, False]  # the winker knows its own


def test_w42_who_is_winked_at_sees_it_only_when_looking():
    referee = do(winkers(), "1 wink")
    assert seen(referee, "winks", 0) == []
    assert (1, "wink") not in referee.feed(0)


def test_w42_the_moment_counts_not_the_beat():
    referee = do(winkers("0 look 1"), "1 wink", "2 look 1")
    assert seen(referee, "winks", 2) == []
    referee = do(winkers("0 look 1"), "chance beat", "0 look 2", "1 wink")
    assert seen(referee, "winks", 0) == []


def test_w43_the_winker_is_not_told_who_saw_it():
    referee = do(winkers("0 look 1"), "1 wink")
    assert referee.feed(1)[-1] == (1, "wink")
    assert seen(referee, "winks", 1) == []


def test_w44_beats_are_counted_from_first():
    referee = dealt(options=QUICK)
    assert seen(referee, "beat") == 0
    do(referee, "0 place 2", "chance beat", "chance beat", "1 look 0", "0 look 1", "1 wink")
    assert seen(referee, "beat") == 2
    assert seen(referee, "winks", 0) == [{"by": 1, "at": 0, "beat": 2}]


def test_w44_one_look_and_one_wink_a_beat():
    referee = do(winkers("0 look 1"), "1 wink")
    assert "looked elsewhere in this beat" in refused(referee, "1 look 2")
    assert "winked in this beat" in refused(referee, "1 wink")
    assert "looked elsewhere in this beat" in refused(referee, "0 look square")
    assert legal(referee, 2, "look") == ["look 0", "look 1", "look 3"]
    do(referee, "chance beat", "1 wink", "1 look 2")
    assert len(seen(referee, "winks", 0)) == 2


def test_w44_a_new_turn_is_no_new_beat():
    referee = do(winkers("0 look 1"), "1 wink", "1 place 3")
    assert seen(referee, "active") == 2
    assert "winked in this beat" in refused(referee, "1 wink")


@pytest.mark.parametrize("beats", [0, 1, 3, 5])
def test_w44_a_turn_lasts_its_beats(beats):
    referee = dealt(options={"beats": str(beats)})
    for struck in range(beats):
        assert legal(referee, 0, "place") == []
        assert f"{struck} have been struck" in refused(referee, "0 place 2")
        assert refused(referee, "0 leave")
        do(referee, "chance beat")
    do(referee, "0 place 2")
    assert seen(referee, "active") == 1
    assert bool(legal(referee, 1, "place")) == (beats == 0)  # they are counted anew in each turn


def test_w44_more_beats_are_no_harm():
    referee = dealt(options={"beats": "1"})
    do(referee, "chance beat", "chance beat", "chance beat", "0 place 2")
    assert "0 have been struck" in refused(referee, "1 place 3")


def test_w44_the_default_is_three_beats():
    assert dealt(options={}).view(None)["options"]["beats"] == "3"


def test_w44_a_guess_need_not_wait():
    referee = dealt(options={"beats": "1"})
    for seat in range(4):
        do(referee, "chance beat", f"{seat} place {(seat + 1) % 4 + 1}")
    assert legal(referee, 0, "guess") == ["guess 1", "guess 2", "guess 3"]
    do(referee, "0 guess 1")
    assert phase(referee) == "place"
    assert refused(referee, "0 place 6")
    do(referee, "chance beat", "0 place 6", "1 decline")
    assert refused(referee, "1 place 7")


def test_w45_fair_play_winks_only_at_the_owner_of_a_card_one_holds():
    referee = do(winkers("2 look 0", "3 look 1"))
    assert legal(referee, 1, "wink") == ["wink"]
    assert "you do not hold 2" in refused(referee, "2 wink")
    assert "off the square" in refused(referee, "3 wink")
    assert "look at the square" in refused(referee, "0 wink")


def test_w45_a_card_that_is_gone_is_no_reason_to_wink():
    referee = do(winkers("2 look 0"), "2 accuse 1 2")
    assert "off the square" in refused(referee, "1 wink")


def test_w45_with_bluff_at_any_seat_but_never_at_the_square():
    referee = do(dealt(options=BLUFF), "0 place 2", "1 look 0", "2 look 0", "3 look 1")
    assert [seat for seat in range(4) if legal(referee, seat, "wink")] == [1, 2, 3]
    assert "look at the square" in refused(referee, "0 wink")
    do(referee, "3 wink")


def test_w46_looks_winks_and_accusations_in_anybodys_turn_from_first_to_the_end():
    referee = Referee(GAME, 4, {"beats": "0"})
    assert refused(referee, "0 look 1")
    assert refused(referee, "chance beat")
    do(referee, *(f"chance deal {(number - 1) % 4} {number}" for number in range(1, 37)))
    assert refused(referee, "0 look 1")
    assert refused(referee, "chance beat")
    do(referee, "chance first 0", "0 place 2")
    assert list(referee.legal()) == ["chance", 0, 1, 2, 3]
    do(referee, "1 look 0", "1 wink", "1 place 3", "2 place 4", "3 place 1")
    assert phase(referee) == "guess"
    do(referee, "chance beat", "1 wink", "3 accuse 1 2", "2 look 3")


def test_w46_nothing_after_the_end():
    referee = dealt(8, options=QUICK)
    do(referee, "0 place 2", "1 place 1", "2 place 10", "3 place 18", "4 place 26")
    do(referee, *(f"5 accuse 1 {number}" for number in (2, 10, 18, 26)))
    do(referee, "5 place 3", "6 place 4", "7 place 5")
    assert referee.legal() == {}
    for line in ("chance beat", "0 look 1", "2 accuse 1 3", "0 wink", "0 guess 1"):
        assert refused(referee, line) == "the game is over"


def test_w46_who_can_do_nothing_in_this_beat_is_no_actor():
    referee = dealt(options={})
    do(referee, "2 look 1")
    assert list(referee.legal()) == ["chance", 0, 1, 3]
    do(referee, "0 look 1", "1 look 0", "3 look 0")
    assert list(referee.legal()) == ["chance"]


def test_w47_the_log_records_every_look_wink_and_beat():
    referee = do(winkers("0 look 1", "2 look 1"), "1 wink", "chance beat")
    assert referee.log[-5:] == [
        (1, "look 0"),
        (0, "look 1"),
        (2, "look 1"),
        (1, "wink"),
        ("chance", "beat"),
    ]
    file = gamefile.write(GAME, 4, QUICK, referee.log)
    again = gamefile.replay(io.BytesIO(file.encode()), "w47")
    for viewer in (None, 0, 1, 2, 3):
        assert again.view(viewer) == referee.view(viewer)


def test_only_the_active_seat_is_waited_for_and_only_while_it_can_go_on():
    """A clock declines a guess, or puts the pawn on any card; it looks, winks and accuses for nobody."""

    def waited(referee: Referee) -> list[list[str]]:
        acts: list[list[str]] = [[], [], [], []]
        for seat in referee.view(None)["waiting"]:
            acts[seat] = [GAME.text(referee.state, seat, act) for act in GAME.defaults(referee.state, seat)]
        return acts

    referee = dealt(options={"beats": "1"})
    assert waited(referee) == [[], [], [], []]
    do(referee, "chance beat")
    assert waited(referee) == [legal(referee, 0, "place"), [], [], []]
    do(
        referee,
        "0 place 2",
        "chance beat",
        "1 place 3",
        "chance beat",
        "2 place 4",
        "chance beat",
        "3 place 1",
    )
    assert waited(referee) == [["decline"], [], [], []]
    referee = do(dealt(options=TABLE), "0 place 2")
    assert waited(referee) == [[], legal(referee, 1, "place"), [], []]
