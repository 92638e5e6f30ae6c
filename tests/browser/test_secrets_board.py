"""The decisions of Secrets on its drawn board, each from a game that was played up to it."""

import json
import random
from functools import cache

import pytest
from lengths import length
from looking import SETTLE, violations
from patience import tries, wait_until
from playwright.sync_api import expect
from sitting import lay_at, lines_near_the_end, open_seat, sit
from tables import Person, play

from spyring.games import find_game
from spyring.generator import Generator
from spyring.referee import Referee

NAMES = ["Mata", "Ada", "Bea", "Cleo"]  # Mata is the one with the browser
DEAL = [
    f"chance token {seat} {team}" for seat, team in enumerate(["cia", "kgb", "cia", "kgb"])
]  # centre: Hippie
TEAM = {"cia": "CIA", "kgb": "KGB", "hippie": "Hippie"}
LONGER_THAN_A_SLIP = 300  # milliseconds
REMEMBER = """() => {
    window.passing = [];
    new MutationObserver(() => {
        const shown = document.querySelectorAll('.secrets-sight, .secrets-bubble');
        passing.push(...[...shown].map((one) => one.title));
    }).observe(document.body, { childList: true, subtree: true });
}"""  # what stands on the table for a few seconds only: a slow machine may be late to look


def turn(active, card, target, other="politician"):
    """The lines of a turn up to the answer."""
    return [f"chance reveal {card}", f"chance reveal {other}", f"{active} offer {card} {target}"]


# Everybody but Mata has a card, so Mata has the UN token; Cleo is the next to offer.
UN_FOR_MATA = [
    *DEAL,
    "chance first 0",
    *turn(0, "scientist", 1),
    "1 accept",
    *turn(1, "scientist", 2),
    "2 accept",
    *turn(2, "scientist", 3),
    "3 accept",
]


@pytest.fixture
def go_on(server):
    """Opens the page of Mata at a table where a game goes on after some lines; nobody else acts there."""

    def open_at(page, lines, **options):
        table = lay_at(server, "secrets", len(NAMES), lines, **options)
        mata, *_ = [sit(table, name) for name in NAMES]
        table.start()
        open_seat(page, table, mata, wait=".ask-mine")
        page.evaluate(REMEMBER)
        page.wait_for_timeout(LONGER_THAN_A_SLIP)
        return server.room(table.id)

    return open_at


def tap(page, *places):
    """Seats and the centre, where they lie on the table; one that cannot be chosen is tapped all the same."""
    for place in places:
        page.locator(f"[data-place='{place}']").click(force=True)


def confirm(page, words):
    expect(page.locator(".secrets-go")).to_have_text(words)
    page.click(".secrets-go")


def in_log(page, words):
    expect(page.locator(".log")).to_contain_text(words)


def passes(page, words):
    wait_until(page, f"passing.includes({json.dumps(words)})")


def barred(page, words):
    expect(page.locator(".secrets-barred")).to_have_text(words)


def detective(page):
    tap(page, 2, "centre")
    confirm(page, "Look at the centre token")
    passes(page, "You see the centre token: Hippie.")
    in_log(page, "You see the centre token: Hippie.")


def psychiatrist(page):
    tap(page, 0)
    barred(page, "Choose two other players: not yourself, not the centre.")
    tap(page, 3, 2)
    expect(page.locator(".secrets-barred")).to_have_count(0)
    confirm(page, "Swap Bea and Cleo")
    in_log(page, "Mata swaps the tokens of Bea and Cleo.")


def politician(page):
    tap(page, 1)
    confirm(page, "Send it to Ada")
    passes(page, "You see Ada\N{RIGHT SINGLE QUOTATION MARK}s token: KGB.")
    expect(page.locator("[data-place='1'] .secrets-score")).to_have_text("+3")


def diplomat(page):
    tap(page, 2)
    barred(page, "You can only choose your left or right neighbour.")
    tap(page, 3)
    confirm(page, "Swap with Cleo, secretly")
    in_log(page, "Mata secretly swaps the centre token with Cleo\u2019s.")


