"""Cases to solve: positions with the eyes of one seat, and a question about the others.

A case has no table, and nothing is stored: what somebody has solved is kept on their device. The truth is
told only to whoever has answered.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import msgspec

from spyring.cases import LEVELS, BadAnswer, UnknownCase, find_case, investigate, solve
from spyring.server.http.endpoint import Call, Endpoints
from spyring.server.http.outgoing import to_json
from spyring.server.http.schemas import Answer, CaseAnswer, CasePosition, CaseSolved, CaseStep
from spyring.server.live import processes
from spyring.server.table.errors import Refused

CASE = "/api/cases/{case}"
EARLY = timedelta(hours=14)  # where a day begins first
LONGEST_KEY = 40

api = Endpoints()


@api.get(f"{CASE}/position")
async def position(call: Call) -> CasePosition:
    """A case by its day, or by game, level and number: what its seat was told, and the possible answers."""
    return cast(CasePosition, msgspec.Raw(await _aside(_pose, _key(call))))


@api.post(f"{CASE}/answer")
async def answer(call: Call, body: CaseAnswer) -> CaseSolved:
    """What an answer is worth, the truth, and what could be known; nothing is stored."""
    return cast(CaseSolved, msgspec.Raw(await _aside(_solve, _key(call), body.shares)))


def _key(call: Call) -> str:
    """The name of a case; raises Refused for one of a day that has begun nowhere yet."""
    key: str = call.request.path_params["case"][:LONGEST_KEY]
    try:
        day = date.fromisoformat(key)
    except ValueError:
        return key
    if day > (datetime.now(UTC) + EARLY).date():
        raise Refused("no-such-case", "This day has not begun yet.", 404)
    return day.isoformat()


async def _aside(function: Callable[..., bytes], *arguments: Any) -> bytes:
    try:
        return await processes.do_aside(function, *arguments)
    except (UnknownCase, BadAnswer) as error:
        text = f"{str(error)[0].upper()}{str(error)[1:]}."
        if isinstance(error, BadAnswer):
            raise Refused("bad-request", text, 422) from None
        raise Refused("no-such-case", text, 404) from None


# In any process.


def _pose(key: str) -> bytes:
    case = find_case(key)
    inquiry, _ = investigate(case)
    _, fits = inquiry.questions()[case.about]
    return to_json(
        CasePosition(
            key=case.key,
            game=inquiry.referee.game.key,
            seats=inquiry.referee.seats,
            seat=case.seat,
            level=LEVELS[case.level],
            about=case.about,
            answers=[Answer(seat, kind) for seat, kind in fits],
            start=inquiry.start,
            steps=[CaseStep(step.told, step.view) for step in inquiry.steps],
        )
    )


def _solve(key: str, shares: list[float]) -> bytes:
    found = solve(find_case(key), shares)
    return to_json(CaseSolved(found.truth, found.scores, found.read, found.fits, found.curve))
