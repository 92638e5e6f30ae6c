"""The Notation table of rules.md: what can be read, in which order, and what cannot."""

import pytest

from spyring.core import IllegalAction, UnreadableText
from spyring.games.heimlich import GAME
from spyring.games.heimlich.tests.scenes import ON, agents, dealt, do, turn
from spyring.referee import Referee


def referee() -> Referee:
    return turn(dealt(options=ON, hands="two-back to-ruins join-agent to-safe"), "6", "move red 6")


def test_agents_are_read_in_any_order_and_written_in_the_order_of_h1():
    one = do(dealt(), "chance roll 6", "0 move green 1 red 3 grey 2")
    assert one.log[-1] == (0, "move grey 2 red 3 green 1")


def test_a_pair_is_read_in_any_order():
    one = do(referee(), "0 play two-back red grey")
    assert one.log[-1] == (0, "play two-back grey red")


def test_who_joins_whom_is_not_exchanged():
    assert agents(do(referee(), "0 play join-agent red grey"))["red"] == "church"


@pytest.mark.parametrize(
    "line",
    [
        "deal 0 pink",
        "deal 7 red",
        "deal 0",
        "deal 0 red blue",
        "deal 00 red",
        "deal -1 red",
        "first 7",
        "roll 1",
        "roll 7",
        "roll",
        "draw 0 joker",
        "identity 0 pink",
        "move red",
        "move",
        "move red 0",
        "move red 7",
        "move red ²",
        "move red 1 red 2",
        "move 2 red",
        "safe 11",
        "safe home",
        "stay here",
        "pass now",
        "play",
        "play joker",
        "play back-1-2 red 3",
        "play back-1-2 red",
        "play one-step red up",
        "play two-back red",
        "play two-back red grey green",
        "play all-to-church red",
        "play move-safe 12",
        "play ruins-to-church",
        "play ruins-to-church red grey green",
        "play swap-identity red",
        "dossier",
        "dossier red",
        "dossier red nobody",
        "dossier red 7",
        "dance",
        "",
        "Move red 2",
    ],
)
def test_what_no_table_has_is_unreadable(line):
    for actor in (0, "chance"):
        with pytest.raises(UnreadableText):
            referee().act(actor, line)


@pytest.mark.parametrize(
    "line",
    [
        "deal 0 purple",
        "deal 5 red",
        "first 6",
        "draw 3 to-ruins",
        "move purple 2",
        "move red 6 grey 6",
        "play to-ruins purple",
        "play two-back red red",
        "dossier red 5",
        "dossier red free",
        "identity 0 red",
        "stay",
        "roll 2",
        "safe 3",
    ],
)
def test_what_is_merely_not_in_play_is_illegal(line):
    for actor in (0, "chance"):
        with pytest.raises(IllegalAction):
            referee().act(actor, line)


def test_unreadable_is_judged_before_illegal():
    with pytest.raises(UnreadableText):
        referee().act(0, "move purple 9")
    with pytest.raises(UnreadableText):
        referee().act(0, "deal 5 pink")


def test_every_card_of_the_variant_is_readable_without_it_but_not_allowed():
    with pytest.raises(IllegalAction):
        do(dealt(), "chance roll 2").act(0, "play to-ruins red")
    with pytest.raises(IllegalAction):
        Referee(GAME, 2, {}).act("chance", "draw 0 to-ruins")


def test_a_text_says_the_agents_of_its_own_table():
    other = {"agents": "yellow,orange,red,green,purple"}
    for line in ("move {} 6", "move {} 1 {} 5"):
        for options, named in (({}, ("grey", "green")), (other, ("yellow", "purple"))):
            one = do(dealt_to(options, named), "chance roll 6", f"0 {line.format(*named)}")
            assert one.log[-1] == (0, line.format(*named))


def dealt_to(options: dict[str, str], owned: tuple[str, ...]) -> Referee:
    lines = [f"chance deal {seat} {agent}" for seat, agent in enumerate(owned)]
    return do(Referee(GAME, 2, options), *lines, "chance first 0")