def assassin(page):
    page.wait_for_selector("text=Your bullet:")
    tap(page, 2)
    confirm(page, "Give the bullet to Bea")
    in_log(page, "Mata gives the bullet to Bea.")


def double_agent(page):
    passes(page, "You see your own token: Hippie.")
    in_log(page, "You see your own token: Hippie.")


def test_an_accepted_card_asks_for_what_it_does(visitor, go_on):
    page = visitor()
    for effect in length(
        (detective, diplomat, double_agent),
        (detective, psychiatrist, politician, diplomat, assassin, double_agent),
    ):
        card = effect.__name__.replace("_", "-")
        go_on(page, [*DEAL, "chance first 1", *turn(1, card, 0, other="journalist")])
        page.click(".secrets-accept")
        in_log(page, "Mata accepts.")
        if effect is not double_agent:
            page.wait_for_selector(".secrets-effect")
            expect(page.locator(".ask-mine")).to_have_count(1)  # a Detective's look is asked for, too
            page.wait_for_timeout(LONGER_THAN_A_SLIP)
        effect(page)


def test_an_offer_and_a_claim_about_it(visitor, go_on, server):
    """By mouse; a claim is read by everybody in their own words, and nobody but me reads what I offer."""
    page, other = visitor(), visitor("phone", language="de-DE")
    room = go_on(page, [*DEAL, "chance first 0", "chance reveal scientist", "chance reveal detective"])
    other.goto(f"/t/{room.table.id}")
    other.wait_for_selector("text=Mata wählt eine Karte")
    other.evaluate(REMEMBER)

    cards = page.locator(".secrets-tile-button")
    cards.nth(1).click()
    tap(page, 0)
    barred(page, "You cannot offer it to yourself or to the centre.")
    tap(page, 2)
    page.keyboard.press("Escape")
    expect(page.locator(".secrets-go")).to_have_text("Choose somebody")
    page.click(".secrets-seat-row >> text=Cleo")
    button = page.locator(".secrets-go")
    shown = "button => getComputedStyle(button).background"
    before = button.evaluate(shown)
    button.hover()
    assert button.evaluate(shown) == before  # its words can be read under the pointer
    confirm(page, "Offer Cleo the Detective")
    page.wait_for_selector("text=Will Cleo accept your card?")

    page.click(".tab:nth-child(2)")
    page.select_option(".talk select", "say card scientist")
    page.click(".talk form:has(select) button")
    expect(page.locator(".talk select")).to_be_focused()
    passes(page, "This card is the Scientist.")
    expect(page.locator(".talk-line")).to_have_text("1Mata This card is the Scientist.")
    passes(other, "Das ist die Karte Wissen\N{SOFT HYPHEN}schaftlerin.")
    other.wait_for_selector("text=Nimmt Cleo die Karte von Mata an?")
    assert other.locator(".secrets-own").count() == 0
    expect(page.locator(".secrets-own")).to_have_count(1)
    assert violations(page) == []
    assert set(room.table.waiting) == {3}


def test_s13_the_un_is_asked_first(visitor, go_on):
    page = visitor("phone")
    go_on(page, [*UN_FOR_MATA, *turn(3, "diplomat", 1)])
    page.tap(".secrets-interrupt")
    page.wait_for_selector("text=Diplomat: swap")
    expect(page.locator("[data-place='0'] .secrets-score")).to_have_text("+1")


@pytest.mark.parametrize("answer", ["accept", "refuse"])
def test_s13_a_target_with_the_un_token_is_asked_once(visitor, go_on, answer):
    page = visitor("phone")
    room = go_on(page, [*UN_FOR_MATA, *turn(3, "journalist", 0, other="detective")])
    expect(page.locator(".ask-mine")).to_contain_text("Cleo offers you one of the two cards")
    expect(page.locator(".secrets-interrupt, .secrets-abstain")).to_have_count(0)
    page.tap(f".secrets-{answer}")
    owner, worth = (0, "+3") if answer == "accept" else (3, "+8")
    expect(page.locator(f"[data-place='{owner}'] .secrets-score")).to_have_text(worth)
    acts = [text for actor, text in room.table.referee.log if actor == 0]
    assert acts[-2:] == ["abstain", answer]


