"""Rooms: one device for several people, a screen on the wall, lessons, and no network at all."""

import json
import random
import re
import time

import pytest
from lengths import length
from looking import EVERY_SIZE, ONE_SIZE_EACH, violations
from patience import tries
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat
from tables import Person
from test_heimlich_board import NAMES
from test_page import act, wait_for_worker

from spyring.games import games
from spyring.server.http.lessons import lesson

LONGER_THAN_THE_CURTAIN = 3000  # milliseconds of the page's clock
MOST_TURNS = 200
PEOPLE = ["Mata", "Odile"]
STILL = {"wink": {"eyes": "table"}}  # so that no beats go on
FITS = """() => {
    const page = document.documentElement;
    const inside = document.querySelector('.screen-fit');
    const board = inside?.parentElement.getBoundingClientRect();
    return page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth
        && [...document.querySelectorAll('.screen > *')].every(
            (part) => part.getBoundingClientRect().right <= innerWidth + 1)
        && (!inside || inside.getBoundingClientRect().bottom <= board.bottom + 2);
}"""


def lay_round(page, game, seats, people=PEOPLE, *, examined=False):
    """Lay a table round one device, as people do it; returns its id."""
    page.goto("/")
    page.click(f".game-{game} .game-ways button:nth-child(2)")
    page.click(f".pick:has(input[name=seats][value='{seats}'])")
    page.click(".pick:has(input[name=where][value=one])")
    for number, name in enumerate(people):
        page.fill(f".people-row:nth-of-type({number + 1}) input", name)
    if examined:
        assert violations(page) == []
    page.click(".form .strong")
    page.wait_for_selector(".room")
    return page.url.rsplit("/", 1)[1]


def begin(page):
    page.click(".fill button")
    page.click(".room-start .strong:not([disabled])")
    page.wait_for_selector(".curtain")


def wait_for(page, *selectors):
    page.wait_for_selector(", ".join(selectors))


def hurry(page):
    """Let the page's clock go on, so that nobody waits for the curtain."""
    page.clock.fast_forward(LONGER_THAN_THE_CURTAIN)


def behind(page):
    """Everything that the document says while the curtain is down, but for the bar above it."""
    return page.evaluate(
        """() => [...document.querySelectorAll('main, #told, #urgent, .toasts')]
            .flatMap(place => place.innerText.split('\\n')).map(line => line.trim()).filter(Boolean)"""
    )


def only_the_curtain(page):
    """Nothing of anybody's game is in the document."""
    said = {"The curtain is down", "Who wants to look?", *PEOPLE, "1", "2", "3", "4"}
    for name in PEOPLE:
        said |= {f"Pass the device to {name}", f"Only {name} may look now.", f"I\u2019m {name}"}
    assert set(behind(page)) <= said
    assert page.locator(".board, .log, .generic, .talk, .notes").count() == 0


def shown(page, title):
    """What the board as text says under a title."""
    return page.locator(".generic-view > *", has=page.get_by_text(title, exact=True)).locator("li")


def lift(page):
    """Whoever is asked to, looks; returns the name."""
    page.wait_for_selector(".curtain .strong")
    only_the_curtain(page)
    name = page.inner_text(".curtain .strong").removeprefix("I\u2019m ")
    tap_the_curtain(page, ".curtain .strong")
    assert page.inner_text(".seat-me .seat-name").split()[0] == name
    return name


def tap_the_curtain(page, button):
    """Tap until it is lifted: for half a second a tap was meant for what the curtain has covered."""
    for _ in tries(page, "the curtain to be lifted"):
        if page.locator(".board").is_visible():
            return
        hurry(page)
        page.evaluate("button => document.querySelector(button)?.click()", button)


