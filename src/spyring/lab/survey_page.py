"""A survey as one page: plots, tables and sentences, in a single file."""

from collections.abc import Callable, Sequence
from html import escape
from io import StringIO
from pathlib import Path
from typing import Any

from spyring.core import Game
from spyring.lab.report import plotter
from spyring.lab.survey import TENTHS, Figures, findings, times

INK, BRASS, RED, BLUE = "#14181f", "#a87a1f", "#c23b2a", "#2e4a8f"
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "spyring", "font.family": "sans-serif"}
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 17px/1.5 system-ui, sans-serif; color: #14181f; background: #faf6ec;
  max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }}
h1, h2 {{ line-height: 1.2; }} h2 {{ margin-top: 2.5rem; }}
table {{ border-collapse: collapse; }} th, td {{ padding: .25rem .9rem; text-align: right; }}
th:first-child, td:first-child {{ text-align: left; padding-left: 0; }}
tr + tr {{ border-top: 1px solid #d8cfb8; }}
svg {{ max-width: 100%; min-width: 34rem; height: auto; }} li + li {{ margin-top: .4rem; }}
div {{ overflow-x: auto; margin: 1rem 0; }} pre, p {{ white-space: pre-wrap; overflow-wrap: anywhere; }}
@media (max-width: 40rem) {{ table {{ font-size: 15px; }} th, td {{ padding: .25rem .4rem; }} }}
</style>
<h1>{title}</h1>
<p>{summary}</p>
<ul>
{findings}
</ul>
{sections}
<p>All intervals are 95 %: of shares by Wilson, of means by resampling games. The command:</p>
<pre>{command}</pre>
</html>
"""

Draw = Callable[[Any], None]


def write_page(folder: Path, game: Game, figures: Figures, command: str) -> Path:
    """Write the page; raises NoPlots if nothing can be drawn."""
    page = folder / "index.html"
    options = ", ".join(f"{name} {value}" for name, value in figures["options"].items())
    page.write_text(
        PAGE.format(
            title=escape(f"{game.title}, {figures['seats']} seats"),
            summary=escape(
                f"{figures['games']:,} games between bots ({figures['bot']}), seed {figures['seed']}"
                + (f"; {options}." if options else ".")
            ),
            findings="\n".join(f"<li>{escape(said)}</li>" for said in findings(figures)),
            sections="\n".join(_sections(figures)),
            command=escape(command),
        ),
        "utf-8",
    )
    return page


def _sections(figures: Figures) -> list[str]:
    found = [
        _section("Who wins", _plot(lambda axes: _draw_places(axes, figures)), _places_table(figures)),
        _section(
            "What is known when",
            _plot(lambda axes: _draw_truth(axes, figures)) + _plot(lambda axes: _draw_bits(axes, figures)),
            _known_table(figures),
        ),
    ]
    for key, title in (
        ("identities", "What identities are worth"),
        ("cards", "What cards and acts are worth"),
    ):
        if figures[key]:
            found.append(_section(title, _plot(_draw_worth(figures[key])), _worth_table(figures[key])))
    found.append(_section("How long games are", _plot(lambda axes: _draw_lengths(axes, figures)), ""))
    if figures.get("variants"):
        found.append(_section("What options change", "", _variants_table(figures)))
    if figures.get("rivals"):
        found.append(_section("How strong other bots are", "", _rivals_table(figures)))
    return found


def _section(title: str, plots: str, table: str) -> str:
    return f"<h2>{escape(title)}</h2>\n{plots}\n{table}"


def _plot(draw: Draw) -> str:
    """A drawing as SVG; the same figures give the same text."""
    pyplot = plotter()
    with pyplot.rc_context(SETTINGS):
        figure, axes = pyplot.subplots(figsize=(8, 3.6), layout="constrained")
        figure.patch.set_alpha(0)
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        written = StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
        pyplot.close(figure)
    return _wide(written.getvalue()[written.getvalue().index("<svg") :])


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column names the rows."""
    lines = ["<tr>" + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head) + "</tr>"]
    for first, *cells in rows:
        others = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        lines.append(f'<tr><th scope="row">{escape(first)}</th>{others}</tr>')
    return _wide("<table>\n" + "\n".join(lines) + "\n</table>")


def _wide(shown: str) -> str:
    """What may be wider than a phone is scrolled by itself, by keyboard too."""
    return f'<div tabindex="0">{shown}</div>'


def _whiskers(axes: Any, names: Sequence[str], values: Sequence[dict[str, float]]) -> None:
    """Multiples of an even share, with their intervals, from top to bottom."""
    places = range(len(names))
    middle = [value["value"] for value in values]
    below = [value["value"] - value["low"] for value in values]
    above = [value["high"] - value["value"] for value in values]
    axes.axvline(1, color=BRASS, linestyle="--", linewidth=1)
    axes.errorbar(middle, places, xerr=[below, above], fmt="o", color=BLUE, capsize=4)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlim(left=0)
    axes.set_xlabel("wins, as a multiple of an even share")


def _draw_places(axes: Any, figures: Figures) -> None:
    _whiskers(axes, _place_names(figures), figures["places"])


def _place_names(figures: Figures) -> list[str]:
    return ["begins", *(f"{place} after" for place in range(1, figures["seats"]))]


def _draw_worth(worth: dict[str, dict[str, float]]) -> Draw:
    names = sorted(worth, key=lambda name: -worth[name]["value"])

    def draw(axes: Any) -> None:
        axes.figure.set_size_inches(8, 1.2 + 0.32 * len(names))
        _whiskers(axes, names, [worth[name] for name in names])

    return draw


def _draw_curves(axes: Any, figures: Figures, curves: Sequence[tuple[str, str, str]]) -> None:
    rows = [row for row in figures["known"] if row["games"]]
    when = [(row["tenth"] + 0.5) * 100 / TENTHS for row in rows]
    for name, label, colour in curves:
        values = [row[name] for row in rows]
        axes.plot(when, [value["value"] for value in values], color=colour, marker="o", label=label)
        low, high = ([value[end] for value in values] for end in ("low", "high"))
        axes.fill_between(when, low, high, color=colour, alpha=0.2, linewidth=0)
    axes.set_xlim(0, 100)
    axes.set_ylim(bottom=0)
    axes.set_xlabel("% of the game")
    axes.legend(frameon=False)


def _draw_truth(axes: Any, figures: Figures) -> None:
    _draw_curves(
        axes,
        figures,
        [("mind_truth", "a bot that reads moves", BLUE), ("rules_truth", "only what the rules tell", RED)],
    )
    axes.set_ylabel("probability given to the truth")


def _draw_bits(axes: Any, figures: Figures) -> None:
    _draw_curves(
        axes,
        figures,
        [("mind_bits", "a bot that reads moves", BLUE), ("rules_bits", "only what the rules tell", RED)],
    )
    axes.set_ylabel("bits left to find out")


def _draw_lengths(axes: Any, figures: Figures) -> None:
    axes.hist(figures["lengths"], bins=30, color=BLUE)
    axes.set(xlabel="acts, chance included", ylabel="games")


def _places_table(figures: Figures) -> str:
    rows = [
        (name, times(value)) for name, value in zip(_place_names(figures), figures["places"], strict=True)
    ]
    return table(("seat", "wins, of an even share"), rows)


def _known_table(figures: Figures) -> str:
    rows = []
    for row in figures["known"]:
        if row["games"]:
            mind, rules = row["mind_truth"], row["rules_truth"]
            rows.append(
                (
                    f"{row['tenth'] * 100 // TENTHS} to {(row['tenth'] + 1) * 100 // TENTHS} %",
                    f"{mind['value']:.0%} ({mind['low']:.0%} to {mind['high']:.0%})",
                    f"{rules['value']:.0%} ({rules['low']:.0%} to {rules['high']:.0%})",
                    f"{row['mind_bits']['value']:.2f}",
                    f"{row['rules_bits']['value']:.2f}",
                )
            )
    head = ("of the game", "truth, to a bot", "truth, by the rules", "bits, to a bot", "bits, by the rules")
    return table(head, rows)


def _worth_table(worth: dict[str, dict[str, float]]) -> str:
    rows = [
        (name, times(value), f"{value['seats']:,.0f}")
        for name, value in sorted(worth.items(), key=lambda one: -one[1]["value"])
    ]
    return table(("", "wins, compared with all seats", "seats"), rows)


def _variants_table(figures: Figures) -> str:
    rows = [
        (
            one["name"] or "as above",
            f"{one['length']['value']:.0f} ({one['length']['low']:.0f} to {one['length']['high']:.0f})",
            times(one["first"]),
            f"{one['nobody']['share']:.1%}",
            f"{one['games']:,}",
        )
        for one in figures["variants"]
    ]
    return table(("option", "acts", "wins of who begins", "nobody wins", "games"), rows)


def _rivals_table(figures: Figures) -> str:
    rows = [(f"{one['bot']} among {figures['bot']}", times(one["relative"])) for one in figures["rivals"]]
    return table(("bots", "wins, of an even share"), rows)
