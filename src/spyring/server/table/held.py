"""Secret acts that wait, so that no commit of their own shows when somebody acts in secret.

In a game with beats, an act of which an onlooker hears nothing is judged at once, but it enters the log
together with the next line that everybody hears: a public act, or the beat. So the log has all acts in the
order in which the table received them, and what is stored and told, and when, does not depend on secrets.
"""

from collections.abc import Callable
from typing import NamedTuple

from spyring.core import Seat
from spyring.server.table.errors import Refused

Refuse = Callable[[Refused], None]


def tell_nobody(refused: Refused) -> None:
    """For whoever acted and does not need an answer."""


class Held(NamedTuple):
    """A secret act that the rules allow, and how to tell its seat if it is not done after all."""

    seat: Seat
    text: str
    id: str
    refuse: Refuse