@pytest.mark.long
def test_a_game_round_one_device_to_its_end(visitor, server):
    """Two people and two bots; between the people always the curtain."""
    page = visitor(plain=True)
    page.clock.install()
    table = lay_round(page, "secrets", 4, examined=True)
    begin(page)
    rng = random.Random(4)
    lifted = []
    for _ in range(MOST_TURNS):
        wait_for(page, ".curtain .strong", ".generic-act", ".after")
        if page.locator(".after").count():
            break
        if page.locator(".curtain .strong").count():
            lifted.append(lift(page))
            if len(lifted) == 1:
                assert violations(page) == []
        act(page, rng)
        wait_until_it_goes_on(page, server, table)
    assert server.room(table).table.over
    page.wait_for_selector(".after")
    assert page.locator(".curtain").count() == 0
    assert {*lifted} == {*PEOPLE}


def wait_until_it_goes_on(page, server, table):
    """Whoever was asked has answered, and somebody on this device is asked again, or it is over."""
    for _ in tries(page, lambda: f"somebody here to be asked; it is {[*server.room(table).table.waiting]}"):
        hurry(page)
        if page.locator(".after, .curtain .strong, .generic-act").count():
            return


def test_each_sees_their_own_and_a_reload_lowers_the_curtain(visitor, server):
    """Two here, one on a device elsewhere, one bot."""
    page = visitor("phone", plain=True)
    page.clock.install()
    table = lay_round(page, "heimlich", 4)
    answer = server.post(f"/api/tables/{table}/seats", {"name": "Bruno"}, status=201)
    elsewhere = Person(server, table, answer["ticket"])
    (known,) = json.loads(page.evaluate("localStorage['spyring.tables']"))
    # One that plays at random: a good one may win before everybody here has looked often enough.
    server.post(f"/api/tables/{table}/bots", {"bot": "uniform"}, known["host"], status=200)
    page.click(".room-start .strong:not([disabled])")
    page.wait_for_selector(".curtain")
    rng = random.Random(1)
    seen = {}
    for turn in range(4):
        pass_on(page, elsewhere, rng)
        name = lift(page)
        if turn == 0:
            assert violations(page) == []
        mine = server.room(table).table.referee.view(PEOPLE.index(name))["me"]
        expect(shown(page, "Your agent")).to_have_text(NAMES[mine])
        seen.setdefault(name, mine)
        if turn == 3:
            page.reload()
            page.wait_for_selector(".curtain")
            only_the_curtain(page)
            lift(page)
        if turn > 2:
            assert page.locator(".since li").count() > 0
    assert {*seen} == {*PEOPLE}
    assert seen["Mata"] != seen["Odile"]


def pass_on(page, elsewhere, rng):
    """Whoever is asked acts, on this device or elsewhere, until the curtain asks for somebody."""
    for _ in tries(page, "the curtain to ask for somebody"):
        hurry(page)
        if page.locator(".curtain .strong").count():
            return
        act(page, rng)  # also who has scored, and moves the safe
        play_elsewhere(elsewhere, rng)


def play_elsewhere(person, rng):
    try:
        while True:
            person.receive(0)
    except TimeoutError:
        pass
    if person.prompt:
        person.act(rng.choice(person.prompt["legal"]))


def test_one_can_draw_the_curtain_and_look_again(visitor):
    page = visitor(plain=True)
    page.clock.install()
    lay_round(page, "heimlich", 2)
    page.click(".room-start .strong:not([disabled])")
    name = lift(page)
    page.evaluate("import('/parts/frame.js').then(({ tell }) => tell('a word in confidence'))")
    page.wait_for_selector(".toast")
    page.click(".curtain-button")
    page.wait_for_selector(".curtain")
    only_the_curtain(page)
    other = next(one for one in PEOPLE if one != name)
    assert page.inner_text(".curtain-others button").split()[-1] == other
    tap_the_curtain(page, ".curtain-others button")
    assert page.locator(".generic-act").count() == 0
    hurry(page)  # it is not Odile who has to decide
    page.wait_for_selector(f".curtain >> text=Pass the device to {name}")


