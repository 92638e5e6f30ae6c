"""Learns a game by playing against itself, with torch, on the processor.

    python examples/learn.py heimlich --seats 4 --minutes 25 --out learned
    spyring arena heimlich learned/learned.py:Learned normal --seats 4 --games 400

One network plays all seats of many games at once. It judges every act by how likely it is to lead to a win,
takes the best one, now and then any other, and when a game is over it learns what came of each act (deep
Monte Carlo learning). The folder gets `weights.npz`, the bot that plays them, and the progress as
`progress.csv` and `progress.svg`.
"""

import argparse
import csv
import shutil
import time
from itertools import pairwise
from pathlib import Path

import numpy as np
from learned import CLASSES, alike, classes, describe, encode

from spyring.core import UnreadableText
from spyring.lab.arena import Tournament, line_up, play_tournament
from spyring.lab.batch import Batch
from spyring.lab.figures import figures
from spyring.lab.report import NoPlots, plotter

try:
    import torch
    from torch import nn
except ImportError:
    raise SystemExit("This needs the package torch: pip install 'spyring[learn]'.") from None

GAMES = 256  # side by side
STEPS = 64  # in each of them, between two lessons
PORTION = 2048  # decisions that are learned from at once
RATE = 2e-3
CURIOSITY = 0.25  # the share of acts that are any acts, at first; in the end there are none
WIDTH = 192
LIMIT = 1000  # acts, after which a game is cut off


class Network(nn.Module):
    """What a seat knows becomes a forecast for every act: the log odds of a win after it."""

    def __init__(self, rows, texts):
        super().__init__()
        words = [spell(text) for text in texts]
        numbers = {
            word: number for number, word in enumerate(sorted({one for text in words for one in text}))
        }
        self.register_buffer("words", torch.tensor([numbers[one] for text in words for one in text]))
        self.register_buffer("starts", torch.tensor([0, *map(len, words)][:-1]).cumsum(0))
        self.first = nn.EmbeddingBag(rows, WIDTH, mode="sum")
        self.first_bias = nn.Parameter(torch.zeros(WIDTH))
        self.second = nn.Linear(WIDTH, WIDTH)
        self.acts = nn.EmbeddingBag(len(numbers), WIDTH, mode="sum")
        nn.init.normal_(self.first.weight, std=0.05)
        nn.init.normal_(self.acts.weight, std=0.01)

    def act_weights(self):
        """For every act the sum of its words, so that what is learned of one helps all that share them."""
        return self.acts(self.words, self.starts)

    def forward(self, rows):
        """What a seat knows, as the network puts it; the product with an act's weights is its forecast."""
        return torch.relu(self.second(torch.relu(self.first(rows) + self.first_bias)))

    def save(self, path, setup):
        """As arrays of numpy, for `learned.py`."""
        layers = {"first": self.first.weight, "first_bias": self.first_bias, "acts": self.act_weights()}
        layers |= {"second": self.second.weight, "second_bias": self.second.bias}
        arrays = {name: one.detach().numpy() for name, one in layers.items()}
        np.savez_compressed(path, setup=describe(setup), **arrays)


def spell(text):
    """The words of an act, and each with the next: `move red 3` has `red 3`."""
    words = text.split()
    return [text, *words, *map(" ".join, pairwise(words))]


