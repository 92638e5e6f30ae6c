"""The mind of a player of Wink: what it believes, where it looks, and when it winks, guesses and accuses."""

from collections import Counter
from itertools import pairwise

import pytest

from spyring.bots import find_bot
from spyring.bots.match import Match
from spyring.games.wink import GAME
from spyring.games.wink.bot import REACTION, Mind
from spyring.games.wink.cards import SQUARE
from spyring.games.wink.faces import Faces
from spyring.games.wink.fits import Fits
from spyring.games.wink.tests.scenes import QUICK, TABLE, dealt, do, walk
from spyring.generator import Generator
from spyring.referee import Referee

VARIANTS = [{}, {"eyes": "table"}, {"bluff": "on"}, {"beats": "0"}]


def mind_of(referee: Referee, seat: int) -> Mind:
    """A mind that hears everything at once, as one that takes over a seat does."""
    mind = Mind(referee.view(seat))
    mind.hear(referee.view(seat), referee.feed(seat))
    return mind


def choice(referee: Referee, seat: int) -> str:
    """What `normal` does on a seat."""
    return find_bot(GAME, "normal").choose(
        referee.view(seat), referee.feed(seat), referee.legal()[seat], Generator(1)
    )


def wait(referee: Referee, beats: int = REACTION) -> Referee:
    return do(referee, *["chance beat"] * beats)


def played(seats: int, options: dict[str, str], seed: int, acts: int = 10_000, bot: str = "normal") -> Match:
    """A game of bots, up to so many acts."""
    thoughts = [Generator(seed, 3 + seat) for seat in range(seats)]
    bots = [find_bot(GAME, bot) for _ in range(seats)]
    match = Match(Referee(GAME, seats, options), bots, Generator(seed), Generator(seed, 1), thoughts)
    while len(match.referee.log) < acts and match.step():
        pass
    return match


# Belief.


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [4, 5, 8])
def test_every_number_is_with_one_seat_and_the_truth_is_never_ruled_out(seats, options):
    for acts in (60, 150):
        referee = walk(seats, options, seed=acts + seats, acts=acts)
        if not referee.state.actors():
            continue
        for seat in range(seats):
            belief = mind_of(referee, seat).belief
            for number in belief.numbers:
                assert sum(belief.holders(number)) == pytest.approx(1)
                assert belief.probability(referee.state.holder_of(number), number) > 0
            assert set(belief.top()) == set(belief.numbers)


def test_hands_are_as_large_as_they_are():
    referee = do(dealt(5), "0 place 2", "1 place 3", "2 place 4", "3 place 5", "4 place 6", "0 guess 1")
    belief = mind_of(referee, 2).belief
    open_numbers = [number for number in belief.numbers if number != 2]
    for seat, size in enumerate(referee.view(None)["hand_sizes"]):
        assert sum(belief.probability(seat, number) for number in open_numbers) == pytest.approx(
            size, abs=0.1
        )


def test_w14_who_places_on_a_number_does_not_hold_it():
    referee = dealt()
    before = mind_of(referee, 2).belief.probability(0, 2)
    belief = mind_of(do(referee, "0 place 2"), 2).belief
    assert before > 0.3
    assert belief.probability(0, 2) == 0
    assert belief.probability(1, 2) == pytest.approx(0.5, abs=0.01)


def test_w23_a_failed_accusation_rules_the_accused_out():
    referee = do(dealt(5), "0 place 2", "3 accuse 4 2")
    belief = mind_of(referee, 3).belief
    assert belief.probability(4, 2) == 0
    assert belief.probability(1, 2) == pytest.approx(0.5, abs=0.02)


def test_w12_and_w22_who_showed_a_card_was_dealt_it():
    referee = do(dealt(), "0 place 2", "3 accuse 1 2")
    assert mind_of(referee, 2).belief.probability(1, 2) == 1
    referee = do(dealt(), "0 place 2", "1 place 3", "2 place 4", "3 place 5", "0 guess 3")
    assert mind_of(referee, 2).belief.probability(1, 2) == 1