def test_s50_the_first_look_waits_until_somebody_has_it(visitor, server):
    """With strict memory it is told once, so a page that was closed before is told it again."""
    table = lay_at(server, "secrets", 7, [], memory="strict")
    tickets = [sit(table, f"Person {seat}") for seat in range(7)]
    table.start()
    for _ in range(2):
        page = open_seat(visitor(looks=False), table, tickets[0], wait=".deal-back")
        assert page.locator(".secrets-deal-look").count() == 0
        page.keyboard.press("Enter")
        seen = page.locator(".secrets-deal-look li")
        expect(seen).to_have_count(3)
        expect(seen.nth(0)).to_contain_text("Your identity")
        expect(seen.nth(1)).to_contain_text("Person 6, on your right")
        expect(seen.nth(2)).to_contain_text("In the centre")
        assert violations(page, ".deal") == []
        words = seen.all_inner_texts()
    page.click(".deal .strong")
    expect(page.locator(".deal")).to_have_count(0)
    shown = server.room(table.id).table.shown
    for _ in tries(page, "the server to know that it was seen"):
        if shown[0]:
            break
    page = visitor(looks=False)
    again = open_seat(page, table, tickets[0], wait=".secrets-know")
    assert again.locator(".deal").count() == 0
    assert not any(word in again.locator("main").inner_text() for word in words)


def test_s50_where_one_has_to_remember_the_log_keeps_no_sights(visitor, go_on):
    page = visitor()
    go_on(page, [*DEAL, "chance first 1", *turn(1, "detective", 0)], memory="strict")
    page.click(".secrets-accept")
    page.wait_for_selector(".secrets-effect")
    page.wait_for_timeout(LONGER_THAN_A_SLIP)
    tap(page, "centre")
    confirm(page, "Look at the centre token")
    passes(page, "You see the centre token: Hippie.")
    in_log(page, "Mata looks at the centre token.")
    expect(page.locator(".log")).not_to_contain_text("You see")
    expect(page.locator(".secrets-sight")).to_have_count(0)
    expect(page.locator(".secrets-know")).to_contain_text("You have to remember")


@pytest.mark.parametrize(("width", "height"), [(667, 375), (1024, 768), (1100, 640), (1280, 800)])
def test_table_and_choice_are_in_sight_together_where_a_window_is_broad(visitor, go_on, width, height):
    page = visitor()
    page.set_viewport_size({"width": width, "height": height})
    go_on(page, [*DEAL, "chance first 0", "chance reveal scientist", "chance reveal politician"])
    table, card = (page.locator(one).first for one in (".secrets-picture", ".secrets-tile-button"))
    assert table.bounding_box()["height"] > height / 3
    for thing in (table, card, page.locator("[data-place='2'] .secrets-plate")):
        expect(thing).to_be_in_viewport(ratio=0.9)


PEOPLE = [*NAMES, "Dimitri", "Ekaterina", "Friederike", "Gustavo"]
# Which of what passes, and of the names, lies over something that one must see; and which names are cut.
COVERED = """() => {
    const boxes = (kind) => [...document.querySelectorAll(kind)].map((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return { what: `${one.getAttribute('class')} ${one.textContent.trim()}`, left, right, top, bottom };
    });
    const meet = (one, other) => {
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        return across > 2 && down > 2;
    };
    const pairs = (over, under) => boxes(over).flatMap((one) =>
        boxes(under).filter((other) => meet(one, other)).map((other) => `${one.what} over ${other.what}`));
    const cards = '.secrets-lies, .secrets-open';
    const names = [...document.querySelectorAll('.secrets-name')];
    const cut = names.filter((one) => one.scrollWidth > one.clientWidth);
    return [
        ...pairs('.secrets-plate, .secrets-bubble', `${cards}, .secrets-token`),
        ...pairs('.secrets-sight', cards),
        ...pairs('.secrets-offer', '.secrets-lies, .secrets-token'),
        ...cut.map((one) => `cut: ${one.textContent}`),
    ];
}"""


