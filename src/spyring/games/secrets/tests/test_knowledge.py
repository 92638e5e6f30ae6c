"""What a seat may know: S50, S51, and the secrets that leak easily."""

import json

import pytest

from spyring.games.secrets.cards import KEYS, TEAMS
from spyring.games.secrets.worlds import Worlds
from spyring.generator import Generator

EVERYBODY = (None, 0, 1, 2, 3)


def known(table, seat):
    """All that reaches a seat: its view, its feed and its legal actions, as JSON."""
    return json.dumps([table.view(seat), table.feed(seat), sorted(table.texts(seat))])


def who_can_tell(one, other):
    """The seats, and the onlooker, for whom two games are not the same."""
    return [seat for seat in EVERYBODY if known(one, seat) != known(other, seat)]


# S50, the memory aid.


def test_s50_a_sight_says_what_when_and_how_often_the_place_has_changed_since(start):
    table = start()
    assert table.view(0)["sightings"] == [{"of": 0, "saw": "cia", "turn": 0, "moved": 0, "may_have_moved": 0}]
    table.turn("psychiatrist", 1, "1 swap 0 2").turn("psychiatrist", 3, "3 swap 0 1")
    assert table.view(0)["sightings"] == [{"of": 0, "saw": "cia", "turn": 0, "moved": 2, "may_have_moved": 0}]
    table.turn("detective", 0, "0 look 0")
    assert table.view(0)["sightings"] == [
        {"of": 0, "saw": "cia", "turn": 0, "moved": 2, "may_have_moved": 0},
        {"of": 0, "saw": "kgb", "turn": 3, "moved": 0, "may_have_moved": 0},
    ]


def test_s50_moved_counts_both_places_of_a_double_agent_for_everybody(start):
    table = start().turn("diplomat", 1, "1 exchange left")
    assert table.moved(0) == [0, 1]  # their own token, and the centre
    table.turn("double-agent", 0)
    assert table.moved(0) == [1, 2, 0]
    assert table.moved(3) == [0, 2]
    assert table.moved(None) == [2]


def test_s50_moved_counts_both_places_of_a_psychiatrist_for_everybody(start):
    table = start().turn("psychiatrist", 1, "1 swap 0 2")
    assert [table.moved(seat) for seat in EVERYBODY] == [[], [1], [0], [1], [0]]


def test_s50_moved_counts_the_centre_of_an_exchange_for_all_the_neighbour_for_the_diplomat(start):
    table = start().turn("politician", 2, "2 send 1").turn("politician", 3, "3 send 2")
    table.turn("diplomat", 3, "3 exchange right")  # with seat 2
    assert table.moved(2) == [0, 0, 1]  # own, seat 1's, the centre
    assert table.moved(3) == [0, 1, 1]  # own, seat 2's, the centre
    assert table.moved(0) == [0, 1]
    assert table.moved(None) == [1]


def test_s50_a_sight_may_have_moved_for_all_but_the_diplomat(start):
    table = start().turn("diplomat", 3, "3 exchange right")  # with seat 2, or as others think with seat 0
    assert [table.may_have_moved(seat) for seat in EVERYBODY] == [[0], [1, 0], [0, 0], [1, 0], [0, 0]]


def test_s50_a_later_sight_proves_which_token_was_swapped(start):
    table = start().turn("diplomat", 3, "3 exchange right")  # seat 2 has the Hippie now
    table.turn("detective", 2, "2 look 2")
    assert table.may_have_moved(0) == [1, 0]  # who looked where is public, what was seen is not
    assert table.saw(2) == [(2, "cia"), ("centre", "hippie"), (2, "hippie")]
    assert table.may_have_moved(2) == [1, 0, 0]
    table = start().turn("diplomat", 3, "3 exchange right").turn("detective", 0, "0 look 0")
    assert table.may_have_moved(0) == [0, 0, 0], "it is the same token, so seat 2's was swapped"


