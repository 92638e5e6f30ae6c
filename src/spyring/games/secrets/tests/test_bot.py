"""What the mind of a good player believes, and what it then does."""

from collections import Counter

import pytest

from spyring.bots import find_bot
from spyring.core import CHANCE
from spyring.games import find_game
from spyring.games.secrets import cards
from spyring.games.secrets.bot import Mind
from spyring.games.secrets.outlook import Outlook, gain
from spyring.games.secrets.rules import new
from spyring.games.secrets.wants import Sensible
from spyring.games.secrets.worlds import Worlds
from spyring.generator import Generator
from spyring.referee import Referee

GAME = find_game("secrets")


def mind_of(table, seat):
    mind = Mind(table.view(seat))
    mind.hear(table.view(seat), table.feed(seat))
    return mind


def belief_without_acts(table, seat):
    return Worlds(table.view(seat), table.feed(seat)).belief


def weights(table, seat):
    """How good each legal text looks to a seat."""
    mind = mind_of(table, seat)
    options = mind.options(table.legal()[seat])
    return dict(zip(options, mind.weigh(options, Generator(1)), strict=True))


def best(table, seat):
    found = weights(table, seat)
    return max(found, key=found.__getitem__)


def random_table(seats, acts, seed):
    table = Referee(GAME, seats, {})
    rng = Generator(seed, stream=acts)
    while table.state.actors() and len(table.log) < acts:
        table.do(*table.state.pick(rng))
    return table


def arrangements_by_brute_force(table, viewer):
    """All games of random play that tell the viewer the same: where the tokens lie in them."""
    again = Referee(GAME, table.seats, table.options)
    cases = [(again.state.copy(), 1.0)]
    for actor, text in table.log:
        heard = told(again.act(actor, text), viewer)
        grown = {}
        for state, weight in cases:
            actions = state.outcomes() if actor == CHANCE else [(a, 1) for a in state.legal_actions(actor)]
            for action, share in actions:
                trial = state.copy()
                trial.trace = []
                trial.apply(actor, action)
                if told(trial.trace, viewer) == heard:
                    after = trial.copy()
                    key = str([list(after.tokens), list(after.history), list(after.displays), after.offered])
                    old = grown.get(key, (None, 0.0))[1]
                    grown[key] = after, old + weight * share / state.count(actor)
        cases = list(grown.values())
    total = sum(weight for _, weight in cases)
    found = Counter()
    for state, weight in cases:
        now = (*list(state.tokens)[: table.seats], state.tokens[cards.CENTRE])
        found[now] += weight / total
    return found


def told(events, viewer):
    return [(event.actor, event.told(viewer)) for event in events if event.told(viewer) is not None]


@pytest.mark.parametrize("acts", [6, 12, 20, 32])
@pytest.mark.parametrize("seed", range(3))
def test_the_belief_without_acts_is_that_of_brute_force(acts, seed):
    table = random_table(4, acts, seed)
    for seat in range(4):
        expected = arrangements_by_brute_force(table, seat)
        found = belief_without_acts(table, seat).arrangements()
        assert found == pytest.approx(dict(expected))


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_a_belief_adds_up_to_one_and_never_rules_out_the_truth(seats):
    for seed in range(4):
        table = random_table(seats, 60, seed)
        tokens = [cards.TEAMS[table.state.tokens[place]] for place in (*range(seats), cards.CENTRE)]
        for seat in range(seats):
            belief = mind_of(table, seat).belief
            assert sum(case.weight for case in belief.cases) == pytest.approx(1)
            for place, token in zip((*range(seats), "centre"), tokens, strict=True):
                assert sum(belief.probability(place, team) for team in cards.TEAMS) == pytest.approx(1)
                assert belief.probability(place, token) > 0
            assert set(belief.top()) == {*range(seats), "centre"}


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_what_the_others_know_is_what_the_rules_showed_them(seats):
    """In the true case, what a seat may think of each place is what a policy recalls from the history."""
    policy = Sensible()
    for seed in range(6):
        table = random_table(seats, 70, seed)
        if not table.state.actors():
            continue
        sides = [text.split()[1] for _, text in table.log if text.startswith("exchange")]
        deal = [text.split()[2] for _, text in table.log if text.startswith("token")]
        for case in mind_of(table, 0).belief.cases:
            truth = [cards.TEAMS[team] for team in case.deal[:seats]] == deal
            if truth and ["left" if side == 0 else "right" for side in case.sides] == sides:
                for seat in range(seats):
                    policy.recall(table.state, seat)
                    places = [*range(seats), cards.CENTRE]
                    assert [row[seat] for row in case.knows] == [policy.knows[place] for place in places]
                break
        else:
            pytest.fail("the true case is ruled out")