@cache
def detective_at(seats):
    """A random game in which the first seat has a Detective to apply, with cards before everybody."""
    for seed in range(2000):
        referee, rng = Referee(find_game("secrets"), seats, {}), Generator(seed)
        while referee.state.actors():
            if min(referee.state.sizes) > 1 and referee.view(0)["effect"] == {"by": 0, "card": "detective"}:
                return [f"{actor} {text}" for actor, text in referee.log]
            referee.do(*referee.state.pick(rng))
    raise AssertionError("no such game")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390), (667, 375)])
@pytest.mark.parametrize("seats", length([8], [4, 6, 8]))
def test_nothing_lies_over_what_one_must_see(visitor, server, seats, width, height):
    table = lay_at(server, "secrets", seats, detective_at(seats))
    tickets = [sit(table, name) for name in PEOPLE[:seats]]
    table.start()
    page = visitor("phone" if width < 900 else "desktop")
    page.set_viewport_size({"width": width, "height": height})
    open_seat(page, table, tickets[0], wait=".ask-mine")
    people = [Person(server, table.id, ticket) for ticket in tickets[1:]]
    for number, person in enumerate(people):
        said = ["say card double-agent", "say team 0 hippie", "say trust"][number % 3]
        person.send(type="act", id=f"said{number}", text=said)
    expect(page.locator(".secrets-bubble")).to_have_count(seats - 1)
    page.evaluate(SETTLE)
    assert "\n".join(page.evaluate(COVERED)) == ""
    tap(page, seats - 2)
    page.click(".secrets-go")
    page.wait_for_selector(".secrets-sight")
    page.evaluate(SETTLE)
    assert "\n".join(page.evaluate(COVERED)) == ""


@cache
def offer_to(seats, target):
    """A random game in which an offer of another seat waits for this one, with cards before everybody."""
    for seed in range(2000):
        referee, rng = Referee(find_game("secrets"), seats, {}), Generator(seed)
        while referee.state.actors():
            view = referee.view(0)
            if min(referee.state.sizes) > 1 and view["phase"] == "answer" and view["target"] == target:
                return [f"{actor} {text}" for actor, text in referee.log]
            referee.do(*referee.state.pick(rng))
    raise AssertionError("no such game")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (667, 375)])
def test_an_offer_waits_clear_of_cards_and_tokens(visitor, server, width, height):
    small = (width, height) == (667, 375)  # where eleven letters and eight seats do not fit
    longest = PEOPLE[3] if small else "Maximiliane"
    for seats in length([5], [5, 6, 7] if small else [5, 6, 7, 8]):
        for target in length([3], range(seats)):
            table = lay_at(server, "secrets", seats, offer_to(seats, target))
            tickets = [sit(table, name) for name in [*PEOPLE[:3], longest, *PEOPLE[4:]][:seats]]
            table.start()
            page = visitor("phone")
            page.set_viewport_size({"width": width, "height": height})
            open_seat(page, table, tickets[0], wait=".secrets-offer")
            page.evaluate(SETTLE)
            assert "\n".join(page.evaluate(COVERED)) == "", (seats, target)


@pytest.mark.parametrize("language", ["de", "it"])
def test_the_button_below_a_choice_covers_no_name(visitor, server, language):
    """Where there are two rows of names and its words take two lines, too."""
    table = lay_at(server, "secrets", 6, offering(6))
    tickets = [sit(table, name) for name in PEOPLE[:6]]
    table.start()
    page = open_seat(visitor(language=language), table, tickets[0], wait=".secrets-tile-button")
    page.locator(".secrets-tile-button").first.click()
    page.locator(".secrets-word").first.click()
    page.wait_for_selector(".secrets-go:enabled")
    names = [name.bounding_box() for name in page.locator(".secrets-word").all()]
    lowest = max(box["y"] + box["height"] for box in names)
    assert lowest <= page.locator(".secrets-confirm").bounding_box()["y"]
    expect(page.locator(".secrets-go")).to_be_in_viewport(ratio=1)


def offering(seats):
    """A random game in which the first seat chooses an offer."""
    referee, rng = Referee(find_game("secrets"), seats, {}), Generator(1)
    while referee.state.actors() != (0,):
        referee.do(*referee.state.pick(rng))
    return [f"{actor} {text}" for actor, text in referee.log]


