"""An analysis in words, for the terminal."""

from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from spyring.analysis import Decision, moments

SENTENCES = {
    "costliest": "The costliest decision: seat {seat} did {text!r} after line {line} "
    "({after:.0%} instead of {before:.0%} with {better!r}).",
    "giveaway": "The greatest giveaway: {text!r} after line {line} made the truth about seat {seat} "
    "likelier to the others by {shown:.0%}.",
    "bluff": "The best bluff: {text!r} after line {line} made the truth about seat {seat} "
    "less likely to the others by {shown:.0%}.",
    "decisive": "The decisive card: {card}, with {text!r} of seat {seat} after line {line} "
    "(its chance to win was {after:.0%} then).",
    "seen": "Seen by others than it was meant for: {text!r} of seat {seat} after line {line}.",
}


def show(title: str, decisions: list[Decision], seats: int) -> None:
    """The moments in words, and a table of what each seat lost and showed."""
    for name, one in moments(decisions).items():
        print(SENTENCES[name].format(**asdict(one)))
    table = Table(title=title)
    for heading in ("seat", "decisions", "as the bot", "lost by each", "gave away"):
        table.add_column(heading, justify="right")
    for seat in range(seats):
        own = [one for one in decisions if one.seat == seat]
        agreed = sum(one.text == one.better for one in own)
        lost = sum(one.cost for one in own) / max(1, len(own))
        shown = sum((one.shown or 0.0) for one in own)
        share = f"{agreed / len(own):.0%}" if own else "-"
        table.add_row(str(seat), str(len(own)), share, f"{lost:.3f}", f"{shown:+.3f}")
    Console().print(table)
