"""The commands about cases: make, show."""

import json
from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path

import click

from spyring.arguments import capital, json_option, option
from spyring.cases import LEVELS, Case, UnknownCase, find_case, investigate, read_cases
from spyring.epilog import examples
from spyring.lab.commands import progress_bar
from spyring.lab.jobs import jobs_option
from spyring.lab.render import render
from spyring.lab.series import Jobs, play_each
from spyring.stop import Stop

MOST_DAYS = 3660


@click.group(
    epilog=examples(
        "spyring cases show 2027-01-31",
        "spyring cases make heimlich-easy-1 heimlich-easy-2",
        "spyring cases make 2027-01-01..2027-01-03 --out january.jsonl --jobs 2",
    )
)
def cases() -> None:
    """Make cases to solve, and show them.

    A case is a position of a game among bots, seen with the eyes of one seat, and a question: who is it, or
    who has it? Its name is a day, or a game, a level (easy, medium, hard) and a number.
    """


@cases.command(
    short_help="Make cases, one line of JSON each.",
    epilog=examples(
        "spyring cases make heimlich-easy-1 heimlich-easy-2",
        "spyring cases make 2027-01-01..2027-01-03 --out january.jsonl --jobs 2",
    ),
)
@click.argument("names", nargs=-1, required=True, metavar="CASE ...")
@option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Add them to this file; those that it has already are not made again.",
    show_default="print them",
)
@jobs_option
def make(names: tuple[str, ...], out: Path | None, jobs: Jobs) -> None:
    """Make the CASEs of these names, or of all days from one to another (DAY..DAY).

    The same name always gives the same case, as long as the bots are the same.
    """
    wanted = list(dict.fromkeys(name for given in names for name in _expand(given)))
    known = _read(out) if out is not None and out.exists() else {}
    left = [name for name in wanted if name not in known]
    with progress_bar() as progress:
        task = progress.add_task("making cases", total=len(left))
        try:
            for case in play_each(find_case, left, jobs, in_order=True):
                line = json.dumps(asdict(case), ensure_ascii=False)
                if out is None:
                    click.echo(line)
                else:
                    with out.open("a", encoding="utf-8") as file:
                        file.write(f"{line}\n")
                progress.advance(task)
        except UnknownCase as error:
            raise Stop(capital(error)) from None


def _read(out: Path) -> dict[str, Case]:
    try:
        return read_cases(out)
    except (ValueError, TypeError):
        raise Stop(f"{out} holds something else than cases; name another file with --out.") from None


def _expand(name: str) -> list[str]:
    """The days from one to another; any other name is itself."""
    first, dots, last = name.partition("..")
    if not dots:
        return [name]
    try:
        begin, end = date.fromisoformat(first), date.fromisoformat(last)
    except ValueError:
        raise Stop(f"{name!r} is no range of days; write it as 2027-01-01..2027-01-31.") from None
    days = (end - begin).days + 1
    if not 0 < days <= MOST_DAYS:
        raise Stop(f"{name!r} is no range of 1 to {MOST_DAYS:,} days.")
    return [(begin + timedelta(number)).isoformat() for number in range(days)]


@cases.command(
    short_help="Show what is known in a case, and the question.",
    epilog=examples("spyring cases show 2027-01-31", "spyring cases show secrets-easy-1 --json"),
)
@click.argument("name", metavar="CASE")
@json_option
def show(name: str, as_json: bool) -> None:
    """Show what the seat of a CASE was told, what it sees, and the question."""
    try:
        case = find_case(name)
    except UnknownCase as error:
        raise Stop(capital(error)) from None
    inquiry, _ = investigate(case)
    answers = list(inquiry.questions()[case.about][1])
    view = inquiry.steps[-1].view
    told = [line for step in inquiry.steps for line in step.told]
    if as_json:
        posed = {"told": told, "view": view, "answers": answers, "level": LEVELS[case.level]}
        click.echo(json.dumps(posed))
        return
    for actor, text in told:
        click.echo(f"{actor} {text}")
    click.echo(render(view))
    click.echo(_ask(case, answers))


def _ask(case: Case, answers: list[tuple[int, str]]) -> str:
    if isinstance(case.about, int):
        return f"What is seat {case.about}: {', '.join(kind for _, kind in answers)}? ({LEVELS[case.level]})"
    return f"Who has {case.about}: seat {', '.join(str(seat) for seat, _ in answers)}? ({LEVELS[case.level]})"
