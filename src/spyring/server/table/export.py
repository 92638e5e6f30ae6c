"""Tables as game files: the proof of the deals is in comments, so that every tool can read the game."""

from spyring import fair
from spyring.server.table.table import Table


def write_file(table: Table) -> str:
    """A table's game; the seed is included only if the game is over."""
    if not table.begun:
        return "\n".join(table.header) + "\n"
    lines = table.header + [f"{actor} {text}" for actor, text in table.referee.log]
    facts = [f"table {table.id}", f"commitment {table.commitment}"]
    facts += [
        f"contribution {seat} {text or fair.NO_CONTRIBUTION}" for seat, text in enumerate(table.contributions)
    ]
    if table.made.imported:
        facts.append(f"imported {len(table.made.imported)}")
    if table.over:
        facts.append(f"seed {table.made.seed}")
    facts.append(f"chain {fair.chain(table.id, lines + facts)}")
    return "\n".join(lines + [f"# {fact}" for fact in facts]) + "\n"
