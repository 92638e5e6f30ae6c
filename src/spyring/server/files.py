"""Tables as game files: what proves the deals stands in comments, so that every tool reads the game."""

from spyring.server import fair
from spyring.server.table import Table


def game_lines(table: Table) -> list[str]:
    """The lines of the game, header included."""
    return table.header + [f"{actor} {text}" for actor, text in table.position().log]


def write_file(table: Table) -> str:
    """A table's game; with the seed only if it is over."""
    if table.referee is None:
        return "\n".join(table.header) + "\n"
    lines = game_lines(table)
    proof = [f"# table {table.id}", f"# commitment {table.commitment}"]
    proof += [
        f"# contribution {seat} {text or fair.NO_CONTRIBUTION}"
        for seat, text in enumerate(table.contributions)
    ]
    if table.made.imported:
        proof.append(f"# imported {len(table.made.imported)}")
    if table.over:
        proof.append(f"# seed {table.made.seed}")
    proof.append(f"# chain {fair.chain(table.id, lines)}")
    return "\n".join(lines + proof) + "\n"
