"""What clients sent and heard, one JSON object per line, with the time by one steady clock.

Every record has `t`, `who` (a client) and `is`:

- `person`: who this is; `table`, and `seat` (null for an onlooker)
- `opened`: a connection, `link`, whose hello asked for everything `from` a number
- `sent`: a `message` over a link
- `heard`: a `frame` from a link; a view is replaced by its digest, legal acts are left out
- `lost`: the link ended
- `left`: this client wants nothing any more
"""

import hashlib
import json
import time


def digest(view):
    """Short for a view, whatever the order of its fields."""
    if view is None:
        return None
    return hashlib.sha256(json.dumps(view, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:16]


def short(frame):
    """A frame as it is recorded."""
    kept = {key: value for key, value in frame.items() if key not in ("prompt", "deadlines", "table")}
    if "view" in kept:
        kept["view"] = digest(kept["view"])
    if "table" in frame:
        kept["phase"] = frame["table"]["phase"]
        kept["halted"] = frame["table"]["halted"]
    return kept


class History:
    """Records of all clients, in memory and in a file."""

    def __init__(self, path, now=time.monotonic):
        self.now = now
        self.file = path.open("w")

    def note(self, who, kind, **more):
        self.file.write(json.dumps({"t": round(self.now(), 4), "who": who, "is": kind, **more}) + "\n")

    def close(self):
        self.file.close()


def read(path):
    """All records of a file."""
    with path.open() as file:
        return [json.loads(line) for line in file]