def test_w45_a_wink_in_fair_play_proves_and_a_bluff_only_tells():
    lines = ("0 place 2", "1 look 0", "2 look 1", "1 wink")
    assert mind_of(do(dealt(options=QUICK), *lines), 2).belief.probability(1, 2) == 1
    bluff = mind_of(do(dealt(options={"bluff": "on", "beats": "0"}), *lines), 2).belief.probability(1, 2)
    assert 0.8 < bluff < 1


def test_w42_a_wink_that_was_not_seen_tells_nothing():
    lines = ("0 place 2", "1 look 0", "0 look 1")
    quiet, winked = dealt(options=QUICK), dealt(options=QUICK)
    do(quiet, *lines)
    do(winked, *lines, "1 wink")
    for number in (2, 3):
        assert mind_of(quiet, 2).belief.holders(number) == mind_of(winked, 2).belief.holders(number), (
            "a wink was noticed by one who did not look"
        )


def test_who_looks_back_and_does_not_wink_is_less_likely_the_partner():
    referee = do(dealt(5, options=QUICK), "0 place 2", "0 look 3", "3 look 0")
    before = mind_of(referee, 0).belief.probability(3, 2)
    assert mind_of(wait(referee), 0).belief.probability(3, 2) < before


def test_who_looks_at_the_owner_of_a_pawn_is_likelier_to_hold_its_number():
    referee = do(dealt(5, options=QUICK), "0 place 2", "1 look 0")
    before = mind_of(referee, 3).belief.probability(1, 2)
    assert mind_of(wait(referee), 3).belief.probability(1, 2) > before


@pytest.mark.parametrize("seats", [4, 6])
def test_faces_tell_who_turned_to_the_owner_and_who_did_not(seats):
    """Seat 0 looks at 1, who looks back at once, and then at 2, who never does."""
    faces = Faces(seats)
    faces.forget(0)
    for at, back in ((1, SQUARE), (1, 0), (2, 0), (2, 0), (2, SQUARE)):
        faces.beat([at, back, *[SQUARE] * (seats - 2)], armed=0)
    odds = faces.odds(0)
    assert odds[1] > 1 > odds[2]
    faces.forget(0)
    assert faces.odds(0) == [1.0] * seats


def test_what_a_third_one_sees_tells_more_than_a_meeting_that_nobody_sees():
    """Who could have winked unseen has nothing to wait for; who is watched stays."""
    read = []
    for armed in (0b0000, 0b0100):
        faces = Faces(4)
        faces.forget(0)
        for _ in range(3):
            faces.beat([1, 0, 1, SQUARE], armed)
        read.append(faces.odds(0)[1])
    assert read[1] > read[0]


def test_how_sure_an_accusation_must_be_depends_on_the_cards_and_on_the_turns_left():
    early, late = played(4, {}, 3, acts=80).referee, played(4, {}, 3, acts=260).referee
    assert min(late.view(None)["hand_sizes"]) < min(early.view(None)["hand_sizes"])
    assert late.view(0)["counter"][0] > 0
    assert mind_of(late, 0).bar() < mind_of(early, 0).bar() < 1


def test_worlds_are_drawn_as_likely_as_they_are_believed_to_be():
    """Two numbers, two hands of one; the first number is three times as likely with the first seat."""
    fits = Fits([1, 1], [0b11, 0b11], [[3.0, 1.0], [1.0, 1.0]])
    rng = Generator(5)
    drawn = Counter(tuple(fits.draw(rng)) for _ in range(4000))
    assert set(drawn) == {(0, 1), (1, 0)}
    assert drawn[0, 1] / 4000 == pytest.approx(0.75, abs=0.03)


@pytest.mark.parametrize("options", VARIANTS)
def test_a_drawn_world_shows_this_seat_the_same(options):
    referee = played(5, options, seed=3, acts=60).referee
    mind = mind_of(referee, 2)
    rng = Generator(4)
    worlds = [mind.draw(rng) for _ in range(5)]
    assert all(GAME.view(world, 2) == referee.view(2) for world in worlds)
    assert len({str([world.hand(seat) for seat in range(5)]) for world in worlds}) > 1


# Play.


def test_it_winks_when_the_partner_looks_and_nobody_else_does():
    referee = do(dealt(options=QUICK), "0 place 2", "0 look 1", "1 look 0", "chance beat")
    assert choice(referee, 1) == "wink"
    assert choice(do(referee, "2 look 1"), 1) != "wink"


