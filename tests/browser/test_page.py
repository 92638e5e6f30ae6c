"""The page in a real browser, against the real server."""

import random
import re

import pytest
from lengths import length
from looking import EVERY_SIZE, ONE_SIZE_EACH, violations
from patience import wait_until
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat
from tables import QUICK, lay_at, play

from spyring.games import games

LANGUAGES = ["en", "it", "es", "fr", "de"]
MOST_BYTES = 150_000
MOST_REQUESTS = 60
MOST_ACTS = 2000


def open_home(page):
    page.goto("/")
    page.wait_for_selector(".game-words")
    return page


def play_now(page, game):
    page.click(f".game-{game} .strong")
    page.wait_for_selector(".board")


def is_over(page):
    return page.locator(".after").count() > 0


def hold_still(page, server):
    """No bot and no beat changes the table while somebody examines it."""
    room = server.room(page.url.rsplit("/", 1)[1])
    server.loop.call_soon_threadsafe(room.time.stop)


def act(page, rng):
    """One of the acts on the plain board, all at once: between two looks the table may have gone on."""
    page.evaluate(
        """choice => {
            for (const folded of document.querySelectorAll('.generic details')) folded.open = true;
            const acts = [...document.querySelectorAll('.generic-act')];
            if (acts.length) acts[Math.floor(choice * acts.length)].click();
        }""",
        rng.random(),
    )


def play_on(page, rng, acts=MOST_ACTS):
    """Click legal actions until the game is over or there were so many."""
    for _ in range(acts):
        wait_until(page, "document.querySelector('.generic-act, .after') !== null")
        if is_over(page):
            return
        act(page, rng)
        page.wait_for_timeout(5)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_front_door_is_for_everybody(visitor, size, theme):
    page = open_home(visitor(size, color_scheme=theme))
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    expect(page.locator(".game")).to_have_count(len(games()))
    assert violations(page) == []


def test_the_front_door_is_light(visitor):
    page = visitor(worker=True)
    requests = []
    page.on("requestfinished", lambda request: requests.append(request))
    open_home(page)
    page.wait_for_load_state("networkidle")
    assert sum(sum_of(request.sizes()) for request in requests) < MOST_BYTES
    assert len(requests) < MOST_REQUESTS


def test_the_front_door_asks_for_nothing_late(visitor):
    """Few round trips, one after another: the page, its modules, the words, the games' words."""
    page = open_home(visitor(worker=True))
    late = page.evaluate(
        """() => {
            const came = performance.getEntriesByName(location.origin + '/main.js')[0].responseEnd;
            return performance.getEntriesByType('resource')
                .filter(one => one.startTime > came).map(one => new URL(one.name).pathname);
        }"""
    )
    words = [path for path in late if path.startswith(("/texts/", "/games/")) and path.endswith(".json")]
    pictures = {"/art/icon.svg", *(f"/games/{key}/web/cover.svg" for key in games())}
    assert {*late} - {*words} - pictures - {"/api/lobby", "/sw.js"} == set()


def sum_of(sizes):
    return sizes["responseBodySize"] + sizes["responseHeadersSize"]


@pytest.mark.parametrize(("language", "words"), [("it-IT", "Entra con un codice"), ("de-AT", "Neuer Tisch")])
def test_the_browsers_language_comes_first(visitor, language, words):
    page = open_home(visitor(language=language))
    page.wait_for_selector(f"main >> text={words}")
    assert page.get_attribute("html", "lang") == language[:2]
    page.select_option(".language select", "fr")
    page.wait_for_selector("html[lang=fr]")
    page.wait_for_selector("main >> text=Nouvelle table")
    page.reload()
    page.wait_for_selector("html[lang=fr]")


def begin_on_the_plain_board(page, rng):
    play_on(page, rng, 4)
    assert violations(page) == []
    page.reload()
    page.wait_for_selector(".board")
    assert page.inner_text(".ask")


