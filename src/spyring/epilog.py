"""The end of a command's help: the games with their options, then examples."""


def examples(*lines: str) -> str:
    """Examples for the end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)])


def games_and(*lines: str) -> str:
    """The games with their options, then examples."""
    from spyring.games import games  # only now: `spyring --help` does not need them

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