def test_s3_a_seat_believes_its_first_look(start):
    belief = mind_of(start(5), 2).belief
    assert belief.probability(2, "cia") == pytest.approx(1)
    assert belief.probability(1, "kgb") == pytest.approx(1)
    assert belief.probability(0, "cia") == pytest.approx(1 / 4)


def test_s20_one_who_changed_sides_knows_it(start):
    table = start(5).turn("double-agent", 4)  # the centre holds a Hippie, and so does seat 4
    assert mind_of(table, 4).belief.probability(4, "hippie") == pytest.approx(1)
    table.turn("double-agent", 2)
    belief = mind_of(table, 2).belief
    assert belief.probability(2, "hippie") == pytest.approx(1)
    assert belief.probability("centre", "cia") == pytest.approx(1)
    assert mind_of(table, 3).belief.probability("centre", "cia") == pytest.approx(
        1
    )  # who had seen it at the start


def test_s22_a_swap_carries_what_was_known(start):
    table = start(5).turn("psychiatrist", 1, "1 swap 0 2")
    belief = belief_without_acts(table, 3)  # saw the token of seat 2
    assert belief.probability(0, "cia") == pytest.approx(1)
    assert belief.probability(2, "cia") < 0.5


def test_s26_an_exchange_leaves_the_neighbours_in_doubt_of_themselves(start):
    table = start(5).turn("diplomat", 1, "1 exchange left")
    belief = belief_without_acts(table, 2)
    assert belief.probability(2, "cia") == pytest.approx(0.5)
    assert belief.probability(2, "hippie") == pytest.approx(0.5)
    assert mind_of(table, 1).belief.probability(2, "hippie") == pytest.approx(1)


def test_a_good_card_for_a_neighbour_speaks_for_one_team(start):
    """Seat 5 has seen the token of seat 4, and gives it the better or the worse card of the same two."""
    mates = {}
    for card, effect in (("scientist", []), ("detective", ["5 look 0"])):
        table = start(6, first=5).play("chance reveal scientist", "chance reveal detective")
        table.play(f"5 offer {card} 4", "4 refuse", *effect)
        cases = mind_of(table, 1).belief.cases
        mates[card] = sum(case.weight for case in cases if case.now[4] == case.now[5] != cards.HIPPIE)
    assert mates["scientist"] > 1.2 * mates["detective"] > 0


def test_s60_a_claim_is_believed_but_not_for_certain(start):
    silent, claim = start(5), start(5).play("1 say team 0 cia")
    before = mind_of(silent, 2).belief.probability(0, "cia")
    assert before < mind_of(claim, 2).belief.probability(0, "cia") < 0.9
    assert mind_of(claim, 2).belief.probability(2, "cia") == pytest.approx(1)  # what was seen is certain


def test_a_known_enemy_is_offered_the_worse_card_and_a_mate_the_better_one(start):
    """Seat 1 has seen the token of seat 0; the Detective and the Scientist are open."""
    for teams, better in (("cia cia kgb kgb hippie", True), ("cia kgb cia kgb hippie", False)):
        table = start(5, teams=teams, first=1).play("chance reveal scientist", "chance reveal detective")
        found = weights(table, 1)
        assert (found["offer scientist 0"] > found["offer detective 0"]) is better


def test_a_card_is_taken_from_a_mate_and_given_back_to_an_enemy(start):
    """Everybody knows seat 1, who knows seat 0: a mate is likely to offer it the better card."""
    for teams, answer in (("cia cia kgb kgb hippie", "accept"), ("cia kgb cia kgb hippie", "refuse")):
        table = start(5, teams=teams, first=3).turn("scientist", 0).turn("journalist", 1)
        table.play("chance reveal scientist", "chance reveal detective", "0 offer scientist 1")
        assert best(table, 1) == answer


