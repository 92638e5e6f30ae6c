"""The mind of a player of Heimlich & Co: an exact belief, sound values, a hidden agent, cards well used."""

from itertools import permutations, product
from math import prod

import pytest
from lengths import length

from spyring.bots import find_bot
from spyring.bots.match import Match
from spyring.core import CHANCE
from spyring.games import find_game
from spyring.games.heimlich import cards, position, verbs, wants
from spyring.games.heimlich.belief import Belief
from spyring.games.heimlich.bot import Mind
from spyring.games.heimlich.moves import MOVES
from spyring.games.heimlich.outlook import Outlook
from spyring.games.heimlich.reading import STYLES, Choice, Readings
from spyring.games.heimlich.rows import entry
from spyring.generator import Generator
from spyring.lab.calibration import cases, figures
from spyring.referee import Referee

GAME = find_game("heimlich")
VARIANTS = [{}, {"top-secret": "on"}, {"dossier": "on"}, {"top-secret": "on", "dossier": "on"}]


def play(seats: int, options: dict[str, str], seed: int, *, acts: int = 10_000, bot: str = "normal") -> Match:
    """A game of bots, up to so many acts."""
    bots = [find_bot(GAME, bot) for _ in range(seats)]
    thoughts = [Generator(seed, 3 + seat) for seat in range(seats)]
    match = Match(Referee(GAME, seats, options), bots, Generator(seed), Generator(seed, 1), thoughts)
    while len(match.referee.log) < acts and match.step():
        pass
    return match


def mind_of(match: Match, seat: int) -> Mind:
    """A mind that hears everything at once, as one that takes over a seat does."""
    view = match.referee.view(seat)
    mind = Mind(view)
    mind.hear(view, match.feeds[seat])
    return mind


# Belief.


class Noted(Belief):
    """Remembers what it was told."""

    def __init__(self, agents, seats):
        super().__init__(agents, seats)
        self.told = []

    def update(self, seat, likelihood):
        self.told.append((seat, list(likelihood)))
        super().update(seat, likelihood)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("acts", [1, 12, 30])
def test_the_belief_is_bayes_over_all_deals(seats, acts):
    match = play(seats, {}, seed=acts, acts=acts)
    view = match.referee.view(0)
    mind = Mind(view)
    mind._belief = Noted(mind.agents, seats)
    mind.hear(view, match.feeds[0])
    weights = {
        deal: prod(likelihood[deal[seat]] for seat, likelihood in mind.belief.told)
        for deal in permutations(range(len(mind.agents)), seats)
    }
    total = sum(weights.values())
    best = max(weights, key=weights.__getitem__)
    for seat, (number, agent) in product(range(seats), enumerate(mind.agents)):
        exact = sum(weight for deal, weight in weights.items() if deal[seat] == number) / total
        assert mind.belief.probability(seat, agent) == pytest.approx(exact)
    top = mind.belief.top()
    assert weights[best] == pytest.approx(
        weights[
            tuple(mind.agents.index(agent) for seat in range(seats) for agent in top if top[agent] == seat)
        ]
    )
    assert sum(mind.belief.deals.values()) == pytest.approx(1)
    for seat in range(seats):
        assert sum(mind.belief.probability(seat, agent) for agent in mind.agents) == pytest.approx(1)
    assert mind.belief.probability(0, view["me"]) == pytest.approx(1)


def test_h54_a_swap_of_identity_is_followed_exactly():
    """Against every history by hand: a deal, news, a swap for each free agent, more news."""
    agents, before, after = list(cards.AGENTS[:5]), [0.5, 1.0, 0.2, 0.7, 0.1], [0.3, 0.4, 1.0, 0.2, 0.9]
    belief = Belief(agents, 2)
    belief.know(0, 1)
    belief.update(1, before)
    belief.swapped(1)
    belief.update(1, after)
    weights: dict[tuple[int, int], float] = {}
    for old, new in permutations([0, 2, 3, 4], 2):
        weights[1, new] = weights.get((1, new), 0.0) + before[old] / 3 * after[new]
    total = sum(weights.values())
    for agent in range(5):
        exact = weights.get((1, agent), 0.0) / total
        assert belief.probability(1, agents[agent]) == pytest.approx(exact)


