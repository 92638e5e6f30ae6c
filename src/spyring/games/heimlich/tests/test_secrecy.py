"""H70: what a seat may know, and what the feeds tell."""

import json

from spyring.games.heimlich.tests.scenes import DOSSIER, ON, dealt, do, turn
from spyring.games.heimlich.tests.test_dossier import RIGHT_0, at_29

HANDS = "to-ruins one-step two-back swap-agents"


def test_h70_a_hand_is_seen_by_its_owner_alone():
    referee = dealt(options=ON, hands=HANDS)
    assert referee.view(0)["hand"] == ["to-ruins", "two-back"]
    assert referee.view(1)["hand"] == ["one-step", "swap-agents"]
    for viewer in (None, 1):
        shown = json.dumps([referee.view(viewer), referee.feed(viewer)])
        assert "to-ruins" not in shown
        assert "two-back" not in shown


def test_h70_an_agent_card_is_seen_by_its_owner_alone():
    referee = dealt(3)
    assert ("chance", "deal 1 yellow") in referee.feed(1)
    assert ("chance", "deal 1") in referee.feed(0)
    assert ("chance", "deal 1") in referee.feed(None)


def test_h70_everybody_sees_the_same_public_things():
    referee = turn(dealt(3, options=ON, hands=f"{HANDS} to-safe to-safe"), "6", "move red 6")
    public = ("phase", "active", "agents", "scores", "safe", "roll", "hand_sizes", "pile", "discard", "go")
    public += ("waiting", "arrived", "would_score", "hand_limit")
    views = [referee.view(viewer) for viewer in (None, 0, 1, 2)]
    for field in public:
        assert len({json.dumps(view[field]) for view in views}) == 1
    assert views[0]["roll"] == "6"
    assert views[0]["hand_sizes"] == [2, 2, 2]


def test_h70_a_dossier_is_seen_by_its_writer_alone_until_the_end():
    referee = do(
        at_29(3), RIGHT_0.replace("orange free", "orange 2").replace("green free", "green free blue free")
    )
    assert referee.view(0)["dossier"]["orange"] == 2
    for viewer in (None, 1, 2):
        assert referee.view(viewer).get("dossier") is None
        assert referee.feed(viewer)[-1] == (0, "dossier")
        assert referee.view(viewer)["written"] == [0]


def test_h70_a_view_shows_nothing_but_its_fields():
    """A field is added to a view on purpose: here, and with a decision who may see it."""
    referee = dealt(2, options=ON | DOSSIER, hands=HANDS)
    onlooker = {
        *("game", "seats", "options", "phase", "active", "roll", "safe", "agents", "scores"),
        *("hand_sizes", "hand_limit", "pile", "discard", "go", "passes", "written"),
        *("waiting", "arrived", "would_score", "decided"),
    }
    own = {"seat", "me", "hand", "dossier"}
    assert set(referee.view(None)) == onlooker
    assert set(referee.view(0)) == onlooker | own
    do(referee, "chance roll 6")
    assert set(referee.view(0)) == onlooker | own | {"reach"}
    assert set(referee.view(1)) == onlooker | own
    do(referee, "0 move red 6")  # now seat 0 may play a card, and sees what each would change
    assert set(referee.view(0)) == onlooker | own | {"plays"}
    assert set(referee.view(1)) == onlooker | own


def test_h70_a_refusal_tells_nothing_of_others():
    one = dealt(options=ON, hands="to-ruins one-step two-back swap-agents")
    other = dealt(options=ON, hands="to-ruins to-safe two-back join-agent")
    for referee in (one, other):
        turn(referee, "6", "move red 6")
    legal = {text for referee in (one, other) for texts in referee.legal().values() for text in texts}
    for text in sorted(legal | {"play to-safe red", "play one-step red back", "stay", "safe 3", "done"}):
        for seat in (0, 1):
            if seat == 0:
                assert outcome(one, seat, text) == outcome(other, seat, text)


def outcome(referee, seat, text):
    """Whether an act is allowed, or why not, without doing it."""
    action = referee.game.parse(referee.state, seat, text)
    return referee.state.allows(seat, action) or referee.game.refusal(referee.state, seat, action)