def test_s50_an_exchange_says_who_when_and_which_places_it_may_have_been(start):
    table = start().turn("scientist", 1).turn("diplomat", 3, "3 exchange right")  # with seat 2, or seat 0
    both, known = ({"by": 3, "turn": 2, "of": of} for of in ([0, 2], [2]))
    assert [table.view(seat)["exchanges"] for seat in EVERYBODY] == [[both], [both], [both], [both], [known]]
    table.turn("detective", 0, "0 look 0")  # the same token as at the start
    assert [table.view(seat)["exchanges"] for seat in (0, 1)] == [[known], [both]]


def test_s50_the_counts_of_the_tokens_rule_teams_out(start):
    table = start().turn("detective", 1, "1 look centre")  # the only Hippie
    assert table.possible(1) == [["cia", "kgb"], ["kgb"], ["cia", "kgb"], ["cia", "kgb"], ["hippie"]]
    table.turn("scientist", 2).turn("detective", 1, "1 look 3")  # the second of two
    assert table.possible(1) == [["cia"], ["kgb"], ["cia"], ["kgb"], ["hippie"]]
    assert table.possible(None) == [["cia", "kgb", "hippie"]] * 5


def test_s50_strict_says_neither(start):
    table = start(memory="strict").turn("diplomat", 3, "3 exchange right")
    for seat in EVERYBODY:
        assert not {"possible", "exchanges"} & set(table.view(seat))
        assert all("may_have_moved" not in sight for sight in table.view(seat)["sightings"])


# An effect is over with one of these: with a choice, or with the card itself.
APPLIED = {"accept", "refuse", "interrupt", "swap", "look", "send", "exchange", "shoot"}


@pytest.mark.parametrize("seats", [4, 5, 8])
def test_s50_what_is_possible_is_so_in_some_world_that_fits_everything_heard(start, seats):
    """The same by brute force after every effect: all deals and sides, and no counting."""
    exchanges = 0
    effects = set()
    for seed in range(4):
        table = start(seats)
        rng = Generator(seed)
        while table.state.actors():
            table.do(*table.state.pick(rng))
            if table.log[-1][1].split()[0] in APPLIED or not table.state.actors():
                effects |= {event.text for event in table.events if event.text.startswith("receives")}
                for seat in (None, 0, seats - 1):
                    exchanges += assert_possible_in_some_world(table, seat)
    assert exchanges > 20
    assert len(effects) == len(KEYS), "a character was never received"


def assert_possible_in_some_world(table, seat):
    """Returns how many exchanges this seat had to reckon with."""
    cases = Worlds(table.view(seat), table.feed(seat)).belief.cases
    places = range(table.seats + 1)
    assert table.possible(seat) == [
        [TEAMS[team] for team in sorted({case.now[place] for case in cases})] for place in places
    ]
    exchanges = [
        (number, event.actor)
        for number, event in enumerate(table.events)
        if event.text.startswith("exchange")
    ]
    expected = []
    for number, event in enumerate(table.events):
        if event.text.startswith("sees") and event.told(seat):
            place = event.text.split()[1]
            doubtful = [
                which
                for which, (came, diplomat) in enumerate(exchanges)
                if came > number and diplomat != seat and place in neighbours_chosen(cases, which, diplomat)
            ]
            expected.append(len(doubtful))
    assert table.may_have_moved(seat) == expected
    assert [set(map(str, one["of"])) for one in table.view(seat)["exchanges"]] == [
        neighbours_chosen(cases, which, diplomat) for which, (_, diplomat) in enumerate(exchanges)
    ]
    return len(exchanges)


def neighbours_chosen(cases, which, diplomat):
    """The places that lost their token in an exchange, in one case or another."""
    seats = len(cases[0].now) - 1
    neighbours = [(diplomat + 1) % seats, (diplomat - 1) % seats]
    return {str(neighbours[case.sides[which]]) for case in cases}


