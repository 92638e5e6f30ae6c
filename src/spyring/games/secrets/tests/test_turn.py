"""The turn: S10 to S16."""

import pytest

from spyring.core import CHANCE


def test_s10_two_different_cards_lie_open(start):
    table = start().play("chance reveal scientist")
    assert table.view(None)["revealed"] == ["scientist"]
    assert table.view(None)["deck"] == 28
    assert table.phase == "reveal"
    table.play("chance reveal assassin")
    assert [table.view(seat)["revealed"] for seat in (None, 0, 1, 2, 3)] == [["scientist", "assassin"]] * 5
    assert table.view(None)["deck"] == 27
    assert table.phase == "offer"
    assert table.refuses("chance reveal politician")


def test_s10_an_equal_card_goes_under_the_deck_at_once(start):
    table = start().play("chance reveal scientist", "chance reveal scientist", "chance reveal scientist")
    assert table.view(None)["revealed"] == ["scientist"]
    assert table.view(None)["deck"] == 28
    copies = table.copies()
    assert copies["scientist"] == 3  # of those never seen


def fewest(table, *but):
    """The seat with the fewest cards, so that no display is full too soon."""
    displays = table.view(None)["displays"]
    return min(set(range(table.seats)) - set(but), key=lambda seat: (len(displays[seat]), seat))


def commonest(table, *but):
    """The card of which most are left among those never seen, or the one that has to come."""
    copies = table.copies()
    return max(sorted(copies), key=lambda card: (card not in but, copies[card]))


def play_turn(table):
    """A turn that offers its first card; returns what went under the deck, in order."""
    first = commonest(table)
    under, second = [], first
    table.play(f"chance reveal {first}")
    while second == first:
        second = commonest(table, first)
        table.play(f"chance reveal {second}")
        under += [second]
    active, turn = table.active, table.view(None)["turn"]
    table.play(f"{active} offer {first} {fewest(table, active)}")
    while table.phase != "over" and table.view(None)["turn"] == turn:
        actor = table.state.actors()[0]
        texts = table.legal()[actor]
        words = texts[-1].split()  # abstain, refuse, look centre
        if words[0] in ("send", "shoot"):
            words[1] = str(fewest(table, actor))
        table.play(f"{actor} {' '.join(words)}")
    return under


def test_s10_the_unseen_part_comes_first_then_the_cards_under_the_deck_in_their_order(start):
    table = start(6)
    under, forced = [], 0
    for turn in range(1, 21):
        if turn > 15:  # 29 unseen cards are two for each of 14 turns, and one
            assert table.texts(CHANCE) == {f"reveal {under[0]}"}
            assert table.state.count(CHANCE) == 1
            assert table.refuses(f"chance reveal {'assassin' if under[0] != 'assassin' else 'scientist'}")
        before = len(table.log)
        sent = play_turn(table)
        drawn = [text.split()[1] for _, text in table.log[before:] if text.startswith("reveal")]
        came_back = drawn if turn > 15 else drawn[1:] if turn == 15 else []
        assert came_back == under[: len(came_back)]
        under = under[len(came_back) :] + sent
        forced += len(came_back)
    assert forced > 10
    assert table.phase == "reveal"


def test_s11_the_other_card_goes_under_the_deck(start):
    table = start().play("chance reveal scientist", "chance reveal detective", "0 offer detective 2")
    assert table.view(None)["deck"] == 28
    table.play("2 accept", "2 look 2")
    copies = table.copies()
    assert (copies["scientist"], copies["detective"]) == (5, 2)


def test_s11_only_the_active_player_knows_which_card_is_offered(start):
    table = start().play("chance reveal scientist", "chance reveal detective", "0 offer detective 2")
    assert table.view(0)["offered"] == "detective"
    assert [table.view(seat).get("offered") for seat in (1, 2, 3, None)] == [None] * 4
    assert table.feed(0)[-1] == (0, "offer detective 2")
    assert [table.feed(seat)[-1] for seat in (1, 2, 3, None)] == [(0, "offer 2")] * 4


def test_s12_one_of_the_two_is_offered_to_another_player(start):
    table = start(first=1).play("chance reveal scientist", "chance reveal detective")
    assert table.texts(1) == {
        f"offer {card} {seat}" for card in ("scientist", "detective") for seat in (0, 2, 3)
    }
    assert table.refuses("1 offer scientist 1", "1 offer assassin 0", "0 offer scientist 1")
    table.play("1 offer scientist 3")
    assert [table.view(seat)["target"] for seat in (None, 0, 1, 2, 3)] == [3] * 5
    assert table.phase == "answer"


