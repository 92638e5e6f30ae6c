"""A server process with quick bots and beats: `quick_server.py PLACE PORT [PATIENCE]`."""

import sys
from pathlib import Path

from spyring.server.admin import place, run
from spyring.server.http.app import make_app
from spyring.server.live.rooms import Rooms
from spyring.server.table.clocks import Pace

if __name__ == "__main__":
    run.set_up_logs()
    listener = run.bind("127.0.0.1", int(sys.argv[2]))
    where = sys.argv[1] if place.is_address(sys.argv[1]) else Path(sys.argv[1])
    patience = float(sys.argv[3]) if len(sys.argv) > 3 else Pace.patience
    pace = Pace(bot=0.002, beat=0.02, patience=patience)
    rooms = Rooms(place.open_store(where), pace=pace)
    run.serve(make_app(rooms), listener)