def test_s50_strict_shows_a_sight_only_until_the_next_line(start):
    table = start(memory="strict").offer("detective", 1).play("1 accept")
    assert table.saw(1) == []
    table.play("1 look centre")
    assert table.view(1)["sightings"] == [{"of": "centre", "saw": "hippie", "turn": 1, "moved": 0}]
    table.play("2 say trust", "1 say team 1 kgb")
    assert table.saw(1) == [("centre", "hippie")]
    table.play("chance reveal scientist")
    assert table.saw(1) == []
    assert table.view(1)["looks"] == [{"by": 1, "of": "centre", "turn": 1}]


def test_s50_strict_shows_the_first_look_from_the_last_token_to_the_first_reveal(empty):
    table = empty(memory="strict").play("chance token 0 cia", "chance token 1 kgb", "chance token 2 cia")
    assert table.saw(0) == []
    table.play("chance token 3 kgb")
    assert table.saw(0) == [(0, "cia")]
    table.play("chance first 2", "0 say trust")
    assert table.saw(0) == [(0, "cia")]
    table.play("chance reveal scientist")
    assert [table.saw(seat) for seat in EVERYBODY] == [[]] * 5


def test_s50_strict_shows_every_kind_of_sight_once(start):
    table = start(memory="strict").turn("double-agent", 1)
    assert table.saw(1) == [(1, "hippie")]
    table.turn("journalist", 0)
    assert [table.saw(seat) for seat in EVERYBODY] == [[], [], [(0, "cia")], [(0, "cia")], [(0, "cia")]]
    table.turn("politician", 0, "0 send 3")
    assert table.saw(0) == [(3, "kgb")]
    table.offer("diplomat", 0).play("0 accept")
    assert [table.saw(seat) for seat in EVERYBODY] == [[("centre", "kgb")]] * 5
    table.play("0 exchange left")
    assert [table.saw(seat) for seat in EVERYBODY] == [[]] * 5


# S51, the secrets and what is public.


def test_s51_who_looked_at_which_place_is_public(start):
    table = start().turn("double-agent", 1).turn("politician", 0, "0 send 3").turn("detective", 0, "0 look 2")
    looks = [{"by": 1, "of": 1, "turn": 1}, {"by": 0, "of": 3, "turn": 2}, {"by": 0, "of": 2, "turn": 3}]
    assert [table.view(seat)["looks"] for seat in EVERYBODY] == [looks] * 5


def test_s51_open_things_are_shown_to_everybody_alike(start):
    table = start().turn("assassin", 1, "chance bullet -1", "1 shoot 2").turn("scientist", 3)
    table.draw("detective").play("2 offer detective 3")
    public = ("phase", "active", "revealed", "target", "deck", "un", "looks", "turn")
    for field in public:
        assert len({json.dumps(table.view(seat)[field]) for seat in EVERYBODY}) == 1
    assert table.view(None)["deck"] == 26


def test_s51_a_token_nobody_looked_at_is_in_no_view(start):
    """Two deals that seat 0 cannot tell apart, through a game in which others look and swap."""
    lines = [("detective", 1, "1 look 3"), ("psychiatrist", 3, "3 swap 0 1"), ("double-agent", 3)]
    tables = [start(teams=teams) for teams in ("cia kgb cia kgb", "cia cia kgb hippie")]
    for table in tables:
        for card, target, *effect in lines:
            table.turn(card, target, *effect)
    assert who_can_tell(*tables) == [1, 2, 3]


def test_s51_a_psychiatrists_swap_is_not_seen_by_those_whose_tokens_moved(start):
    swapped = [start(teams=teams).turn("psychiatrist", 1, "1 swap 0 2") for teams in TWO_DEALS]
    assert who_can_tell(*swapped) == [2, 3]  # who saw their tokens at the start, and nobody by the swap
    for table in swapped:
        assert table.saw(0) == [(0, "cia")]
        assert table.moved(0) == [1]


TWO_DEALS = ("cia kgb cia kgb", "cia kgb kgb cia")


@pytest.mark.parametrize(("diplomat", "first"), [(1, 0), (3, 2)])
def test_s51_a_diplomats_side_is_known_to_the_diplomat_alone(start, diplomat, first):
    one, other = (
        start(first=first).turn("diplomat", diplomat, f"{diplomat} exchange {side}")
        for side in ("left", "right")
    )
    assert who_can_tell(one, other) == [diplomat]
    assert (diplomat, "exchange") in one.feed(None)


