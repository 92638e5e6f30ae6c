"""A second opinion on a fair deal: python examples/verify_deal.py FILE

Written from docs/protocol.md alone. It uses Spyring's rules of the games (what chance may do in a position,
and in which order), but nothing of the server that made the file.
"""

import hashlib
import hmac
import sys
from pathlib import Path

from spyring.core import CHANCE
from spyring.games import find_game
from spyring.referee import Referee

COVERED = [["table"], ["commitment"], ["contribution"], ["imported"], ["seed"]]


def mac(key, text):
    return hmac.new(key, text.encode(), hashlib.sha256).digest()


def number_below(limit, key, line):
    """Words of 64 bits, until one lies below the greatest multiple of the limit."""
    bound = 2**64 // limit * limit
    attempt = 0
    while (word := int.from_bytes(mac(key, f"line {line} {attempt}")[:8], "big")) >= bound:
        attempt += 1
    return word % limit


def read(path):
    lines, facts, given, covered = [], {}, {}, []
    with Path(path).open(encoding="utf-8") as file:
        for raw in file:
            words = raw.split()
            if words[:1] == ["#"] and words[1:2] in COVERED:
                covered.append(" ".join(words[1:]))
            if words[:2] == ["#", "contribution"]:
                given[int(words[2])] = words[3]
            elif words[:1] == ["#"] and len(words) == 3:
                facts[words[1]] = words[2]
            elif raw.partition("#")[0].strip():
                lines.append(" ".join(raw.partition("#")[0].split()))
    return lines, facts, given, covered


def main(path):
    lines, facts, given, covered = read(path)
    link = hashlib.sha256(f"spyring chain {facts['table']}".encode()).digest()
    for line in lines + covered:
        link = hashlib.sha256(link + line.encode()).digest()
    if link.hex() != facts["chain"]:
        return "The chain does not fit."
    seed = bytes.fromhex(facts["seed"])
    if mac(seed, f"spyring commitment {facts['table']}").hex() != facts["commitment"]:
        return "The commitment does not fit."
    header = [line for line in lines if line.split()[0] in ("game", "seats", "option")]
    told = [f"contribution {seat} {given[seat]}" for seat in sorted(given)]
    key = mac(seed, "\n".join(["spyring deal", facts["table"], *header, *told]))
    options = dict(line.split()[1:] for line in header if line.startswith("option"))
    game = find_game(header[0].split()[1])
    table = Referee(game, int(header[1].split()[1]), options)
    for number, line in enumerate(lines[len(header) :]):
        actor, _, text = line.partition(" ")
        if actor == CHANCE and number >= int(facts.get("imported", 0)):
            index = number_below(table.state.count(CHANCE), key, number)
            if game.text(table.state, CHANCE, table.state.nth(CHANCE, index)) != text:
                return f"The outcome in line {number} does not fit."
        table.act(CHANCE if actor == CHANCE else int(actor), text)
    return None


if __name__ == "__main__":
    fault = main(sys.argv[1])
    print(fault or "Commitment, outcomes, rules and chain fit.")
    sys.exit(1 if fault else 0)
