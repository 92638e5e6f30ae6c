"""Notes during a game, and what comes afterwards: reveal, story, replay, file and proof."""

import random

import pytest
from looking import violations
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat
from tables import play

from spyring.games import games

NOTHING = "\N{EN DASH}"
STORY_PATIENCE = 60_000  # milliseconds: a process has to start, and to think


class Table:
    """One person against bots, who sits at the table and can open its page in a browser, too."""

    def __init__(self, server, host, **wish):
        self.server = server
        self.host = host
        self.person = self.host.sit("Mata", **wish)
        self.host.post("bots", {"bot": "uniform"})
        self.host.start()
        self.person.until(lambda who: who.view is not None)

    def open(self, page):
        """Its page, as the person who sits here sees it."""
        return open_seat(page, self.host, self.person.ticket, host=self.host.ticket)

    def note(self, id, **what):
        self.person.send(type="note", id=id, **what)
        self.person.until(lambda who: id in who.done)

    def play(self):
        play([self.person], random.Random(7))

    def story(self):
        return self.server.http.get(f"{self.host.path}/story", timeout=60).json()


def from_the_start(server, game):
    return Table(server, server.lay(game), contribution="5f1c")


def near_the_end(server, game):
    """One act of the person's, and the game is over."""
    return Table(server, lay_near_the_end(server, game, games()[game].seats[0]))


def wait_for_story(page):
    page.wait_for_selector(".story-band, .story-none", timeout=STORY_PATIENCE)


def marks(page):
    return page.locator(".notes-cell").all_inner_texts()


def test_notes_are_on_all_devices_of_a_seat_and_nowhere_else(visitor, server, size):
    table = from_the_start(server, "heimlich")
    first, second = table.open(visitor(size)), table.open(visitor())
    for page in (first, second):
        page.click(".tab:nth-child(3)")
        page.wait_for_selector(".notes-cell")
    cell = first.locator(".notes-cell").nth(2)
    cell.click()
    cell.click()
    assert cell.inner_text() == "?"
    first.fill(".notes textarea", "She moves red too gladly.")
    expect(second.locator(".notes textarea")).to_have_value("She moves red too gladly.")
    assert marks(second) == marks(first)
    second.locator(".notes-cell").nth(2).click()
    first.wait_for_selector(".notes-cell.notes-no")
    assert violations(first, ".side") == []

    first.reload()
    first.click(".tab:nth-child(3)")
    first.wait_for_selector(".notes-cell.notes-no")
    assert first.input_value(".notes textarea") == "She moves red too gladly."

    onlooker = visitor()
    onlooker.goto(f"/t/{table.host.id}")
    onlooker.wait_for_selector(".board")
    onlooker.click(".tab:nth-child(3)")
    onlooker.wait_for_selector("text=Only players with a seat can take notes.")
    assert onlooker.locator(".notes textarea").count() == 0


@pytest.mark.parametrize("game", sorted(games()))
def test_the_reveal_and_the_story(visitor, server, game):
    """Everybody's card is turned; every seat has its band; a tap leads to that line of the replay."""
    table = near_the_end(server, game)
    table.note("a", text="It has only just begun.")
    table.play()
    for size in ("desktop", "phone"):
        page = table.open(visitor(size))
        wait_for_story(page)
        story = table.story()
        seats = len(story["seats"])
        page.wait_for_selector(".reveal-open")
        assert page.locator(".reveal-card").count() == seats
        assert page.locator(".reasons li").count() > 0
        assert page.locator(".story-band").count() == seats
        assert page.locator(".story-band .story-note").count() == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert violations(page) == []

        band = page.locator(".story-draw svg").nth(1)
        band.scroll_into_view_if_needed()
        band.click(position={"x": band.bounding_box()["width"] / 2, "y": 30})
        page.wait_for_selector(".replay .board")
        line = int(page.input_value(".replay input[type=range]"))
        assert abs(line / story["lines"] - 0.5) < 0.1
        assert page.input_value(".replay select") == "1"
        assert page.evaluate("document.querySelector('.replay').getBoundingClientRect().top") < 200
        assert page.inner_text(".replay-at") == f"{line} / {story['lines']}"

        page.select_option(".replay select", "all")
        page.wait_for_selector(".replay-truth")
        assert page.locator(".replay-truth li").count() == seats
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert violations(page, ".replay") == []


