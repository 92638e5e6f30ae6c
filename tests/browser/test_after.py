"""Notes during a game, and what comes afterwards: reveal, story, replay, file and proof."""

import random

import pytest
from lengths import length
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
        mine = {"authorization": f"Bearer {self.person.ticket}"}
        return self.server.http.get(f"{self.host.path}/story", headers=mine, timeout=60).json()


def from_the_start(server, game):
    return Table(server, server.lay(game), contribution="5f1c")


def near_the_end(server, game):
    """One act of the person's, and the game is over."""
    return Table(server, lay_near_the_end(server, game, games()[game].seats[0]))


def wait_for_story(page):
    page.wait_for_selector(".story-band, .story-none", timeout=STORY_PATIENCE)


def marks(page):
    return page.locator(".notes-cell").all_inner_texts()


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_notes_are_on_all_devices_of_a_seat_and_nowhere_else(visitor, server, size):
    table = from_the_start(server, "heimlich")
    first, second = table.open(visitor(size)), table.open(visitor())
    for page in (first, second):
        page.click(".tab:nth-child(3)")
        page.wait_for_selector(".notes-cell")
    cell = first.locator(".notes-cell").nth(2)
    cell.click()
    cell.click()
    expect(cell).to_have_text("?")
    first.fill(".notes textarea", "She moves red too gladly.")
    expect(second.locator(".notes textarea")).to_have_value("She moves red too gladly.")
    assert marks(second) == marks(first)
    second.locator(".notes-cell").nth(2).click()
    first.wait_for_selector(".notes-cell.notes-no")
    assert violations(first, ".side") == []

    first.reload()
    first.click(".tab:nth-child(3)")
    first.wait_for_selector(".notes-cell.notes-no")
    expect(first.locator(".notes textarea")).to_have_value("She moves red too gladly.")

    onlooker = visitor()
    onlooker.goto(f"/t/{table.host.id}")
    onlooker.wait_for_selector(".board")
    onlooker.click(".tab:nth-child(3)")
    onlooker.wait_for_selector("text=Only players with a seat can take notes.")
    assert onlooker.locator(".notes textarea").count() == 0


