"""A tournament to look at: a table in the terminal, or a page with plots."""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from rich.table import Table

from spyring.lab.arena import Record

COLUMNS = ("bot", "wins", "of all wins", "x even", "rating", "ms", "p99 ms")
PLOTS = ("ratings", "seats", "lengths")
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }}
table {{ border-collapse: collapse; }} th, td {{ padding: .2rem .8rem; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; }} tr + tr {{ border-top: 1px solid #ccc; }}
img {{ max-width: 100%; }}
</style>
<h1>{title}</h1>
<p>{summary}</p>
<table>
{rows}
</table>
{plots}
<p>Intervals are 95 %. Wins: how often a seat of the bot won, shared wins included. Of all wins: its share of
the games that somebody won, shared wins split. x even: that share relative to an even one. Ratings are
Bradley-Terry with mean zero; 400 points are ten wins to one. Times are per decision.</p>
</html>
"""


class NoPlots(Exception):
    """Plots cannot be drawn; the message says what to install."""


def plotter() -> Any:
    """matplotlib, set up to draw without a screen."""
    try:
        import matplotlib
    except ImportError:
        raise NoPlots("a report needs matplotlib: pip install matplotlib") from None
    matplotlib.use("svg")
    from matplotlib import pyplot

    return pyplot


def title(figures: dict[str, Any]) -> str:
    return f"{figures['game']}, {figures['seats']} seats, {figures['games']:,} games"


def summary(figures: dict[str, Any]) -> str:
    """What concerns all bots."""
    return f"nobody won {_percent(figures['nobody'])}; {figures['mean_length']:.0f} acts per game"


def _percent(share: dict[str, float]) -> str:
    return f"{share['share']:.1%} ({100 * share['low']:.0f}-{100 * share['high']:.0f})"


def rows(figures: dict[str, Any]) -> list[tuple[str, ...]]:
    """One row per bot, best first."""
    found: list[tuple[str, ...]] = []
    for bot in sorted(figures["bots"], key=lambda bot: -float(bot["rating"]["value"])):
        wins, share, relative, rating = bot["wins"], bot["share"], bot["relative"], bot["rating"]
        found.append(
            (
                bot["bot"],
                _percent(wins),
                _percent(share),
                f"{relative['value']:.2f} ({relative['low']:.2f}-{relative['high']:.2f})",
                f"{rating['value']:+.0f} ({rating['low']:+.0f}..{rating['high']:+.0f})",
                f"{bot['decisions']['mean_ms']:.2f}",
                f"{bot['decisions']['p99_ms']:.1f}",
            )
        )
    return found


def table(figures: dict[str, Any]) -> Table:
    """The figures for the terminal."""
    shown = Table(title=title(figures), caption=summary(figures), box=None, pad_edge=False)
    for column in COLUMNS:
        is_name = column == "bot"  # never cut off, however narrow the terminal is
        shown.add_column(column, justify="left" if is_name else "right", no_wrap=is_name, overflow="fold")
    for row in rows(figures):
        shown.add_row(*row)
    return shown


def write_report(folder: Path, figures: dict[str, Any], records: Sequence[Record]) -> Path:
    """Write the page and its plots; raises NoPlots if they cannot be drawn."""
    pyplot = plotter()
    for name, draw in zip(PLOTS, (_draw_ratings, _draw_seats, _draw_lengths), strict=True):
        figure, axes = pyplot.subplots(figsize=(8, 4), layout="constrained")
        draw(axes, figures, records)
        figure.savefig(folder / f"{name}.svg")
        pyplot.close(figure)
    cells = [("th", COLUMNS), *[("td", row) for row in rows(figures)]]
    page = folder / "index.html"
    page.write_text(
        PAGE.format(
            title=escape(title(figures)),
            summary=escape(summary(figures)),
            rows="\n".join(
                "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row) + "</tr>"
                for tag, row in cells
            ),
            plots="\n".join(f'<p><img src="{name}.svg" alt="{name}"></p>' for name in PLOTS),
        ),
        "utf-8",
    )
    return page


def _draw_ratings(axes: Any, figures: dict[str, Any], records: Sequence[Record]) -> None:
    bots = figures["bots"]
    values = [bot["rating"]["value"] for bot in bots]
    below = [max(bot["rating"]["value"] - bot["rating"]["low"], 0) for bot in bots]
    above = [max(bot["rating"]["high"] - bot["rating"]["value"], 0) for bot in bots]
    axes.errorbar(values, range(len(bots)), xerr=[below, above], fmt="o", capsize=4)
    axes.set_yticks(range(len(bots)), [bot["bot"] for bot in bots])
    axes.set(title="Ratings", xlabel="Bradley-Terry, 400 points are ten wins to one")


def _draw_seats(axes: Any, figures: dict[str, Any], records: Sequence[Record]) -> None:
    bots = figures["bots"]
    width = 0.8 / len(bots)
    for number, bot in enumerate(bots):
        places = [seat + number * width for seat in range(figures["seats"])]
        axes.bar(places, [share["share"] for share in bot["by_seat"]], width, label=bot["bot"])
    axes.set_xticks([seat + 0.4 - width / 2 for seat in range(figures["seats"])], range(figures["seats"]))
    axes.set(title="Win rate by seat", xlabel="seat", ylabel="games won")
    axes.legend()


def _draw_lengths(axes: Any, figures: dict[str, Any], records: Sequence[Record]) -> None:
    axes.hist([record.acts for record in records], bins=30)
    axes.set(title="Length", xlabel="acts, chance included", ylabel="games")
