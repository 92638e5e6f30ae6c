"""Claims: S60."""

import pytest

from spyring.core import CHANCE, UnreadableText

MENU = [
    *(f"say card {card}" for card in ("double-agent", "politician", "psychiatrist", "detective")),
    *(f"say card {card}" for card in ("journalist", "scientist", "diplomat", "assassin")),
    *(f"say team {seat} {team}" for seat in range(4) for team in ("cia", "kgb", "hippie")),
    *(f"say doubt {seat}" for seat in range(4)),
    "say trust",
    "say take",
    "say refuse",
]


def seen(table):
    return [table.view(seat) for seat in (None, 0, 1, 2, 3)], table.legal(), table.state.scores()


@pytest.mark.parametrize("memory", ["aid", "strict"])
def test_s60_a_claim_changes_nothing_and_is_told_to_everybody(start, memory):
    lines = ["chance reveal detective", "chance reveal scientist", "0 offer detective 1", "1 accept"]
    table = start(memory=memory)
    for line in [*lines, "1 look 2"]:
        table.play(line)
        for number, claim in enumerate(MENU):
            before = seen(table)
            events = table.act(number % 4, claim)
            assert [(event.actor, event.text, event.to) for event in events] == [(number % 4, claim, None)]
            assert seen(table) == before
            assert table.log[-1] == (number % 4, claim)
            assert all(table.feed(seat)[-1] == (number % 4, claim) for seat in (None, 0, 1, 2, 3))
    assert table.saw(1)[-1] == (2, "cia")


def test_s60_every_seat_has_the_same_menu_in_every_phase(start):
    table = start()
    for line in ["chance reveal detective", "chance reveal scientist", "0 offer detective 1", "1 accept"]:
        table.play(*(f"{seat} {claim}" for seat in range(4) for claim in MENU))
        table.play(line)


def test_s60_a_claim_is_in_nobodys_legal_actions(start):
    table = start().draw("detective")
    assert not any(text.startswith("say") for texts in table.legal().values() for text in texts)
    assert [table.state.legal_actions(seat) for seat in (1, 2, 3)] == [[], [], []]


def test_s60_claims_are_made_from_first_to_the_end(empty):
    table = empty()
    assert table.refuses("0 say trust")
    table.deal("cia kgb cia kgb")
    assert table.refuses("0 say trust")
    table.play("chance first 3", "0 say trust")
    while table.phase != "over":
        if table.active == 1:
            table.offer("scientist", 2).play("2 refuse")
        else:
            table.turn("scientist", 1)
    assert table.refuses("0 say trust")


def test_s60_chance_says_nothing(start):
    table = start()
    assert table.refuses("chance say trust")
    assert not table.state.allows(CHANCE, table.game.parse(table.state, CHANCE, "say trust"))


def test_s60_a_claim_about_nobody_at_the_table_is_illegal(start):
    assert start().refuses("0 say doubt 4", "0 say team 7 cia")


@pytest.mark.parametrize(
    "text",
    [
        "say",
        "say hello",
        "say card",
        "say card king",
        "say team cia",
        "say team 0 fbi",
        "say team 9 cia",
        "say doubt",
        "say doubt me",
        "say doubt 8",
        "say trust 1",
        "say take it",
        "say refuse detective",
    ],
)
def test_s60_what_is_on_no_menu_cannot_be_read(start, text):
    with pytest.raises(UnreadableText):
        start().act(0, text)