def test_drawn_deals_are_as_frequent_as_they_are_likely():
    belief = Belief(["a", "b", "c"], 2)
    belief.know(0, 0)
    belief.update(1, [1.0, 1.0, 3.0])
    rng = Generator(4)
    drawn = [belief.draw(rng)[1] for _ in range(4000)]
    assert drawn.count(2) / 4000 == pytest.approx(0.75, abs=0.03)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_who_takes_over_a_seat_knows_what_who_sat_there_knew(options):
    match = play(3, options, seed=2, acts=90 if "top-secret" in options else 28)
    seat = next(iter(match.referee.state.actors()))
    while seat == CHANCE:
        match.step()
        seat = next(iter(match.referee.state.actors()))
    mind = match.bots[seat].think(match.referee.view(seat), match.feeds[seat])
    late = mind_of(match, seat)
    assert late.belief.deals == pytest.approx(mind.belief.deals)
    assert late.suspicion == pytest.approx(mind.suspicion)
    legal = match.referee.legal()[seat]
    assert late.weigh(legal, Generator(1)) == pytest.approx(mind.weigh(legal, Generator(1)))


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_worlds_drawn_by_a_mind_show_its_seat_the_same(options):
    match = play(3, options, seed=5, acts=90)
    for seat in range(3):
        world = mind_of(match, seat).draw(Generator(1))
        assert GAME.view(world, seat) == match.referee.view(seat)


def test_a_belief_finds_those_who_play_to_win():
    """What a mind thinks of the true owners grows far beyond what the deal alone would say."""
    found = [play(4, {}, seed=seed) for seed in range(4)]
    shares = []
    for match in found:
        owners = match.referee.view(None)["owners"]
        mind = Mind(match.referee.view(0))
        for actor, text in match.feeds[0]:
            if not text.startswith("owner"):
                mind.listen(actor, text)
        shares += [mind.belief.probability(seat, agent) for agent, seat in owners.items() if seat]
    assert sum(shares) / len(shares) > 0.6  # by chance 1 / 6


def test_h61_the_dossier_names_more_than_chance():
    right = named = 0
    for seed in range(4):
        view = play(3, {"dossier": "on"}, seed=seed).referee.view(None)
        for dossier in view["dossiers"]:
            named += len(dossier)
            right += sum(view["owners"][agent] == owner for agent, owner in dossier.items())
    assert right / named > 0.6  # by chance less than 2 in 5


# Reading.


@pytest.mark.parametrize("options", [{}, {"top-secret": "on"}], ids=str)
def test_a_deep_reading_knows_how_every_move_looks_to_the_owner_of_any_agent(options):
    """What the others work out from outside is what a mind with that agent would weigh."""
    stays = 0
    for seed in range(6):
        match = play(3, options, seed, acts=12 + 9 * seed)
        while match.referee.state.stage != position.MOVING:
            match.step()
        state = match.referee.state
        seat = state.active
        mind, other = mind_of(match, seat), mind_of(match, (seat + 1) % 3)
        actions = state.legal_actions(seat)
        stays += verbs.STAY in actions
        wishes, _ = Choice(state, seat, other.readings.suspicion[seat])._wishes()
        for agent, wish in enumerate(wishes):
            assert wish == pytest.approx(mind._weigh_moves(actions, agent))
    assert bool(stays) == bool(options)


def test_a_reading_tells_what_normal_does_from_what_it_would_never_do():
    match = play(4, {}, seed=3, acts=30)
    while match.referee.state.stage != position.MOVING:
        match.step()
    state, seat = match.referee.state, int(match.referee.state.active)
    mind = mind_of(match, seat)
    own, actions = mind.worlds.own_agent(), state.legal_actions(seat)
    weights = mind._weigh_moves(actions, own)
    best, worst = [actions[weights.index(weight)] for weight in (max(weights), min(weights))]
    choice = Choice(state, seat, mind.suspicion)
    assert choice.deep(best)[0][own] > len(actions) / 4  # few moves look as good
    assert choice.deep(worst)[0][own] == STYLES[0].random