def test_what_one_knows_is_not_cut(visitor, server):
    """Also where Diplomats have made four sights doubtful."""
    table = lay_at(server, "secrets", 8, doubts())
    tickets = [sit(table, name) for name in PEOPLE]
    table.start()
    page = open_seat(visitor(), table, tickets[0], wait=".secrets-know")
    rows = page.locator(".secrets-know li")
    expect(page.locator(".secrets-know")).to_contain_text("may have been swapped by Ada in turn")
    assert rows.count() >= 4
    for row in rows.all():
        assert row.evaluate(
            """row => {
                const edge = row.closest('.secrets-know').getBoundingClientRect();
                const { bottom, right } = row.getBoundingClientRect();
                return bottom <= edge.bottom && right <= edge.right && bottom <= innerHeight;
            }"""
        ), row.inner_text()
    expect(page.locator(".secrets-know strong").first).to_contain_text("ow ")


def doubts():
    """Mata has seen many tokens, and Ada was a Diplomat between Mata's and Bea's."""
    teams = ["cia", "kgb"] * 4
    return [
        *[f"chance token {seat} {team}" for seat, team in enumerate(teams)],
        "chance first 1",
        *turn(1, "detective", 0),
        "0 accept",
        "0 look 2",
        *turn(2, "journalist", 4),
        "4 accept",
        *turn(3, "journalist", 6),
        "6 accept",
        *turn(4, "diplomat", 1),
        "1 accept",
        "1 exchange left",
        *turn(5, "diplomat", 3, other="scientist"),
        "3 accept",
        "3 exchange left",
    ]


# How long the scene is from one view to the next with these lines, and what moves in it.
FILM = """async ([before, after, feeds]) => {
    const { lasts, plan } = await import('/games/secrets/web/motion.js');
    return feeds.map(([seat, lines]) => {
        return { ...plan(lines, before, after), lasts: lasts(lines, before, after, seat) };
    });
}"""


def film(page, before, lines, *, seats=4, viewers=(None,)):
    """The scenes of some viewers from one position to a later one."""
    referee = Referee(find_game("secrets"), seats, {})
    for line in before:
        actor, text = line.split(maxsplit=1)
        referee.act(actor if actor == "chance" else int(actor), text)
    views, heard = [referee.view(None)], len(referee.events)
    for line in lines:
        actor, text = line.split(maxsplit=1)
        referee.act(actor if actor == "chance" else int(actor), text)
    views.append(referee.view(None))
    old = [len([1 for event in referee.events[:heard] if event.told(seat)]) for seat in viewers]
    feeds = [
        [seat, [list(line) for line in referee.feed(seat)[number:]]]
        for seat, number in zip(viewers, old, strict=True)
    ]
    return page.evaluate(FILM, [*views, feeds])


def test_every_effect_is_a_scene_and_its_length_tells_nothing(visitor):
    page = visitor()
    page.goto("/")
    start = [*DEAL, "chance first 1"]
    diplomat = [*start, *turn(1, "diplomat", 0), "0 accept"]
    onlooker, neighbour, across, own = film(
        page, diplomat, ["0 exchange left"], viewers=(None, 1, 2, 0)
    )  # Mata's, with Ada
    assert onlooker["maybe"] == neighbour["maybe"] == across["maybe"] == [{"places": [1, 3], "delay": 0}]
    assert own["maybe"] == []
    assert set(own["chips"]) == {"1", "centre"}
    assert onlooker["length"] == own["length"] > 0
    assert onlooker["lasts"] == neighbour["lasts"] == across["lasts"]

    looks = [
        film(page, [*start, *turn(1, "detective", 0), "0 accept"], [f"0 look {place}"], viewers=(None, 2, 0))
        for place in (0, 3, "centre")
    ]
    assert len({scene["length"] for look in looks for scene in look}) == 1

    two = [*start, *turn(1, "scientist", 0), "0 accept", *turn(2, "scientist", 0, other="detective")]
    (science,) = film(page, two, ["0 accept"])
    assert set(science["down"]) == {"0:0", "0:1"}
    assert science["down"]["0:1"] > science["down"]["0:0"]
    (stamp,) = film(page, UN_FOR_MATA[:-1], UN_FOR_MATA[-1:])
    assert stamp["un"] >= stamp["arrive"]["3:0"]
    (swap,) = film(page, [*start, *turn(1, "psychiatrist", 0), "0 accept"], ["0 swap 1 2"])
    assert set(swap["chips"]) == {"1", "2"}


