"""The three boards in a real browser: by mouse, by touch, by keyboard alone; and pictures of every page."""

import os
import random
import time
from pathlib import Path

import pytest
from lengths import length
from looking import EVERY_SIZE, ONE_SIZE_EACH, violations
from playwright.sync_api import TimeoutError as TooLate
from sitting import lay_near_the_end
from tables import QUICK
from test_page import is_over, open_home

SEATS = {"heimlich": 3, "secrets": 4, "wink": 4}  # two people, and bots
OPTIONS = {"heimlich": {"dossier": "on"}, "secrets": {}, "wink": {"beats": "1"}}
PATIENCE = 120.0  # seconds without anything to press: the game does not get on
MOST_PRESSES = 2000  # of one person in a game: what is pressed does nothing
AT_ONCE = 1500  # milliseconds: longer, and the table has gone on

# What a person could press now, the most telling first: what ends a choice, then what goes on with one.
CONTROLS = {
    "heimlich": [
        ".heimlich-main:not(:disabled)",
        "button.heimlich-chip:not([aria-disabled]), .heimlich-pick:not(:disabled)",
        ".heimlich-dossier tr:not(:has(:checked)) td:not(.heimlich-taken) input:not(:disabled)",
        ".heimlich-way, button.heimlich-card:not([aria-disabled], .heimlich-chosen)",
    ],
    "secrets": [
        ".secrets-go:not(:disabled)",
        ".secrets-pair:not(:has([aria-pressed=true])) .secrets-tile-button",
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
    """How the most telling things that can be pressed now are found, and how many there are."""
    counts = page.evaluate(
        "kinds => kinds.map(kind => document.querySelectorAll(kind).length)", CONTROLS[game]
    )
    return next(((kind, count) for kind, count in zip(CONTROLS[game], counts, strict=True) if count), ("", 0))


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
                if (!target.isConnected) return 'gone';
                if (now === target) return 'here';
                const group = now && now.closest('.wink-square, .wink-ring, .heimlich-dossier tr');
                if (!group || !group.contains(target)) return 'Tab';
                const before = now.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_PRECEDING;
                return before ? 'ArrowLeft' : 'ArrowRight';
            }"""
        )
        if where in ("gone", "here"):
            break
        page.keyboard.press(where)
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
        self.decided = 0  # presses that were asked for

    def turn(self):
        """Press one thing, if there is one; whether it was asked for."""
        kind, count = controls(self.page, self.game)
        asked = bool(kind)
        if not kind and self.game == "wink" and self.rng.random() < 0.1:
            kind, count = OPEN_AT_ANY_TIME, self.page.locator(OPEN_AT_ANY_TIME).count()
        if not count:
            return False
        try:
            self.press(self.page, self.page.locator(kind).nth(self.rng.randrange(count)))
        except TooLate:
            return False  # the table went on in between
        self.pressed += 1
        self.decided += asked
        return asked


def play_until(players, done):
    """Everybody presses on until something is so, however slow the machine: a long game is not a fault."""
    until = time.monotonic() + PATIENCE
    while not done():
        decided = [player.decided for player in players]
        assert time.monotonic() < until, f"after {decided} presses nothing more is asked"
        assert max(decided) < MOST_PRESSES, f"after {decided} presses the game does not get on"
        turns = [player.turn() for player in players]
        if any(turns):
            until = time.monotonic() + PATIENCE
        else:
            players[0].page.wait_for_timeout(5)


def is_fine(page):
    """Nothing for axe to say, and nothing beyond the right edge."""
    assert violations(page) == []
    fits_across(page)


def fits_across(page):
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def fits_on_a_desk(page):
    """The whole board is in the window."""
    rest = "(stage => stage.scrollHeight - stage.clientHeight)(document.querySelector('.stage'))"
    assert page.evaluate(rest) <= 1


def sit_down(page, table, name):
    page.goto(f"/t/{table.id}")
    page.fill(".field input", name)
    page.click(".sit .strong")
    page.wait_for_selector("text=You have a seat")


def two_people(visitor, table, game):
    """One at a desk and one with a phone, and bots; the game has begun."""
    desk, phone = visitor("desktop"), visitor("phone")
    sit_down(desk, table, "Mata")
    sit_down(phone, table, "Odile")
    table.post("bots", {"bot": "easy"})
    table.start()
    for page in (desk, phone):
        page.wait_for_selector(".board > *")
    return [Player(desk, game, by_mouse, f"{game} Mata"), Player(phone, game, by_touch, f"{game} Odile")]


def go_away_and_come_back(desk, phone):
    desk.reload()
    desk.wait_for_selector(".board > *, .after")
    phone.goto("/")
    phone.click(".list .row")
    phone.wait_for_selector(".board > *, .after")


@pytest.mark.parametrize("game", length(["heimlich"], SEATS))
def test_two_people_begin_by_mouse_and_by_touch(visitor, server, game):
    table = server.lay(game, SEATS[game], options=OPTIONS[game])
    players = two_people(visitor, table, game)
    desk, phone = [player.page for player in players]
    play_until(players, lambda: all(player.pressed >= 2 for player in players))
    for page in (desk, phone):
        is_fine(page)
    fits_on_a_desk(desk)
    go_away_and_come_back(desk, phone)
    play_until(players, lambda: all(player.pressed >= 3 for player in players))


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
def test_two_people_and_bots_by_mouse_and_by_touch(visitor, server, game):
    """A whole game."""
    table = server.lay(game, SEATS[game], options=OPTIONS[game])
    server.room(table.id).pace = QUICK
    players = two_people(visitor, table, game)
    desk, phone = [player.page for player in players]
    for goal in (0, 4, 8):
        play_until(players, lambda goal=goal: is_over(desk) or all(one.pressed >= goal for one in players))
        for page in (desk, phone):
            is_fine(page)
        if goal == 4:
            go_away_and_come_back(desk, phone)
    play_until(players, lambda: is_over(desk) and is_over(phone))
    for player in players:
        is_fine(player.page)
        assert player.pressed > 4


def by_keys_from(table, page, game):
    table.post("bots", {"bot": "easy"})
    table.start()
    page.wait_for_selector(".board > *")
    return Player(page, game, by_keys, f"{game} keys")


@pytest.mark.parametrize("game", length(["secrets"], SEATS))
def test_the_first_and_the_last_press_by_keyboard_alone(visitor, server, game):
    page = visitor("desktop")
    table = server.lay(game, SEATS[game], options=OPTIONS[game])
    sit_down(page, table, "Mata")
    player = by_keys_from(table, page, game)
    play_until([player], lambda: player.pressed > 3)
    table = lay_near_the_end(server, game, SEATS[game], **OPTIONS[game])
    sit_down(page, table, "Mata")
    player = by_keys_from(table, page, game)
    play_until([player], lambda: is_over(page))


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
def test_by_keyboard_alone(visitor, server, game):
    """A whole game."""
    page = visitor("desktop")
    table = server.lay(game, SEATS[game], options=OPTIONS[game])
    server.room(table.id).pace = QUICK
    sit_down(page, table, "Mata")
    player = by_keys_from(table, page, game)
    play_until([player], lambda: is_over(page))
    assert player.pressed > 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the pictures go: somebody should look at each of them."""
    wish = os.environ.get("SPYRING_SHOTS")
    found = Path(wish) if wish else tmp_path_factory.mktemp("shots")
    found.mkdir(parents=True, exist_ok=True)
    return found


def take(page, folder, name, size):
    """A picture of what is in the window; nothing of it lies beyond the right edge."""
    page.screenshot(path=folder / f"{name}-{size}.png")
    fits_across(page)


@pytest.mark.parametrize(("game", "size"), length(ONE_SIZE_EACH[:1], EVERY_SIZE))
def test_pictures_of_every_page(visitor, server, folder, size, game):
    """Front door, waiting room, board, big screen and end; the game is over with one press."""
    page, wall = open_home(visitor(size)), visitor(size)
    take(page, folder, "home", size)
    table = lay_near_the_end(server, game, SEATS[game], **OPTIONS[game])
    sit_down(page, table, "Mata")
    take(page, folder, f"{game}-room", size)
    table.post("bots", {"bot": "easy"})
    table.start()
    page.wait_for_selector(".board > *")
    take(page, folder, f"{game}-board", size)
    if size == "desktop":
        fits_on_a_desk(page)
    wall.goto(f"/t/{table.id}/screen")
    wall.wait_for_selector(".screen-board > *")
    take(wall, folder, f"{game}-screen", size)
    player = Player(page, game, by_mouse if size == "desktop" else by_touch, f"{game} pictures")
    play_until([player], lambda: is_over(page))
    take(page, folder, f"{game}-after", size)
    is_fine(page)
