"""The checker: compares what clients sent and heard with what is stored, and says what does not fit.

It is written apart from the server, imports nothing of it, and reads only histories (history.py) and logs
(logs.py). Times are those of the clients' one steady clock; a log's own times are used only to find acts
that come too early after each other.
"""

import bisect
import json
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from .truth import Truth

PATIENCE = 10.0  # seconds that anybody may wait, once the last fault is over
GRACE = 15.0  # seconds that everybody has after a restart, even if a clock is wrong
TEXT_OF = {"act": "text", "say": "text"}


class Finding(NamedTuple):
    kind: str
    table: str
    text: str

    def __str__(self):
        return f"{self.kind}: table {self.table}: {self.text}"


@dataclass
class Sent:
    """One message, sent once or more often."""

    message: dict
    first: float
    links: list = field(default_factory=list)
    answered: float = math.inf
    refused: dict | None = None


@dataclass
class Client:
    """What one client sent and heard."""

    table: str
    seat: int | None
    came: float
    left: float = math.inf
    sent: dict = field(default_factory=dict)  # by id
    heard: dict = field(default_factory=dict)  # by number of the feed: when it was first heard
    updates: list = field(default_factory=list)  # (t, link, frame)
    dones: list = field(default_factory=list)
    asked: dict = field(default_factory=dict)  # by link: the number that its hello asked for
    turned_away: list = field(default_factory=list)
    down: list = field(default_factory=list)  # (from, to): without a link that has told anything

    @property
    def name(self):
        return "an onlooker" if self.seat is None else f"seat {self.seat}"


class Result(NamedTuple):
    findings: list
    acknowledged: int
    frames: int
    games: int
    over: int
    longest: float  # that anybody waited after the last fault


def check(records, logs, *, calm=None, end=None, exports=None, patience=PATIENCE):
    """Everything that does not fit.

    `logs` are rows (number, entry) by table; `calm` is when the last fault was over, `end` when the clients
    stopped to listen; `exports` are game files by table, as the server gives them.
    """
    end = max((record["t"] for record in records), default=0.0) if end is None else end
    calm = end if calm is None else calm
    clients = gather(records, end)
    by_table = defaultdict(list)
    for client in clients:
        by_table[client.table].append(client)
    found, truths, waits = [], {}, [0.0]
    for id, people in by_table.items():
        if id not in logs:
            found.append(Finding("lost", id, "people were there, but it is not stored"))
            continue
        wanted = {
            (one.seat, frame["to"]) for one in people for _, _, frame in one.updates if not frame.get("more")
        }
        truths[id] = Truth(id, logs[id], wanted)
        one = Table(truths[id], people, calm, end, patience)
        found += [Finding(kind, id, text) for kind, text in one.check()]
        waits.append(one.longest)
    for record in records:
        if record["is"] == "granted" and record["what"] not in [
            e["is"] for _, e in logs.get(record["table"], [])
        ]:
            found.append(Finding("lost", record["table"], f"the host was told that it has {record['what']}"))
    for id, rows in logs.items():
        truth = truths.get(id) or Truth(id, rows)
        found += [Finding(kind, id, text) for kind, text in truth.faults]
        if why := truth.verify():
            found.append(Finding("unverified", id, why))
        if (
            exports
            and id in exports
            and _lines(exports[id]) != [f"{actor} {text}" for actor, text in truth.lines]
        ):
            found.append(Finding("export", id, "its game file is not what its log says"))
    return Result(
        found,
        sum(sent.answered < math.inf and not sent.refused for one in clients for sent in one.sent.values()),
        sum(len(one.updates) + len(one.dones) for one in clients),
        sum("began" in (entry["is"] for _, entry in rows) for rows in logs.values()),
        sum(truth.phase == "over" for truth in truths.values()),
        max(waits),
    )


def gather(records, end):
    """The clients of a history."""
    clients = {}
    up = {}  # by client: the links that have told something
    for record in sorted(records, key=lambda record: record["t"]):
        t, who = record["t"], record["who"]
        if who is None:
            continue
        if record["is"] == "person":
            clients[who] = Client(record["table"], record["seat"], t)
            clients[who].down.append([t, end])
            up[who] = set()
            continue
        client = clients[who]
        link = record.get("link")
        match record["is"]:
            case "opened":
                client.asked[link] = record["from"]
            case "sent":
                message = record["message"]
                if id := message.get("id"):
                    sent = client.sent.setdefault(id, Sent(message, t))
                    sent.links.append(link)
                    sent.refused = None
            case "heard":
                _hear(client, t, link, record["frame"])
                if record["frame"]["type"] == "update":
                    if not up[who]:
                        client.down[-1][1] = t
                    up[who].add(link)
            case "lost":
                if link in up[who]:
                    up[who].discard(link)
                    if not up[who]:
                        client.down.append([t, end])
            case "left":
                client.left = t
                if not up[who]:
                    client.down[-1][1] = t
    return list(clients.values())


