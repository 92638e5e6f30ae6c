"""H70: what a seat may know, and what the feeds tell."""

import json

from spyring.games.heimlich.tests.scenes import DOSSIER, ON, dealt, do, turn
from spyring.games.heimlich.tests.test_dossier import RIGHT_0, at_29

HANDS = "to-ruins one-step two-back swap-agents"


def test_h70_a_hand_is_seen_by_its_owner_alone():
    table = dealt(options=ON, hands=HANDS)
    assert table.view(0)["hand"] == ["to-ruins", "two-back"]
    assert table.view(1)["hand"] == ["one-step", "swap-agents"]
    for viewer in (None, 1):
        shown = json.dumps([table.view(viewer), table.feed(viewer)])
        assert "to-ruins" not in shown
        assert "two-back" not in shown


def test_h70_an_agent_card_is_seen_by_its_owner_alone():
    table = dealt(3)
    assert ("chance", "deal 1 yellow") in table.feed(1)
    assert ("chance", "deal 1") in table.feed(0)
    assert ("chance", "deal 1") in table.feed(None)


def test_h70_everybody_sees_the_same_public_things():
    table = turn(dealt(3, options=ON, hands=f"{HANDS} to-safe to-safe"), "6", "move red 6")
    public = ("phase", "active", "agents", "scores", "safe", "roll", "hand_sizes", "pile", "discard", "go")
    public += ("waiting", "arrived", "would_score")
    views = [table.view(viewer) for viewer in (None, 0, 1, 2)]
    for field in public:
        assert len({json.dumps(view[field]) for view in views}) == 1
    assert views[0]["roll"] == "6"
    assert views[0]["hand_sizes"] == [2, 2, 2]


def test_h70_a_dossier_is_seen_by_its_writer_alone_until_the_end():
    table = do(
        at_29(3), RIGHT_0.replace("orange free", "orange 2").replace("green free", "green free blue free")
    )
    assert table.view(0)["dossier"]["orange"] == 2
    for viewer in (None, 1, 2):
        assert table.view(viewer).get("dossier") is None
        assert table.feed(viewer)[-1] == (0, "dossier")
        assert table.view(viewer)["written"] == [0]


def test_h70_a_view_shows_nothing_but_its_fields():
    """A field is added to a view on purpose: here, and with a decision who may see it."""
    table = dealt(2, options=ON | DOSSIER, hands=HANDS)
    onlooker = {
        *("game", "seats", "options", "phase", "active", "roll", "safe", "agents", "scores"),
        *("hand_sizes", "pile", "discard", "go", "passes", "written"),
        *("waiting", "arrived", "would_score"),
    }
    own = {"seat", "me", "hand", "dossier"}
    assert set(table.view(None)) == onlooker
    assert set(table.view(0)) == onlooker | own
    do(table, "chance roll 6")
    assert set(table.view(0)) == onlooker | own | {"reach"}
    assert set(table.view(1)) == onlooker | own


def test_h70_a_refusal_tells_nothing_of_others():
    one = dealt(options=ON, hands="to-ruins one-step two-back swap-agents")
    other = dealt(options=ON, hands="to-ruins to-safe two-back join-agent")
    for table in (one, other):
        turn(table, "6", "move red 6")
    legal = {text for table in (one, other) for texts in table.legal().values() for text in texts}
    for text in sorted(legal | {"play to-safe red", "play one-step red back", "stay", "safe 3", "done"}):
        for seat in (0, 1):
            if seat == 0:
                assert outcome(one, seat, text) == outcome(other, seat, text)


def outcome(table, seat, text):
    """Whether an act is allowed, or why not, without doing it."""
    action = table.game.parse(table.state, seat, text)
    return table.state.allows(seat, action) or table.game.refusal(table.state, seat, action)
