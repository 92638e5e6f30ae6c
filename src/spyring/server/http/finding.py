"""Finding a table by its id in a path, or by its short code, which must not be guessed."""

from spyring.server.http.limits import Addresses
from spyring.server.live.room import Room
from spyring.server.live.rooms import Rooms
from spyring.server.table.errors import Refused
from spyring.server.table.tickets import is_id

LONGEST_NAME = 40  # no id and no code is longer, so nothing longer is looked up


async def find(rooms: Rooms, addresses: Addresses, address: str, name: str) -> Room:
    """The room of a table; raises Refused. An address that has guessed too often learns nothing more.

    An id is too long to guess. So whoever has a link gets in, whatever others at the same address do.
    """
    if is_id(name):
        return await rooms.find(name)
    guesses = addresses[address]
    guesses.check("misses")
    try:
        if len(name) > LONGEST_NAME:
            raise Refused("no-such-table", "There is no such table.", 404)
        return await rooms.find(name)
    except Refused as refused:
        if refused.id == "no-such-table":
            guesses.ask("misses")
        raise
