"""The three boards in a real browser, played to the end by people with a mouse, a finger or a keyboard, and by bots."""

import random
import time

import pytest
from playwright.sync_api import TimeoutError as TooLate
from test_page import is_over, violations

SEATS = {"heimlich": 3, "secrets": 4, "wink": 4}  # two people, and bots
OPTIONS = {"heimlich": {"top-secret": "on", "dossier": "on"}, "secrets": {}, "wink": {}}
PATIENCE = 120.0  # seconds for a whole game on a busy machine
AT_ONCE = 1500  # milliseconds: longer, and the table has gone on

# What a person could press now, the most telling first: what ends a choice, then what begins or goes on with one.
CONTROLS = {
    "heimlich": [
        ".heimlich-main:not(:disabled)",
        "button.heimlich-chip:not([aria-disabled]), .heimlich-pick:not(:disabled), .heimlich-ways button, "
        ".heimlich-dossier input:not(:disabled):not(:checked)",
    ],
    "secrets": [
        ".secrets-go:not(:disabled)",
        ".secrets-tile-button[aria-pressed=false]",
        ".secrets-seat.secrets-can:not(.secrets-picked), .secrets-centre.secrets-can",
    ],
    "wink": [
        ".wink-panel .wink-main:not(:disabled), .wink-panel .wink-sure:not(:disabled)",
        ".wink-panel .wink-pick[aria-pressed=false]",
        ".wink-turn-row button",
        ".wink-card.wink-may",
    ],
}
OPEN_AT_ANY_TIME = ".wink-ring .wink-face, .wink-blink.wink-main"


def controls(page, game):
    """How many things can be pressed of the most telling kind that there is, and how they are found."""
    if is_over(page):
        return None, 0
    for kind in CONTROLS[game]:
        count = page.locator(kind).count()
        if count:
            return kind, count
    return None, 0


def by_mouse(page, thing):
    thing.click(timeout=AT_ONCE)


def by_touch(page, thing):
    thing.tap(timeout=AT_ONCE)


def by_keys(page, thing):
    """Tab to it, or to the group it is in and on with the arrows, and Enter or, for a tick, Space."""
    target = thing.element_handle(timeout=AT_ONCE)
    if target is None:
        return
    for _ in range(150):
        where = target.evaluate(
            """target => {
                const now = document.activeElement;
                const group = now && now.closest('.wink-square, .wink-ring');
                return !target.isConnected ? 'gone' : now === target ? 'here' : group && group.contains(target) ? 'near' : 'far';
            }"""
        )
        if where in ("gone", "here"):
            break
        page.keyboard.press("ArrowRight" if where == "near" else "Tab")
    if where == "here":
        page.keyboard.press("Space" if target.get_attribute("type") == "radio" else "Enter")


class Player:
    """Somebody at the page of a table, with one way to press things."""

    def __init__(self, page, game, press, seed):
        self.page = page
        self.game = game
        self.press = press
        self.rng = random.Random(seed)
        self.pressed = 0

    def turn(self):
        """Press one thing, if there is one; whether there was."""
        kind, count = controls(self.page, self.game)
        if kind is None and self.game == "wink" and not is_over(self.page) and self.rng.random() < 0.3:
            kind, count = OPEN_AT_ANY_TIME, self.page.locator(OPEN_AT_ANY_TIME).count()
        if not count:
            return False
        try:
            self.press(self.page, self.page.locator(kind).nth(self.rng.randrange(count)))
        except TooLate:
            return False  # the table went on in between
        self.pressed += 1
        return True


def play_until(players, done):
    """Everybody presses on until something is so."""
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, "the game does not get on"
        if not any([player.turn() for player in players]):
            players[0].page.wait_for_timeout(5)


def is_fine(page):
    """Nothing for axe to say, and nothing beyond the right edge."""
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def sit_down(page, table, name):
    page.goto(f"/t/{table.id}")
    page.fill(".field input", name)
    page.click(".sit .strong")
    page.wait_for_selector("text=You have a seat")


@pytest.mark.parametrize("game", SEATS)
def test_two_people_and_bots_by_mouse_and_by_touch(visitor, server, game):
    table = server.lay(game, SEATS[game], options=OPTIONS[game])
    desk, phone = visitor("desktop"), visitor("phone")
    sit_down(desk, table, "Mata")
    sit_down(phone, table, "Odile")
    table.post("bots", {"bot": "easy"})
    table.start()
    players = [Player(desk, game, by_mouse, f"{game} Mata"), Player(phone, game, by_touch, f"{game} Odile")]
    for player in players:
        player.page.wait_for_selector(".board > *")
        is_fine(player.page)
    for goal in (4, 8):
        play_until(
            players, lambda goal=goal: is_over(desk) or all(player.pressed >= goal for player in players)
        )
        for player in players:
            is_fine(player.page)
        if goal == 4:
            desk.reload()
            desk.wait_for_selector(".board > *, .after")
            phone.goto("/")
            phone.click(".list .row")
            phone.wait_for_selector(".board > *, .after")
    play_until(players, lambda: is_over(desk) and is_over(phone))
    for player in players:
        is_fine(player.page)
        assert player.pressed > 4


@pytest.mark.parametrize("game", SEATS)
def test_by_keyboard_alone(visitor, server, game):
    table = server.lay(game, SEATS[game])
    page = visitor("desktop")
    sit_down(page, table, "Mata")
    table.post("bots", {"bot": "easy"})
    table.start()
    page.wait_for_selector(".board > *")
    player = Player(page, game, by_keys, f"{game} keys")
    play_until([player], lambda: is_over(page))
    assert player.pressed > 3
