"""What a viewer is told, in order: lines of the game, talk, and confirmations of its own acts."""

import msgspec

from spyring.core import Actor, Event, Seat

Viewer = Seat | None  # None is an onlooker


class Heard(msgspec.Struct, frozen=True, gc=False):
    """A line of the game, as far as this viewer may know it."""

    actor: Actor
    text: str


class Spoken(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something that was said, perhaps about a line; it keeps the speaker's name whoever has the seat."""

    seat: Seat
    name: str
    said: str
    at: float
    line: int | None = None


class Took(msgspec.Struct, frozen=True, gc=False):
    """Somebody new has taken a seat in a game; `before` is the name of whoever had it."""

    seat: Seat
    name: str
    before: str
    took: float


class Confirmed(msgspec.Struct, frozen=True, gc=False):
    """The viewer's own act or talk with this id is done."""

    done: str


Told = Heard | Spoken | Took | Confirmed


Again = dict[tuple[Viewer, int], Heard]  # by viewer and number: what is told instead if it is asked for again


def tell(events: list[Event], feeds: dict[Viewer, list[Told]], again: Again) -> None:
    """Add to every feed what its viewer may know of these events; also note what is told only once."""
    for event in events:
        heard: dict[str, Heard] = {}  # shared by all who hear the same
        for viewer, feed in feeds.items():
            text = event.told(viewer)
            if text is not None:
                if text not in heard:
                    heard[text] = Heard(event.actor, text)
                if event.again is not None and text == event.text:
                    again[viewer, len(feed)] = Heard(event.actor, event.again)
                feed.append(heard[text])
