"""The film: scenes in order, a prompt when it has reached the present, and nobody who waits for another's."""

import json
import random

import pytest
from looking import violations
from patience import tries, wait_until
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat, sit
from tables import play
from test_heimlich_board import NAMES

# So slow that nothing but a skip ends a scene.
FREEZE = "import('/device.js').then(({ PACES }) => { PACES.calm = 10000; })"

# What was asked while how many scenes were left.
WATCH = """() => {
    window.seen = [];
    const look = () => {
        const board = document.querySelector('.board');
        if (board) window.seen.push([Number(board.dataset.behind), board.dataset.prompt ?? null]);
    };
    look();
    new MutationObserver(look).observe(document.querySelector('.board'), { attributes: true });
}"""

BEHIND = "document.querySelector('.board')?.dataset.behind > 0"

# Notes what number the last prompt has that the page has heard of.
HEAR = """window.WebSocket = class extends WebSocket {
    constructor(...where) {
        super(...where);
        this.addEventListener('message', ({ data }) => {
            const { type, prompt } = JSON.parse(data);
            if (type === 'update') window.heard = prompt?.number ?? null;
        });
    }
}"""
DRAWN = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def act_once(page, table):
    """Press the first act that the page offers; again if the page had not heard yet what it is asked now."""
    acts = table.acts[0]
    for _ in tries(page, "the page's act to be done"):
        if table.acts[0] > acts:
            return
        page.evaluate("document.querySelector('.generic-act')?.click()")


class Table:
    """The first seat has a page with a film; the others play over sockets."""

    def __init__(self, server, seats, page, game="heimlich"):
        self.host = server.lay(game, seats)
        self.ticket = sit(self.host, "Mata")
        self.others = [self.host.sit(f"Person {seat}") for seat in range(1, seats)]
        self.host.start()
        for person in self.others:
            person.until(lambda who: who.view is not None)
        page.add_init_script(HEAR)
        self.page = open_seat(page, self.host, self.ticket)
        self.rng = random.Random(seats)

    def until_waiting_for(self, seats):
        """Play on, the page with the first act it is offered, until the table waits for these seats alone."""
        table = self.host.server.room(self.host.id).table
        while not table.waiting.keys() <= seats:
            if 0 in table.waiting:
                act_once(self.page, table)
            else:
                play(self.others, self.rng, acts=1)

    def until_heard(self):
        """Wait until the page has heard, and drawn, that its seat is asked."""
        wait_until(self.page, "window.heard !== null")
        self.page.evaluate(DRAWN)


def film(visitor, **how):
    return visitor(plain=True, pace="calm", motion="no-preference", **how)


def test_nobody_is_asked_before_the_film_has_ended(visitor, server):
    table = Table(server, 2, film(visitor))
    table.until_waiting_for({1})
    table.page.wait_for_selector(".board[data-behind='0']")
    table.page.evaluate(WATCH)
    table.until_waiting_for({0})
    table.page.wait_for_selector(".board[data-prompt]")
    seen = table.page.evaluate("window.seen")
    assert any(behind for behind, _ in seen), "something was shown"
    assert [prompt for behind, prompt in seen if behind and prompt] == []


@pytest.mark.parametrize("way", ["space", "tap", "button"])
def test_who_does_not_want_to_wait_skips_to_now(visitor, server, way):
    table = Table(server, 2, film(visitor))
    page = table.page
    table.until_waiting_for({1})
    page.wait_for_selector(".board[data-behind='0']")
    page.evaluate(FREEZE)
    table.until_waiting_for({0})
    table.until_heard()
    wait_until(page, BEHIND)
    assert page.locator(".generic-act").count() == 0
    assert page.locator(".ask-mine").count() == 0
    if way == "space":
        page.keyboard.press("Space")
    elif way == "tap":
        page.locator(".generic-view").click()
    else:
        page.get_by_role("button", name="Skip to now").click()
    page.wait_for_selector(".generic-act", state="attached")
    page.wait_for_selector(".board[data-behind='0']")
    assert page.locator(".ask-last").inner_text()


def test_nobodys_film_holds_up_the_others(visitor, server):
    table = Table(server, 3, film(visitor))
    table.until_waiting_for({1})
    table.page.wait_for_selector(".board[data-behind='0']")
    table.page.evaluate(FREEZE)
    table.until_waiting_for({2})
    wait_until(table.page, BEHIND)
    table.until_waiting_for({0})  # the third seat has acted meanwhile
    wait_until(table.page, "document.querySelector('.board').dataset.behind > 1")


def test_the_last_scene_is_seen_whole_before_the_end(visitor, server):
    host = lay_near_the_end(server, "heimlich", 2)
    mata = host.sit("Mata")
    host.sit("Person 1")
    host.start()
    mata.until(lambda who: who.prompt)
    page = open_seat(
        visitor(pace="calm", motion="no-preference"), host, mata.ticket, wait=".board[data-prompt]"
    )
    page.evaluate(FREEZE)
    mata.act(mata.prompt["legal"][0])  # on another device of the same seat
    wait_until(page, BEHIND)
    assert mata.over
    assert page.locator(".after").count() == 0
    page.keyboard.press("Space")
    page.wait_for_selector(".after")


