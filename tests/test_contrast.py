"""Words can be read: a style that sets both their colour and what lies behind them keeps the two apart.

What stands only for a moment (a bubble, a toast) a test in a browser meets by chance; here all count.
"""

import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "spyring"
SHEETS = sorted(SOURCE.glob("**/*.css"))
READABLE = 4.5  # WCAG 2, level AA, for words of any size
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
NAMES = {"white": "#ffffff", "black": "#000000"}


def rules():
    """Sheet, selector and styles of every rule."""
    for sheet in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        for selector, body in RULE.findall(text):
            lines = [line.split(":", 1) for line in body.split(";") if ":" in line]
            styles = {name.strip(): value.strip() for name, value in lines}
            yield sheet.name, " ".join(selector.split()), styles


def tokens(theme):
    """The named colours of a theme: the dark one's stand over the light one's."""
    named = [(selector, own_tokens(styles)) for _, selector, styles in rules()]
    light = {name: value for selector, own in named if "dark" not in selector for name, value in own.items()}
    dark = {name: value for selector, own in named if "dark" in selector for name, value in own.items()}
    return light | dark if theme == "dark" else light


def own_tokens(styles):
    return {name: value for name, value in styles.items() if name.startswith("--")}


def plain(value, named):
    """The opaque colour that a value stands for, or None."""
    value = value.removesuffix("!important").strip()
    while match := re.fullmatch(r"var\((--[\w-]+)(?:,.*)?\)", value):
        if match[1] not in named:
            return None
        value = named[match[1]]
    value = NAMES.get(value, value)
    if re.fullmatch(r"#[0-9a-fA-F]{3}", value):
        value = "#" + "".join(digit * 2 for digit in value[1:])
    return value if re.fullmatch(r"#[0-9a-fA-F]{6}", value) else None


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def pairs(theme):
    named = tokens(theme)
    for sheet, selector, styles in rules():
        if ("light" if theme == "dark" else "dark") in re.findall(r'data-theme="(\w+)"', selector):
            continue
        own = named | own_tokens(styles)
        behind = styles.get("background-color", styles.get("background", ""))
        ink, ground = plain(styles.get("color", ""), own), plain(behind, own)
        if ink and ground:
            yield f"{sheet}: {selector}", ink, ground


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_what_lies_behind_them(theme):
    found = list(pairs(theme))
    assert len(found) > 20
    faint = [
        f"{where}: {ink} on {ground} is {contrast(ink, ground):.2f}"
        for where, ink, ground in found
        if contrast(ink, ground) < READABLE
    ]
    assert faint == []


SEAT_COLOURS = {"var(--ink)", "var(--paper)", "var(--brass)", "#14181f"}  # ink and brass, in either theme


def test_a_seat_wears_no_colour_of_an_agent_or_a_mask():
    """In a game about who owns which colour, a blue badge would be taken for the blue agent's."""
    worn = set()
    for _, selector, styles in rules():
        if re.search(r"\.badge(-\d)?\b", selector) and "." not in selector.replace(".badge", ""):
            text = " ".join(styles.get(name, "") for name in ("color", "background", "border", "outline"))
            worn |= set(re.findall(r"var\(--[\w-]+\)|#[0-9a-fA-F]{3,8}", text))
    assert worn == SEAT_COLOURS
