"""The drawn square of Wink: looking, winking, guessing and accusing with the controls that people use."""

from dataclasses import replace

import pytest
from bare import bare_board
from lengths import length
from patience import wait_until
from playwright.sync_api import expect
from sitting import open_seat, sit
from tables import lay_at
from test_boards import by_keys, sit_down

from spyring.games import find_game
from spyring.generator import Generator
from spyring.referee import Referee

NAMES = ["Anton", "Olga", "Theo"]  # at seats 1 to 3; the page has seat 0
ROW = ".wink-turn-row"
SHOW = "([view, events]) => window.show(view, events, { seat: 0 })"


def lay(server, seats):
    """A table whose beats leave time to look at the page between them."""
    table = server.lay("wink", seats, options={"beats": "0"})
    server.room(table.id).pace = replace(server.pace, beat=0.4)
    return table


class Company:
    """A table of four: the page at seat 0, and three who do as they are told."""

    def __init__(self, server, page):
        self.page = page
        table = lay(server, 4)
        sit_down(page, table, "Mata")
        self.people = [None, *(table.sit(name) for name in NAMES)]
        table.start()
        for person in self.people[1:]:
            person.until(lambda who: who.view and who.view.get("hand") and who.view["active"] is not None)
        self.hands = [[], *(person.view["hand"] for person in self.people[1:])]
        self.hands[0] = [n for n in range(1, 37) if not any(n in hand for hand in self.hands)]
        page.wait_for_selector(".wink-card")

    @property
    def view(self):
        return self.people[1].view

    def all_know(self, condition):
        for person in self.people[1:]:
            person.until(lambda who: condition(who.view))

    def turn(self, numbers):
        """Whoever has the turn does not guess, and goes to the first of these numbers that is free."""
        seat = self.view["active"]
        person = self.people[seat]
        if self.view["phase"] == "guess":
            person.act("decline")
            person.until(lambda who: who.view["phase"] == "place")
        person.act(
            next(f"place {number}" for number in numbers if f"place {number}" in person.prompt["legal"])
        )
        self.all_know(lambda view: view["active"] != seat)

    def turns_until(self, seat):
        """The others take their turns until it is this seat's, and go to cards of one another."""
        for _ in self.people:
            if self.view["active"] != seat:
                self.turn(self.hands[1 + self.view["active"] % 3])
        assert self.view["active"] == seat

    def place(self, number, press):
        """The page puts its pawn there."""
        for thing in (f".wink-may[data-number='{number}']", ".wink-panel .wink-main"):
            self.page.wait_for_selector(thing)
            press(self.page.locator(thing))
        self.all_know(lambda view: view["pawns"][0] == number)


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_partners_find_each_other_by_a_wink(visitor, server, size):
    page = visitor(size)
    press = (lambda thing: thing.click()) if size == "desktop" else (lambda thing: thing.tap())
    company = Company(server, page)
    anton, olga, theo = company.people[1:]
    face = lambda seat: page.locator(f".wink-ring .wink-face[data-seat='{seat}']")  # noqa: E731
    row = page.locator(ROW)
    says = lambda text: page.wait_for_selector(f"{ROW}:has-text('{text}')")  # noqa: E731

    company.turns_until(0)
    mine = company.hands[3][-1]
    company.place(mine, press)
    says(f"Somebody holds the twin of your {mine}")

    wanted = company.hands[0][0]  # Anton goes to a card whose twin the page holds
    company.turn([wanted])
    says(f"You hold {wanted}, so you are Anton")
    press(page.get_by_label("Cover my secrets"))
    page.wait_for_selector(f"{ROW}:not(:has-text('You hold'))")
    assert page.locator(".wink-twin, .wink-holds, button.wink-held").count() == 0
    press(page.get_by_label("Cover my secrets"))
    says("You hold")
    page.locator(".wink-blink").dispatch_event("click")  # not possible yet: then it is said why
    page.wait_for_selector("text=Look at somebody to wink at them")

    press(face(1))
    says("nobody is looking at you")
    anton.act("look 0")
    says("would be seen by: Anton")
    press(page.locator(".wink-blink"))
    anton.until(lambda who: (0, "wink") in who.heard)
    says("Anton saw your wink")  # one's own wink is answered with what one could see oneself
    olga.act("look 1")
    assert (0, "wink") not in olga.heard  # W42

    theo.act("look 0")
    theo.act("wink")  # nobody looks at him
    press(face(3))
    page.wait_for_selector(".wink-face[data-seat='3'][aria-pressed=true]")
    assert page.locator(".wink-mark").count() == 0
    theo.until(lambda who: "wink" in who.prompt["legal"]).act("wink")
    page.wait_for_selector(".wink-face[data-seat='3'] .wink-mark")
    assert "Theo winked at you" in face(3).get_attribute("aria-label")

    company.turns_until(0)
    press(row.locator(".wink-main"))
    page.wait_for_selector(".wink-panel .wink-pick[aria-pressed=true]:has-text('Theo')")  # who winked at me
    press(page.locator(".wink-panel .wink-main"))
    theo.until(lambda who: who.view["face_up"][0] == who.view["face_up"][3] == [mine])  # W11
    page.wait_for_selector(".wink-mark", state="detached")  # it was about that card