LENGTH = """async (pace) => {
    const { lengthOf } = await import('/director.js');
    const { PACES } = await import('/device.js');
    const board = { lasts: () => 5000 };
    return lengthOf(board, [[1, 'passes']], {}, {}, 0, PACES[pace]);
}"""


@pytest.mark.parametrize(
    ("motion", "pace", "length"),
    [
        ("no-preference", "normal", 5000),
        ("no-preference", "calm", 8000),
        ("no-preference", "fast", 2500),
        ("no-preference", "once", 0),
        ("reduce", "normal", 900),
        ("reduce", "once", 0),
    ],
)
def test_a_scene_is_as_long_as_the_device_wants_it(visitor, motion, pace, length):
    page = visitor(motion=motion)
    page.goto("/")
    assert page.evaluate(LENGTH, pace) == length


def test_a_private_line_adds_nothing_to_a_scene(visitor, server):
    """Whoever saw a token waits no longer than whoever did not."""
    page = visitor()
    page.goto("/")
    lasts = """async ([view, lines]) => {
        const { lasts } = await import('/games/secrets/web/board.js');
        return lasts(lines, view, view, 0);
    }"""
    table = server.lay("secrets", 4)
    (mata, *_) = table.seat_all()
    table.start()
    mata.until(lambda who: who.view is not None)
    public = [[1, "look 2"]]
    length = page.evaluate(lasts, [mata.view, public])
    assert length > 0
    assert page.evaluate(lasts, [mata.view, [*public, ["chance", "sees 2 cia"]]]) == length
    assert page.evaluate(lasts, [mata.view, [["chance", "sees 2 cia"]]]) == 0


def test_the_pace_is_remembered(visitor, server):
    table = Table(server, 2, film(visitor))
    page = table.page
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Pace on this device").select_option("fast")
    page.reload()
    page.wait_for_selector(".board > *")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_label("Pace on this device")).to_have_value("fast")


@pytest.mark.parametrize(("back", "on"), ["[]", ",."])  # brackets need AltGr on many keyboards
def test_the_last_scenes_can_be_seen_again(visitor, server, back, on):
    page = visitor(plain=True)
    table = Table(server, 2, page)
    for _ in range(2):  # one turn may be a single scene
        table.until_waiting_for({1})
        table.until_waiting_for({0})
    page.wait_for_selector(".generic-act", state="attached")
    now = page.locator(".generic-view").inner_text()
    page.keyboard.press(back)
    page.wait_for_selector(".generic-act", state="detached")
    page.keyboard.press(back)
    expect(page.locator(".generic-view")).not_to_have_text(now, use_inner_text=True)
    page.get_by_role("button", name="Next scene").click()
    page.keyboard.press(on)
    page.wait_for_selector(".generic-act", state="attached")
    expect(page.locator(".generic-view")).to_have_text(now, use_inner_text=True)


def test_a_pause_holds_the_bots(visitor, server):
    host = server.lay("heimlich", 2)
    ticket = sit(host, "Mata")
    host.post("bots", {"bot": "uniform"}, status=200)
    host.start()
    page = open_seat(visitor(plain=True), host, ticket, wait=".generic-acts")
    page.get_by_role("button", name="Pause the bots").click()
    page.wait_for_selector("button[aria-label='Resume the bots']")
    table = server.room(host.id).table
    while 0 in table.waiting:
        act_once(page, table)
        page.wait_for_timeout(100)
    lines = table.lines
    page.wait_for_timeout(500)
    assert table.lines == lines
    page.get_by_role("button", name="Resume the bots").click()
    page.wait_for_selector(".generic-act", state="attached")


def test_bots_wait_for_the_film_of_the_only_person(visitor, server):
    host = server.lay("heimlich", 2)
    ticket = sit(host, "Mata")
    host.post("bots", {"bot": "uniform"}, status=200)
    host.start()
    page = open_seat(film(visitor), host, ticket, wait=".generic-acts")
    page.evaluate(FREEZE)
    table = server.room(host.id).table
    while 0 in table.waiting and not page.evaluate(BEHIND):
        act_once(page, table)
        page.wait_for_timeout(100)
    wait_until(page, BEHIND)  # the bot has acted, once
    lines = table.lines
    page.wait_for_timeout(500)
    assert table.lines == lines
    page.keyboard.press("Space")
    for _ in tries(page, "the bot to go on, or the person's turn"):
        if table.lines > lines or page.locator(".generic-act").count():
            break


def test_where_people_play_together_there_is_no_pause(visitor, server):
    table = Table(server, 2, visitor(plain=True))
    expect(table.page.get_by_role("button", name="Previous scene")).to_have_count(1)
    expect(table.page.get_by_role("button", name="Pause the bots")).to_have_count(0)


