"""What a viewer is told, one thing after another: lines of the game, talk, and its own acts confirmed."""

import msgspec

from spyring.core import Actor, Event, Seat

Viewer = Seat | None  # None is an onlooker


class Heard(msgspec.Struct, frozen=True, gc=False):
    """A line of the game, as far as this viewer may know it."""

    actor: Actor
    text: str


class Spoken(msgspec.Struct, frozen=True, gc=False):
    """Something that was said in the chat; seats change hands, words do not."""

    seat: Seat
    name: str
    said: str
    at: float


class Confirmed(msgspec.Struct, frozen=True, gc=False):
    """The viewer's own act or word with this id is done."""

    done: str


Told = Heard | Spoken | Confirmed


def tell(events: list[Event], feeds: dict[Viewer, list[Told]]) -> None:
    """Add to every feed what its viewer may know of these events."""
    for event in events:
        heard: dict[str, Heard] = {}  # one for all who hear the same
        for viewer, feed in feeds.items():
            text = event.told(viewer)
            if text is not None:
                if text not in heard:
                    heard[text] = Heard(event.actor, text)
                feed.append(heard[text])