def test_who_makes_mistakes_is_found_out_and_read_with_doubt():
    """After some acts at random, an act that fits one agent alone says less."""
    readings = Readings(4, 7)
    match = Match(
        Referee(GAME, 4, {}), [find_bot(GAME, "uniform")] * 4, Generator(1), Generator(2), [Generator(3)] * 4
    )
    while len(match.referee.log) < 40:
        state = match.referee.state.copy()
        match.step()
        actor, text = match.referee.log[-1]
        if actor != CHANCE:
            action = GAME.parse(state, actor, text)
            readings.hear(state, actor, action, deep=True)
    assert sum(1 for _ in readings.news()) > 10
    assert not list(readings.news())
    for styles in readings.styles:
        shares = [sum(style) for style in styles]
        assert shares[2] > 0.5 * sum(shares)
        assert shares[0] < 0.001 * sum(shares)
    readings.swapped(0, [1.0] + [0.0] * 6)
    first, _, third = readings.styles[0]
    assert len(set(first)) == len(set(third)) == 1  # H54: nothing is known of the new agent
    assert third[0] > first[0]  # but much of whoever has it


def test_news_that_contradicts_itself_rules_nothing_out():
    belief = Belief(list(cards.AGENTS), 7)
    for _ in range(300):
        for seat in range(7):
            belief.update(seat, [1.0] + [1e-3] * 6)
    assert sum(belief.deals.values()) == pytest.approx(1)
    assert len(belief.deals) == 5040


@pytest.mark.parametrize("every", [1, 40])
def test_the_most_unlikely_deal_is_not_ruled_out(every):
    """However often somebody asks."""
    belief = Belief(list(cards.AGENTS), 7)
    for turn in range(40):
        for seat in range(7):
            belief.update(seat, [1.0 if agent == seat else 1e-9 for agent in range(7)])
        if turn % every == every - 1:
            assert sum(belief.deals.values()) == pytest.approx(1)
            assert len(belief.deals) == 5040


def test_what_a_mind_says_is_true_as_often_as_it_says():
    """In every bin of ten points; and early in the game it knows more than a plain reading does."""
    found = list(cases(GAME, 4, GAME.settle(4, {}), "normal", length(12, 150), 1))
    measured = figures(found, 1)
    assert measured["gap"] < 0.05
    early = measured["stages"][0]
    assert early["said"] < 0.19 < early["chance"]  # a plain reading pays 0.225


# What things are worth.


@pytest.mark.parametrize("seats", [2, 4])
def test_the_outlook_agrees_with_the_rules(seats):
    """All agents at once, and the rules after the move, give the same values."""
    ends = 0
    for seed in range(6):
        state = play(seats, {}, seed, acts=10 + 3 * seed).referee.state
        rng = Generator(seed)
        while state.stage != position.MOVING:
            assert state.step(rng), "the game was over too soon"
        if seed % 2:
            state.set_markers([35 + agent for agent in range(state.agents)])  # near the end
        outlook = Outlook(state)
        for split in range(state.first_split, state.first_split + state.split_count, 3):
            after = outlook.after(split)
            for agent in range(state.agents):
                value = wants.split_value(state, MOVES.splits[split], agent) / wants.POINT
                assert after[agent] == pytest.approx(value, abs=0.03)
                assert outlook.of(agent, split) == pytest.approx(value, abs=0.03)
            ends += max(after) > wants.VICTORY / wants.POINT / 2
            assert outlook.into_ruins(split) == ruined(state, split)
        for place in range(cards.RING):
            for agent, value in enumerate(outlook.with_safe(place)):
                exact = wants.safe_value(state, place, agent) / wants.POINT
                assert value == pytest.approx(exact, abs=0.05)  # a rounded mean, taken several times
    assert ends, "no split ended a game"


def ruined(state, split: int) -> bool:
    after = state.copy()
    after.apply(state.active, verbs.MOVE + split)
    return any(
        entry(after.at, agent) == cards.RUINS and entry(state.at, agent) != cards.RUINS
        for agent in range(state.agents)
    )


def scene(*lines: str, seats: int = 2, markers: list[int] | None = None, **options: str) -> Match:
    """A table after some lines, with its markers put somewhere."""
    referee = Referee(GAME, seats, {key.replace("_", "-"): value for key, value in options.items()})
    match = Match(
        referee, [find_bot(GAME, "normal")] * seats, Generator(1), Generator(1), [Generator(1)] * seats
    )
    for line in lines:
        actor, text = line.split(" ", 1)
        match.tell(CHANCE if actor == CHANCE else int(actor), text)
    if markers:
        referee.state.set_markers(markers)
    return match