def test_in_real_time_nobody_waits_for_a_film(visitor, server):
    table = Table(server, 4, film(visitor), game="wink")
    table.page.evaluate(FREEZE)
    table.page.wait_for_selector(".board[data-prompt][data-behind='0']")
    before = table.host.server.room(table.host.id).table.lines
    wait_until(table.page, "document.querySelectorAll('.generic-act').length > 0")
    for _ in range(3000):
        if table.host.server.room(table.host.id).table.lines > before + 3:
            break
        table.page.wait_for_timeout(10)
    assert table.page.locator(".board").get_attribute("data-behind") == "0"


def test_since_your_last_turn_says_what_the_others_did(visitor, server, size):
    table = Table(server, 2, visitor(size, plain=True))
    page = table.page
    if size == "phone":
        page.get_by_role("button", name="Log").click()
    table.until_waiting_for({1})
    expect(page.locator(".since li .badge", has_text="1")).to_have_count(0)
    table.until_waiting_for({0})
    expect(page.locator(".since li .badge", has_text="2")).not_to_have_count(0)
    assert violations(page, ".side") == []


def test_a_secret_is_looked_at_before_anything_goes_on(visitor, server):
    host = server.lay("heimlich", 2)
    mata = host.sit("Mata")
    host.sit("Person 1")
    host.start()
    mata.until(lambda who: who.view is not None)
    own = NAMES[mata.view["me"]]
    page = open_seat(visitor(plain=True, looks=False), host, mata.ticket, wait=".deal[open]")
    dealt = page.locator(".deal")
    expect(dealt).not_to_contain_text(own)
    assert page.locator(".board[data-prompt]").count() == 0
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(dealt).to_have_attribute("open", "")
    page.keyboard.press("Enter")
    expect(dealt).to_contain_text(own)
    assert violations(page, ".deal") == []
    assert page.locator(".board[data-prompt], .generic-act").count() == 0
    page.reload()  # before it was confirmed: it is there again
    page.wait_for_selector(".deal[open] .deal-back")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="I have it").press("Enter")
    expect(dealt).to_have_count(0)
    page.wait_for_selector(".board[data-behind='0']")
    page.reload()
    page.wait_for_selector(".board[data-behind='0']")
    assert dealt.count() == 0


def test_bots_wait_until_a_secret_has_been_looked_at(visitor, server):
    host = server.lay("heimlich", 3)
    ticket = sit(host, "Mata")
    host.post("bots", {"bot": "easy"})
    host.post("bots", {"bot": "easy"})
    page = visitor(plain=True, looks=False)
    sent = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
    open_seat(page, host, ticket, wait=".room")
    host.start()
    page.wait_for_selector(".deal[open]")
    shown = [one["number"] for one in sent if one["type"] == "shown"]
    assert shown == [0], "the bots know that they have to wait"
    page.locator(".deal-back").click()
    page.get_by_role("button", name="I have it").click()
    page.wait_for_selector(".board[data-prompt]")
    assert [one["number"] for one in sent if one["type"] == "shown"][1] > 0


def test_what_is_passed_over_is_dealt_all_the_same(visitor):
    """Who skips, or comes late, looks at the secret in the view that still told it."""
    page = visitor()
    page.goto("/")
    dealt = page.evaluate(PASSED)
    assert dealt == {"key": "a", "view": {"card": "a"}, "behind": 1, "prompt": None, "after": [0, 7]}


PASSED = """async () => {
    const { Director } = await import('/director.js');
    const { signal } = await import('/dom.js');
    const link = {
        table: 'none', info: signal({ phase: 'playing', seats: [] }), seat: signal(0), view: signal(null),
        told: signal([]), prompt: signal(null), deadlines: signal(null), show: () => undefined,
    };
    const film = new Director(link);
    film.use({ lasts: () => 1, dealt: (view) => view.card ?? '' });
    const scene = (view) => ({ lines: [['chance', 'x']], before: {}, view, number: 0, jump: false });
    link.view.value = {};
    link.prompt.value = { number: 7 };
    film.take([scene({ card: 'a' }), scene({})]);
    film.skip();
    const { key, view } = film.deal.value;
    const found = { key, view, behind: film.behind.value, prompt: film.prompt.value };
    film.confirm();
    return { ...found, after: [film.behind.value, film.prompt.value.number] };
}"""


def test_a_lesson_is_a_film_too(visitor):
    """What the others do is shown before the next sentence comes, and can be skipped."""
    page = film(visitor)
    page.goto("/learn/secrets")
    page.click(".lesson > .strong")
    page.wait_for_selector(".generic-act")
    page.evaluate(FREEZE)
    asked = page.inner_text(".lesson-say")
    page.click(".generic-act")
    wait_until(page, BEHIND)
    assert page.locator(".generic-act").count() == 0
    assert page.inner_text(".lesson-say") not in ("", asked)
    assert not page.locator(".lesson-say > span").first.is_visible()
    page.keyboard.press("Space")
    page.wait_for_selector(".board[data-behind='0']")
    page.wait_for_selector(".generic-act")
    expect(page.locator(".lesson-say > span").first).to_be_visible()
    assert page.inner_text(".lesson-say") != asked
