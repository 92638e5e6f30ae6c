"""What a game is like: figures from watched games, each with its interval, and what they say in words."""

from collections.abc import Callable, Sequence
from random import Random
from statistics import NormalDist
from typing import Any

from spyring.lab.observing import Sighting, Study
from spyring.lab.ratings import interval

TENTHS = 10  # into which a game is divided
CURVES = ("mind_bits", "rules_bits", "mind_truth", "rules_truth")
RESAMPLES = 300
TAIL = 0.025
FEW = 30  # seats: less says nothing about a card

Figures = dict[str, Any]


def survey(study: Study, sightings: Sequence[Sighting]) -> Figures:
    """All figures of a study."""
    return {
        "game": study.game,
        "seats": study.seats,
        "options": study.options,
        "seed": study.seed,
        "bot": study.bot,
        "games": len(sightings),
        "nobody": interval(sum(not one.winners for one in sightings), len(sightings))._asdict(),
        "length": mean([one.acts for one in sightings], study.seed),
        "lengths": [one.acts for one in sightings],
        "turns_of_lead": mean([one.turns_of_lead for one in sightings], study.seed),
        "places": _places(study, sightings),
        "identities": _identities(study, sightings),
        "cards": _worth(study, sightings, lambda one, seat: one.played[seat]),
        "known": _known(study, sightings),
    }


def mean(values: Sequence[float], seed: int) -> dict[str, float]:
    """A mean; its interval comes from resampling (bootstrap)."""
    if not values:
        return {"value": 0.0, "low": 0.0, "high": 0.0}
    random, count = Random(seed), len(values)
    draws = sorted(sum(random.choices(values, k=count)) / count for _ in range(RESAMPLES))
    tail = int(TAIL * RESAMPLES)
    return {"value": sum(values) / count, "low": draws[tail], "high": draws[-1 - tail]}


def credit(one: Sighting, seat: int) -> float:
    """A seat's share of a win."""
    return 1 / len(one.winners) if seat in one.winners else 0.0


def _places(study: Study, sightings: Sequence[Sighting]) -> list[dict[str, float]]:
    """How often whoever begins wins, then the next seat, and so on; of the games that somebody won."""
    won = [one for one in sightings if one.winners]
    found = []
    for place in range(study.seats):
        hits = sum(credit(one, ((one.first or 0) + place) % study.seats) for one in won)
        found.append(interval(hits, len(won)).times(study.seats))
    return found


def _identities(study: Study, sightings: Sequence[Sighting]) -> dict[str, dict[str, float]]:
    """What being somebody is worth, where everybody is one."""
    if any(len(kinds) > 1 for one in sightings for kinds in one.identities):
        return {}
    return _worth(study, sightings, lambda one, seat: one.identities[seat])


def _worth(
    study: Study, sightings: Sequence[Sighting], of: Callable[[Sighting, int], list[str]]
) -> dict[str, dict[str, float]]:
    """How often seats with something won, as a multiple of how often all seats did."""
    won = [one for one in sightings if one.winners]
    usual = sum(len(one.winners) for one in won) / max(len(won) * study.seats, 1)
    found: dict[str, dict[str, float]] = {}
    names = sorted({name for one in won for seat in range(study.seats) for name in of(one, seat)})
    strict = NormalDist().inv_cdf(1 - TAIL / max(len(names), 1))  # one of many is bound to be lucky
    for name in names:
        there = [(one, seat) for one in won for seat in range(study.seats) if name in of(one, seat)]
        if len(there) >= FEW:
            hits = sum(seat in one.winners for one, seat in there)
            unlikely = interval(hits, len(there), strict)
            found[name] = {
                **interval(hits, len(there)).times(1 / usual if usual else 0.0),
                "seats": len(there),
                "clear": not unlikely.low <= usual <= unlikely.high,
            }
    return found


def _known(study: Study, sightings: Sequence[Sighting]) -> list[dict[str, Any]]:
    """In each tenth of the game, what is left to find out and how likely the truth looks; game by game."""
    rows = []
    for tenth in range(TENTHS):
        by_game: list[list[float]] = []
        for one in sightings:
            here = [row[1:] for row in one.known if min(int(row[0] * TENTHS), TENTHS - 1) == tenth]
            if here:
                by_game.append([sum(column) / len(here) for column in zip(*here, strict=True)])
        row: dict[str, Any] = {"tenth": tenth, "games": len(by_game)}
        for number, name in enumerate(CURVES):
            row[name] = mean([values[number] for values in by_game], study.seed)
        rows.append(row)
    return rows


def variant(study: Study, sightings: Sequence[Sighting]) -> Figures:
    """The few figures by which variants are compared."""
    return {
        "options": study.options,
        "games": len(sightings),
        "length": mean([one.acts for one in sightings], study.seed),
        "first": _places(study, sightings)[0],
        "nobody": interval(sum(not one.winners for one in sightings), len(sightings))._asdict(),
    }


# In words.


def findings(figures: Figures) -> list[str]:
    """What the figures say; nothing is said of what may be luck."""
    said = [_beginning(figures["places"][0])]
    said += _extremes("Being", figures["identities"])
    said += _extremes("For a seat,", figures["cards"])
    said.append(_secret(figures["known"]))
    length, leads = figures["length"], figures["turns_of_lead"]
    said.append(
        f"A game has {length['value']:.0f} acts ({length['low']:.0f} to {length['high']:.0f}), and the lead "
        f"changes {leads['value']:.1f} times ({leads['low']:.1f} to {leads['high']:.1f})."
    )
    return said


def times(value: dict[str, float]) -> str:
    """A multiple of an even share, with its interval."""
    return f"{value['value']:.2f} times ({value['low']:.2f} to {value['high']:.2f})"


def is_luck(value: dict[str, float]) -> bool:
    """Whether an even share is within the interval."""
    return value["low"] <= 1 <= value["high"]


def _beginning(first: dict[str, float]) -> str:
    said = f"Whoever begins wins {times(first)} as often as an even share"
    if is_luck(first):
        return f"{said}: no advantage can be shown."
    return f"{said}: it is {'an advantage' if first['low'] > 1 else 'a handicap'} to begin."


def _extremes(doing: str, worth: dict[str, dict[str, float]]) -> list[str]:
    """The best and the worst of these, unless that may be luck."""
    clear = sorted((one for one in worth.items() if one[1]["clear"]), key=lambda one: one[1]["value"])
    if not worth:
        return []
    if not clear:
        return [f"{doing} {', '.join(worth)}: none of them makes a difference that can be shown."]
    ends = [clear[-1], clear[0]] if len(clear) > 1 else clear
    return [f"{doing} {name} goes with winning {times(value)} as often as usual." for name, value in ends]


def _secret(known: list[dict[str, Any]]) -> str:
    late = next((row for row in known if row["games"] and row["mind_truth"]["value"] >= 0.5), None)
    half = known[TENTHS // 2]["mind_truth"]
    said = f"In the middle of a game bots that know how their kind plays give the truth {half['value']:.0%}"
    said += f" ({half['low']:.0%} to {half['high']:.0%})"
    if late is None:
        return f"{said}; on average a secret lasts to the end."
    since = f"after {late['tenth'] * 100 // TENTHS} % of the game" if late["tenth"] else "from the beginning"
    return f"{said}; they think it likelier than not {since}."