def test_where_everybody_acts_at_once_no_device_goes_round(visitor):
    page = visitor()
    page.goto("/")
    page.click(".game-wink .game-ways button:nth-child(2)")
    page.wait_for_selector("input[name=where]")
    assert page.locator("input[name=where][value=one]").count() == 0
    page.wait_for_selector("text=You cannot share a device here")
    page.click(".pick:has(input[name=eyes][value=table])")
    page.click(".pick:has(input[name=where][value=one])")
    expect(page.locator("input[name=where][value=one]")).to_be_checked()


@pytest.mark.parametrize("game", length(["wink"], sorted(games())))
def test_the_screen_shows_all_of_the_table_without_scrolling(visitor, server, game):
    table = server.lay(game, 6, options=STILL.get(game, {}))
    table.sit("Mata")
    page = visitor()
    page.goto(f"/t/{table.id}/screen")
    page.wait_for_selector(".screen-open .screen-qr")
    expect(page.locator(".code")).to_have_text(
        server.http.get(f"/api/tables/{table.id}").json()["code"], use_inner_text=True
    )
    fits_in_every_window(page)
    table.post("bots", {"bot": "uniform"})
    table.start()
    page.wait_for_selector(".screen-board .board *", state="attached")
    fits_in_every_window(page)
    assert page.locator(".screen-qr").count() == 0


# What the end has been called, one after another.
TITLES = """() => {
    window.titles = [];
    new MutationObserver(() => {
        const title = document.querySelector('.reveal h2')?.textContent;
        if (title && title !== window.titles.at(-1)) window.titles.push(title);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_the_screen_unmasks_counts_and_goes_on_to_the_rematch(visitor, server):
    """Long names, too, are told in the window: everybody's dossier is a line in the log."""
    host = lay_near_the_end(server, "heimlich", 2, dossier="on")
    mata, _ = people = [host.sit("Mata Hari of Amsterdam"), host.sit("Odile Sans-Souci-Valette")]
    host.start()
    mata.until(lambda who: who.prompt)
    page = visitor(pace="fast", motion="no-preference")
    page.goto(f"/t/{host.id}/screen")
    page.wait_for_selector(".screen-board .board *", state="attached")
    page.evaluate("import('/device.js').then(({ PACES }) => { PACES.fast = 0.1; })")
    page.evaluate(TITLES)
    assert page.locator(".tally").count() == 0
    mata.act(mata.prompt["legal"][0])
    page.wait_for_selector(".screen-over .reasons")
    assert page.evaluate("window.titles")[0] == "It is decided."
    expect(page.locator(".reveal-open")).to_have_count(2)
    fits_in_every_window(page)
    winners = mata.view["winners"]
    following = host.post("rematch", status=201)["table"]
    page.wait_for_url(f"**/t/{following['id']}/screen")
    page.wait_for_selector(".screen-open .tally")
    names = [seat["name"] for seat in following["seats"]]
    wins = {name: str(int(seat in winners)) for seat, name in enumerate(names)}
    rows = [row.split() for row in page.locator(".tally li").all_inner_texts()]
    assert {" ".join(row[:-1]): row[-1] for row in rows} == wins
    assert len(people) == len(rows)


# Whatever a page says to anybody, in words or to those who listen.
SAYS = """() => [document.body, ...document.querySelectorAll('[aria-label]')]
    .map(one => one.getAttribute('aria-label') ?? one.innerText).join(' ')"""


@pytest.mark.parametrize("game", length(["wink"], sorted(games())))
def test_nobody_has_won_before_the_masks_are_off(visitor, server, game):
    """The last act is shown at length, on the wall and at a seat; meanwhile nothing tells how it ends."""
    host = lay_near_the_end(server, game, games()[game].seats[0])
    mata, *_ = host.seat_all()
    host.start()
    mata.until(lambda who: who.prompt)
    wall, desk = (visitor(pace="calm", motion="no-preference") for _ in range(2))
    wall.goto(f"/t/{host.id}/screen")
    wall.wait_for_selector(".screen-board .board *", state="attached")
    open_seat(desk, host, mata.ticket, wait=".board[data-prompt]")
    for page in (wall, desk):
        page.evaluate("import('/device.js').then(({ PACES }) => { PACES.calm = 10000; })")
    mata.act(mata.prompt["legal"][0])
    for page, asked in ((wall, ".screen-ask"), (desk, ".ask-words p:first-child")):
        expect(page.locator(asked)).to_have_text("It is decided.")
        assert page.locator(".after, .screen-over").count() == 0
        assert not re.search(r"\b(won|wins?|winners?)\b", page.evaluate(SAYS), re.IGNORECASE)


