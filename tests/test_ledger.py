"""The ledger of claims: what it calls proved is so, and it knows only what the seat was told."""

import pytest
from lengths import length

from spyring.bots.ledger import ledger
from spyring.claims import is_claim
from spyring.core import CHANCE
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee

SEEDS = length(6, 12)


def talk(referee, rng):
    """Somebody says something about somebody, true or not."""
    view = referee.view(None)
    speaker, about = rng.below(referee.seats), rng.below(referee.seats)
    match referee.game.key:
        case "heimlich":
            agents = list(view["agents"])
            kind = ("agent", "not")[rng.below(2)]
            return speaker, f"say {kind} {about} {agents[rng.below(len(agents))]}"
        case "secrets":
            if len(view["revealed"]) == 2 and rng.below(2):
                return referee.state.active, f"say card {view['revealed'][rng.below(2)]}"
            return speaker, f"say team {about} {('cia', 'kgb', 'hippie')[rng.below(3)]}"
        case _:
            return speaker, f"say {('partner', 'not')[rng.below(2)]} {about}"


def truth(referee, speaker, text):
    """Whether a claim is so at this moment; None if that cannot be said yet."""
    state, words = referee.state, text.split()[1:]
    match referee.game.key, words[0]:
        case "heimlich", kind:
            agents = list(referee.view(None)["agents"])
            return (state.agent_of(int(words[1])) == agents.index(words[2])) == (kind == "agent")
        case "secrets", "team":
            return ("cia", "kgb", "hippie")[state.tokens[int(words[1])]] == words[2]
        case "wink", kind if state.pawns[int(words[1])]:
            holds = state.pawns[int(words[1])] in state.hand(speaker)
            return holds == (kind == "partner")
    return None


@pytest.mark.parametrize("key", [key for key, game in games().items() if game.claims])
def test_what_is_proved_is_so(key):
    """With whatever is said in random games: no verdict is wrong, and there are verdicts of both kinds."""
    verdicts = []
    for seed in range(SEEDS):
        referee = Referee(games()[key], games()[key].seats[0], {})
        rng = Generator(seed)
        known = {}  # by line of the log, whether the claim was true
        begun = False
        while referee.state.actors():
            begun = begun or referee.state.actors() != (CHANCE,)
            if begun and rng.below(3) == 0:
                speaker, text = talk(referee, rng)
                known[len(referee.log)] = truth(referee, speaker, text)
                referee.act(speaker, text)
            referee.do(*referee.state.pick(rng))
            if len(referee.log) % 40 == 0 and referee.state.actors():
                for seat in range(referee.seats):
                    verdicts += check(referee, seat, known)
    assert {True, False} <= set(verdicts)


def check(referee, seat, known):
    found = ledger(referee.game, referee.view(seat), referee.feed(seat))
    assert len(found) == len(known)
    lines = [number for number, (_, text) in enumerate(referee.log) if is_claim(text)]
    for line, said in zip(lines, found, strict=True):
        assert (said.seat, said.text) == referee.log[line]
        if said.true is not None and known[line] is not None:
            assert said.true == known[line], (seat, referee.log[line])
    return [said.true for said in found]


def test_who_names_another_card_than_it_is_has_lied():
    game = games()["secrets"]
    for seed in range(40):
        referee = Referee(game, 4, {})
        rng = Generator(seed)
        offer = None
        while referee.state.actors() and offer is None:
            actor, action = referee.state.pick(rng)
            text = game.text(referee.state, actor, action)
            if text.startswith("offer "):
                offer = text.split()
                other = next(card for card in referee.view(None)["revealed"] if card != offer[1])
                referee.act(actor, f"say card {other}")
            referee.do(actor, action)
        speaker = referee.state.active
        while not any(text.startswith("receives") for _, text in referee.feed(None)):
            referee.do(*referee.state.pick(rng))
        listener = next(seat for seat in range(4) if seat != speaker)
        (said,) = ledger(game, referee.view(listener), referee.feed(listener))
        assert said.true is False
        assert (said.seat, said.text) == (speaker, f"say card {other}")


def test_where_nothing_was_said_there_is_nothing():
    referee = Referee(games()["heimlich"], 2, {})
    assert ledger(referee.game, referee.view(0), []) == []