DEAL = ("chance deal 0 red", "chance deal 1 grey", "chance first 0")


def test_nobody_ends_a_game_that_somebody_else_wins():
    """Red could score seven, but grey would reach 42 with it."""
    match = scene(*DEAL, "chance roll 6", "0 move red 6", "chance roll 6", "1 move grey 6", "chance roll 2")
    match.referee.state.set_markers([41, 0, 0, 20, 0])
    mind = mind_of(match, 0)
    mind.worlds.state.set_markers([41, 0, 0, 20, 0])
    legal = match.referee.legal()[0]
    weights = dict(zip(legal, mind.weigh(legal, Generator(1)), strict=True))
    assert max(weights, key=weights.__getitem__).find("red 1") == -1
    assert weights["move grey 1 red 1"] < weights["move yellow 2"] - 30


def test_a_known_seat_prefers_moves_that_fit_others_too():
    """The same standing weighs more the less it gives away."""
    match = scene(*DEAL, "chance roll 2")
    mind = mind_of(match, 0)
    choice = Choice(match.referee.state, 0, mind.suspicion)
    open_, shy = [
        choice.exposure(choice.plain(GAME.parse(match.referee.state, 0, text)))[mind.worlds.own_agent()]
        for text in ("move red 2", "move grey 1 yellow 1")
    ]
    assert open_ > 1 / 5 > shy


@pytest.mark.parametrize("options", [{}, {"top-secret": "on"}], ids=str)
@pytest.mark.parametrize("face", cards.FACES)
def test_h11_a_move_can_be_spelled_part_by_part(face, options):
    """Every move in its own way, none as the beginning of another: the own agent first, then the nearest."""
    match = play(3, options, seed=4, acts=12)
    state = match.referee.state
    while state.stage != position.ROLLING:
        match.step()
    match.tell(CHANCE, f"roll {face}")
    seat = int(state.active)
    legal = match.referee.legal()[seat]
    mind = mind_of(match, seat)
    spelled = mind.spell(legal)
    assert spelled is not None
    beginnings = {parts[:end] for parts in spelled for end in range(len(parts))}
    assert len(set(spelled)) == len(legal)
    assert not beginnings & set(spelled)
    own = mind.agents[mind.worlds.own_agent()]
    for text, parts in zip(legal, spelled, strict=True):
        words = text.split()
        steps = int(words[words.index(own) + 1]) if own in words else 0
        if face == "1-3":
            assert parts[0] == sum(int(word) for word in words if word.isdecimal())
            parts = parts[1:]
        assert (parts[0] if parts else 0) == steps


# Cards.

HANDS = (
    "chance draw 0 to-safe",
    "chance draw 1 move-safe",
    "chance draw 0 swap-identity",
    "chance draw 1 one-step",
)


def card_scene(*lines: str, markers: list[int]) -> tuple[Match, dict[str, float]]:
    """Seat 0 weighs its cards; seat 1 has passed or comes after it."""
    match = scene(*DEAL[:2], *HANDS, "chance first 0", *lines, top_secret="on", markers=markers)
    mind = mind_of(match, 0)
    mind.worlds.state.set_markers(markers)
    mind.worlds.markers = markers
    legal = match.referee.legal()[0]
    return match, dict(zip(legal, mind.weigh(legal, Generator(1)), strict=True))


def test_a_card_that_wins_the_game_is_played():
    _, weights = card_scene("chance roll 2", "0 move yellow 2", markers=[0, 0, 0, 38, 0])
    assert max(weights, key=weights.__getitem__) == "play to-safe red"


def test_h54_who_is_far_behind_changes_sides():
    _, weights = card_scene("chance roll 2", "0 move yellow 2", markers=[30, 30, 30, 0, 30])
    assert weights["play swap-identity"] > weights["pass"]
    _, weights = card_scene("chance roll 2", "0 move yellow 2", markers=[0, 0, 0, 30, 0])
    assert weights["play swap-identity"] < weights["pass"]