def test_at_the_end_the_winners_are_unmasked_last(visitor):
    page = visitor()
    page.goto("/")
    lines = lines_near_the_end("secrets", 4, ())
    referee = Referee(find_game("secrets"), 4, {})
    for line in lines:
        actor, text = line.split(maxsplit=1)
        referee.act(actor if actor == "chance" else int(actor), text)
    act = f"0 {referee.legal()[0][0]}"
    (end,) = film(page, lines, [act])
    referee.act(0, act.removeprefix("0 "))
    winners = referee.view(None)["winners"]
    times = {int(seat): at for seat, at in end["turn"].items() if seat != "centre"}
    others = [at for seat, at in times.items() if seat not in winners]
    assert all(times[seat] > max(others) for seat in winners)
    assert next(iter(end["full"].values())) < min(times.values())
    assert end["length"] > max(times.values())


def test_an_offer_by_arrows_leaves_the_focus_beside_the_table(visitor, go_on):
    page = visitor()
    room = go_on(page, [*DEAL, "chance first 0", "chance reveal scientist", "chance reveal detective"])
    cards = page.locator(".secrets-tile-button")
    seats = page.locator(".secrets-seat-row button")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    expect(cards.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(".secrets-seat-row button:focus")).to_have_count(1)
    seats.first.focus()
    page.keyboard.press("ArrowRight")
    expect(seats.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".secrets-go")).to_be_enabled()
    page.locator(".secrets-go").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Will Bea accept your card?")
    expect(page.locator(".secrets-panel")).to_be_focused()
    assert room.table.referee.log[-1] == (0, "offer detective 2")


def test_the_log_stays_at_its_end_however_much_stands_above(visitor, go_on):
    page = visitor()
    go_on(page, [*UN_FOR_MATA, *turn(3, "journalist", 0, other="detective")])
    left = "log => Math.round(log.scrollHeight - log.scrollTop - log.clientHeight)"
    log = page.locator(".log")
    wait_until(page, f"({left})(document.querySelector('.log')) < 3")
    page.evaluate(
        """() => {
            // The news of the last scroll comes when what stands above has grown.
            const log = document.querySelector('.log');
            log.previousElementSibling.style.minHeight = '25rem';
            log.dispatchEvent(new Event('scroll'));
        }"""
    )
    assert log.evaluate(left) > 40
    page.click(".secrets-accept")
    in_log(page, "Mata accepts")
    wait_until(page, f"({left})(document.querySelector('.log')) < 3")


def test_the_end_says_what_all_began_as_and_calls_a_bluff_a_bluff(visitor, server):
    """Also of tokens that the reader has not seen, and of cards that were announced as others."""
    lines = [*DEAL, "chance first 0"]
    table = lay_at(server, "secrets", 4, [*lines, *turn(0, "psychiatrist", 1, other="detective")])
    tickets = [sit(table, name) for name in NAMES]
    table.start()
    people = [Person(server, table.id, ticket) for ticket in tickets]
    people[0].act("say card detective")
    people[1].act("accept")
    people[1].act("swap 2 3")
    play(people, random.Random(1))
    page = open_seat(visitor(), table, tickets[0], wait=".after")
    page.wait_for_selector(".secrets-bluffs", timeout=60_000)
    expect(page.locator(".secrets-bluffs li").first).to_have_text(
        "Mata said: “This card is the Detective.” That was a bluff: it was the Psychiatrist."
    )
    now = people[0].view["identities"]
    for seat, (name, before) in enumerate(zip(NAMES, ["CIA", "KGB", "CIA", "KGB"], strict=True)):
        row = page.locator(".secrets-who li").nth(seat)
        changed = TEAM[now[seat]] != before
        expect(row).to_have_text(f"{name}: {TEAM[now[seat]]}" + (f", began as {before}" if changed else ""))