def test_s30_a_second_copy_is_no_gift(start):
    table = start(5).turn("politician", 1, "1 send 2")
    assert gain(table.state, 2, cards.POLITICIAN) == -3
    assert gain(table.state, 1, cards.POLITICIAN) == 3


def test_s25_a_second_scientist_costs_all_that_lies_open(start):
    table = start(5).turn("scientist", 2).turn("double-agent", 2)
    assert gain(table.state, 2, cards.SCIENTIST) == -7


def test_s42_a_hippie_wants_no_points(start):
    """Seat 4 is a Hippie, and knows it."""
    table = start(5, first=0).play(
        "chance reveal scientist", "chance reveal journalist", "0 offer scientist 4"
    )
    assert best(table, 4) == "refuse"


def test_s27_a_bullet_goes_to_a_known_enemy_rather_than_to_a_mate(start):
    table = start(6, teams="cia cia kgb cia kgb kgb", first=3)
    table.turn("journalist", 0).turn("journalist", 2).turn("assassin", 1, "chance bullet -3")
    assert best(table, 1) == "shoot 2"
    found = weights(table, 1)
    assert found["shoot 2"] > found["shoot 0"]


def test_s23_a_detective_looks_where_they_do_not_know(start):
    table = start(5).turn("detective", 2)
    found = weights(table, 2)
    assert found["look 1"] == pytest.approx(0)
    assert found["look 2"] == pytest.approx(0)
    assert best(table, 2) in ("look 0", "look 3", "look 4")


def test_a_chance_to_win_is_certain_when_a_display_is_full(start):
    table = start(4, first=3).turn("scientist", 0)
    outlook = Outlook()
    outlook.look(table.state)
    outlook.lay([cards.CIA, cards.KGB, cards.CIA, cards.KGB, cards.HIPPIE])
    assert [outlook.chance(seat, 5, 0.0) for seat in range(4)] == [1, 0, 1, 0]
    outlook.lay([cards.CIA, cards.HIPPIE, cards.CIA, cards.KGB, cards.KGB])
    assert outlook.chance(1, 5, 0.0) == 0  # S42: not alone


@pytest.mark.parametrize("bot", ["normal", "hard:60it"])
def test_decisions_are_equal_in_worlds_that_look_the_same(bot):
    decided = 0
    for seed in range(6):
        table = random_table(5, 25 + 3 * seed, seed)
        while table.state.actors() in ((CHANCE,), ()):
            if not table.state.actors():
                break
            table.do(*table.state.pick(Generator(seed)))
        for seat in table.state.actors():
            view, feed, legal = table.view(seat), table.feed(seat), table.legal()[seat]
            chosen = find_bot(GAME, bot).choose(view, feed, legal, Generator(7))
            assert chosen in legal
            assert find_bot(GAME, bot).choose(view, feed, legal, Generator(7)) == chosen
            decided += 1
    assert decided > 3


def test_a_mind_that_follows_believes_what_a_new_one_does():
    table = random_table(6, 10, 1)
    mind = mind_of(table, 3)
    heard = len(table.feed(3))
    rng = Generator(2)
    for _ in range(40):
        if table.state.actors():
            table.do(*table.state.pick(rng))
    mind.hear(table.view(3), table.feed(3)[heard:])
    assert mind.belief.arrangements() == pytest.approx(mind_of(table, 3).belief.arrangements())


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_the_table_that_a_mind_follows_is_the_open_one(seats):
    for seed in range(6):
        table = random_table(seats, 45, seed)
        mind = mind_of(table, 1)
        assert list(mind.state.sizes) == list(table.state.sizes) or mind.worlds.offer is not None
        world = mind.draw(Generator(seed))
        assert GAME.view(world, 1) == table.view(1)


def test_sensible_play_ends_and_beats_random_play():
    """One team plays sensibly, the other at random; the tokens change hands, and still it shows."""
    policy, rng = Sensible(), Generator(3)
    won = 0.0
    games = 150
    for _ in range(games):
        state = new(4, GAME.settle(4, {}))
        while state.actors():
            (actor,) = state.actors()
            if actor == 0:
                policy.step(state, rng)
            else:
                state.step(rng)
        won += 0 in state.winners()
    assert won / games > 0.5  # a random seat wins 0.4 of these