def _hear(client, t, link, frame):
    if frame["type"] == "update":
        client.updates.append((t, link, frame))
        for number, event in enumerate(frame["events"], frame["from"]):
            client.heard.setdefault(number, t)
            if "done" in event and (sent := client.sent.get(event["done"])):
                sent.answered = min(sent.answered, t)
    elif frame["type"] == "done":
        client.dones.append((t, link, frame))
        if sent := client.sent.get(frame["id"]):
            sent.answered = min(sent.answered, t)
    elif not frame["id"]:
        client.turned_away.append(frame["error"]["id"])
    elif sent := client.sent.get(frame["id"]):
        sent.refused = frame["error"]
        sent.answered = min(sent.answered, t)


class Table:
    """The clients of one table, and its truth."""

    def __init__(self, truth, clients, calm, end, patience):
        self.patience = patience
        self.truth = truth
        self.clients = clients
        self.calm = calm
        self.end = end
        self.longest = 0.0
        self.known = (
            self._first_known()
        )  # by number of an entry: when anybody first heard of it or a later one
        self.begun = self._first_sent()  # by number: not before this was it or an earlier one stored

    def check(self):
        for client in self.clients:
            yield from self._check_feed(client)
            yield from self._check_acts(client)
            yield from self._check_notes(client)
            yield from self._check_waits(client)
        yield from self._check_order()
        yield from self._check_drivers()

    def _first_known(self):
        known = [math.inf] * (len(self.truth.entries) + 1)
        for client in self.clients:
            numbers = self.truth.numbers.get(client.seat, [])
            for index, t in client.heard.items():
                if index < len(numbers):
                    known[numbers[index]] = min(known[numbers[index]], t)
        for number in range(len(known) - 2, -1, -1):
            known[number] = min(known[number], known[number + 1])
        return known

    def _first_sent(self):
        begun = [-math.inf] * len(self.truth.entries)
        for client in self.clients:
            for id, sent in client.sent.items():
                number = self.truth.done.get((client.seat, id))
                if number is not None:
                    begun[number] = max(begun[number], sent.first)
        for number in range(1, len(begun)):
            begun[number] = max(begun[number], begun[number - 1])
        return begun

    # What they were told.

    def _check_feed(self, client):
        """Every frame is a part of the feed that the log gives, and follows the one before."""
        feed = self.truth.feeds.get(client.seat)
        if feed is None:
            yield "seat", f"there is no seat {client.seat}"
            return
        for why in client.turned_away:
            if why in ("void-ticket", "no-such-table", "no-watching"):
                yield "lost", f"{client.name} was turned away ({why}), but had been let in"
        reached = {}
        for _, link, frame in client.updates:
            since, to, events = frame["from"], frame["to"], frame["events"]
            if to != since + len(events):
                yield "gap", f"{client.name} got {len(events)} events from {since} to {to}"
            expected = reached.get(link, client.asked.get(link, 0))
            if since > expected:
                yield "gap", f"{client.name} got events from {since} on, after those up to {expected}"
            elif since < expected:
                yield (
                    "repeated",
                    f"{client.name} was told from {since} on again, after everything up to {expected}",
                )
            reached[link] = to
            for number, event in enumerate(events, since):
                if number >= len(feed):
                    yield "untrue", f"{client.name} was told {_text(event)}, which is not in the log"
                    break
                if event not in (feed[number], self.truth.again.get((client.seat, number))):
                    yield (
                        "untrue",
                        f"{client.name} was told {_text(event)}; the log has {_text(feed[number])}",
                    )
                    break
            else:
                if not frame.get("more"):
                    yield from self._check_view(client, frame)

    def _check_view(self, client, frame):
        views = self.truth.views.get((client.seat, frame["to"]))
        if views is None:
            yield "untrue", f"{client.name} was told {frame['to']} events: the log never stood there"
        elif frame["view"] not in views:
            yield (
                "untrue",
                f"{client.name} saw another position after {frame['to']} events than the log gives",
            )

    def _check_acts(self, client):
        """What was acknowledged is there; what was refused is not; nothing else is."""
        if client.seat is None:
            return
        done = self.truth.done
        confirmed = {
            event["done"] for _, _, frame in client.updates for event in frame["events"] if "done" in event
        }
        confirmed |= {frame["id"] for _, _, frame in client.dones}
        for id in confirmed - client.sent.keys():
            yield "untrue", f"{client.name} was told that {id} is done, which it had not sent"
        for id, sent in client.sent.items():
            kind = sent.message["type"]
            number = done.get((client.seat, id))
            if kind in ("back", "contribute"):
                continue
            if id in confirmed and number is None and kind != "note":  # a note may change nothing
                yield (
                    "lost",
                    f"{client.name} was told that {id} is done: {_text(sent.message)}; the log has it not",
                )
            if sent.refused and number is not None and len(sent.links) == 1:
                why = sent.refused["id"]
                yield "refused", f"{client.name}'s {id} was refused ({why}), but stands in the log"
            if number is not None and (said := TEXT_OF.get(kind)):
                if self.truth.said[client.seat, id]["text"] != sent.message[said]:
                    yield (
                        "untrue",
                        f"{client.name} sent {_text(sent.message)}; the log has something else under {id}",
                    )

    def _check_order(self):
        """What was sent after something was acknowledged comes after it."""
        latest = math.inf
        sent = {}
        for client in self.clients:
            for id, one in client.sent.items():
                number = self.truth.done.get((client.seat, id))
                if number is not None and one.message["type"] != "back":
                    sent[number] = (one, client, id)
        for number in sorted(sent, reverse=True):
            one, client, id = sent[number]
            if one.first > latest:
                yield "order", f"{client.name} sent {id} after a later entry had been acknowledged"
            latest = min(latest, one.answered if not one.refused else math.inf)
        for (seat, id), number in self.truth.done.items():
            if number not in sent and any(client.seat == seat for client in self.clients):
                yield "untrue", f"entry {number} has the id {id}, which nobody at seat {seat} has sent"

    def _check_notes(self, client):
        """Notes are those of the log, and never go back."""
        if client.seat is None:
            return
        stages = self.truth.notes.get(client.seat, [])
        at = Counter()
        for _, link, frame in client.updates:
            if "notes" not in frame:
                continue
            stage = next((n for n in range(at[link], len(stages)) if stages[n] == frame["notes"]), None)
            if stage is None:
                yield "untrue", f"{client.name} was shown notes that the log does not have"
                return
            at[link] = stage

    # How long they waited.

    def _waited(self, since, until, client=None):
        """Seconds of a wait that count: after the last fault, and before the client left."""
        end = self.end if client is None else min(self.end, client.left)
        waited = max(0.0, min(until, end) - max(since, self.calm))
        self.longest = max(self.longest, waited)
        return waited

    def _check_waits(self, client):
        for since, until in client.down:
            if (waited := self._waited(since, until, client)) > self.patience:
                yield (
                    "waited",
                    f"{client.name} was without a connection for {waited:.1f} s after the last fault",
                )
        for sent in client.sent.values():
            if (waited := self._waited(sent.first, sent.answered, client)) > self.patience:
                yield "waited", f"{client.name} waited {waited:.1f} s for an answer to {_text(sent.message)}"
        numbers = self.truth.numbers.get(client.seat, [])
        worst = (self.patience, 0)
        for index, number in enumerate(numbers):
            known = self.known[number]
            if known == math.inf:  # nobody heard of it: the end has come before
                continue
            waited = self._waited(max(known, client.came), client.heard.get(index, math.inf), client)
            worst = max(worst, (waited, index))
        if worst[0] > self.patience:
            told = _text(self.truth.feeds[client.seat][worst[1]])
            yield "waited", f"{client.name} was told {told} {worst[0]:.1f} s after somebody else knew of it"

    # What happens by itself.

    def _check_drivers(self):
        for number, since, least in self.truth.clocked:
            least = min(least, GRACE)
            if self.known[number] < self.begun[since] + least - 0.5:
                early = self.known[number] - self.begun[since]
                yield (
                    "early",
                    f"entry {number} was done for a seat {early:.1f} s after it was asked, not {least}",
                )
        changes = [
            n for n, entry in enumerate(self.truth.entries) if entry["is"] in ("acted", "closed", "back")
        ]
        for number in self.truth.driven:
            at = bisect.bisect_right(changes, number)
            following = self.known[changes[at]] if at < len(changes) else math.inf
            if self.known[number] == math.inf or not self.clients:
                continue
            if at < len(changes) and self.truth.entries[changes[at]]["is"] == "closed":
                following = min(following, self.end)
            if (waited := self._waited(self.known[number], following)) > self.patience:
                yield (
                    "waited",
                    f"nothing happened for {waited:.1f} s after entry {number}: a bot or a beat was due",
                )
                break


def _text(thing):
    return json.dumps(thing, ensure_ascii=False)


def _lines(file):
    """The lines of a game file that are acts."""
    lines = [line.partition("#")[0].strip() for line in file.splitlines()]
    return [line for line in lines if line and line.split()[0] not in ("game", "seats", "option")]