def test_accusing_by_keyboard_alone(visitor, server):
    page = visitor("desktop")
    company = Company(server, page)
    page.keyboard.press("a")
    page.wait_for_selector(f"{ROW}:has-text('Nobody to accuse')")
    if company.view["active"] == 0:
        company.place(company.hands[1][-1], lambda thing: by_keys(page, thing))
    seat = company.view["active"]
    accused = 1 + seat % 3
    number = company.hands[accused][0]
    if number in company.view["pawns"]:
        number = company.hands[accused][1]
    company.turn([number])
    page.wait_for_selector(f".wink-face[data-seat='{seat}'] .wink-stands")

    page.keyboard.press("a")
    page.wait_for_selector(".wink-panel .wink-pick:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector(".wink-accusing", state="detached")
    page.keyboard.press("a")
    picks = page.locator(".wink-accusing .wink-pick")
    by_keys(page, picks.filter(has=page.locator(f"b:text-is('{number}')")))
    by_keys(page, picks.filter(has_text=NAMES[accused - 1]))
    by_keys(page, page.locator(".wink-accusing .wink-sure:not(:disabled)"))
    company.all_know(lambda view: view["counter"][0] == 3)
    assert company.view["face_up"][0] == [number, number]  # W22


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_a_wink_that_was_seen_fills_in_the_accusation(visitor, server, size):
    page = visitor(size)
    press = (lambda thing: thing.click()) if size == "desktop" else (lambda thing: thing.tap())
    company = Company(server, page)
    anton, olga, theo = company.people[1:]
    if company.view["active"] in (2, 3):
        company.turns_until(0)
    if company.view["active"] == 0:
        company.place(company.hands[2][-1], press)
    number = company.hands[3][-1]  # Theo is Anton's partner
    company.turn([number])
    press(page.locator(".wink-ring .wink-face[data-seat='3']"))
    anton.until(lambda who: who.view["looks"][0] == 3)
    theo.act("look 1")
    theo.until(lambda who: who.view["looks"][3] == 1 and "wink" in who.prompt["legal"])
    anton.act("look 3")
    theo.act("wink")
    page.wait_for_selector(f"{ROW}:has-text('Theo winked at Anton')")
    if size == "phone":
        press(page.locator(".wink-open-desk"))
    clue = page.locator(".wink-pairs .wink-clue.wink-told-on")
    assert "You saw Theo wink at Anton." in clue.get_attribute("aria-label")
    assert "looked at each other" in clue.get_attribute("aria-label")
    press(clue)
    page.wait_for_selector(".wink-accusing .wink-sure:not(:disabled)")
    press(page.locator(".wink-accusing .wink-buttons .wink-button").last)  # back
    press(page.locator(f"{ROW} .wink-danger"))  # the same from where the wink was told
    press(page.locator(".wink-accusing .wink-sure"))
    company.all_know(lambda view: view["face_up"][0] == [number, number])  # W22
    assert (0, f"accuse 3 {number}") in olga.heard


def test_the_last_of_two_quick_looks_counts(visitor, server):
    page = visitor("desktop")
    company = Company(server, page)
    page.evaluate("""() => { for (const seat of [1, 3])
        document.querySelector(`.wink-ring .wink-face[data-seat="${seat}"]`).click(); }""")
    company.all_know(lambda view: view["looks"][0] == 3)


def test_listening_hears_one_line_a_beat(visitor):
    page = bare_board(visitor, "wink", dressed=True)
    referee, rng = Referee(find_game("wink"), 8, {"beats": "0", "bluff": "on"}), Generator(5)
    page.evaluate("window.lines = 0")
    page.evaluate("view => window.show(view, [], { seat: 0 })", referee.view(0))
    page.evaluate("""() => new MutationObserver((changes) => {
        for (const { addedNodes } of changes) window.lines += addedNodes.length;
    }).observe(document.querySelector('[role=log]'), { childList: true })""")
    assert page.locator("[role=log]").get_attribute("aria-live") == "polite"
    for _ in range(30):
        begun = len(referee.feed(0))
        while referee.state.actors():
            actor, action = referee.state.pick(rng)
            referee.do(actor, action)
            if referee.log[-1][1] == "beat":
                break
        page.evaluate(SHOW, [referee.view(0), referee.feed(0)[begun:]])
        page.evaluate(DRAWN)
    beats = sum(text == "beat" for _, text in referee.log)
    assert 5 < page.evaluate("window.lines") <= beats


# Cards and buttons that a finger misses somewhere: they are beyond the window, or something lies over them.
HIDDEN = """() => [...document.querySelectorAll('.wink-board button, .wink-card')].filter(thing => {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  return ![[left + 6, top + 6], [right - 6, top + 6], [left + 6, bottom - 6], [right - 6, bottom - 6]].every(
    ([x, y]) => document.elementFromPoint(x, y)?.closest('button, .wink-card') === thing);
}).map(thing => `${thing.className} ${thing.textContent}`)"""


def smallest(page, what):
    """The smallest width and height of some things."""
    boxes = [thing.bounding_box() for thing in page.locator(what).all()]
    return min(box["width"] for box in boxes), min(box["height"] for box in boxes)


@pytest.mark.parametrize(
    ("width", "height", "seats"),
    length(
        [(360, 740, 8), (844, 390, 8)],
        [(360, 740, 4), (360, 740, 6), (360, 740, 8), (844, 390, 4), (844, 390, 8)],
    ),
)
def test_on_a_phone_all_is_in_sight_and_nothing_under_what_i_can_do(visitor, server, width, height, seats):
    page = visitor("phone", language="de-DE")  # has the longest words
    page.set_viewport_size({"width": width, "height": height})
    table = lay(server, seats)
    page.goto(f"/t/{table.id}")
    page.fill(".field input", "Mata")
    page.click(".sit .strong")
    page.wait_for_selector(".sit", state="detached")
    table.post("bots", {"bot": "easy"})
    table.start()
    page.wait_for_selector(ROW)
    assert page.evaluate(HIDDEN) == []
    page.wait_for_selector(".wink-may")
    assert page.evaluate(HIDDEN) == []
    assert min(smallest(page, ".wink-card")) >= 44
    assert min(smallest(page, ".wink-ring .wink-face, .wink-bar .wink-button")) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == width


# The edges of all bubbles; those that follow each other over one hat are there at once without motion.
BUBBLES = """() => [...document.querySelectorAll('.wink-bubble')].map((bubble) => {
    const { left, right, top, bottom } = bubble.getBoundingClientRect();
    return { text: bubble.innerText, left, right, top, bottom };
})"""

DRAWN = """async () => {
    for (let frame = 0; frame < 3; frame += 1)
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""


def cover(one, other):
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 1 and down > 1


# What lies over a mask, a card or a pawn that one must see to decide; a name may be covered by what it says.
COVERED = """() => {
  const boxes = (what) =>
      [...document.querySelectorAll(what)].map((thing) => ({ thing, box: thing.getBoundingClientRect() }));
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const plates = ['name', 'stands', 'looks', 'stat', 'mark', 'turn'].map((one) => `.wink-ring .wink-${one}`);
  const notices = boxes([...plates, '.wink-bubbles .wink-bubble', '.wink-status'].join());
  const needed = boxes('.wink-ring .wink-mask, .wink-card, .wink-pawn:not(.wink-off) svg');
  const said = ({ className, textContent }) => `${className} "${textContent}"`;
  const where = (thing) => thing.closest('[data-seat]')?.dataset.seat ?? thing.dataset?.number;
  const seen = ({ box }) => box.width > 0;
  return notices.filter(seen).flatMap(
      (notice) => needed.filter(seen).filter(({ box }) => over(notice.box, box))
      .map(({ thing }) => `${said(notice.thing)} over ${thing.getAttribute('class')} ${where(thing)}`));
}"""


@pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 640), (667, 375), (390, 844), *length([], [(1280, 800), (844, 390)])],
)
def test_no_word_covers_a_mask_a_card_or_a_pawn(visitor, width, height):
    """Also where the page leaves the board less height than the window has."""
    page = bare_board(visitor, "wink", "phone" if width < 1000 else "desktop", dressed=True)
    page.set_viewport_size({"width": width, "height": height})
    referee, rng = Referee(find_game("wink"), 8, {"beats": "0", "bluff": "on"}), Generator(3)
    said, marks = 0, 0
    while referee.state.actors():
        begun = len(referee.feed(0))
        for _ in range(60):
            if referee.state.actors():
                referee.do(*referee.state.pick(rng))
        if not referee.state.actors():
            break
        page.evaluate(SHOW, [referee.view(0), referee.feed(0)[begun:]])
        page.evaluate(DRAWN)
        said += page.locator(".wink-bubbles .wink-bubble").count()
        marks += page.locator(".wink-ring .wink-mark").count()
        assert page.evaluate(COVERED) == []
    assert said > 5
    assert marks > 0


@pytest.mark.parametrize("seats", length([8], [4, 8]))
def test_bubbles_can_be_read_however_much_happens_at_once(visitor, size, seats):
    page = bare_board(visitor, "wink", size, dressed=True)
    referee, rng = Referee(find_game("wink"), seats, {"beats": "0"}), Generator(1)
    said = 0
    while referee.state.actors():
        page.evaluate(SHOW, [referee.view(0), []])
        begun = len(referee.feed(0))
        for _ in range(150):
            if referee.state.actors():
                referee.do(*referee.state.pick(rng))
        page.evaluate(SHOW, [referee.view(0), referee.feed(0)[begun:]])
        page.evaluate(DRAWN)
        found = page.evaluate(BUBBLES)
        said += len(found)
        assert [(a, b) for a in found for b in found if a is not b and cover(a, b)] == []
    assert said > 5


def last_turn():
    """A game with eyes on the screen, up to the turn of the first seat that will end it."""
    for seed in range(200):
        referee, rng = Referee(find_game("wink"), 8, {"beats": "0"}), Generator(seed)
        while actors := referee.state.actors():
            places = [text for text in referee.legal().get(0, []) if text.startswith("place")]
            if 0 in actors and places:
                ahead = referee.fork()
                ahead.act(0, places[0])
                if not ahead.state.actors():
                    return [f"{actor} {text}" for actor, text in referee.log], places[0].split()[1]
            referee.do(*referee.state.pick(rng))
    raise AssertionError("no game ends with a pawn of the first seat")


def test_the_last_scene_is_seen_before_the_masks_come_off(visitor, server):
    lines, number = last_turn()
    table = lay_at(server, "wink", 8, lines, beats="0")
    ticket = sit(table, "Mata")
    table.post("bots", {"bot": "easy"})
    table.start()
    page = open_seat(visitor(pace="fast", motion="no-preference"), table, ticket, wait=".wink-may")
    page.locator(f".wink-may[data-number='{number}']").click()
    page.evaluate("""() => {
        window.shown = [];
        new MutationObserver(() => {
            const [board, after] = ['[data-behind="1"]', '.after'].map((one) => document.querySelector(one));
            window.shown.push(after ? 'after' : board ? 'scene' : 'play');
        }).observe(document.body, { childList: true, subtree: true, attributes: true });
    }""")
    page.locator(".wink-panel .wink-main").click()
    page.wait_for_selector(".after")
    order = page.evaluate("window.shown")
    assert order.index("scene") < order.index("after")
    page.wait_for_selector(".reasons")
    expect(page.locator(".reasons")).to_contain_text("unused counter-espionage cards")


MARKS = """() => {
  const colours = (what) => [...document.querySelectorAll(what)].flatMap((one) =>
      [one.getAttribute('fill'), one.getAttribute('stroke')]).filter((one) => one?.startsWith('#'));
  return [colours('.wink-token *, .wink-pawn-art *'), colours('pattern > rect')];
}"""


def test_a_seats_mark_has_no_masks_colour(visitor):
    page = bare_board(visitor, "wink", dressed=True)
    page.evaluate(SHOW, [Referee(find_game("wink"), 8, {}).view(0), []])
    marks, masks = (set(found) for found in page.evaluate(MARKS))
    assert len(masks) == 8
    assert marks
    assert not marks & masks


# Once everything has its size.
SIDE_BY_SIDE = """(() => {
    const [first, second] = document.querySelectorAll('.wink-wall');
    const [left, scene, right] = [first, document.querySelector('.wink-scene'), second].map(
        (one) => one.getBoundingClientRect());
    return left.right <= scene.left + 1 && scene.right <= right.left + 1 && right.right <= innerWidth;
})()"""


def test_the_sides_of_a_big_screen_can_be_read_from_afar(visitor, server):
    lines, _ = last_turn()
    table = lay_at(server, "wink", 8, lines, beats="0")
    sit(table, "Mata")
    table.post("bots", {"bot": "easy"})
    table.start()
    page = visitor()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/t/{table.id}/screen")
    page.wait_for_selector(".wink-wall")
    expect(page.locator(".wink-wall")).to_have_count(2)
    sizes = page.evaluate("""() => [...document.querySelectorAll('.wink-wall :is(li, h2, p)')].map(
        (one) => parseFloat(getComputedStyle(one).fontSize))""")
    assert min(sizes) >= 24
    wait_until(page, SIDE_BY_SIDE)
    assert page.evaluate(COVERED) == []


def test_a_new_table_offers_beats_where_there_are_any(visitor):
    page = visitor()
    page.goto("/")
    page.locator(".game-words", has_text="Wink").locator("button", has_text="New table").click()
    legends = page.locator("dialog legend")
    for offered in ("Beats in a turn", "Length of a beat"):
        expect(legends.filter(has_text=offered)).to_have_count(1)
    assert "Pace of the bots" not in legends.all_inner_texts()
    assert page.locator("input[name=clock]:checked").get_attribute("value") == "relaxed"
    page.locator(".pick", has_text="Wink for real").click()
    page.wait_for_selector("legend:has-text('Pace of the bots')")
    assert not {"Beats in a turn", "Length of a beat", "Bluffing"} & set(legends.all_inner_texts())
    page.click(".form-foot .strong")
    page.wait_for_selector(".room-options:has-text('Bots cannot wink for real')")


def test_help_says_that_the_game_goes_on(visitor, server):
    page = visitor()
    company = Company(server, page)
    page.get_by_label("Rules").click()
    page.wait_for_selector("dialog:has-text('The game goes on meanwhile.')")
    beat = company.view["beat"]
    company.all_know(lambda view: view["beat"] > beat)


def test_a_pawn_by_keys_leaves_the_focus_where_one_goes_on(visitor, server):
    page = visitor("desktop")
    company = Company(server, page)
    company.turns_until(0)
    company.place(company.hands[1][-1], lambda thing: by_keys(page, thing))
    expect(page.locator(".wink-actions button").first).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".wink-actions button").nth(1)).to_be_focused()
    held = page.locator("button.wink-held")
    held.first.focus()
    page.keyboard.press("ArrowRight")
    expect(held.nth(1)).to_be_focused()
    numbers = [int(text) for text in page.locator("button.wink-held .wink-number").all_inner_texts()]
    assert numbers == sorted(company.hands[0])
    company.turns_until(0)
    decline = page.locator(f"{ROW} .wink-button:not(.wink-main)")
    decline.focus()
    page.keyboard.press("Enter")
    decline.wait_for(state="detached")
    expect(page.locator(".wink-actions button").first).to_be_focused()


def test_no_beat_is_struck_before_the_cards_have_been_looked_at(visitor, server):
    table = server.lay("wink", 4)
    ticket = sit(table, "Mata")
    table.post("bots", {"bot": "easy"})
    page = open_seat(visitor(looks=False), table, ticket, phase="open", wait=".waiting-room, main")
    table.start()
    page.click(".deal-back")
    state = server.room(table.id).table.referee.state
    page.wait_for_timeout(5 * server.pace.beat * 1000)
    assert state.beat == 0
    page.click(".deal button.strong")
    page.wait_for_selector(".deal", state="detached")
    table_now = server.room(table.id).table
    while table_now.referee.state.beat < 2:
        page.wait_for_timeout(20)


def test_a_replay_shows_the_notebook_as_it_was_at_its_line(visitor, server):
    lines, number = last_turn()
    table = lay_at(server, "wink", 8, [*lines, f"0 place {number}"], beats="0")
    tickets = [sit(table, f"Person {seat}") for seat in range(8)]
    table.start()
    page = open_seat(visitor(), table, tickets[0], wait=".after-ways")
    page.set_viewport_size({"width": 1700, "height": 900})  # the notebook lies open
    page.click("text=Watch the replay")
    heard = server.http.get(f"{table.path}/replay?seat=0").json()["steps"]
    accused = [place for place, step in enumerate(heard, 1) if step["text"].startswith("accuse ")]
    assert len(accused) > 2
    slider = page.locator(".replay input[type=range]")
    expect(slider).to_have_attribute("max", str(len(heard)))
    told = page.locator(".replay .wink-seen", has=page.get_by_role("heading", name="Accusations"))
    for count in (2, 1):  # there at once, and also backwards
        slider.fill(str(accused[count - 1]))
        expect(told.locator("li")).to_have_count(count)
