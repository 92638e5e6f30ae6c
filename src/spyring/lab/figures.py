"""The results of a tournament: shares, ratings and times, as JSON."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from spyring.lab.arena import Record, Tournament, class_time
from spyring.lab.ratings import Contest, interval, ratings

SLOWEST = 0.99  # the share of decisions that are faster than the time reported as p99


def figures(tournament: Tournament, records: Sequence[Record]) -> dict[str, Any]:
    """All results of the games played."""
    decided = [record for record in records if record.winners]
    rated = ratings(_contests(tournament, decided), len(tournament.bots), tournament.seed)
    return {
        "game": tournament.game,
        "seats": tournament.seats,
        "options": tournament.options,
        "seed": tournament.seed,
        "games": len(records),
        "nobody": interval(len(records) - len(decided), len(records))._asdict(),
        "mean_length": sum(record.acts for record in records) / max(len(records), 1),
        "bots": [
            _figures_of(bot, records, decided) | {"rating": rating}
            for bot, rating in zip(tournament.bots, rated, strict=True)
        ],
    }


def credit(record: Record, bot: str) -> float:
    """A bot's share of a win; a shared win is split."""
    return sum(record.bots[seat] == bot for seat in record.winners) / max(len(record.winners), 1)


def _contests(tournament: Tournament, decided: Sequence[Record]) -> list[list[Contest]]:
    """The games that somebody won, deal by deal."""
    deals: dict[int, list[Contest]] = {}
    for record in decided:
        contest = Contest(
            tuple(sorted(tournament.bots.index(bot) for bot in record.bots)),
            1,
            tuple(credit(record, bot) for bot in tournament.bots),
        )
        deals.setdefault(record.number // tournament.per_deal, []).append(contest)
    return list(deals.values())


def _figures_of(bot: str, records: Sequence[Record], decided: Sequence[Record]) -> dict[str, Any]:
    """One bot: how often one of its seats won, and its share of all wins compared with an even share."""
    played = [record for record in decided if bot in record.bots]
    fair = sum(record.bots.count(bot) / len(record.bots) for record in played)
    share = interval(sum(credit(record, bot) for record in played), len(played))
    seated = [(record, seat) for record in records for seat, name in enumerate(record.bots) if name == bot]
    return {
        "bot": bot,
        "seats": len(seated),
        "wins": interval(sum(seat in record.winners for record, seat in seated), len(seated))._asdict(),
        "share": share._asdict(),
        "fair": fair / max(len(played), 1),
        "relative": share.times(len(played) / fair if fair else 0.0),
        "by_seat": [_wins_on(seat, seated) for seat in range(len(records[0].bots))],
        "mean_score": sum(record.scores[seat] for record, seat in seated) / max(len(seated), 1),
        "decisions": _decisions(seated),
    }


def _wins_on(seat: int, seated: list[tuple[Record, int]]) -> dict[str, float]:
    """How often a bot won on one seat."""
    there = [record for record, taken in seated if taken == seat]
    return interval(sum(seat in record.winners for record in there), len(there))._asdict()


def _decisions(seated: list[tuple[Record, int]]) -> dict[str, float]:
    """How many decisions a bot made, and how long they took."""
    times: Counter[str] = Counter()
    for record, seat in seated:
        times.update(record.times[seat])
    seconds = sum(record.seconds[seat] for record, seat in seated)
    count = times.total()
    left = (1 - SLOWEST) * count
    slow = 0.0
    for name in sorted(times, key=int, reverse=True):
        left -= times[name]
        if left < 0:
            slow = class_time(name)
            break
    return {"count": count, "mean_ms": 1000 * seconds / max(count, 1), "p99_ms": 1000 * slow}
