"""W50: what a seat may know, what the feeds tell, and that an unseen wink leaves no trace."""

import json
from dataclasses import replace

import pytest
from faulty import Faulty, faulty

from spyring.core import Event, Game
from spyring.games.wink import GAME
from spyring.games.wink.tests.scenes import QUICK, TABLE, balanced, dealt, do, seen, walk
from spyring.games.wink.tests.test_rules import on_the_square
from spyring.referee import Referee

PUBLIC = {
    *("game", "seats", "options", "phase", "first", "active", "round", "square", "pawns"),
    *("hand_sizes", "counter", "banned", "face_up", "face_down", "waiting"),
}
EYES = {"beat", "turn_beats", "looks", "winks"}
OWN = {"seat", "hand"}
END = {"scores", "winners", "hands", "ending"}


def test_w50_a_view_shows_nothing_but_its_fields():
    """A field is added to a view on purpose: here, and with a decision who may see it."""
    referee = dealt(options=TABLE)
    assert set(referee.view(None)) == PUBLIC
    assert set(referee.view(0)) == PUBLIC | OWN
    referee = dealt(options=QUICK)
    assert set(referee.view(None)) == PUBLIC | EYES
    assert set(referee.view(0)) == PUBLIC | EYES | OWN
    assert set(balanced().view(0)) == PUBLIC | OWN | END
    assert set(walk(4, QUICK, 1).view(None)) == PUBLIC | EYES | END | {"all_winks"}


@pytest.mark.parametrize("options", [TABLE, {}, {"bluff": "on"}])
def test_w50_everybody_sees_the_same_public_things(options):
    for acts in (20, 60, 150):
        referee = walk(5, options, 3, acts)
        views = [referee.view(viewer) for viewer in (None, 0, 1, 2, 3, 4)]
        for field in PUBLIC | (EYES - {"winks"} if options != TABLE else set()):
            assert len({json.dumps(view[field]) for view in views}) == 1


def test_w50_a_hand_is_dealt_and_seen_in_secret():
    referee = dealt()
    assert ("chance", "deal 1 2") in referee.feed(1)
    for viewer in (None, 0, 2, 3):
        assert ("chance", "deal 1") in referee.feed(viewer)
        assert "deal 1 2" not in json.dumps(referee.feed(viewer))
    assert seen(referee, "hand", 1) == [2, 6, 10, 14, 18, 22, 26, 30, 34]
    assert "hand" not in referee.view(None)


def test_w50_after_a_wrong_guess_the_holder_is_public_but_a_wrong_accusation_shows_nobody():
    referee = do(on_the_square(), "3 accuse 2 2")
    assert referee.feed(0)[-2:] == [(3, "accuse 2 2"), (2, "no")]
    do(referee, "0 guess 2")
    assert referee.feed(None)[-1] == (1, "shows 2")


def test_w50_at_the_end_all_hands_and_winks_are_told_to_everybody():
    referee = walk(5, {"bluff": "on", "beats": "1"}, 4)
    for viewer in (None, 0, 1, 2, 3, 4):
        view, feed = referee.view(viewer), referee.feed(viewer)
        assert view["hands"] == [referee.state.hand(seat) for seat in range(5)]
        assert [len(hand) for hand in view["hands"]] == view["hand_sizes"]
        for seat in range(5):
            assert (seat, " ".join(["held", *map(str, view["hands"][seat])])) in feed
        assert len(view["all_winks"]) == len([line for line in referee.log if line[1] == "wink"]) > 0
        assert len([line for line in feed if line[1].startswith("winked")]) == len(view["all_winks"])
    for seat in range(5):
        mine = [wink for wink in referee.view(None)["all_winks"] if seat in wink["seen"]]
        without = [{key: wink[key] for key in ("by", "at", "beat")} for wink in mine]
        assert referee.view(seat)["winks"] == without


# A wink that a seat did not see.