class Learner:
    """Plays, and learns from it."""

    def __init__(self, batch, seed=1):
        self.batch = batch
        self.coding = classes(batch.setup)
        self.columns, self.swapped = alike(batch.setup)
        self.own = [part.first for part in batch.setup.parts if part.name == "me"]
        texts = [batch.setup.text(batch.setup.start, 0, act) for act in range(batch.acts)]
        self.network = Network(int(np.minimum(self.coding[1] + 1, CLASSES).sum()), texts)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=RATE)
        self.rng = np.random.default_rng(seed)
        self.decisions = 0
        # The last acts of every game, in a ring: what was known, what was done and by whom.
        self.rows = np.empty((LIMIT, batch.games, len(self.coding[0])), dtype="u2")
        self.acts = np.empty((LIMIT, batch.games), dtype="i8")
        self.turns = np.empty((LIMIT, batch.games), dtype="i8")
        self.began = np.zeros(batch.games, dtype="i8")
        self.now = 0

    @torch.no_grad()
    def choose(self, curiosity):
        """For every game what is known there and an act, as `alike` puts them, and the act's own number."""
        batch = self.batch
        own = batch.observations[:, self.own].sum(axis=1) % len(self.columns)
        known = np.take_along_axis(batch.observations, self.columns[own], axis=1)
        rows = encode(known, *self.coding)
        forecasts = self.network(torch.from_numpy(rows)) @ self.network.act_weights().T
        masks = np.take_along_axis(batch.masks, self.swapped[own], axis=1)
        best = forecasts.masked_fill(~torch.from_numpy(masks), -torch.inf).argmax(-1).numpy()
        chosen = self.swapped[own, best]
        curious = self.rng.random(batch.games) < curiosity
        chosen = np.where(curious, batch.random_acts(), chosen)
        return rows, self.swapped[own, chosen], chosen

    def play(self, curiosity):
        """Some acts in every game; of games that ended: what was known, what was done, and what it won."""
        batch, found = self.batch, []
        for _ in range(STEPS):
            place = self.now % LIMIT
            self.rows[place], self.acts[place], chosen = self.choose(curiosity)
            self.turns[place] = batch.turns
            batch.step(chosen)
            self.now += 1
            for game in np.flatnonzero(batch.ends):
                steps = np.arange(self.began[game], self.now) % LIMIT
                won = batch.rewards[game, self.turns[steps, game]]
                found.append((self.rows[steps, game], self.acts[steps, game], won))
                self.began[game] = self.now
        self.decisions += STEPS * batch.games
        return [np.concatenate(one) for one in zip(*found, strict=True)] if found else None

    def learn(self, left):
        """One lesson; `left` is the share of the time that is left."""
        played = self.play(CURIOSITY * left)
        if played is None:
            return
        rows, acts, won = played
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * max(left, 0.05)
        for part in np.array_split(self.rng.permutation(len(acts)), -(-len(acts) // PORTION)):
            known = self.network(torch.from_numpy(rows[part].astype("i4")))
            weights = self.network.act_weights()[torch.from_numpy(acts[part])]
            wins = torch.from_numpy(won[part].astype("f4"))
            wrong = nn.functional.binary_cross_entropy_with_logits((known * weights).sum(-1), wins)
            self.optimizer.zero_grad()
            wrong.backward()
            self.optimizer.step()


def compare(setup, folder, rival, games):
    """What the learned bot wins among copies of another, as a multiple of an even share."""
    lineups = line_up((f"{folder / 'learned.py'}:Learned", rival), setup.seats)
    cup = Tournament(setup.game.key, setup.seats, setup.options, 1, lineups)
    found = figures(cup, play_tournament(cup, games=cup.games(games), jobs=1))["bots"][0]["relative"]
    return {name: round(found[name], 2) for name in ("value", "low", "high")}


def plot(folder, rows):
    """The progress as a picture, if matplotlib is there."""
    try:
        plots = plotter()
    except NoPlots:
        return
    figure, axes = plots.subplots(figsize=(7, 4))
    for rival in sorted({row["rival"] for row in rows}):
        of = [row for row in rows if row["rival"] == rival]
        minutes = [row["minutes"] for row in of]
        (line,) = axes.plot(minutes, [row["value"] for row in of], marker="o")
        end = (minutes[-1], of[-1]["value"])
        aside = {"xytext": (8, 0), "textcoords": "offset points", "va": "center", "annotation_clip": False}
        axes.annotate(f"among {rival}", end, color=line.get_color(), **aside)
        axes.fill_between(minutes, [row["low"] for row in of], [row["high"] for row in of], alpha=0.15)
    axes.axhline(1.0, color="grey", linewidth=1)
    axes.set(xlabel="minutes", ylabel="wins, of an even share", ylim=(0, None))
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(folder / "progress.svg", bbox_inches="tight")


def main():
    """Learn for some minutes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--minutes", type=float, default=25.0, help="in all; comparing takes some of them")
    parser.add_argument("--compare", type=int, default=100, metavar="GAMES", help="against each rival")
    parser.add_argument("--times", type=int, default=5, help="how often to compare")
    parser.add_argument("--rivals", nargs="+", default=["uniform", "easy", "normal"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("learned"))
    chosen = parser.parse_args()
    try:
        options = dict(pair.split("=", 1) for pair in chosen.option)
        batch = Batch(chosen.game, chosen.seats, options, games=GAMES, seed=chosen.seed, limit=LIMIT)
    except (UnreadableText, ValueError) as error:
        parser.error(str(error))
    torch.manual_seed(chosen.seed)
    chosen.out.mkdir(parents=True, exist_ok=True)
    shutil.copy(Path(__file__).with_name("learned.py"), chosen.out)
    learner, setup, rows = Learner(batch, chosen.seed), batch.setup, []
    began, whole = time.monotonic(), chosen.minutes * 60
    for check in range(1, chosen.times + 1):
        while (spent := time.monotonic() - began) < whole * check / chosen.times:
            learner.learn(1 - spent / whole)
        learner.network.save(chosen.out / "weights.npz", setup)
        for rival in chosen.rivals:
            found = compare(setup, chosen.out, rival, chosen.compare)
            minutes = round((time.monotonic() - began) / 60, 1)
            rows.append({"minutes": minutes, "decisions": learner.decisions, "rival": rival, **found})
            print(
                f"{minutes} minutes, {learner.decisions:,} decisions: {found['value']} times an even share "
                f"among {rival} ({found['low']} to {found['high']})",
                flush=True,
            )
    with (chosen.out / "progress.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    plot(chosen.out, rows)


if __name__ == "__main__":
    main()