def fits_in_every_window(page):
    for width, height in ((1920, 1080), (3840, 2160), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(FITS, polling=50)


def test_the_waiting_room_has_rules_talk_and_a_name_to_change(visitor, server, size):
    table = server.lay("heimlich", 3)
    ada, ben = table.sit("Ada"), table.sit("Ben")
    ben.send(type="say", id="hello", text="Good evening")
    page = open_seat(visitor(size), table, ada.ticket, wait=".room", phase="open")
    expect(page.get_by_text("Good evening")).to_be_in_viewport()
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector("dialog[open] .rule")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.get_by_role("link", name="Three-minute lesson")).to_have_attribute("href", "/learn/heimlich")
    page.get_by_role("button", name="Change your name").press("Enter")
    name = page.get_by_label("Your name")
    expect(name).to_be_focused()
    name.fill("ben")
    name.press("Enter")
    page.wait_for_selector("text=Somebody here is already called ben.")
    assert violations(page) == []
    name.fill("Adele")
    name.press("Enter")
    expect(page.get_by_role("button", name="Change your name")).to_be_focused()
    ben.until(lambda who: who.info["seats"][0]["name"] == "Adele")


def test_the_front_page_says_who_plays_what_and_whose_turn_it_is(visitor, server):
    full = server.lay("heimlich", 2, listed=True)
    full.seat_all()
    open_one = server.lay("secrets", 5, listed=True, options={"memory": "strict"})
    open_one.sit("Cleo")
    server.lay("heimlich", 3, listed=True, options={"dossier": "on"}).sit("Dora")
    mine = server.lay("heimlich", 2)
    ada, ben = mine.sit("Ada"), mine.sit("Ben")
    mine.start()
    ada.until(lambda who: who.view and who.view["waiting"])
    waiting = [ada, ben][ada.view["waiting"][0]]
    page = open_seat(visitor(), mine, waiting.ticket)
    page.goto("/")
    row = page.locator("section[aria-labelledby=my-tables] li")
    expect(row).to_contain_text("your turn")
    expect(row).to_contain_text("with Ben" if waiting is ada else "with Ada")
    tables = page.locator("section[aria-labelledby=open-tables]")
    listed = tables.locator("li", has_text=server.http.get(f"/api/tables/{open_one.id}").json()["code"])
    expect(listed).to_contain_text("4 free seats")
    expect(listed).to_contain_text("with Cleo · From memory")
    expect(tables.locator("li", has_text="with Dora")).to_contain_text(
        re.compile("with Dora · Secret Dossier$")
    )
    assert server.http.get(f"/api/tables/{full.id}").json()["code"] not in tables.inner_text()


@pytest.mark.parametrize(("game", "size"), length(ONE_SIZE_EACH, EVERY_SIZE))
def test_a_lesson_from_its_door_to_the_first_game(visitor, size, game):
    page = visitor(size, plain=True)
    page.goto("/")
    page.click(f".game-{game} .game-learn")
    steps = lesson(game).steps
    for number, step in enumerate(steps[:-1]):
        page.wait_for_function(
            f"() => document.querySelectorAll('.lesson-done').length === {number}", polling=20
        )
        assert page.inner_text(".lesson-say")
        assert not re.search(r"\{|lesson\.", page.inner_text(".lesson-say"))
        if step.accept:
            act(page, random.Random(number))
        else:
            page.click(".lesson > .strong")
        if number == 0:
            assert violations(page) == []
    page.wait_for_selector(".lesson-ways")
    page.click(".lesson-ways .strong")
    page.wait_for_url(re.compile("/t/"))
    page.wait_for_selector(".seats")


