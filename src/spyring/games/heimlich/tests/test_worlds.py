"""Sampled worlds: the weights of what was played, swapped and written."""

import random as stdlib_random
from collections import Counter

import pytest
from lengths import length

from spyring.games.heimlich import cards
from spyring.games.heimlich.bot import Mind
from spyring.games.heimlich.tests.scenes import DOSSIER, ON, dealt, do, passes, quiet, turn
from spyring.games.heimlich.tests.test_dossier import RIGHT_0, WRONG_1, at_29
from spyring.games.heimlich.view import hand
from spyring.games.heimlich.worlds import Hands, Worlds
from spyring.generator import Generator

SAMPLES = length(3000, 6000)


def frequencies(counts: Counter) -> dict:
    return {key: count / sum(counts.values()) for key, count in counts.items()}


def assert_near(seen: dict, expected: dict) -> None:
    """Equal within five standard deviations of a frequency."""
    assert set(seen) <= set(expected)
    for key, share in expected.items():
        assert abs(seen.get(key, 0) - share) < 5 * (share * (1 - share) / SAMPLES) ** 0.5 + 1e-9


@pytest.mark.law_5
def test_law_5_after_a_swap_of_identity_the_card_given_up_may_be_taken_again():
    referee = dealt(options=ON, hands="swap-identity to-ruins one-step to-safe")
    turn(referee, "2", "move red 2")
    do(referee, "0 play swap-identity", "chance identity 0 red", "0 done")
    passes(referee)
    # Seat 0 owns red and gave up grey; yellow, orange, green are equally likely seat 1's.
    worlds = Worlds(referee.view(0), referee.feed(0))
    rng = Generator(3)
    seen = Counter(worlds.sample(rng).agent_of(1) for _ in range(SAMPLES))
    assert_near(frequencies(seen), {1: 1 / 3, 2: 1 / 3, 4: 1 / 3})
    # Seat 1 saw a swap: seat 0 owns one of the four others.
    worlds = Worlds(referee.view(1), referee.feed(1))
    seen = Counter(worlds.sample(rng).agent_of(0) for _ in range(SAMPLES))
    assert_near(frequencies(seen), dict.fromkeys((0, 2, 3, 4), 1 / 4))


@pytest.mark.law_5
def test_law_5_a_card_that_was_played_counts_as_taken_at_random_from_the_hand():
    """Seat 1 played one-step: the other copy is in its hand less often than any other card by half."""
    referee = dealt(options=ON, hands="to-safe one-step to-safe to-ruins")
    quiet(referee, "2", "move red 2")
    turn(referee, "2", "move red 2")
    do(referee, "1 play one-step red back", "1 done")
    worlds = Worlds(referee.view(0), referee.feed(0))
    rng = Generator(5)
    seen = Counter(hand(worlds.sample(rng), 1)[0] for _ in range(SAMPLES))
    deck = Counter(dict(enumerate(cards.deck(2))))
    deck[cards.ONE_STEP] -= 1
    deck[cards.TO_SAFE] -= 2
    assert_near(frequencies(seen), {card: copies / deck.total() for card, copies in deck.items() if copies})


@pytest.mark.law_5
def test_law_5_across_a_new_pile_by_brute_force():
    """Two seats, a tiny deck, a discard shuffled in again: against plain simulation with rejection."""
    deck = [2, 2, 1]
    script = [
        ("draw", 1),
        ("draw", 1),
        ("draw", 0),
        ("play", 1, 0),
        ("play", 0, None),
        ("draw", 1),
        ("draw", 0),
    ]
    script += [("draw", 1), ("play", 1, 1)]
    mine = [1, 0]  # what seat 0 draws; it plays its first card
    hands = Hands(list(deck), 0)
    own = iter(mine)
    for verb, seat, *rest in script:
        if verb == "draw":
            hands.drawn(seat, next(own) if seat == 0 else None)
        else:
            hands.played(seat, rest[0] if rest[0] is not None else mine[0])
    rng = Generator(11)
    seen = Counter(tuple(sorted(hands.deal(rng)[0].get(1, []))) for _ in range(SAMPLES))
    expected = simulate(deck, script, mine, tries=400_000)
    seen_share, expected_share = frequencies(seen), frequencies(expected)
    assert set(seen_share) == set(expected_share)
    for key, share in expected_share.items():
        assert abs(seen_share[key] - share) < 0.03


def simulate(deck, script, mine, tries):
    """The hand of seat 1, when chance and a random choice of the card played gave what was seen."""
    chance = stdlib_random.Random(1)
    found = Counter()
    for _ in range(tries):
        pile = [card for card, copies in enumerate(deck) for _ in range(copies)]
        discard, held, drawn = [], {0: [], 1: []}, iter(mine)
        for verb, seat, *rest in script:
            if verb == "draw":
                if not pile:
                    pile, discard = discard, []
                card = pile.pop(chance.randrange(len(pile)))
                if seat == 0 and card != next(drawn):
                    break
                held[seat].append(card)
            else:
                wanted = rest[0] if rest[0] is not None else mine[0]
                card = wanted if seat == 0 else chance.choice(held[seat])
                if card != wanted:
                    break
                held[seat].remove(card)
                discard.append(card)
        else:
            found[tuple(sorted(held[1]))] += 1
    return found


@pytest.mark.law_5
def test_law_5_a_dossier_that_was_not_seen_is_any_that_its_writer_could_write():
    referee = do(at_29(), WRONG_1)
    rng = Generator(9)
    worlds = Worlds(referee.view(0), referee.feed(0))
    drawn = [worlds.sample(rng) for _ in range(SAMPLES)]
    for world in drawn[:200]:
        own = world.agent_of(1)
        assert world.dossiers[1] >> (3 * own) & 7 == 1  # the writer leaves out the agent it has there
    assert len({world.dossiers[1] for world in drawn}) == 4 * 4
    assert {world.dossiers[0] for world in drawn} == {-1}
    do(referee, RIGHT_0)
    assert referee.game.view(Worlds(referee.view(0), referee.feed(0)).sample(rng), 0) == referee.view(0)


def test_a_mind_that_joins_late_thinks_like_one_that_was_there_from_the_start():
    referee = at_29(3)
    for seat in range(3):
        early = Mind(dealt(3, options=DOSSIER).view(seat))
        feed = referee.feed(seat)
        for heard in range(0, len(feed), 7):
            early.hear(referee.view(seat), feed[heard : heard + 7])
        late = Mind(referee.view(seat))
        late.hear(referee.view(seat), feed)
        assert early.belief.deals == late.belief.deals
        assert early.worlds.state.farthest() == late.worlds.state.farthest() >= 29