@pytest.mark.parametrize("game", length(["secrets"], sorted(games())))
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
        expect(page.locator(".reveal-card")).to_have_count(seats)
        expect(page.locator(".reasons li").first).to_be_visible()
        expect(page.locator(".story-band")).to_have_count(seats)
        expect(page.locator(".story-band .story-note")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert violations(page) == []

        band = page.locator(".story-draw svg").nth(1)
        band.scroll_into_view_if_needed()
        band.click(position={"x": band.bounding_box()["width"] / 2, "y": 30})
        page.wait_for_selector(".replay .board")
        line = int(page.input_value(".replay input[type=range]"))
        assert abs(line / story["lines"] - 0.5) < 0.1
        expect(page.locator(".replay-eyes select")).to_have_value("1")
        assert page.evaluate("document.querySelector('.replay').getBoundingClientRect().top") < 200
        expect(page.locator(".replay-at")).to_have_text(f"{line} / {story['lines']}", use_inner_text=True)

        page.select_option(".replay-eyes select", "all")
        page.wait_for_selector(".replay-truth")
        expect(page.locator(".replay-truth li")).to_have_count(seats)
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert violations(page, ".replay") == []


# In which order the masks came off, and what else was there meanwhile.
UNMASKED = """() => {
    window.unmasked = [];
    window.early = [];
    new MutationObserver(() => {
        for (const seat of document.querySelectorAll('.reveal-open'))
            if (!window.unmasked.includes(seat.dataset.seat)) window.unmasked.push(seat.dataset.seat);
        const masked = document.querySelectorAll('.reveal-card').length - window.unmasked.length;
        const rest = document.querySelectorAll('.won, .reasons, .story, .after .board');
        if (masked > 0) window.early.push(...rest);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
}"""


def test_the_masks_come_off_one_by_one_and_the_winners_last(visitor, server):
    host = lay_near_the_end(server, "secrets", 4)
    people = host.seat_all()
    host.start()
    people[0].until(lambda who: who.prompt)
    page = open_seat(
        visitor(pace="fast", motion="no-preference"), host, people[0].ticket, wait=".board[data-prompt]"
    )
    page.evaluate("import('/device.js').then(({ PACES }) => { PACES.fast = 0.1; })")
    page.evaluate(UNMASKED)
    people[0].act(people[0].prompt["legal"][0])
    page.wait_for_selector(".reasons")
    unmasked = [int(seat) for seat in page.evaluate("window.unmasked")]
    winners = people[0].view["winners"]
    assert winners
    assert unmasked == sorted(range(4), key=lambda seat: seat in winners)
    assert page.evaluate("window.early.length") == 0
    points = [str(score).replace("-", "\N{MINUS SIGN}") for score in people[0].view["scores"]]
    expect(page.locator(".reveal-points b")).to_have_text(points, use_inner_text=True)
    page.reload()  # who comes later sees all of it at once
    page.wait_for_selector(".reveal")
    expect(page.locator(".reveal-open")).to_have_count(4)


def test_a_guest_sees_at_once_where_the_rematch_is(visitor, server):
    host = lay_near_the_end(server, "heimlich", 2)
    mata, ada = host.seat_all()
    host.start()
    mata.until(lambda who: who.prompt)
    mata.act(mata.prompt["legal"][0])
    page = open_seat(visitor("phone"), host, ada.ticket, wait=".reveal")
    expect(page.get_by_text("Waiting for the host to ask for a rematch.")).to_be_in_viewport()
    made = server.post(f"{host.path}/rematch", {}, host.ticket, status=201)
    join = page.get_by_role("button", name="Join the rematch")
    expect(join).to_be_in_viewport()
    join.click()
    page.wait_for_url(f"**/t/{made['table']['id']}")
    page.wait_for_selector(".room")
    expect(page.locator(".room").get_by_text("(you)")).to_have_count(1)


TURNS = """async (story) => {
    const { turningPoints } = await import('/parts/turning.js');
    const { say, claimed } = await import('/games/secrets/web/board.js');
    const { wordsOf } = await import('/games.js');
    const words = await wordsOf('secrets');
    const names = ['Ada', 'Ben', 'Cyd', 'Dov'];
    return turningPoints({ story, board: { say, claimed }, words, names, winners: [1] })
        .map(({ line, eyes, text }) => [line, eyes, text]);
}"""


def test_turning_points_are_swaps_bluffs_and_discoveries(visitor):
    page = visitor()
    page.goto("/")
    before, after = [["cia"], ["kgb"], ["cia"], ["kgb"]], [["kgb"], ["cia"], ["cia"], ["kgb"]]
    quiet = {"known": [], "moments": [], "notes": []}
    bluff = {"line": 4, "kind": "accusation", "actor": 0, "text": "say team 0 kgb"}
    right = {"line": 5, "kind": "accusation", "actor": 0, "text": "say team 0 cia"}
    sees = {"line": 9, "kind": "sight", "actor": "chance", "text": "sees 1 cia"}
    known = [
        {"line": 0, "possible": 9, "sure": [0.3, 0.3, 0.3, None]},
        {"line": 9, "possible": 2, "sure": [0.5, 1.0, 0.3, None]},
        {"line": 20, "possible": 1, "sure": [1.0, 1.0, 1.0, 1.0]},  # the end, which tells everything
    ]
    story = {
        "lines": 20,
        "truth": [{"line": 0, "seats": before}, {"line": 7, "seats": after}],
        "seats": [
            {**quiet, "moments": [bluff, right]},
            quiet,
            quiet,
            {"known": known, "moments": [sees], "notes": []},
        ],
    }
    (lied, swapped, known) = page.evaluate(TURNS, story)
    assert lied[:2] == [4, "0"]
    assert "Ada bluffed, and nobody saw through it" in lied[2]
    assert swapped == [7, "all", "A swap: Ada went from CIA to KGB and Ben went from KGB to CIA."]
    assert known[:2] == [9, "3"]
    assert "Dov could have known who Ben was" in known[2]


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
    cells = page.locator(".story-whom tbody tr").first.locator("td")
    expect(cells).to_have_text(
        [NOTHING if sure is None else str(round(sure * 100)) for sure in first["sure"]]
    )
    assert page.inner_text(".story-whom") != shown
    page.click(".replay-on")
    expect(page.locator(".replay input[type=range]")).to_have_value(str(first["line"] + 1))


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
    expect(entry).to_contain_text("Jaques: maybe")
    expect(entry).to_contain_text("“red?”")
    assert violations(page) == []
    entry.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".replay .board")
    expect(page.locator(".replay input[type=range]")).to_have_value(str(noted["line"]))
    expect(page.locator(".replay-eyes select")).to_have_value("0")


def test_after_the_game_notes_can_be_read_and_not_changed(visitor, server):
    table = near_the_end(server, "heimlich")
    table.note("a", marks={"1 red": "yes"}, text="as it was")
    table.play()
    page = table.open(visitor())
    page.click(".tab:nth-child(3)")
    page.wait_for_selector(".notes-cell.notes-yes")
    assert page.locator(".notes-cell:not([disabled])").count() == 0
    expect(page.locator(".notes textarea[readonly]")).to_have_count(1)
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
    page.select_option(".replay-eyes select", "1")
    page.wait_for_selector(".replay .board")
    slider = page.locator(".replay input[type=range]")
    slider.focus()
    page.keyboard.press("End")
    last = int(slider.get_attribute("max"))
    expect(page.locator(".replay-at")).to_have_text(f"{last} / {last}", use_inner_text=True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".replay-at")).to_have_text(f"{last - 1} / {last}", use_inner_text=True)
    assert violations(page) == []

    page.click("text=Rematch")
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
    expect(page.locator(".reveal-open .reveal-card")).to_have_count(2)  # who was whom needs no story
