"""A game with a fault planted in it."""

from dataclasses import replace

from spyring.core import State


class Faulty(State):
    """A state that passes everything on to a right one, for a fault to be planted in."""

    def __init__(self, right: State) -> None:
        self.trace = None
        self.right = right

    def actors(self):
        return self.right.actors()

    def count(self, actor):
        return self.right.count(actor)

    def nth(self, actor, index):
        return self.right.nth(actor, index)

    def allows(self, actor, action):
        return self.right.allows(actor, action)

    def pick(self, rng):
        return self.right.pick(rng)

    def apply(self, actor, action):
        self.right.trace = self.trace
        self.right.apply(actor, action)
        self.right.trace = None

    def waiting(self):
        return self.right.waiting()

    def beats(self):
        return self.right.beats()

    def copy(self):
        return type(self)(self.right.copy())

    def scores(self):
        return self.right.scores()

    def winners(self):
        return self.right.winners()


def faulty(game, fault: type[Faulty], **functions):
    """The same game with the fault in every state."""
    return replace(
        game,
        new=lambda seats, options: fault(game.new(seats, options)),
        text=lambda state, actor, action: game.text(state.right, actor, action),
        parse=lambda state, actor, text: game.parse(state.right, actor, text),
        refusal=lambda state, actor, action: game.refusal(state.right, actor, action),
        view=lambda state, seat: game.view(state.right, seat),
        sample=lambda view, feed, rng: fault(game.sample(view, feed, rng)),
        **functions,
    )
