"""The last part of a command's help: examples, and before them the games with their options."""


def examples(*lines: str) -> str:
    """The last part of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def games_and(*lines: str) -> str:
    """Examples, and before them the games and their options."""
    from spyring.games import games  # only now: the help of the whole command line needs none

    known = []
    for game in games().values():
        usual = game.settle(game.seats[0], {})
        values = [
            f"{option.key}={'|'.join(filter(None, option.examples)) or usual[option.key]}"
            for option in game.options
        ]
        seats = f"{game.seats[0]} to {game.seats[-1]} seats"
        known.append(f"  {game.key:<9} {seats}   {' '.join(values)}".rstrip())
    return "\n".join(["\b", "Games and their options:", *known, "", examples(*lines)])