def is_well_over(page):
    assert is_over(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert violations(page) == []


@pytest.mark.parametrize(("game", "size"), length(ONE_SIZE_EACH[:1], ONE_SIZE_EACH))
def test_the_beginning_and_the_end_of_a_game_on_the_plain_board(visitor, server, size, game):
    page = open_home(visitor(size, plain=True))
    rng = random.Random(f"{game} {size}")
    play_now(page, game)
    begin_on_the_plain_board(page, rng)
    play_on(page, rng, 4)

    table = lay_near_the_end(server, game, games()[game].seats[0])
    page.goto(f"/t/{table.id}")
    page.fill(".field input", "Mata")
    page.click(".sit .strong")
    page.wait_for_selector("text=You have a seat")
    table.post("bots", {"bot": "uniform"})
    table.start()
    play_on(page, rng)
    is_well_over(page)


@pytest.mark.long
@pytest.mark.parametrize(("game", "size"), ONE_SIZE_EACH)
def test_a_game_against_bots_to_its_end(visitor, server, size, game):
    page = open_home(visitor(size, plain=True))
    rng = random.Random(f"{game} {size}")
    play_now(page, game)
    server.room(page.url.rsplit("/", 1)[1]).pace = QUICK
    begin_on_the_plain_board(page, rng)
    play_on(page, rng)
    is_well_over(page)


@pytest.mark.parametrize(("game", "size"), length(ONE_SIZE_EACH, EVERY_SIZE))
def test_every_board_is_for_everybody(visitor, server, size, game):
    page = open_home(visitor(size))
    page.click(f".game-{game} .strong")
    page.wait_for_url(re.compile("/t/"))
    hold_still(page, server)
    page.wait_for_selector(".board > *")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_two_people_and_a_bot(visitor, server):
    """Lay a table, come by its link, sit down, begin, talk, leave and come back."""
    host = open_home(visitor())
    host.click(".game-heimlich .game-ways button:nth-child(2)")
    host.click(".pick:has(input[name=seats][value='3'])")
    assert violations(host) == []
    host.fill(".field input", "Mata")
    host.click(".form .strong")
    host.wait_for_selector(".room")
    assert violations(host) == []

    guest = visitor("phone")
    guest.goto(host.url)
    guest.fill(".field input", "Odile")
    guest.click(".sit .strong")
    guest.wait_for_selector("text=You have a seat")
    host.wait_for_selector("text=Odile")
    guest.fill(".talk-form input", "Here I am.")
    guest.press(".talk-form input", "Enter")
    host.wait_for_selector("text=Here I am.")
    host.click(".fill button")
    host.click(".room-start .strong:not([disabled])")
    host.wait_for_selector(".board")
    guest.wait_for_selector(".board")

    assert guest.locator(".count").count() == 0  # what was said while waiting is not new
    assert guest.evaluate("scrollY") == 0  # and the waiting room's place is not the game's
    guest.click(".tab:nth-child(2)")
    guest.fill(".talk-form input", "It was not me.")
    guest.press(".talk-form input", "Enter")
    host.wait_for_selector(".count >> text=1")
    host.click(".tab:nth-child(2)")
    host.wait_for_selector("text=It was not me.")
    assert violations(guest) == []

    guest.goto("/")
    guest.click(".list .row >> text=Heimlich")
    guest.wait_for_selector(".board")
    guest.wait_for_selector(".seat-me >> text=Odile")


def test_what_comes_in_pages_is_shown_as_one(visitor, server, monkeypatch):
    """And whoever looks at the log sees that a seat has changed hands, whatever they are called."""
    monkeypatch.setattr("spyring.server.http.outgoing.PAGE_EVENTS", 4)
    host = server.lay("heimlich", 2)
    anna, bruno = host.seat_all()
    host.start()
    play([anna, bruno], random.Random(1), acts=6)
    for number in range(20):
        anna.send(type="say", id=f"{number}", text=f"word {number}")
    anna.until(lambda who: "19" in who.done)
    host.post("seats/1/revoke", status=200)
    host.sit("Person 1")
    page = visitor()
    page.goto(f"/t/{host.id}")
    page.wait_for_selector(".board")
    page.wait_for_selector(".log >> text=Person 1 has taken Person 1\u2019s seat.")
    page.click(".tab:nth-child(2)")
    expect(page.locator(".talk-line")).to_have_count(20)
    anna.send(type="say", id="again", text="and one more")
    expect(page.locator(".talk-line")).to_have_count(21)


def test_a_broken_connection_is_mended_without_a_word(visitor):
    page = open_home(visitor(plain=True))
    page.add_init_script("""
        const Real = WebSocket;
        window.sockets = [];
        window.WebSocket = class extends Real {
            constructor(...all) { super(...all); window.sockets.push(this); }
        };
    """)
    play_now_after_reload(page)
    page.evaluate("window.sockets.at(-1).close()")
    wait_until(page, "window.sockets.length > 1 && window.sockets.at(-1).readyState === 1")
    before = page.locator(".log li").count()
    play_on(page, random.Random(1), 6)
    wait_until(page, f"document.querySelectorAll('.log li').length > {before}")
    assert page.locator(".toast").count() == 0


def play_now_after_reload(page):
    page.reload()
    page.wait_for_selector(".game-words")
    play_now(page, "heimlich")


def test_the_big_screen(visitor, server):
    table = server.lay("heimlich", 3)
    table.sit("Mata")  # who does not act, so it stays as it is
    page = visitor()
    page.goto(f"/t/{table.id}/screen")
    page.wait_for_selector(".screen-open")
    expect(page.locator(".code")).to_have_text(
        server.http.get(f"/api/tables/{table.id}").json()["code"], use_inner_text=True
    )
    assert violations(page) == []
    table.post("bots", {"bot": "easy"})
    table.start()
    page.wait_for_selector(".screen-board")
    assert violations(page) == []


def test_secrets_are_covered_and_a_peek_shows_them(visitor):
    page = open_home(visitor(plain=True))
    play_now(page, "heimlich")
    page.wait_for_selector(".generic-view >> text=Your agent")
    page.wait_for_selector(".ask-mine")  # from here on nothing happens by itself
    page.click("[aria-label='Cover my secrets']")
    page.wait_for_selector(".generic-covered")
    page.wait_for_selector(".veil")  # the log tells secrets too
    assert page.locator(".log").count() == 0
    assert page.inner_text("#told") == ""
    page.focus(".peek")
    page.keyboard.down(" ")
    page.wait_for_selector(".generic-view")
    page.wait_for_selector(".log")
    page.keyboard.up(" ")
    page.wait_for_selector(".generic-covered")
    page.wait_for_selector(".veil")
    page.click(".tab:nth-child(3)")
    page.wait_for_selector(".veil")
    assert page.locator(".notes").count() == 0


def test_the_peek_fits_the_narrowest_phone_in_every_language(visitor):
    page = open_home(visitor("phone", plain=True))
    page.set_viewport_size({"width": 360, "height": 740})
    play_now(page, "heimlich")
    page.click("[aria-label='Cover my secrets']")
    for language in LANGUAGES:
        page.evaluate("language => import('/texts.js').then(({ choose }) => choose(language))", language)
        page.wait_for_selector(".peek")
        tools = page.evaluate("document.querySelector('.bar-tools').getBoundingClientRect().right")
        assert tools <= 360, language


def test_a_tab_that_nobody_sees_tells_whose_turn_it_is(visitor):
    page = open_home(visitor(plain=True))
    play_now(page, "heimlich")
    page.wait_for_selector(".ask-mine")
    page.wait_for_selector("link[rel=icon][href='/art/icon-turn.svg']", state="attached")
    assert page.title().startswith("● Your turn")
    page.click(".bar-home")
    page.wait_for_selector("link[rel=icon][href='/art/icon.svg']", state="attached")
    assert page.title() == "Spyring"
    page.click(".hero-ways .strong")  # the front door leads back
    page.wait_for_selector(".board")


def test_who_moves_their_seat_elsewhere_stays_host(visitor):
    host = open_home(visitor(plain=True))
    play_now(host, "heimlich")
    host.click("[aria-label=Menu]")
    with host.expect_response(re.compile("/offer")) as offer:
        host.click("text=Continue on another device")
    host.wait_for_selector(".qr svg[viewBox]")
    host.evaluate("import('/parts/frame.js').then(({ tell }) => tell('above all'))")
    host.wait_for_selector(".toasts:popover-open >> text=above all")
    phone = visitor("phone", plain=True)
    phone.goto(offer.value.json()["link"])
    phone.wait_for_selector(".seat-me")
    host.wait_for_selector(".onlooker")
    host.click("[aria-label=Menu]")
    host.wait_for_selector("text=Close this table for good")
    assert host.locator("text=Continue on another device").count() == 0


def test_a_table_that_is_closed_in_the_middle_says_so(visitor):
    page = open_home(visitor(plain=True))
    play_now(page, "heimlich")
    page.click("[aria-label=Menu]")
    page.on("dialog", lambda question: question.accept())
    page.click("text=Close this table for good")
    page.wait_for_selector(".hero")
    page.click(".list .row >> text=Heimlich")
    page.wait_for_selector(".ask >> text=This table is closed")
    assert page.locator(".generic-act, .seat-turn, .ask-mine").count() == 0
    page.click(".notice a")
    page.wait_for_selector(".hero")
    assert page.locator(".hero-ways .strong").count() == 0  # there is nothing to go back to


def test_a_seat_that_was_freed_is_taken_over(visitor, server):
    table = server.lay("heimlich", 2)
    table.sit("Mata")
    guest = visitor("phone")
    guest.goto(f"/t/{table.id}")
    guest.fill(".sit input", "Odile")
    guest.click(".sit .strong")
    guest.wait_for_selector("text=You have a seat")
    table.start()
    guest.wait_for_selector(".seat-me")
    table.post("seats/1/revoke", {})
    guest.wait_for_selector(".onlooker")
    guest.click(".notice button")
    guest.fill(".sit input", "Anna")
    guest.click(".sit .strong")
    guest.wait_for_selector(".seat-me >> text=Anna")
    assert guest.locator(".notice, dialog").count() == 0


def test_the_rules_open(visitor):
    page = open_home(visitor("phone"))
    play_now(page, "heimlich")
    page.click("[aria-label=Rules]")
    page.wait_for_selector(".rule >> text=H11")
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.wait_for_selector(".rules", state="detached")


QUOTED = """async (quotations) => {
  const { speak, t } = await import("/texts.js");
  const said = [];
  for (const [language, line] of Object.entries(quotations)) {
    await speak(language);
    said.push(t("story.sight", { line }));
  }
  return said;
}"""


def test_a_quotation_within_a_quotation_has_marks_of_its_own(visitor):
    page = open_home(visitor())
    quotations = {
        "en": "Emil: “I am CIA.”",
        "it": "Emil: «Sono CIA.»",
        "es": "Emil: «Soy CIA.»",
        "fr": "Emil\u00a0: «\u00a0Je suis CIA.\u00a0»",
        "de": "Emil: „Ich bin CIA.“",
    }
    said = [line[line.index("Emil") :] for line in page.evaluate(QUOTED, quotations)]
    assert said == [
        "Emil: \u2018I am CIA.\u2019”",
        "Emil: “Sono CIA.”»",
        "Emil: “Soy CIA.”»",
        "Emil\u00a0: “Je suis CIA.”\u00a0»",
        "Emil: \u201aIch bin CIA.\u2018“",
    ]


@pytest.mark.parametrize(
    ("language", "rules", "words"),
    length(
        [("fr", "Règles", "On ne peut rester")],
        [
            ("it", "Regole", "Si può restare solo con la variante Top Secret"),
            ("es", "Reglas", "Solo puedes quedarte con la variante Top Secret"),
            ("fr", "Règles", "On ne peut rester"),
            ("de", "Regeln", "Bleiben kannst du nur mit der Variante Top Secret"),
        ],
    ),
)
def test_the_help_and_a_refusal_speak_the_readers_language(visitor, language, rules, words):
    page = visitor("phone", language=language)
    page.add_init_script(
        """const Plain = WebSocket;
        WebSocket = class extends Plain { constructor(...all) { super(...all); globalThis.wire = this; } };"""
    )
    play_now(open_home(page), "heimlich")
    page.wait_for_selector(".ask-mine")
    page.click(f"[aria-label={rules}]")
    page.wait_for_selector(f".rules[lang={language}] .rule-now >> text=H11")
    page.keyboard.press("Escape")
    # No button offers what the rules forbid, so it is said past them.
    page.evaluate("wire.send(JSON.stringify({ type: 'act', id: 'past-the-buttons', text: 'stay' }))")
    page.wait_for_selector(f".toast >> text={words}")


def test_a_wrong_code_says_what_to_do(visitor, server):
    page = visitor()
    page.goto("/")
    page.fill("#code", "NOSUCH")
    with page.expect_response(lambda answer: answer.status == 404):
        page.click(".join button")
    page.wait_for_selector("text=Check the code")
    for path in ("/t/NOSUCH", "/t/NOSUCH/screen"):
        page.goto(path)
        page.wait_for_selector("main h1 >> text=Check the code")
        page.wait_for_selector("main a >> text=Front page")


def wait_for_worker(page):
    wait_until(page, "navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))")


def test_offline_the_shell_is_there_and_says_so(visitor):
    page = open_home(visitor(worker=True))
    wait_for_worker(page)
    page.reload()  # now through the worker, which keeps what it sees
    page.wait_for_selector(".game-words")
    page.context.set_offline(True)
    page.wait_for_selector("text=You are offline")


def test_the_board_as_text_is_in_words_and_goes_by_arrows(visitor, server):
    """Acts are sentences in the reader's language, in groups that are called by what they begin with."""
    deal = [f"chance deal {seat} {agent}" for seat, agent in enumerate(["grey", "red", "green", "blue"])]
    host = lay_at(server, "heimlich", 4, [*deal, "chance first 0", "chance roll 6"])
    mover, *_ = host.seat_all()
    host.start()
    mover.until(lambda who: who.prompt)
    page = open_seat(visitor(plain=True, language="de"), host, mover.ticket, wait=".generic-acts")
    groups = page.locator(".generic-acts summary")
    groups.first.wait_for()
    starts = [text.split("…")[0] for text in groups.all_inner_texts()]
    assert len(starts) == len(set(starts)) > 1
    for number, start in enumerate(starts):
        acts = page.locator(".generic-acts details").nth(number).locator(".generic-act")
        assert acts.count() > 0
        assert all(label.startswith(start) for label in acts.evaluate_all(LABELS))
        assert not set(acts.evaluate_all(LABELS)) & set(mover.prompt["legal"])
    groups.first.focus()
    page.keyboard.press("ArrowDown")
    expect(groups.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".generic-acts details[open] .generic-act").first).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".generic-act", state="detached")
    expect(page.locator(".generic")).to_be_focused()


LABELS = "all => all.map(one => one.textContent)"


@pytest.mark.parametrize("game", sorted(games()))
def test_the_board_as_text_has_words_for_all_it_shows(visitor, server, game):
    host = server.lay(game)
    people = host.seat_all()
    host.start()
    mata = people[0].until(lambda who: who.view and who.view["phase"] != "deal")
    page = open_seat(visitor(plain=True, language="it"), host, mata.ticket, wait=".generic-account li")
    told = page.inner_text(".generic-account")
    assert not re.search(r"\w_\w|[{}]|\b[a-z]+(\.[a-z]+)+\b", told), told
    assert not re.search(r"\b(hand|sizes|looks|displays|sightings|agents|scores|seats)\b", told), told
    for seat in range(host.seats):
        assert f"Person {seat}" in told
    if game == "wink":
        expect(page.get_by_role("button", name="Guarda Person 1", exact=True)).to_have_count(1)