def assert_unseen_winks_leave_no_trace(game: Game, referee: Referee, viewer: int | None) -> int:
    """Law 4 for winks: the same game without those that a seat did not see tells and shows it the same.

    Returns how many winks that were.
    """
    one = Referee(game, referee.seats, referee.options)
    other = Referee(game, referee.seats, referee.options)
    unseen = 0
    for actor, text in referee.log:
        hidden = text == "wink" and viewer != actor and not looks(one, viewer, actor)
        one.act(actor, text)
        if hidden:
            unseen += 1
        else:
            other.act(actor, text)
        if one.view(None)["phase"] == "over":  # then all winks are told
            break
        assert one.feed(viewer) == other.feed(viewer), "an unseen wink was told"
        assert json.dumps(one.view(viewer)) == json.dumps(other.view(viewer)), "an unseen wink was shown"
        assert one.legal().get(viewer) == other.legal().get(viewer), "an unseen wink changed what one may do"
    return unseen


def looks(referee: Referee, viewer: int | None, target: int) -> bool:
    """Whether the viewer looks at this seat: W42, read from what everybody sees."""
    return viewer is not None and referee.view(None)["looks"][viewer] == target


@pytest.mark.parametrize("bluff", ["on", "off"])
@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_w42_law_4_an_unseen_wink_leaves_no_trace(bluff, viewer):
    unseen = 0
    for seed in range(3):
        referee = walk(4, {"bluff": bluff, "beats": "1"}, seed)
        unseen += assert_unseen_winks_leave_no_trace(GAME, referee, viewer)
    assert unseen > 5


class OneTooMany(Faulty):
    """A table of Wink with a fault: each wink is told to one seat more than saw it."""

    def apply(self, actor, action):
        told: list[Event] = []
        self.right.trace = told
        self.right.apply(actor, action)
        self.right.trace = None
        if self.trace is not None:
            self.trace += [tell_one_more(event, self.right.seats) for event in told]


def tell_one_more(event: Event, seats: int) -> Event:
    if event.text != "wink":
        return event
    others = [seat for seat in range(seats) if seat not in event.to]
    return event._replace(to=(*event.to, *others[:1]))


def test_w42_law_4_fails_when_a_wink_is_told_to_one_seat_too_many():
    referee = walk(4, {"beats": "1"}, 2)
    assert assert_unseen_winks_leave_no_trace(GAME, referee, 0) > 0
    with pytest.raises(AssertionError, match="an unseen wink was told"):
        assert_unseen_winks_leave_no_trace(faulty(GAME, OneTooMany), referee, 0)


def test_w42_law_4_fails_when_a_wink_is_shown_to_one_seat_too_many():
    def shown_to_the_next(state, seat):
        view = GAME.view(state, seat)
        if seat is not None:
            view["winks"] = view["winks"] + GAME.view(state, (seat + 1) % 4)["winks"]
        return view

    referee = walk(4, {"bluff": "on", "beats": "1"}, 2)
    with pytest.raises(AssertionError, match="an unseen wink was shown"):
        assert_unseen_winks_leave_no_trace(replace(GAME, view=shown_to_the_next), referee, 0)


def test_w50_a_refusal_tells_nothing_of_others():
    """Two tables that differ in the hands of seats 2 and 3 refuse seats 0 and 1 with the same words."""
    one = on_the_square(QUICK)
    other = Referee(GAME, 4, QUICK)
    for actor, text in one.log:
        if text.startswith(("deal 2", "deal 3")):
            number = int(text.split()[2])
            text = f"deal {text.split()[1]} {swapped(number)}"
        do(other, f"{actor} {text}")
    assert one.view(0) == other.view(0)
    texts = {text for referee in (one, other) for texts in referee.legal().values() for text in texts}
    texts |= {
        "wink",
        "leave",
        "look 0",
        "look square",
        "place 3",
        "place 5",
        "place 11",
        "accuse 1 3",
        "beat",
    }
    texts |= {f"accuse {seat} {number}" for seat in range(4) for number in range(1, 9)}
    for seat in (0, 1):
        for text in sorted(texts):
            assert outcome(one, seat, text) == outcome(other, seat, text)


def swapped(number: int) -> int:
    """Seats 2 and 3 hold each other's cards, but for the two that a pawn stands on."""
    if number in (3, 4):
        return number
    return number + 1 if number % 4 == 3 else number - 1


def outcome(referee: Referee, seat: int, text: str) -> object:
    """Whether an act is allowed, or why not, without doing it."""
    action = referee.game.parse(referee.state, seat, text)
    return referee.state.allows(seat, action) or referee.game.refusal(referee.state, seat, action)
