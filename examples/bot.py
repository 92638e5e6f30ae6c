"""A bot from outside: python examples/bot.py http://localhost:8710 CODE [NAME]

It takes a seat at the table with that code and does anything legal until the game is over. It needs only the
package websockets and nothing of Spyring. A bot can be written in any language: see docs/protocol.md.
"""

import json
import random
import sys
import urllib.request
import uuid

from websockets.sync.client import connect


def sit_down(server, table, name):
    body = json.dumps({"name": name, "contribution": uuid.uuid4().hex}).encode()
    with urllib.request.urlopen(f"{server}/api/tables/{table}/seats", body) as answer:
        return json.load(answer)["ticket"]


def play(server, table, ticket):
    url = server.replace("http", "ws", 1) + f"/api/tables/{table}/socket"
    with connect(url, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "ticket": ticket, "from": 0}))
        answered = None
        while True:
            message = json.loads(socket.recv())
            if message.get("table", {}).get("phase") == "over":
                return message["view"]
            prompt = message.get("prompt")
            if prompt and prompt["number"] != answered:
                answered = prompt["number"]
                act = {"type": "act", "id": uuid.uuid4().hex, "prompt": answered}
                socket.send(json.dumps({**act, "text": random.choice(prompt["legal"])}))


if __name__ == "__main__":
    server, table, *name = sys.argv[1:] or sys.exit(__doc__)
    print(play(server, table, sit_down(server, table, *name or ["A bot"])))
