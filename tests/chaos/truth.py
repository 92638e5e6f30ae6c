"""What a table's log says: what every viewer was to be told and to see, and when what may happen by itself.

Written from docs/protocol.md and the rules alone; it shares the games with the server, and nothing else.
"""

from spyring import fair, gamefile, verify
from spyring.core import CHANCE, IllegalAction, UnreadableText
from spyring.games import find_game
from spyring.referee import Referee

from .history import digest

CLOCKS = {"off": None, "relaxed": 120.0, "fast": 20.0, "days": 3 * 24 * 3600.0}
PACES = {"slow": 2.5, "normal": 1.5, "quick": 0.8}
BOT_CLOCK = 60.0
ALLOWANCE = 0.1  # seconds by which a time may be off


class Truth:
    """One table's log, read once from the beginning.

    `feeds[viewer]` are the events that a viewer is told; `numbers[viewer]` says which entry each came from.
    `views[viewer, n]` are the digests of what a viewer may see that was told `n` events.
    """

    def __init__(self, id, rows, wanted=frozenset()):
        self.id = id
        self.wanted = wanted
        self.faults = []  # (kind, sentence)
        self.entries = [entry for _, entry in rows]
        if [number for number, _ in rows] != list(range(len(rows))):
            self._fault("gap", "its entries are not numbered from 0 without a gap")
        self.made = self.entries[0]
        assert self.made["is"] == "made", "a log begins with the making of its table"
        seats = self.made["seats"]
        self.viewers = (None, *range(seats))
        self.feeds = {viewer: [] for viewer in self.viewers}
        self.numbers = {viewer: [] for viewer in self.viewers}
        self.again = {}  # by viewer and number: what is told instead, later
        self.views = {}
        self.notes = {seat: [{"marks": {}, "text": ""}] for seat in range(seats)}
        self.done = {}  # by seat and id: number of the entry
        self.said = {}  # by seat and id: what the entry says
        self.names = [""] * seats
        self.tickets = [False] * seats
        self.bots = [True] * seats  # as long as nobody sits there
        self.away = [False] * seats
        self.given = [""] * seats
        self.contributions = self.given
        self.phase = "open"
        self.game = find_game(self.made["game"])
        self.referee = None
        self.driven = []  # numbers of the entries after which something must happen by itself
        self.clocked = []  # (number of a default act, of the entry since which it was due, least seconds)
        self.since = {}  # whom the table waits for: entry, and when
        self.struck = None
        self.has_beats = False  # it is or was a game with beats
        self._acted = set()  # who acted, as everybody heard, since the table last waited for somebody
        for number, entry in enumerate(self.entries):
            try:
                self._take(number, entry)
            except (IllegalAction, UnreadableText) as error:
                self._fault("illegal", f"entry {number} breaks the rules: {error}")
                break
            self._see()
            if self._goes_on_by_itself():
                self.driven.append(number)

    def _fault(self, kind, text):
        self.faults.append((kind, text))

    def _take(self, number, entry):
        match entry["is"]:
            case "made" | "shown" | "followed" | "led" | "analysed" | "offered" | "claimed" | "muted":
                pass
            case "sat":
                self._sit(number, entry)
            case "contributed":
                self.given[entry["seat"]] = entry["text"]
            case "began":
                self.referee = Referee(self.game, self.made["seats"], self.made["options"])
                self.contributions = self.given[:]
                self.phase = "playing"
            case "acted":
                self._act(number, entry)
            case "said":
                seat = entry["seat"]
                said = {"seat": seat, "name": self.names[seat], "said": entry["text"], "at": entry["at"]}
                for viewer in self.viewers:
                    self._tell(viewer, number, said)
                self._done(number, seat, entry, tell=True)
            case "noted":
                seat = entry["seat"]
                before = self.notes[seat][-1]
                marks = {
                    key: mark for key, mark in (before["marks"] | entry.get("marks", {})).items() if mark
                }
                text = before["text"] if entry.get("text") is None else entry["text"]
                self.notes[seat].append({"marks": marks, "text": text})
                self._done(number, seat, entry, tell=False)
            case "away":
                self.away[entry["seat"]] = True
                if entry["seat"] in self.since:
                    self.since[entry["seat"]] = (number, entry["at"])
            case "back":
                self.away[entry["seat"]] = False
            case "closed":
                self.phase = "closed"
                self.since = {}
            case other:
                self._fault("unknown", f"entry {number} is a {other}, which this checker cannot follow")

    def _sit(self, number, entry):
        seat = entry["seat"]
        if self.phase == "playing" and entry.get("ticket"):
            took = {"seat": seat, "name": entry["name"], "before": self.names[seat], "took": entry["at"]}
            for viewer in self.viewers:
                self._tell(viewer, number, took)
        self.names[seat] = entry["name"]
        self.tickets[seat] = bool(entry.get("ticket"))
        self.bots[seat] = bool(entry.get("bot"))
        self.away[seat] = False
        self.given[seat] = entry.get("contribution", "")

    def _act(self, number, entry):
        referee, actor, by = self.referee, entry["actor"], entry.get("by", "seat")
        state = referee.state
        if state.beats():
            self.has_beats = True
        if actor == CHANCE and state.beats():
            self._check_beat(number, entry)
        if by != "seat":
            self._check_time(number, entry, by)
        events = referee.act(actor, entry["text"])
        for event in events:
            for viewer in self.viewers:
                text = event.told(viewer)
                if text is None:
                    continue
                if event.again is not None and text == event.text:
                    self.again[viewer, len(self.feeds[viewer])] = {"actor": event.actor, "text": event.again}
                self._tell(viewer, number, {"actor": event.actor, "text": text})
        if actor == CHANCE:
            self.struck = entry["at"]
        else:
            self._done(number, actor, entry, tell=True)
        self._wait(number, entry, events)
        if not referee.state.actors():
            self.phase = "over"

    def _wait(self, number, entry, events):
        """Whom the table waits for now, and since when."""
        state = self.referee.state
        self._acted |= {event.actor for event in events if event.told(None) is not None}
        if state.draws():
            return
        acted = set() if state.beats() else self._acted
        self._acted = set()
        waiting = state.waiting() if self.phase == "playing" else []
        now = (number, entry["at"])
        self.since = {
            seat: self.since[seat] if seat in self.since and seat not in acted else now for seat in waiting
        }

    def _plays_itself(self, seat):
        return self.bots[seat] or self.away[seat]

    def _check_beat(self, number, entry):
        beat = float(self.made.get("beat", "0.8"))
        if self.struck is not None and 0 <= entry["at"] - self.struck < beat - ALLOWANCE:
            took = entry["at"] - self.struck
            self._fault("twice", f"entry {number} is a beat {took:.2f} s after the last; they last {beat} s")

    def _check_time(self, number, entry, by):
        """A bot or the clock acts for a seat: not before its time."""
        seat = entry["actor"]
        if seat not in self.since:
            if by == "clock":
                self._fault(
                    "twice", f"entry {number}: the clock acts for seat {seat}, for which nobody waits"
                )
            return
        began, at = self.since[seat]
        if by == "clock":
            least = BOT_CLOCK if self._plays_itself(seat) else CLOCKS[self.made["clock"]]
            if least is None:
                self._fault("twice", f"entry {number}: the clock acts for seat {seat}, but there is none")
                return
        elif self.has_beats:
            return  # bots act with the beat
        else:
            least = PACES[self.made.get("bot_pace", "quick")]
        if 0 <= entry["at"] - at < least - ALLOWANCE:
            self._fault(
                "twice",
                f"entry {number}: the {by} acts for seat {seat} after {entry['at'] - at:.2f} s of {least}",
            )
        self.clocked.append((number, began, least))

    def _goes_on_by_itself(self):
        if self.phase != "playing" or self.referee is None or not self.referee.state.actors():
            return False
        return bool(self.referee.state.beats()) or any(self._plays_itself(seat) for seat in self.since)

    def _tell(self, viewer, number, event):
        self.feeds[viewer].append(event)
        self.numbers[viewer].append(number)

    def _done(self, number, seat, entry, *, tell):
        id = entry.get("id")
        if not id:
            return
        if (seat, id) in self.done:
            self._fault("repeated", f"entry {number} has the id {id}, like entry {self.done[seat, id]}")
        else:
            self.done[seat, id] = number
            self.said[seat, id] = entry
        if tell:
            self._tell(seat, number, {"done": id})

    def _see(self):
        for viewer in self.viewers:
            key = (viewer, len(self.feeds[viewer]))
            if key in self.wanted:
                view = None if self.referee is None else self.referee.view(viewer)
                self.views.setdefault(key, set()).add(digest(view))

    # The game as a file, and its proof.

    @property
    def lines(self):
        return [] if self.referee is None else self.referee.log

    def verify(self):
        """What is wrong with the game as a file; None if it verifies, or has not begun."""
        if self.referee is None:
            return None
        try:
            verify.verify(self.file().encode(), self.id)
        except (verify.NotProven, Exception) as error:
            return f"{type(error).__name__}: {error}"
        return None

    def file(self):
        """The game file, with the seed even before the end."""
        seed = self.made["seed"]
        lines = gamefile.write(self.game, self.made["seats"], self.referee.options, self.lines).splitlines()
        facts = [f"table {self.id}", f"commitment {fair.commitment(seed, self.id)}"]
        facts += [f"contribution {seat} {text or '-'}" for seat, text in enumerate(self.contributions)]
        facts.append(f"seed {seed}")
        facts.append(f"chain {fair.chain(self.id, lines + facts)}")
        return "\n".join(lines + [f"# {fact}" for fact in facts]) + "\n"
