"""Reading others from within: what they would do, for everything that they may have been told."""

from itertools import pairwise
from math import log2

import pytest
from lengths import length

from spyring.bots import find_bot
from spyring.bots.match import new_match
from spyring.games.secrets import GAME, cards
from spyring.games.secrets.bot import Mind
from spyring.temper import STEADY, TEMPERS


def played(seats, deal, *names):
    match = new_match(
        GAME,
        GAME.settle(seats, {}),
        [find_bot(GAME, names[n % len(names)]) for n in range(seats)],
        seed=91,
        deal=deal,
    )
    match.play()
    return match


def mind_of(match, seat, feed, *, thorough):
    mind = Mind(match.referee.view(seat))
    mind.be(TEMPERS[STEADY], thorough=thorough)
    mind.hear(match.referee.view(seat), feed)
    return mind


def as_others_know(line):
    """A line of a seat's feed without what only that seat knows of its offer and its bullet."""
    actor, text = line
    verb, *words = text.split()
    return actor, {"offer": f"offer {words[-1]}" if words else "", "bullet": "bullet"}.get(verb, text)


def what_was_told(feed, seat):
    """The teams that a seat saw, and the sides of its exchanges."""
    found = []
    for actor, text in feed:
        verb, *words = text.split()
        if verb == "sees":
            found.append(cards.TEAMS.index(words[1]))
        elif verb == "exchange" and actor == seat:
            found.append(("left", "right").index(words[0]))
    return tuple(found)


@pytest.mark.parametrize("seats", GAME.seats)
def test_s50_an_imagined_seat_hears_what_the_real_one_hears(seats):
    """Whatever another seat was told, if that is what it was."""
    for deal in range(length(2, 8)):
        match = played(seats, deal, "easy")
        others = mind_of(match, 0, match.feeds[0], thorough=True).others
        for seat in range(1, seats):
            real = match.feeds[seat]
            assert others.feed(seat, what_was_told(real, seat)) == [as_others_know(line) for line in real]


def test_who_has_time_knows_others_better():
    """The price of what a mind says of everybody's team, in bits, before every third offer."""
    price = {False: 0.0, True: 0.0}
    for deal in range(length(6, 30)):
        match = played(5, deal, "normal", "normal/gambler")
        feed = match.feeds[0]
        tokens = cards.TEAMS
        state = GAME.new(5, GAME.settle(5, {}))
        marks = []
        for actor, text in match.referee.log:
            if not text.startswith("say"):
                state.apply(actor, GAME.parse(state, actor, text))
            if text.startswith("offer"):
                marks.append([tokens[state.tokens[seat]] for seat in range(5)])
        offers = [number for number, (_, text) in enumerate(feed) if text.startswith("offer")]
        for number in range(3, len(offers), 3):
            for thorough in price:
                mind = mind_of(match, 0, feed[: offers[number]], thorough=thorough)
                for seat, team in enumerate(marks[number]):
                    price[thorough] -= log2(mind.belief.probability(seat, team))
    assert price[True] < 0.75 * price[False]


def test_who_acts_at_random_is_not_read_too_far():
    """A thorough mind learns in the course of the game how well it foresees somebody."""
    match = played(5, 3, "uniform")
    others = mind_of(match, 0, match.feeds[0], thorough=True).others
    told = {seat: what_was_told(match.feeds[seat], seat) for seat in range(1, 5)}
    clear, aimless = (
        [guise.manners[manner] for seat in told for guise in others.guises[seat].values()]
        for manner in (0, -1)
    )
    assert sum(clear) < sum(aimless)


def test_s11_the_hidden_card_is_foreseen():
    """Which of the two cards is on offer: better than by chance."""
    right = offers = 0
    for deal in range(length(4, 20)):
        match = played(5, deal, "normal/silent")
        feed = match.feeds[0]
        mind = mind_of(match, 0, [], thorough=True)
        for line, (_, text) in pairwise(feed):
            mind.listen(*line)
            if mind.others.hidden and text.startswith("receives"):
                odds = sum(case.weight * mind.others.first_card_odds(case) for case in mind.belief.cases)
                first = text.split()[1] == cards.KEYS[mind.worlds.open[0]]
                right += (odds > 0.5) == first
                offers += 1
    assert right > 0.7 * offers > 0