def test_s51_an_exchange_shows_in_no_neighbours_view(start):
    table = start().turn("politician", 3, "3 send 2")  # seat 3 has seen the token of seat 2
    table.turn("diplomat", 3, "3 exchange right")
    assert table.moved(3)[:2] == [0, 1]
    assert table.moved(2) == [0, 1]
    other = start().turn("politician", 3, "3 send 2").turn("diplomat", 3, "3 exchange left")
    assert who_can_tell(table, other) == [3]


def test_s51_a_journalist_does_not_see_their_own_token(start):
    """After a swap a seat does not know what it shows; nor does the onlooker."""
    one, other = (
        start(teams=teams).turn("psychiatrist", 1, "1 swap 0 3").turn("journalist", 0)
        for teams in ("cia kgb cia kgb", "cia kgb kgb cia")
    )
    assert who_can_tell(one, other) == [1, 2, 3]
    assert one.saw(2)[-1] == (0, "kgb")
    assert other.saw(2)[-1] == (0, "cia")


def test_s51_a_bullets_value_is_known_to_its_giver_alone(start):
    one, other = (start().turn("assassin", 1, f"chance bullet {value}", "1 shoot 2") for value in ("0", "-3"))
    assert who_can_tell(one, other) == [1]
    assert one.view(1)["displays"][2] == [{"card": "bullet", "up": False, "value": 0}]
    assert one.view(2)["displays"][2] == [{"card": "bullet", "up": False}]
    assert (1, "shoot 2") in one.feed(2)


def test_s51_a_bullets_value_is_known_to_its_drawer_before_it_is_given(start):
    one, other = (start().turn("assassin", 1, f"chance bullet {value}") for value in ("-1", "-2"))
    assert who_can_tell(one, other) == [1]


def test_s51_the_offered_card_is_hidden_while_the_un_player_decides(start):
    def offered(card):
        table = start()
        for target in (1, 2, 3):
            table.turn("scientist", target)
        return table.play("chance reveal journalist", "chance reveal detective", f"3 offer {card} 1")

    one, other = offered("journalist"), offered("detective")
    assert one.phase == "un"
    assert who_can_tell(one, other) == [3]
    for table in (one, other):
        table.play("0 abstain")
    assert who_can_tell(one, other) == [3]
    for table in (one, other):
        table.play("1 accept")
    assert who_can_tell(one, other) == [None, 0, 1, 2, 3]


def test_s51_a_view_has_these_fields_and_no_other(start):
    public = {"game", "seats", "options", "phase", "turn", "active", "revealed", "target", "effect"}
    public |= {"displays", "deck", "un", "sightings", "looks", "waiting", "ends_at", "possible", "exchanges"}
    own = {"seat", "offered", "bullet"}
    end = {"identities", "centre", "scores", "winners", "won_by", "ending"}
    table = start().turn("scientist", 1)
    assert set(table.view(None)) == public
    assert set(table.view(2)) == public | own
    while table.state.actors():
        if table.active == 1:
            table.offer("scientist", 2).play("2 refuse")
        else:
            table.turn("scientist", 1)
    assert set(table.view(None)) == public | end
    assert set(table.view(2)) == public | own | end


def test_s51_refusals_tell_nothing(start):
    """The same sentence, whatever was offered and whatever lies where."""

    def refusals(teams, card):
        table = start(teams=teams)
        table.play("chance reveal journalist", "chance reveal detective", f"0 offer {card} 1")
        sentences = []
        for line in ("2 accept", "1 look 0", "1 interrupt", "3 say team 0 cia", "0 offer detective 2"):
            actor, text = line.split(maxsplit=1)
            action = table.game.parse(table.state, int(actor), text)
            sentences.append(table.game.refusal(table.state, int(actor), action))
        return sentences

    assert refusals(TWO_DEALS[0], "journalist") == refusals(TWO_DEALS[1], "detective")