def test_a_lesson_goes_on_in_another_language(visitor):
    page = visitor()
    page.goto("/learn/secrets")
    page.click(".lesson > .strong")
    page.wait_for_selector(".lesson-done")
    page.select_option(".language select", "it")
    page.wait_for_selector(".lesson-say >> text=Offri ad Anton la Scienziata")
    expect(page.locator(".lesson-done")).to_have_count(1)


def test_a_lesson_that_does_not_exist(visitor):
    page = visitor()
    page.goto("/learn")
    page.wait_for_selector(".game-wink")
    expect(page.locator(".game")).to_have_count(len(games()))
    assert violations(page) == []


def test_without_a_network_the_shell_is_there_and_says_so(visitor):
    """Also on a path that was never opened, and after one visit only."""
    page = visitor(worker=True)
    page.goto("/")
    page.wait_for_selector(".game-words")
    wait_for_worker(page)
    page.context.set_offline(True)
    page.goto("/t/ABC234")
    page.wait_for_selector("text=There is no connection")
    page.goto("/")
    page.wait_for_selector(".toast-still")  # offline, or the server is: a browser does not always know which
    page.wait_for_selector(".game-heimlich h2")
    page.context.set_offline(False)
    page.wait_for_selector(".toast-still", state="detached")


def test_nothing_of_a_game_is_ever_kept_by_the_worker(visitor):
    page = visitor(plain=True, worker=True)
    page.goto("/")
    wait_for_worker(page)
    page.reload()
    page.click(".game-heimlich .strong")
    page.wait_for_selector(".board")
    kept = page.evaluate(
        """async () => {
            const paths = [];
            for (const shelf of await caches.keys())
                for (const one of await (await caches.open(shelf)).keys())
                    paths.push(new URL(one.url).pathname);
            return paths;
        }"""
    )
    assert "/main.js" in kept
    assert [path for path in kept if path.startswith("/api/")] in ([], ["/api/about"])


def test_the_page_can_be_installed(visitor, server):
    manifest = json.loads(server.http.get("/manifest.webmanifest").text)
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512", "any"} <= sizes
    for icon in manifest["icons"]:
        answer = server.http.get(icon["src"])
        assert answer.status_code == 200
        assert answer.headers["content-type"] == icon["type"]
    assert any("maskable" in icon["purpose"] for icon in manifest["icons"])


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_the_host_changes_how_we_play_before_the_game(visitor, server, size):
    host = visitor(size)
    host.goto("/")
    host.click(".game-heimlich .game-ways button:nth-child(2)")
    host.click(".pick:has(input[name=seats][value='3'])")
    host.click(".form .strong")
    host.wait_for_selector(".room")
    friend = visitor(size)
    friend.goto(host.url)
    friend.wait_for_selector(".room .sit")
    assert friend.locator(".room-options + button").count() == 0
    host.click(".room-options + button")
    assert violations(host) == []
    host.click(".pick:has(input[name=seats][value='5'])")
    host.click(".pick:has(input[name=dossier]):nth-child(2)")
    host.click(".dialog .form .strong")
    for page in (host, friend):
        page.wait_for_selector(".seat-row:nth-child(5)")
    info = server.http.get(f"/api/tables/{host.url.rsplit('/', 1)[1]}").json()
    assert (len(info["seats"]), info["options"]["dossier"], info["options"]["top-secret"]) == (5, "on", "off")


@pytest.mark.parametrize("off", length([3600], [-3600, 3600]))
def test_a_device_with_a_wrong_time_shows_how_long_one_really_has(visitor, off):
    page = visitor()
    page.clock.install(time=time.time() + off)
    page.goto("/")
    page.click(".game-heimlich .game-ways button:nth-child(2)")
    page.click(".pick:has(input[name=clock][value=relaxed])")
    page.click(".form .strong")
    page.click(".fill button")
    page.click(".room-start .strong:not([disabled])")
    page.wait_for_selector(".clock >> text=/^(1:[0-9][0-9]|2:00)$/")
