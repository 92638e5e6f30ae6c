"""The requests and answers of the REST interface."""

from typing import Annotated

import msgspec
from msgspec import Meta

from spyring.core import Actor, Log
from spyring.server.http.outgoing import ShownView, TableInfo
from spyring.server.table.table import Phase

Text = Annotated[str, Meta(max_length=200)]


class OptionInfo(msgspec.Struct, frozen=True):
    """Something that a table chooses before the game."""

    key: str
    default: str
    examples: tuple[str, ...]
    where: dict[str, str]


class OperandInfo(msgspec.Struct, frozen=True):
    """A word in a claim: a seat, one of some words, or one of those that an option of the table lists."""

    seat: bool
    words: list[str]
    option: str


class ClaimInfo(msgspec.Struct, frozen=True):
    """A ready sentence that any seat may say; `topic` is its heading in a menu."""

    kind: str
    topic: str
    operands: list[OperandInfo]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    key: str
    title: str
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]
    lesson: bool
    cases: bool
    claims: list[ClaimInfo]


class About(msgspec.Struct, frozen=True):
    """What this server offers."""

    version: str
    language: str
    clocks: list[str]
    bot_paces: list[str]
    tempers: list[str]
    beats: list[str]
    watch: list[str]
    games: list[GameInfo]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table that somebody wants."""

    game: Text
    seats: int
    options: dict[str, str] = {}
    clock: Text = "off"
    bot_pace: Text = "normal"
    beat: Text = "0.8"
    watch: Text = "link"
    talk: bool = True
    listed: bool = False


class Hosted(msgspec.Struct, frozen=True):
    """A table, the ticket of its host, and the link for everybody else."""

    table: TableInfo
    host: str
    link: str


class NewSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who wants a seat: this one, or the first free one."""

    name: Text
    seat: int | None = None
    contribution: Text = ""


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to be called from now on."""

    name: Text


class Turn(msgspec.Struct, frozen=True):
    """Whether the table is waiting for the seat that asks."""

    phase: Phase
    mine: bool


class Seated(msgspec.Struct, frozen=True):
    """A seat and its ticket."""

    seat: int
    ticket: str


class NewBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot by name."""

    bot: Text


class NewOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits where: seat n gets whoever sat at `order[n]`."""

    order: list[int]


class SetUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is played, and by how many; an option that is left out has its default."""

    seats: int
    options: dict[str, str] = {}
    clock: Text = "off"
    bot_pace: Text = "normal"
    beat: Text = "0.8"


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether a seat is muted."""

    muted: bool


class Offer(msgspec.Struct, frozen=True):
    """A one-time code for another device, and the same as a link and a QR code (SVG)."""

    code: str
    link: str
    qr: str


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A one-time code."""

    code: Text


class Claimed(msgspec.Struct, frozen=True):
    """A ticket that has moved here: a seat's or the host's."""

    seat: int | None
    host: bool
    ticket: str


class Step(msgspec.Struct, frozen=True):
    """One line of a game, what the viewer was told of it, and the view after it."""

    actor: Actor
    text: str
    told: Log
    view: ShownView


class Replay(msgspec.Struct, frozen=True):
    """A game, as one seat or an onlooker sees it."""

    seat: int | None
    start: ShownView
    steps: list[Step]


class LedgerLine(msgspec.Struct, frozen=True):
    """Something that was said: the number of its line in the seat's feed, and whether it has proved true."""

    number: int
    seat: int
    text: str
    true: bool | None


class Judged(msgspec.Struct, frozen=True):
    """What a seat did after so many lines, what a bot would have done, and the chance to win with each.

    `shown` is how much likelier the truth about the seat looked to the others after it, and `exposed` how
    likely. `seen` counts the others who were told of an act that not everybody is told, such as a wink, and
    `card` is the one that it plays, or gets.
    """

    line: int
    seat: int
    text: str
    better: str
    before: float
    after: float
    shown: float | None
    exposed: float | None
    seen: int
    card: str


class Analysis(msgspec.Struct, frozen=True):
    """The decisions of a finished game, and by name those that are worth a sentence."""

    decisions: list[Judged]
    moments: dict[str, Judged]


class Progress(msgspec.Struct, frozen=True):
    """How much of something is done, from 0 to 1."""

    share: float


class Belief(msgspec.Struct, frozen=True):
    """How likely a seat looked to be, or to have, something: to a reader, and by the rules alone."""

    seat: int
    kind: str
    share: float
    fits: float


class BelievedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a game file, and whose belief after how many of its lines is asked for."""

    file: str
    seat: int
    line: int


class Answer(msgspec.Struct, frozen=True):
    """What may be the answer of a case: this seat is this, or has it."""

    seat: int
    kind: str


class CaseStep(msgspec.Struct, frozen=True):
    """What the seat of a case was told at once, and its view after it."""

    told: Log
    view: ShownView


class CasePosition(msgspec.Struct, frozen=True):
    """A case: a game so far with the eyes of one seat, and the answers of its question.

    `about` is a seat, or what somebody may have.
    """

    key: str
    game: str
    seats: int
    seat: int
    level: str
    about: int | str
    answers: list[Answer]
    start: ShownView
    steps: list[CaseStep]


class CaseAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How sure somebody is of every answer, in their order; the shares count relatively."""

    shares: list[float]


class CaseSolved(msgspec.Struct, frozen=True):
    """Which answer is true, and the scores: of what was sent, of a good reader, and of the rules alone.

    `curve` has the steps that moved the good reader, and how likely the truth looked after each.
    """

    truth: int
    scores: list[int]
    read: list[float]
    fits: list[float]
    curve: list[tuple[int, float]]


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a game file, and whose eyes see it."""

    file: str
    seat: int | None = None


class Onward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many lines of a game stay as they were; with a seat, all that it was not told is dealt anew."""

    line: int
    anew: int | None = None


class OnwardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a game file, and how many of its lines stay as they were; likewise."""

    file: str
    line: int
    anew: int | None = None
