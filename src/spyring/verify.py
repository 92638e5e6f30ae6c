"""Verifies a finished game from its file alone, and says in plain words what the file proves."""

import io
import re
from codecs import BOM_UTF8
from dataclasses import dataclass, field

from spyring import fair, gamefile
from spyring.core import CHANCE
from spyring.referee import Referee

FACT = re.compile(r"# (table|commitment|contribution|imported|seed|chain) (.*)")
NUMBER = re.compile("[0-9]{1,6}")
SEED = re.compile(f"[0-9a-f]{{{2 * fair.SEED_BYTES}}}")
SHOWN = 16  # digits of a hash that are shown, enough to compare


class NotProven(Exception):
    """The file proves nothing (status 2), or proves that something is wrong (status 1)."""

    def __init__(self, why: str, status: int = 1) -> None:
        super().__init__(why)
        self.status = status


@dataclass
class Proof:
    """The comments of a file; `facts` are those that its hash covers, in order."""

    table: str = ""
    commitment: str = ""
    seed: str = ""
    chain: str = ""
    imported: int = 0
    contributions: list[str] = field(default_factory=list)
    facts: list[str] = field(default_factory=list)


def verify(data: bytes, name: str) -> list[str]:
    """What a file proves, as sentences; raises BadFile or NotProven."""
    referee = gamefile.replay(io.BytesIO(data), name)
    text = data.removeprefix(BOM_UTF8).decode("utf-8", "replace")
    lines = [said for line in text.split("\n") if (said := " ".join(line.partition("#")[0].split()))]
    proof = _read_proof(text, referee.seats)
    header = lines[: len(lines) - len(referee.log)]
    found = [f"Every one of the {len(referee.log)} lines is legal under the rules of {referee.game.title}."]
    _check_chain(proof, lines)
    found.append(
        f"The file is whole: the hash over all of it fits. It begins with {proof.chain[:SHOWN]}; whoever "
        "has another copy can compare, for a file that was changed on purpose has another hash."
    )
    _check_commitment(proof)
    found.append(
        f"The seed fits the commitment {proof.commitment[:SHOWN]}..., which was shown before the deal."
    )
    key = fair.deal_key(proof.seed, proof.table, header, proof.contributions)
    drawn = _check_outcomes(referee, key, proof.imported)
    given = sum(1 for text in proof.contributions if text)
    if drawn:
        found.append(
            f"All {drawn} dice, cards and beats follow from that seed and from what {given} of "
            f"{referee.seats} seats contributed; the server could not choose them when it knew these."
        )
    if proof.imported:
        found.append(
            f"The first {proof.imported} lines came from another file: of these only the rules hold."
        )
    if referee.state.actors():
        found.append("The game is not finished.")
    if not given:
        found.append("No seat contributed, so the server knew the whole deal when it made the commitment.")
    found.append("Not proven, because no file can: that nobody who runs the server looked at the cards.")
    return found


def _read_proof(text: str, seats: int) -> Proof:
    proof = Proof(contributions=[""] * seats)
    for line in text.split("\n"):
        fact = FACT.fullmatch(line.rstrip())
        if fact is None:
            continue
        if fact[1] != "chain":
            proof.facts.append(fact[0].removeprefix("# "))
        match [fact[1], *fact[2].split()]:
            case ["table", value]:
                proof.table = value
            case ["commitment", value]:
                proof.commitment = value
            case ["seed", value] if SEED.fullmatch(value):
                proof.seed = value
            case ["chain", value]:
                proof.chain = value
            case ["imported", value] if NUMBER.fullmatch(value):
                proof.imported = int(value)
            case ["contribution", seat, value] if NUMBER.fullmatch(seat) and int(seat) < seats:
                proof.contributions[int(seat)] = "" if value == fair.NO_CONTRIBUTION else value
    missing = [key for key in ("table", "commitment", "seed", "chain") if not getattr(proof, key)]
    if missing:
        raise NotProven(
            f"the file does not say its {' and '.join(missing)}, so nothing can be proven; "
            "a table writes them when the game is over",
            2,
        )
    return proof


def _check_chain(proof: Proof, lines: list[str]) -> None:
    if fair.chain(proof.table, lines + proof.facts) != proof.chain:
        raise NotProven("the hash over the whole file does not fit: something was changed after the game")


def _check_commitment(proof: Proof) -> None:
    if fair.commitment(proof.seed, proof.table) != proof.commitment:
        raise NotProven("the seed does not fit the commitment: another one was promised before the deal")


def _check_outcomes(played: Referee, key: bytes, imported: int) -> int:
    """Replay the game with the outcomes that the key demands; returns how many were checked."""
    again = Referee(played.game, played.seats, played.options)
    drawn = 0
    for number, (actor, text) in enumerate(played.log):
        if actor == CHANCE and number >= imported:
            outcome = fair.outcome(key, number, again.state)
            expected = again.game.text(again.state, CHANCE, outcome)
            if text != expected:
                raise NotProven(f"line {number} of the game is `{text}`, but the seed gives `{expected}`")
            drawn += 1
        again.act(actor, text)
    return drawn
