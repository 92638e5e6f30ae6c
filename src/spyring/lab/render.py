"""Views as plain text for people."""

from typing import Any


def render(shown: Any) -> str:
    """A view, one field per line."""
    if "onlooker" in shown:
        parts = [("The onlooker sees", shown["onlooker"])]
        parts += [(f"Seat {seat} sees", view) for seat, view in enumerate(shown["seats"])]
        return "\n\n".join(f"{title}:\n{render(view)}" for title, view in parts)
    return "\n".join(
        f"{field:>12}  {render_value(value)}" for field, value in shown.items() if value is not None
    )


def render_value(value: Any) -> str:
    """One field of a view, on one line."""
    if isinstance(value, dict):
        return "  ".join(f"{key} {render_value(item)}" for key, item in value.items()) or "-"
    if isinstance(value, list):
        return "  ".join(render_value(item) for item in value) or "-"
    return "-" if value is None else str(value)