def test_the_story_follows_the_slider(visitor, server):
    table = near_the_end(server, "secrets")
    table.play()
    page = table.open(visitor())
    wait_for_story(page)
    shown = page.inner_text(".story-whom")
    page.click("text=Watch the replay")
    slider = page.locator(".replay input[type=range]")
    first = table.story()["seats"][0]["known"][0]
    slider.fill(str(first["line"]))
    cells = page.locator(".story-whom tbody tr").first.locator("td").all_inner_texts()
    assert cells == [NOTHING if sure is None else str(round(sure * 100)) for sure in first["sure"]]
    assert page.inner_text(".story-whom") != shown
    page.click(".replay-on")
    assert page.input_value(".replay input[type=range]") == str(first["line"] + 1)


def test_the_story_in_words_by_keyboard(visitor, server):
    """Who does not see the bands reads the same, and gets to the same lines."""
    table = near_the_end(server, "heimlich")
    table.note("a", marks={"1 red": "maybe"}, text="red?")
    table.play()
    page = table.open(visitor("phone"))
    wait_for_story(page)
    page.locator(".story-words summary").focus()
    page.keyboard.press("Enter")
    (noted,) = table.story()["seats"][0]["notes"]
    entry = page.locator(".story-words button", has_text="Noted:")
    assert "Jaques: maybe" in entry.inner_text()
    assert "“red?”" in entry.inner_text()
    assert violations(page) == []
    entry.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".replay .board")
    assert page.input_value(".replay input[type=range]") == str(noted["line"])
    assert page.input_value(".replay select") == "0"


def test_after_the_game_notes_can_be_read_and_not_changed(visitor, server):
    table = near_the_end(server, "heimlich")
    table.note("a", marks={"1 red": "yes"}, text="as it was")
    table.play()
    page = table.open(visitor())
    page.click(".tab:nth-child(3)")
    page.wait_for_selector(".notes-cell.notes-yes")
    assert page.locator(".notes-cell:not([disabled])").count() == 0
    assert page.locator(".notes textarea[readonly]").count() == 1
    wait_for_story(page)


def test_the_proof_the_file_the_replay_and_once_more(visitor, server):
    table = from_the_start(server, "heimlich")
    table.play()
    page = table.open(visitor("phone", plain=True))
    with page.expect_download() as download:
        page.click("text=Game file")
    file = download.value.path().read_text("utf-8")
    assert "game heimlich" in file
    assert "# contribution 0 5f1c" in file
    page.click("text=Was the deal fair?")
    page.wait_for_selector(".proof >> text=Yes:")

    page.click("text=Watch the replay")
    page.wait_for_selector(".replay .board")
    page.select_option(".replay select", "1")
    page.wait_for_selector(".replay .board")
    slider = page.locator(".replay input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    last = int(slider.get_attribute("max"))
    assert page.inner_text(".replay-at") == f"{last} / {last}"
    page.keyboard.press("ArrowLeft")
    assert page.inner_text(".replay-at") == f"{last - 1} / {last}"
    assert violations(page) == []

    page.click("text=Play again")
    page.wait_for_url(lambda url: url.rsplit("/", 1)[1] != table.host.id)
    page.wait_for_selector(".after", state="detached")
    page.wait_for_selector(".board")


def test_a_story_that_cannot_be_told_is_said_so(visitor, server):
    table = near_the_end(server, "heimlich")
    table.play()
    page = visitor()
    page.route(
        "**/story", lambda route: route.fulfill(status=200, json={"lines": 1, "truth": [], "seats": []})
    )
    table.open(page)
    page.wait_for_selector("text=This game cannot tell who knew what")
    assert page.locator(".reveal-open .reveal-card").count() == 2  # who was whom needs no story
