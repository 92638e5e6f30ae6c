"""The Top Secret cards: whom each may be played on (H36: it must change something), and what it does."""

from spyring._native import append, i64, vec
from spyring.games.heimlich.cards import (
    ALL_TO_CHURCH,
    BACK_1_2,
    CHURCH,
    FORWARD_1_3,
    JOIN_AGENT,
    MARKER_STEP,
    MARKER_STOP,
    MARKERS_PLUS_3,
    MOST_IN_HAND,
    MOVE_SAFE,
    OFF_THE_SAFE,
    ONE_STEP,
    RING,
    RUINS,
    RUINS_TO_CHURCH,
    SWAP_AGENTS,
    SWAP_IDENTITY,
    TO_RUINS,
    TO_SAFE,
    TWO_BACK,
    TWO_FORWARD,
)
from spyring.games.heimlich.position import Position
from spyring.games.heimlich.rows import entry, put
from spyring.games.heimlich.verbs import ALONE, BACK, FORWARD, PLAY, PLAY_SHIFT, SHIFT


def find_plays(table: Position) -> vec[i64]:
    """All that the seat whose go it is may play: every card in hand with every target."""
    plays = vec[i64]()
    first = table.go * MOST_IN_HAND
    for place in range(first, first + table.hand_sizes[table.go]):
        card = table.hands[place]
        seen = False
        for earlier in range(first, place):
            if table.hands[earlier] == card:
                seen = True
        if not seen:
            plays = _add_targets(table, plays, card)
    return plays


def _add_targets(table: Position, plays: vec[i64], card: i64) -> vec[i64]:
    play = PLAY + card * PLAY_SHIFT
    if card == BACK_1_2:  # H40
        return _each_agent(table, plays, play, 1, 2)
    if card == ONE_STEP:  # H41
        return _each_agent(table, plays, play, BACK, FORWARD)
    if card == FORWARD_1_3:  # H50
        return _each_agent(table, plays, play, 1, 3)
    if card == TO_RUINS:  # H45
        return _each_agent_elsewhere(table, plays, play, RUINS)
    if card == TO_SAFE:  # H51
        return _each_agent_elsewhere(table, plays, play, table.safe)
    if card == OFF_THE_SAFE:  # H44
        for agent in range(table.agents):
            if entry(table.at, agent) == table.safe:
                plays = append(plays, play + agent * SHIFT + BACK)
                plays = append(plays, play + agent * SHIFT + FORWARD)
        return plays
    if card == ALL_TO_CHURCH:  # H46
        for agent in range(table.agents):
            if entry(table.at, agent) != CHURCH:
                return append(plays, play)
        return plays
    if card == MOVE_SAFE:  # H52
        for building in range(RING):
            if building != table.safe:
                plays = append(plays, play + building)
        return plays
    if card == SWAP_IDENTITY:  # H54
        return append(plays, play)
    return _each_pair(table, plays, card)


def _each_agent(table: Position, plays: vec[i64], play: i64, low: i64, high: i64) -> vec[i64]:
    for agent in range(table.agents):
        for how in range(low, high + 1):
            plays = append(plays, play + agent * SHIFT + how)
    return plays


def _each_agent_elsewhere(table: Position, plays: vec[i64], play: i64, building: i64) -> vec[i64]:
    for agent in range(table.agents):
        if entry(table.at, agent) != building:
            plays = append(plays, play + agent * SHIFT)
    return plays


def _each_pair(table: Position, plays: vec[i64], card: i64) -> vec[i64]:
    """The cards that name two agents; only for one that joins the other does their order matter."""
    play = PLAY + card * PLAY_SHIFT
    for one in range(table.agents):
        if card == RUINS_TO_CHURCH and entry(table.at, one) == RUINS:  # H49: one alone
            plays = append(plays, play + one * SHIFT + ALONE)
        for other in range(one + 1, table.agents):
            if _pair_fits(table, card, one, other):
                plays = append(plays, play + one * SHIFT + other)
                if card == JOIN_AGENT:
                    plays = append(plays, play + other * SHIFT + one)
    return plays


def _pair_fits(table: Position, card: i64, one: i64, other: i64) -> bool:
    if card == SWAP_AGENTS or card == JOIN_AGENT:  # H47, H48
        return entry(table.at, one) != entry(table.at, other)
    if card == RUINS_TO_CHURCH:  # H49
        return entry(table.at, one) == RUINS and entry(table.at, other) == RUINS
    if card == MARKERS_PLUS_3:  # H53
        return entry(table.points, one) < MARKER_STOP and entry(table.points, other) < MARKER_STOP
    return True  # H42, H43: they need not share a building


def perform(table: Position, card: i64, target: i64) -> bool:
    """Do what a card says; whether it brought an agent into the ruins (H32)."""
    first = target // SHIFT
    second = target % SHIFT
    if card == BACK_1_2:  # H40
        return table.walk(first, -second)
    if card == ONE_STEP or card == OFF_THE_SAFE:  # H41, H44
        if second == FORWARD:
            return table.walk(first, 1)
        return table.walk(first, -1)
    if card == TWO_BACK:  # H42
        return table.walk(first, -1) | table.walk(second, -1)
    if card == TWO_FORWARD:  # H43
        return table.walk(first, 1) | table.walk(second, 1)
    if card == TO_RUINS:  # H45
        return table.go_to(first, RUINS)
    if card == SWAP_AGENTS:  # H47
        building = entry(table.at, first)
        return table.go_to(first, entry(table.at, second)) | table.go_to(second, building)
    if card == JOIN_AGENT:  # H48
        return table.go_to(first, entry(table.at, second))
    if card == FORWARD_1_3:  # H50
        return table.walk(first, second)
    if card == TO_SAFE:  # H51
        return table.go_to(first, table.safe)
    if card == ALL_TO_CHURCH:  # H46
        for agent in range(table.agents):
            table.go_to(agent, CHURCH)
    elif card == RUINS_TO_CHURCH:  # H49
        table.go_to(first, CHURCH)
        if second != ALONE:
            table.go_to(second, CHURCH)
    elif card == MOVE_SAFE:  # H52
        table.move_safe(target)
    else:
        assert card == MARKERS_PLUS_3
        _advance_marker(table, first)
        _advance_marker(table, second)
    return False


def _advance_marker(table: Position, agent: i64) -> None:  # H53, H39
    marker = entry(table.points, agent) + MARKER_STEP
    if marker > MARKER_STOP:
        marker = MARKER_STOP
    table.points = put(table.points, agent, marker)
