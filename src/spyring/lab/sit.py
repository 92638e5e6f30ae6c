"""The command that takes a bot to a table: it sits there like a person, and knows what a browser would."""

import json
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import click
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from spyring.arguments import SEED_BITS, Number, capital, option
from spyring.bots import Bot
from spyring.bots.match import blame
from spyring.core import Game, Log, UnreadableText, View
from spyring.epilog import examples
from spyring.games import find_game
from spyring.generator import Generator
from spyring.lab.arena import enlist
from spyring.stop import Stop

PATIENCE = 60.0  # seconds for a server that does not answer to come back
PAUSE = 1.0  # from one attempt to the next
ANSWER_SECONDS = 10.0
HALTED = ("disk-full", "fault")  # why a server takes nothing for the moment
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError)  # for now, or for good


@click.command(
    epilog=examples(
        "spyring sit http://localhost:8710/t/QPTX --bot policy.py:Mine",
        "spyring sit http://localhost:8710/t/QPTX --bot normal/gambler --name Gina --pace 2",
    ),
)
@click.argument("link")
@option("--bot", default="normal", show_default=True, help="Any bot that `spyring arena` accepts.")
@option("--name", default="", help="Its name at the table.", show_default="that of the bot")
@option(
    "--pace",
    type=Number(0.0, 60),
    default=1.0,
    show_default=True,
    help="Seconds that it waits before an act, so that people can follow.",
)
@option("--ticket", default="", help="Go on at a seat that it has already.", show_default="a new seat")
def sit(link: str, bot: str, name: str, pace: float, ticket: str) -> None:
    """Let a bot of yours take a seat at a table. LINK is what the table's page copies for your friends.

    The bot plays from here, over the same protocol as a browser, until the game is over.
    """
    server, table = read_link(link)
    info = ask(server, f"/api/tables/{table}")
    try:
        game = find_game(info["game"])
        player = enlist(game, bot)
    except UnreadableText as error:
        raise Stop(capital(error)) from None
    if not ticket:
        called = name or bot.rpartition(":")[2].rpartition("/")[2].capitalize()
        ticket = ask(server, f"/api/tables/{table}/seats", {"name": called})["ticket"]
        click.echo(f"{called} sits at a table of {game.title}.")
    guest = Guest(game, player, bot, pace)
    try:
        guest.play(server, table, ticket)
    except KeyboardInterrupt:
        raise Stop(f"The seat stays taken. To go on there, add --ticket {ticket}", 1) from None
    click.echo(guest.ending())


def read_link(link: str) -> tuple[str, str]:
    """The address of the server, and the table's id or code."""
    parts = urllib.parse.urlsplit(link)
    table = parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not table:
        raise Stop(f"Expected the link of a table, such as http://localhost:8710/t/QPTX, not {link!r}.")
    return f"{parts.scheme}://{parts.netloc}", urllib.parse.quote(urllib.parse.unquote(table), safe="")


def ask(server: str, path: str, body: Any = None) -> dict[str, Any]:
    """The answer to a request; raises Stop with the server's own sentence."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(server + path, data, timeout=ANSWER_SECONDS) as answer:
            found = json.load(answer)
    except urllib.error.HTTPError as error:
        try:
            sentence = json.load(error)["error"]["text"]
        except (ValueError, LookupError, TypeError):
            sentence = f"{server} is not a table of Spyring: it answers with {error.code}."
        raise Stop(sentence, 1) from None
    except (OSError, ValueError) as error:
        raise Stop(f"{server} does not answer as a table of Spyring would: {error}.", 1) from None
    assert isinstance(found, dict), "every answer is an object"
    return found


class Guest:
    """A bot at somebody's table."""

    def __init__(self, game: Game, bot: Bot, called: str, pace: float) -> None:
        self.game = game
        self.bot = bot
        self.called = called
        self.pace = pace
        self.rng = Generator(secrets.randbits(SEED_BITS))
        self.reached = 0  # the number of events that it has
        self.feed: Log = []
        self.seat = -1
        self.info: dict[str, Any] = {}
        self.view: View | None = None
        self.prompt: dict[str, Any] | None = None
        self.sent = ""  # the id of the act that is not answered yet
        self.asked = (-1, -1)  # the prompt, and what the bot knew when it was asked last

    def play(self, server: str, table: str, ticket: str) -> None:
        """Until the game is over; a lost connection is made again."""
        address = f"ws{server.removeprefix('http')}/api/tables/{table}/socket"
        until = time.monotonic() + PATIENCE
        while True:
            try:
                with connect(address, max_size=None, open_timeout=ANSWER_SECONDS) as socket:
                    socket.send(json.dumps({"type": "hello", "ticket": ticket, "from": self.reached}))
                    self.sent, self.asked = "", (-1, -1)  # an act that was stored is among the events
                    while not self.over:
                        self.hear(json.loads(socket.recv()))
                        until = time.monotonic() + PATIENCE
                        self.decide(socket)
                return
            except LOST as error:
                if time.monotonic() > until:
                    raise Stop(f"{server} does not answer any longer: {error}.", 1) from None
                time.sleep(PAUSE)

    @property
    def over(self) -> bool:
        """Whether nothing more happens here."""
        return self.info.get("phase") in ("over", "closed", "archived")

    def hear(self, message: dict[str, Any]) -> None:
        """Take in a message."""
        if message["type"] == "update":
            self._update(message)
        elif message["type"] == "refused":
            self._refused(message["error"], acted=message["id"] == self.sent)

    def _update(self, message: dict[str, Any]) -> None:
        if message["from"] == 0:  # it may be told everything again
            self.reached, self.feed = 0, []
        for event in message["events"][self.reached - message["from"] :]:
            if "actor" in event:
                self.feed.append((event["actor"], event["text"]))
            elif event.get("done") == self.sent:
                self.sent = ""
        self.reached = message["to"]
        if message.get("more"):
            return
        self.seat, self.view, self.prompt = message["seat"], message["view"], message["prompt"]
        self.info = message.get("table", self.info)

    def _refused(self, error: dict[str, Any], *, acted: bool) -> None:
        """Somebody else was faster; or the bot, or the ticket, is not good enough."""
        if error["id"] in HALTED:  # until its disk or its database is there again
            time.sleep(PAUSE)
        elif error["id"] != "stale-prompt":
            whose = f"{self.called} did what is not allowed: " if acted else ""
            raise Stop(f"{whose}{error['text'].rstrip('.')}.", 1)
        self.sent, self.asked = "", (-1, -1)

    def decide(self, socket: ClientConnection) -> None:
        """Ask the bot, once for whatever it knows, and send what it answers; it may wait for others."""
        if self.prompt is None or self.view is None or self.sent:
            return
        asked = (self.prompt["number"], len(self.feed))
        if asked == self.asked:
            return
        self.asked = asked
        try:
            text = self.bot.choose(self.view, list(self.feed), list(self.prompt["legal"]), self.rng)
        except Exception as error:
            raise Stop(f"{self.called} failed: {blame(error)}.", 1) from None
        if text:
            time.sleep(self.pace)
            self.sent = secrets.token_hex(8)
            act = {"type": "act", "id": self.sent, "text": text, "prompt": self.prompt["number"]}
            socket.send(json.dumps(act))

    def ending(self) -> str:
        """How it ended, in a sentence."""
        if self.info["phase"] != "over":
            return "The table was closed."
        names = [self.info["seats"][seat]["name"] for seat in self.info["winners"] or ()]
        if not names:
            return "The game is over. Nobody has won."
        return f"The game is over. {' and '.join(names)} {'has' if len(names) == 1 else 'have'} won."