def test_it_looks_back_at_one_who_waits_for_its_wink():
    assert choice(do(dealt(options=QUICK), "0 place 3", "0 look 2"), 2) == "look 0"


def test_it_does_not_wink_twice_about_the_same_pawn():
    referee = do(dealt(options=QUICK), "0 place 2", "0 look 1", "1 look 0", "1 wink", "chance beat")
    assert choice(referee, 1) != "wink"


def test_it_accuses_whom_it_saw_winking_but_no_faster_than_a_person():
    referee = do(dealt(options=QUICK), "0 place 2", "1 look 0", "2 look 1", "1 wink")
    for _ in range(REACTION):
        assert not choice(referee, 2).startswith("accuse")
        wait(referee, 1)
    assert choice(referee, 2) == "accuse 1 2"


def test_it_does_not_accuse_out_of_the_blue():
    referee = wait(do(dealt(6, options=QUICK), "0 place 2"))
    mind = mind_of(referee, 3)
    assert not [text for text in mind.options(referee.legal()[3]) if text.startswith("accuse")]


def test_hard_accuses_whom_the_faces_give_away_and_normal_does_not():
    """The owner looks at 2 in vain, then at 1, who turns to it and waits, with 2 looking on."""
    referee = do(dealt(options=QUICK), "0 place 2", "0 look 2")
    wait(referee, 2)
    wait(do(referee, "0 look 1"), 1)
    hard = find_bot(GAME, "hard:30it")
    chosen = []
    do(referee, "1 look 0", "2 look 1")
    for _ in range(4):
        wait(referee, 1)
        chosen.append(hard.choose(referee.view(3), referee.feed(3), referee.legal()[3], Generator(1)))
    assert not chosen[0].startswith("accuse")
    assert chosen[-1] == "accuse 1 2"
    assert not choice(referee, 3).startswith("accuse")


def test_it_guesses_whom_it_saw_winking_and_waits_as_long_as_it_has_seen_nothing():
    lines = ["0 place 2", "1 place 3", "2 place 4", "3 place 5"]
    referee = do(dealt(options=QUICK), *lines)
    assert not choice(referee, 0).startswith(("guess", "decline"))
    referee = do(dealt(options=QUICK), *lines, "0 look 1", "1 look 0", "1 wink")
    assert not choice(referee, 0).startswith("guess")
    assert choice(wait(referee), 0) == "guess 1"


def test_it_guesses_at_last_even_if_nobody_winks():
    referee = do(dealt(options=QUICK), "0 place 2", "1 place 3", "2 place 4", "3 place 5")
    assert choice(wait(referee, 6), 0).startswith("guess")


def test_w40_at_a_table_the_active_seat_acts_and_the_others_may_do_nothing():
    referee = do(dealt(options=TABLE), "0 place 2")
    assert "" not in mind_of(referee, 1).options(referee.legal()[1])
    assert "" in mind_of(referee, 2).options(referee.legal()[2])


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("seats", [4, 8])
def test_games_of_normal_bots_end_with_more_right_guesses_than_wrong_ones(seats, options):
    right = wrong = 0
    for seed in range(2):
        match = played(seats, options, seed)
        assert match.referee.view(None)["phase"] == "over"
        feed = match.referee.feed(None)
        for (_, text), (_, answer) in pairwise(feed):
            if text.startswith("guess"):
                right += answer == "yes"
                wrong += answer == "no"
    if options.get("bluff") == "on":
        assert right > 2 * wrong / (seats - 2)  # a wink proves nothing, but guesses are far better than luck
    elif options.get("eyes") != "table":
        assert right > wrong


@pytest.mark.parametrize("name", ["easy", "hard:30it"])
@pytest.mark.parametrize("options", [{}, {"eyes": "table"}])
def test_all_strengths_bring_a_game_to_its_end(name, options):
    assert played(4, options, 1, bot=name).referee.view(None)["phase"] == "over"


def test_what_stands_on_the_table_is_what_the_view_shows():
    referee = played(6, {}, 2, acts=200).referee
    mind = mind_of(referee, 1)
    assert [number or None for number in mind.state.pawns] == referee.view(1)["pawns"]
