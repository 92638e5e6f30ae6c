"""Decisions as a table to learn from: one row each, with what the seat knew, in a Parquet file."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from spyring.bots import Normal
from spyring.bots.match import LONGEST_GAME, StuckGame
from spyring.core import UnreadableText
from spyring.generator import Generator
from spyring.lab.arena import enlist
from spyring.lab.batch import SetUp
from spyring.lab.extras import need
from spyring.lab.observing import Study
from spyring.lab.series import Jobs, play_each
from spyring.lab.sitting import Sitting

GROUP = 20_000  # rows that are written at once
COLUMNS = ("game", "line", "seat", "observation", "mask", "act", "text", "outcome", "belief")

Columns = dict[str, list[Any]]


def decisions(study: Study, number: int) -> Columns:
    """Every decision of one game in which there was a choice."""
    setup = SetUp(study.game, study.seats, study.options)
    bots = [enlist(setup.game, study.bot) for _ in range(study.seats)]
    chance = Generator(study.seed, number)
    thoughts = [Generator(study.seed, number | (seat + 1) << 32) for seat in range(study.seats)]
    sitting = Sitting(setup)
    sitting.lane.draw(chance)
    found: Columns = {name: [] for name in COLUMNS}
    for _ in range(LONGEST_GAME):
        if sitting.over:
            break
        seat = sitting.turn
        array, mask = sitting.lane.array(seat), sitting.lane.legal()
        act = sitting.ask(bots[seat], thoughts[seat])
        if sum(mask) > 1:
            text = setup.text(sitting.lane.state, seat, act)
            row = (number, len(sitting.events), seat, array, mask, act, text, 0.0, belief(bots[seat]))
            for name, value in zip(COLUMNS, row, strict=True):
                found[name].append(value)
        sitting.act(act)
        sitting.lane.draw(chance)
    else:
        raise StuckGame(f"game {number} is not over after {LONGEST_GAME:,} decisions")
    rewards = sitting.rewards()
    found["outcome"] = [rewards[seat] for seat in found["seat"]]
    return found


def belief(bot: object) -> dict[str, float] | None:
    """What a bot with a mind believes: `2 mirkov` is how likely seat 2 is to be, or to have, that."""
    if not isinstance(bot, Normal) or bot.mind is None:
        return None
    return {f"{seat} {kind}": share for (seat, kind), share in bot.mind.believes().items()}


def schema(study: Study) -> Any:
    """The columns and their types; the names of an array's parts are in the metadata."""
    arrow = need("pyarrow", "dataset")
    setup = SetUp(study.game, study.seats, study.options)
    parts = {
        part.name: {"first": part.first, "rows": part.rows, "stride": part.stride, "width": part.width}
        for part in setup.parts
    }
    kinds = {
        "game": arrow.int64(),
        "line": arrow.int32(),
        "seat": arrow.int8(),
        "observation": arrow.list_(arrow.uint8(), setup.size),
        "mask": arrow.list_(arrow.uint8(), setup.acts),
        "act": arrow.int32(),
        "text": arrow.string(),
        "outcome": arrow.float32(),
        "belief": arrow.map_(arrow.string(), arrow.float32()),
    }
    about = {
        "game": study.game,
        "seats": study.seats,
        "options": study.options,
        "seed": study.seed,
        "bot": study.bot,
        "parts": parts,
    }
    return arrow.schema(list(kinds.items()), metadata={"spyring": json.dumps(about)})


def write_dataset(
    study: Study,
    path: Path,
    *,
    games: int,
    jobs: Jobs,
    tick: Callable[[int], object] = lambda games: None,
) -> int:
    """Play games and write their decisions; returns how many. What is interrupted ends with a whole game."""
    parquet = need("pyarrow.parquet", "dataset")
    if path.exists():
        raise UnreadableText(f"{path} is there already; choose another name, or remove it")
    kinds = schema(study)
    played = play_each(partial(decisions, study), range(games), jobs, in_order=True)
    rows = 0
    with parquet.ParquetWriter(path, kinds, compression="zstd") as writer:
        for group in _groups(played, tick):
            writer.write_table(_table(group, kinds))
            rows += len(group["game"])
    return rows


def _groups(played: Iterator[Columns], tick: Callable[[int], object]) -> Iterator[Columns]:
    """Whole games, put together until they are worth writing; also when there are no more to come."""
    group: Columns = {name: [] for name in COLUMNS}
    try:
        for game in played:
            for name, values in game.items():
                group[name] += values
            tick(1)
            if len(group["game"]) >= GROUP:
                yield group
                group = {name: [] for name in COLUMNS}
    except KeyboardInterrupt:
        if group["game"]:
            yield group
        raise
    if group["game"]:
        yield group


def _table(group: Columns, kinds: Any) -> Any:
    """Rows as an Arrow table; arrays of bytes are not taken apart."""
    arrow = need("pyarrow", "dataset")
    columns = []
    for field in kinds:
        values = group[field.name]
        if isinstance(values[0], bytes):
            flat = arrow.py_buffer(b"".join(values))
            numbers = arrow.Array.from_buffers(arrow.uint8(), len(flat), [None, flat])
            columns.append(arrow.FixedSizeListArray.from_arrays(numbers, field.type.list_size))
        else:
            given = (
                [None if one is None else list(one.items()) for one in values]
                if field.name == "belief"
                else values
            )
            columns.append(arrow.array(given, type=field.type))
    return arrow.Table.from_arrays(columns, schema=kinds)
