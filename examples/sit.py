"""A bot of yours at a table: python examples/sit.py http://localhost:8710 CODE policy.py:Mine [NAME]

It takes a seat at the table with that code, and the bot plays it until the game is over. The bot is one of
Spyring's (normal, hard:200ms) or a class in a file, as in the arena: it gets a view and a feed, and answers
with the text of an act.
"""

import json
import secrets
import sys
import urllib.request
import uuid

from websockets.sync.client import connect

from spyring.core import UnreadableText
from spyring.games import find_game
from spyring.generator import Generator
from spyring.lab.arena import enlist


def sit_down(server, table, name):
    body = json.dumps({"name": name, "contribution": uuid.uuid4().hex}).encode()
    with urllib.request.urlopen(f"{server}/api/tables/{table}/seats", body) as answer:
        return json.load(answer)["ticket"]


def play(server, table, ticket, name):
    url = server.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    rng, feed, bot, answered = Generator(secrets.randbits(64)), [], None, None
    with connect(url, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "ticket": ticket, "from": 0}))
        while True:
            update = json.loads(socket.recv())
            feed += [
                (event["actor"], event["text"]) for event in update.get("events", []) if "actor" in event
            ]
            view, prompt = update.get("view"), update.get("prompt")
            if update.get("table", {}).get("phase") == "over":
                return view
            if prompt and prompt["number"] != answered:
                answered = prompt["number"]
                bot = bot or enlist(find_game(view["game"]), name)
                text = bot.choose(view, feed, prompt["legal"], rng)
                while text and text not in prompt["legal"]:  # it claims something first
                    socket.send(json.dumps({"type": "act", "id": uuid.uuid4().hex, "text": text}))
                    text = bot.choose(view, feed, prompt["legal"], rng)
                if text:
                    act = {"type": "act", "id": uuid.uuid4().hex, "text": text, "prompt": answered}
                    socket.send(json.dumps(act))


if __name__ == "__main__":
    server, table, bot, *name = sys.argv[1:] if len(sys.argv) > 3 else sys.exit(__doc__)
    try:
        enlist(find_game("heimlich"), bot)  # a wrong name is better known before a seat is taken
    except UnreadableText as error:
        sys.exit(str(error))
    print(play(server, table, sit_down(server, table, *name or ["A bot"]), bot))
