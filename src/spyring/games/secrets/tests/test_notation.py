"""The notation: what is read, what is illegal, and what cannot be read."""

import io

import pytest
from lengths import length

from spyring import gamefile
from spyring.core import CHANCE, IllegalAction, UnreadableText
from spyring.games import find_game
from spyring.generator import Generator
from spyring.referee import Referee

GAME = find_game("secrets")
SEATS = pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])


def table(seats):
    return GAME.new(seats, GAME.settle(seats, {}))


def read(line, seats=4):
    return GAME.parse(table(seats), CHANCE, line)


def text(action):
    return GAME.text(table(8), CHANCE, action)


@pytest.mark.parametrize(
    "line",
    [
        "token 0 cia",
        "token 7 hippie",
        "first 3",
        "reveal double-agent",
        "offer assassin 5",
        "interrupt",
        "abstain",
        "accept",
        "refuse",
        "look 0",
        "look centre",
        "swap 2 5",
        "send 1",
        "exchange left",
        "exchange right",
        "bullet 0",
        "bullet -3",
        "shoot 4",
        "say card diplomat",
        "say team 2 kgb",
        "say doubt 1",
        "say trust",
        "say take",
        "say refuse",
    ],
)
def test_texts_parse_back(line):
    assert text(read(line, seats=8)) == line


def test_every_text_has_a_code_of_its_own():
    texts = {}
    for code in range(400):
        try:
            line = text(code)
            if read(line, seats=8) == code:
                texts[line] = code
        except (IndexError, UnreadableText, IllegalAction):
            continue
    assert len(texts) == 8 * 3 + 8 + 8 + 4 + 2 + 4 + 64 + 9 + 8 + 8 + 28 + (8 + 24 + 8 + 3 + 8 + 8)


def test_the_seats_of_a_swap_are_read_in_any_order():
    assert read("swap 3 1") == read("swap 1 3")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "jump",
        "token 0",
        "token 0 mossad",
        "token 8 cia",
        "first",
        "first x",
        "first -1",
        "first 01",
        "reveal",
        "reveal spy",
        "reveal Scientist",
        "offer scientist",
        "offer 1 scientist",
        "offer scientist 8",
        "accept 1",
        "look left",
        "look",
        "look center",
        "swap 1",
        "swap 1 centre",
        "swap 1 2 3",
        "send centre",
        "exchange",
        "exchange 1",
        "bullet 1",
        "bullet -4",
        "bullet -0",
        "bullet",
        "shoot",
        "shoot 9",
    ],
)
def test_what_no_table_has_cannot_be_read(line):
    with pytest.raises(UnreadableText):
        read(line)


@pytest.mark.parametrize(
    "line",
    ["token 4 cia", "first 4", "offer scientist 7", "look 5", "swap 0 6", "swap 1 1", "send 4", "shoot 7"],
)
def test_a_seat_that_is_not_at_the_table_is_illegal(line):
    with pytest.raises(IllegalAction):
        read(line)


def test_what_cannot_be_read_is_said_before_what_is_illegal():
    with pytest.raises(UnreadableText):
        read("swap 7 x")
    with pytest.raises(UnreadableText):
        read("token 7 fbi")


def status(lines):
    with pytest.raises(gamefile.BadFile) as bad:
        gamefile.replay(io.BytesIO("\n".join(lines).encode()), "test")
    return bad.value.status, str(bad.value).split(":")[1]


def test_the_exit_status_of_a_bad_file():
    header = ["game secrets", "seats 4", "chance token 0 cia"]
    assert status([*header, "chance token 1 fbi"]) == (2, "4")
    assert status([*header, "0 token 1 cia"]) == (1, "4")
    assert status([*header, "chance token 2 cia"]) == (1, "4")
    assert status([*header, "5 say trust"]) == (1, "4")
    assert status([*header, "5 say nothing"]) == (2, "4")
    assert status(["game secrets", "seats 4", "option memory loose"]) == (2, "3")
    assert status(["game secrets", "seats 3"]) == (2, "2")


@SEATS
@pytest.mark.parametrize("memory", ["aid", "strict"])
def test_random_games_replay_to_identical_views(seats, memory):
    for seed in range(length(50, 150)):
        table = Referee(GAME, seats, {"memory": memory})
        rng = Generator(seed, stream=seats)
        while table.state.actors():
            if rng.below(6) == 0 and table.view(None)["phase"] != "deal":
                table.act(rng.below(seats), f"say doubt {rng.below(seats)}")
            table.do(*table.state.pick(rng))
            if len(table.log) >= 90 - seed // 2:  # some of them stop on the way
                break
        file = gamefile.write(GAME, seats, table.options, table.log)
        again = gamefile.replay(io.BytesIO(file.encode()), "again")
        assert again.log == table.log
        for seat in (None, *range(seats)):
            assert again.view(seat) == table.view(seat)
            assert again.feed(seat) == table.feed(seat)
        assert again.legal() == table.legal()
