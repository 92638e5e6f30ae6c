"""Fair deals: the server commits to a seed, the seats contribute, every outcome follows from both.

docs/protocol.md says what this proves. `examples/verify_deal.py` is a second, independent implementation.
"""

import hashlib
import hmac
import secrets
from collections.abc import Sequence

from spyring.core import CHANCE, State
from spyring.generator import Generator

SEED_BYTES = 32
WORD_BYTES = 8
WORDS = 1 << (8 * WORD_BYTES)
NO_CONTRIBUTION = "-"


def new_seed() -> str:
    """A secret of the table, as hexadecimal digits."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str, table_id: str) -> str:
    """What is shown before the deal; no other seed fits it."""
    return _hmac(bytes.fromhex(seed), f"spyring commitment {table_id}").hex()


def deal_key(seed: str, table_id: str, header: Sequence[str], contributions: Sequence[str]) -> bytes:
    """The key for all outcomes: the seed, mixed with the table and its seats' contributions."""
    lines = ["spyring deal", table_id, *header]
    lines += [f"contribution {seat} {text or NO_CONTRIBUTION}" for seat, text in enumerate(contributions)]
    return _hmac(bytes.fromhex(seed), "\n".join(lines))


def draw(key: bytes, line: int, limit: int) -> int:
    """A number from 0 to limit - 1 for one line of the log, all equally likely."""
    attempt = 0
    while True:
        word = int.from_bytes(_hmac(key, f"line {line} {attempt}")[:WORD_BYTES], "big")
        if word < WORDS - WORDS % limit:
            return word % limit
        attempt += 1


def outcome(key: bytes, line: int, state: State) -> int:
    """What chance does in this state, as this line of the log."""
    return int(state.nth(CHANCE, draw(key, line, int(state.count(CHANCE)))))


def generator(key: bytes, label: str) -> Generator:
    """A generator for choices of the table itself, as unpredictable as the deal."""
    digest = _hmac(key, label)
    return Generator(
        int.from_bytes(digest[:WORD_BYTES], "big"), int.from_bytes(digest[WORD_BYTES : 2 * WORD_BYTES], "big")
    )


def chain(table_id: str, lines: Sequence[str]) -> str:
    """One hash over all lines of a game and the facts after them; each line's hash covers all before it."""
    link = hashlib.sha256(f"spyring chain {table_id}".encode()).digest()
    for line in lines:
        link = hashlib.sha256(link + line.encode()).digest()
    return link.hex()


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.new(key, message.encode(), "sha256").digest()