def with_un(start, un=3):
    """Everybody but one seat has a card; it is seat 3's turn when `un` is not 3."""
    table = start(4)
    for target in (1, 2, 0) if un == 3 else (1, 2, 3):
        table.turn("scientist", target)
    assert table.view(None)["un"] == un
    return table


def test_s13_the_un_player_is_asked_before_the_target(start):
    table = with_un(start, un=0)
    assert table.active == 3
    table.draw("detective").play("3 offer detective 1")
    assert table.phase == "un"
    assert table.state.actors() == (0,)
    assert table.texts(0) == {"interrupt", "abstain"}
    assert table.refuses("1 accept", "1 refuse", "1 interrupt", "0 accept")
    table.play("0 abstain")
    assert table.phase == "answer"
    assert table.texts(1) == {"accept", "refuse"}


def test_s13_the_un_player_takes_the_card_and_applies_its_effect(start):
    table = with_un(start, un=0)
    table.draw("detective").play("3 offer detective 1", "0 interrupt")
    assert table.display(0) == ["detective"]
    assert table.display(1) == ["scientist"]
    assert table.state.actors() == (0,)
    assert "look centre" in table.texts(0)


def test_s13_a_un_player_who_is_active_is_not_asked(start):
    table = with_un(start, un=3)
    assert table.active == 3
    table.draw("detective").play("3 offer detective 1")
    assert table.phase == "answer"


def test_s13_a_un_player_who_is_the_target_is_asked_twice(start):
    table = with_un(start, un=0)
    table.draw("detective").play("3 offer detective 0")
    assert table.phase == "un"
    table.play("0 abstain")
    assert table.phase == "answer"
    assert table.texts(0) == {"accept", "refuse"}
    other = with_un(start, un=0)
    other.draw("detective").play("3 offer detective 0", "0 interrupt")
    table.play("0 accept")
    assert other.view(None) == table.view(None)


def test_s13_nobody_interrupts_without_the_un_token(start):
    table = start().draw("detective").play("0 offer detective 1")
    assert table.phase == "answer"
    assert table.refuses("2 interrupt", "1 interrupt", "1 abstain")


def test_s14_accepted_it_lies_before_the_target(start):
    table = start().offer("scientist", 2)
    assert table.texts(2) == {"accept", "refuse"}
    assert table.refuses("0 accept", "1 accept", "chance accept")
    table.play("2 accept")
    assert [table.display(seat) for seat in range(4)] == [[], [], ["scientist"], []]


def test_s14_refused_it_lies_before_the_active_player(start):
    table = start().offer("scientist", 2).play("2 refuse")
    assert [table.display(seat) for seat in range(4)] == [["scientist"], [], [], []]


def test_s14_everybody_hears_what_was_revealed(start):
    table = start().offer("scientist", 2).play("2 refuse")
    assert all((0, "receives scientist") in table.feed(seat) for seat in (None, 0, 1, 2, 3))


@pytest.mark.parametrize(("answer", "receiver"), [("accept", 2), ("refuse", 0)])
def test_s15_whoever_receives_a_card_applies_it(start, answer, receiver):
    table = start().offer("detective", 2).play(f"2 {answer}")
    assert table.phase == "effect"
    assert table.state.actors() == (receiver,)
    assert table.view(None)["effect"] == {"by": receiver, "card": "detective"}


def test_s16_pairs_then_un_token_then_the_end(start):
    table = start(4)
    for target in (1, 2, 3):
        table.turn("journalist", target)
    assert table.view(None)["un"] == 0
    table.offer("journalist", 1).play("1 accept")  # a pair: two cards all the same
    assert table.display(1) == ["(journalist)", "(journalist)"]
    assert table.view(None)["un"] == 0
    assert (table.phase, table.active, table.view(None)["turn"]) == ("reveal", 0, 5)


def test_s16_the_turn_ends_without_its_cards(start):
    table = start().turn("scientist", 2)
    view = table.view(0)
    assert (view["revealed"], view["offered"], view["target"]) == ([], None, None)


def test_s16_revealed_offered_and_target_last_to_the_end_of_the_turn(start):
    table = start().play(
        "chance reveal scientist", "chance reveal detective", "0 offer detective 2", "2 accept"
    )
    view = table.view(0)
    assert (view["revealed"], view["offered"], view["target"]) == (["scientist", "detective"], "detective", 2)
    assert table.view(2)["offered"] is None
