"""Heimlich's board, decision by decision: several agents in one move, the safe, cards, the dossier."""

import contextlib
import json
import random
import time
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import pytest
import tables
from bare import bare_board
from patience import tries, wait_until
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat, sit
from tables import lay_at
from test_boards import fits_across, is_fine

from spyring import fair
from spyring.core import CHANCE
from spyring.games import find_game, heimlich
from spyring.generator import Generator
from spyring.referee import Referee

NAMES = {
    "grey": "Schulz",
    "yellow": "Perry",
    "orange": "Bucci",
    "red": "Jaques",
    "green": "Mirkov",
    "blue": "Doyle",
    "purple": "Larsson",
}
RING = ["church", *map(str, range(1, 11)), "ruins"]
KEY = b"3"  # chance that brings every kind of card early, to two seats
PATIENCE = 200.0  # seconds for a whole game on a busy machine
MOST_LISTS = 40  # of one kind of decision


@pytest.fixture
def lay(server, monkeypatch):
    """Lays tables at which chance does the same in every run."""
    monkeypatch.setattr(fair, "deal_key", lambda *_: KEY)
    return lambda seats, **options: Table(server, seats, options)


class Table:
    """People who play on by themselves; the first of them has a page as well, once it is asked for."""

    def __init__(self, server, seats, options):
        self.host = server.lay("heimlich", seats, options=options)
        self.people = self.host.seat_all()
        self.host.start()
        self.mata = self.people[0]
        self.rng = random.Random(f"{seats} {options}")
        self.page = None

    def get_to(self, wanted):
        """Play at random until the first seat has a decision that is wanted."""
        until = time.monotonic() + PATIENCE
        while not self.mata.over:
            assert time.monotonic() < until, "the game does not get on"
            for person in self.people:
                with contextlib.suppress(TimeoutError):
                    while True:
                        person.receive(0)
            able = [person for person in self.people if person.prompt]
            if not able or self.page_acts():
                time.sleep(0.001)
                continue
            person = self.rng.choice(able)
            if person is self.mata and wanted(self.mata):
                self.page_asks()
                return self.mata
            tables.play([person], self.rng, acts=1)
        raise AssertionError("the game is over")

    def page_asks(self):
        """The page has drawn the decision that its seat has now; what is tapped before that is let go."""
        if self.page:
            self.page.wait_for_selector(f".board[data-prompt='{self.mata.prompt['number']}']")

    def page_acts(self):
        """Whether the page does the only thing that is left to do: nobody plays a card without cards."""
        prompt = self.mata.prompt
        return self.page and prompt and len(prompt["legal"]) == 1 and not self.mata.view["hand"]

    def hears(self, text):
        """Everybody hears an act of the first seat; agents may be named in any order."""
        words = sorted(text.split())
        for person in self.people:
            person.until(
                lambda who: any(actor == 0 and sorted(said.split()) == words for actor, said in who.heard)
            )

    def open(self, page):
        """The page of the first seat, from a cold start."""
        open_seat(page, self.host, self.mata.ticket, wait=".ask-mine")
        self.page = page
        self.page_asks()
        return page


def chip(page, agent):
    return page.locator("button.heimlich-chip", has_text=NAMES[agent])


def confirm(page):
    return page.locator(".heimlich-main")


def scores_with_two(mata):
    """A movement that brings one agent to the safe and spends the rest on another one."""
    view = mata.view
    if view["phase"] != "move" or view["roll"] == "1-3":
        return None
    points = int(view["roll"])
    for first in view["agents"]:
        away = (RING.index(view["safe"]) - RING.index(view["agents"][first])) % len(RING)
        other = next(agent for agent in view["agents"] if agent != first)
        if 0 < away < points:
            return first, away, other, points - away
    return None


def test_several_agents_with_one_roll_and_then_the_safe(visitor, lay):
    table = lay(3)
    mata = table.get_to(scores_with_two)
    first, away, other, rest = scores_with_two(mata)
    page = table.open(visitor("desktop"))
    panel = page.locator(".heimlich-do")
    for agent in [first] * away + [other] * rest:
        assert confirm(page).is_disabled()
        chip(page, agent).click()
    panel.get_by_text("0 steps left").wait_for()
    panel.get_by_text("The safe opens").wait_for()
    page.keyboard.press("Escape")
    panel.get_by_text("1 step left").wait_for()
    assert confirm(page).is_disabled()
    chip(page, other).press("ArrowRight")
    is_fine(page)
    confirm(page).click()
    table.hears(f"move {first} {away} {other} {rest}")

    page.get_by_text("Where does the safe go next?").first.wait_for()
    goal = "3" if mata.view["safe"] == "4" else "4"
    page.locator(f".heimlich-open[data-building='{goal}'] .heimlich-target").click()
    panel.get_by_text(f"The safe goes to building {goal}.").wait_for()
    assert page.locator(".heimlich-houses [aria-pressed=true]").inner_text() == goal
    is_fine(page)
    confirm(page).click()
    table.hears(f"safe {goal}")


def shape(text):
    """What has to be chosen for a card: a building, an agent and a way, two agents, one agent, nothing."""
    words = text.split()[2:]
    if not words or words[0] not in NAMES:
        return ("building",) if words else ()
    return tuple("agent" if word in NAMES else "way" for word in words)


def test_top_secret_cards_by_touch(visitor, lay):
    """One card for each kind of choice; an onlooker sees what is played."""
    table = lay(2, **{"top-secret": "on"})
    missing = {("agent", "way"), ("agent", "agent"), ("agent",), ("building",)}
    watcher = visitor("desktop", pace="fast")

    def fitting(mata):
        return [text for text in mata.prompt["legal"] if text.startswith("play ") and shape(text) in missing]

    while missing:
        wanted = table.rng.choice(fitting(table.get_to(fitting)))
        if not table.page:
            table.open(visitor("phone"))
        watcher.goto(f"/t/{table.host.id}")  # anew: a film that is far behind would skip the card
        watcher.wait_for_selector(".board > *")
        watcher.evaluate(WATCH)
        press(table.page, wanted)
        table.hears(wanted)
        wait_until(watcher, f"window.seen.includes({json.dumps(word(f'card.{wanted.split()[1]}'))})")
        missing.remove(shape(wanted))
    is_fine(table.page)


WATCH = """() => {
    window.seen = '';
    new MutationObserver(() => {
        window.seen += document.querySelector('.heimlich-played')?.innerText ?? '';
    }).observe(document.querySelector('.board'), {childList: true, subtree: true});
}"""


def press(page, text):
    """Choose a card and its targets, as the text of the act names them."""
    _, card, *words = text.split()
    page.locator("button.heimlich-card:not([aria-disabled])", has_text=word(f"card.{card}")).first.tap()
    for target in words:
        if target in NAMES:
            chip(page, target).tap()
        elif card == "move-safe":
            page.locator(".heimlich-pick").nth(RING.index(target)).tap()
        else:
            page.locator(".heimlich-way", has_text=target).tap()
    page.locator(".heimlich-main:enabled", has_text=word("play")).tap()


def word(key):
    """A text of the game, as the page has it."""
    return json.loads((Path(heimlich.__file__).parent / "texts" / "en.json").read_text())[key]


def test_the_dossier(visitor, lay):
    """A contradiction wipes out the older line, what follows is filled in, and one seals what one sees."""
    table = lay(4, dossier="on")
    mata = table.get_to(lambda mata: mata.view["phase"] == "dossier")
    page = table.open(visitor("phone"))
    agents = [agent for agent in mata.view["agents"] if agent != mata.view["me"]]

    def write(agent, owner):
        page.locator(".heimlich-dossier label", has_text=f"{NAMES[agent]}: {owner}").tap()

    write(agents[0], "Person 1")
    write(agents[1], "Person 1")  # and no longer the one before
    write(agents[2], "Person 2")
    assert confirm(page).is_disabled()
    write(agents[3], "Person 3")
    page.wait_for_selector(".heimlich-main:enabled")
    is_fine(page)
    confirm(page).tap()
    mata.until(lambda mata: mata.view["dossier"])
    assert mata.view["dossier"] == {
        agents[0]: None,
        agents[1]: 1,
        agents[2]: 2,
        agents[3]: 3,
        **dict.fromkeys(agents[4:]),
    }


def test_a_small_phone_shows_all_that_is_needed_at_once(visitor, lay):
    """Town, agents and choice between the shell's bars, nothing covered, nothing too small for a thumb."""
    table = lay(4, **{"top-secret": "on"})
    for phase in ("move", "cards", "safe"):
        table.get_to(lambda mata, phase=phase: mata.view["phase"] == phase and len(mata.prompt["legal"]) > 1)
        if not table.page:
            table.open(visitor("phone")).set_viewport_size({"width": 360, "height": 740})
        table.page.wait_for_selector(f".ask-mine + * .heimlich-in-{phase} .heimlich-main")
        table.page.evaluate("scrollTo(0, 0)")
        laid = table.page.evaluate(LAID)
        assert laid["ask"][1] <= laid["town"][0], phase
        assert laid["town"][1] <= laid["do"][0], phase
        assert laid["main"][1] <= laid["tabs"][0], phase
        assert laid["agents"][1] <= laid["do"][0], phase
        assert laid["smallest"] >= 44, phase


LAID = """() => {
    const box = part => document.querySelector(part).getBoundingClientRect();
    const sides = Object.entries({
        ask: '.ask', tabs: '.tabs', town: '.heimlich-town', agents: '.heimlich-agents',
        do: '.heimlich-do', main: '.heimlich-main',
    }).map(([name, part]) => [name, [box(part).top, box(part).bottom]]);
    const lengths = [...document.querySelectorAll('.heimlich button')]
        .map(one => one.getBoundingClientRect()).flatMap(one => [one.width, one.height]);
    return { ...Object.fromEntries(sides), smallest: Math.min(...lengths) };
}"""


def decisions(seats, seed):
    """The lists of legal acts in a random game, the same one once."""
    game = find_game("heimlich")
    rng = Generator(seed)
    state = game.new(seats, game.settle(seats, {"top-secret": "on", "dossier": "on"}))
    found = set()
    while actors := state.actors():
        for actor in actors:
            if actor != CHANCE:
                found.add(tuple(game.text(state, actor, action) for action in state.legal_actions(actor)))
        state.step(rng)
    return found


def test_every_legal_act_can_be_said(visitor, server):
    """By taps, targets and lines: what the board lets one choose is all that the rules allow."""
    lists = {verb: [] for verb in ("move", "play", "dossier")}
    for legal in sorted(decisions(2, 1) | decisions(3, 2)):
        for verb, found in lists.items():
            if any(text.startswith(verb) for text in legal) and len(found) < MOST_LISTS:
                found.append(legal)
    assert all(lists.values())
    page = visitor("desktop")
    page.goto("/")
    assert page.evaluate(SAY_ALL, [*lists["move"], *lists["play"], *lists["dossier"]]) == []


SAY_ALL = """async lists => {
    const board = await import('/games/heimlich/web/choice.js');
    const sorted = text => text.split(' ').sort().join(' ');
    const pairs = words => words.flatMap((word, place) => place % 2 ? [] : [[word, words[place + 1]]]);
    const say = {
        move: (legal, words) => {
            const { moves } = board.movement(legal);
            const steps = {};
            for (const [agent, count] of pairs(words))
                for (let step = 0; step < Number(count); step += 1) {
                    if (!board.canStep(moves, steps, agent)) return null;
                    steps[agent] = (steps[agent] ?? 0) + 1;
                }
            return board.moveText(Object.keys(steps), steps);
        },
        play: (legal, [card, ...words]) => {
            const next = (_, place) => board.targets(legal, card, words.slice(0, place)).next;
            const offered = words.every((word, place) => next(word, place).includes(word));
            const { whole } = board.targets(legal, card, words);
            const text = ['play', card, ...words].join(' ');
            const said = card === 'join-agent' ? whole === text : whole && sorted(whole) === sorted(text);
            return board.playable(legal).includes(card) && offered && said ? text : null;
        },
        dossier: (legal, words) => {
            const all = board.dossiers(legal);
            const write = (lines, [agent, owner]) => board.writeLine(all, lines, agent, owner);
            const agents = words.filter((_, place) => place % 2 === 0);
            return board.dossierText(pairs(words).reduce(write, {}), agents);
        },
    };
    return lists.flatMap(legal => legal.filter(text => {
        const [verb, ...words] = text.split(' ');
        return verb in say && say[verb](legal, words) !== text;
    }));
}"""


def test_the_same_choice_twice_in_a_row(visitor):
    """A table may be so fast that a seat hears of its next turn before it has seen anybody else's."""
    page = bare_board(visitor, "heimlich")
    referee = Referee(find_game("heimlich"), 2, {})
    for actor, text in (
        (CHANCE, "deal 0 grey"),
        (CHANCE, "deal 1 red"),
        (CHANCE, "first 0"),
        (CHANCE, "roll 2"),
    ):
        referee.act(actor, text)
    move(page, referee)
    for actor, text in (0, "move grey 2"), (CHANCE, "roll 3"), (1, "move red 3"), (CHANCE, "roll 2"):
        referee.act(actor, text)
    move(page, referee)
    assert page.evaluate("window.sent") == ["move grey 2", "move grey 2"]


def test_a_short_tap_is_a_tap_however_late_the_page_hears_of_it(visitor):
    page = bare_board(visitor, "heimlich", "phone")
    referee = Referee(find_game("heimlich"), 2, {})
    for text in ("deal 0 grey", "deal 1 red", "first 0", "roll 2"):
        referee.act(CHANCE, text)
    page.evaluate(SHOW, [referee.view(0), referee.legal()[0]])
    for finger, heard, steps in ((0.05, 0.6, "+1"), (0.05, 0.0, "+2"), (0.6, 0.0, "+1")):
        touch(page, page.locator("button.heimlich-chip").first, finger=finger, heard=heard)
        expect(page.locator(".heimlich-chip-steps")).to_have_text(steps)


def touch(page, thing, *, finger, heard):
    """A finger on something, for so many seconds; the page hears of its end so much later."""
    box = thing.bounding_box()
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    devices = page.context.new_cdp_session(page)
    down = time.time()
    devices.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [place], "timestamp": down}
    )
    page.wait_for_timeout(heard * 1000)
    up = down + finger
    devices.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], "timestamp": up})


SHOW = "([view, legal]) => window.show(view, [], {legal, seat: 0})"


def move(page, referee):
    """The first seat spends two points on the first agent."""
    page.evaluate(SHOW, [referee.view(0), referee.legal()[0]])
    for _ in range(2):
        page.locator("button.heimlich-chip").first.click()
    confirm(page).click()


def test_h37_the_safe_goes_away_and_comes_back(visitor):
    page = bare_board(visitor, "heimlich")
    referee = Referee(find_game("heimlich"), 2, {"top-secret": "on"})
    setup = ("deal 0 grey", "deal 1 red", "draw 0 to-safe", "draw 1 move-safe", "draw 0 move-safe")
    for text in (*setup, "draw 1 one-step", "first 0", "roll 2"):
        referee.act(CHANCE, text)
    for actor, text, scores, gains in (
        (0, "move grey 2", False, []),
        (0, "play to-safe red", True, ["+2", "+7"]),
        (0, "play move-safe 8", False, []),
        (0, "done", False, []),
        (1, "play move-safe 7", False, []),
        (1, "play one-step red back", False, []),
    ):
        referee.act(actor, text)
        assert page.evaluate(STANDING, referee.view(None)) == [scores, gains], text


STANDING = """view => {
    window.show(view, []);
    const words = document.querySelector('.heimlich-do').textContent;
    const gains = [...document.querySelectorAll('.heimlich-chip-gain')].map(one => one.textContent);
    return [words.includes('cards.scores') ? true : words.includes('cards.quiet') ? false : null, gains];
}"""


class Scripted:
    """A board by itself at a table whose every line is written down, and what its seat was told of them."""

    def __init__(self, page, *setup, seats=2, **options):
        self.page = page
        self.referee = Referee(find_game("heimlich"), seats, {"top-secret": "on", **options})
        self.do(*setup)

    def do(self, *lines):
        for line in lines:
            actor, _, text = line.partition(" ")
            self.referee.act(CHANCE if actor == CHANCE else int(actor), text)

    def show(self, seat=0, **more):
        told = [{"actor": actor, "text": text} for actor, text in self.referee.feed(seat)]
        shown = {
            "seat": seat,
            "legal": self.referee.legal().get(seat, []),
            "told": told,
            "table": "T",
            **more,
        }
        self.page.evaluate("([view, more]) => window.show(view, [], more)", [self.referee.view(seat), shown])


TWO_HANDS = (
    "chance deal 0 grey",
    "chance deal 1 red",
    "chance draw 0 two-back",
    "chance draw 1 to-ruins",
    "chance draw 0 one-step",
    "chance draw 1 forward-1-3",
    "chance first 1",
)


def test_what_one_wants_to_be_asked_is_kept_over_turns(visitor):
    """The page passes after a while where nothing is at stake, and asks when it matters."""
    page = bare_board(visitor, "heimlich", dressed=True)
    table = Scripted(page, *TWO_HANDS, "chance roll 2", "1 move green 2", "1 pass")
    wish = page.get_by_label("Ask me")
    soon = page.get_by_text("Passing for you")

    table.show()
    expect(wish).to_have_value("always")
    expect(soon).to_have_count(0)
    page.evaluate(HASTEN)
    page.evaluate("window.still = true")  # until somebody has pressed the button
    wish.select_option("matters")
    expect(soon).to_be_visible()
    page.get_by_role("button", name="Wait, let me decide").click()
    expect(soon).to_have_count(0)
    page.evaluate("window.still = false")

    page.evaluate("window.begin()")  # and what was chosen is still there
    table.show()
    expect(wish).to_have_value("matters")
    wait_until(page, "window.sent.join() === 'pass'")
    table.do("0 pass", "chance roll 3", "0 move orange 3")
    table.show()
    wait_until(page, "window.sent.join() === 'pass,pass'")

    # Somebody plays a card on my agent.
    table.do("0 pass", "1 play forward-1-3 grey 1", "1 done")
    table.show()
    expect(page.locator(".heimlich-main")).to_be_enabled()
    expect(soon).to_have_count(0)
    # I have answered, and nothing has happened since.
    table.do("0 pass", "1 pass", "chance roll 5", "1 move green 5", "1 pass")
    assert table.referee.view(0)["would_score"]
    table.show()
    expect(soon).to_have_count(0)
    page.get_by_text("As things stand, all agents score").wait_for()

    # Not this round: also where it matters, until it is my turn again.
    wish.select_option("later")
    wait_until(page, "window.sent.length === 3")
    table.do("0 pass", "1 safe 1", "chance roll 2")
    table.show()
    table.do("0 move yellow 2")
    table.show()
    expect(wish).to_have_value("matters")
    for after in page.evaluate("window.waited"):
        assert 800 <= after <= 2500


# What the page waits for comes at once; how long it would have waited is written down.
HASTEN = """() => {
    const { setTimeout } = window;
    window.waited = [];
    window.setTimeout = (what, after) => {
        if (!(after >= 800 && after <= 3000) || after === 1500) return setTimeout(what, after);
        window.waited.push(after);
        return window.still ? 0 : setTimeout(what, 50);
    };
}"""


def test_a_card_shows_what_would_come_of_it(visitor):
    page = bare_board(visitor, "heimlich", dressed=True)
    setup = [line.replace("0 two-back", "0 to-safe") for line in TWO_HANDS]
    table = Scripted(page, *setup, "chance roll 2", "1 move green 2", "1 pass")
    table.show()
    page.locator("button.heimlich-card", has_text=word("card.to-safe")).click()
    chip(page, "red").click()
    panel = page.locator(".heimlich-do")
    panel.get_by_text("Jaques → building 7").wait_for()
    panel.get_by_text("all agents would score").wait_for()
    expect(page.locator(".heimlich-chip-gain")).to_have_text(["+7", "+2"], use_inner_text=True)
    page.keyboard.press("Escape")
    chip(page, "green").click()
    panel.get_by_text("Mirkov → building 7").wait_for()
    expect(page.locator(".heimlich-chip-gain")).to_have_text(["+7"], use_inner_text=True)


@cache
def lines_to(phase, seats, *, points=0):
    """A random game up to a decision of the first seat in a phase, with the two variants."""
    for seed in range(200):
        rng = Generator(seed)
        referee = Referee(find_game("heimlich"), seats, VARIANTS)
        while actors := referee.state.actors():
            view = referee.view(0)
            if 0 in actors and view["phase"] == phase and max(view["scores"].values()) >= points:
                return [f"{actor} {text}" for actor, text in referee.log]
            referee.do(*referee.state.pick(rng))
    raise AssertionError(f"no game comes to {phase}")


VARIANTS = {"top-secret": "on", "dossier": "on"}


def open_at(visitor, server, phase, seats, size="desktop", **more):
    """The page of the first seat in the middle of a game, at its own decision; nobody else acts."""
    table = lay_at(server, "heimlich", seats, lines_to(phase, seats, **more), **VARIANTS)
    tickets = [sit(table, f"Person {seat}") for seat in range(seats)]
    table.start()
    return open_seat(visitor(size), table, tickets[0], wait=".ask-mine")


def test_the_notes_are_a_detectives_desk(visitor, server):
    """All in sight, nothing shifts, one's own agent is struck out; the evidence is there after a reload."""
    page = open_at(visitor, server, "dossier", 4)
    assert page.locator(".log .trail > *").evaluate_all(BEYOND) == []
    page.get_by_role("button", name="Notes").click()
    grid = page.locator(".notes-scroll")
    assert grid.evaluate("one => one.scrollWidth - one.clientWidth") == 0
    expect(page.locator(".notes-sign svg")).to_have_count(7)
    expect(page.locator(".notes-own")).to_have_count(3)
    cell = page.locator(".notes-cell").first
    boxes = "all => all.map(one => JSON.stringify(one.getBoundingClientRect()))"
    before = page.locator(".notes-cell").evaluate_all(boxes)
    cell.click()
    expect(cell).to_have_class("notes-cell notes-yes")
    assert page.locator(".notes-cell").evaluate_all(boxes) == before

    # What the notes say stands in the dossier.
    said = cell.get_attribute("aria-label").split(":")[0]
    name, agent = said.split(", ")
    expect(page.get_by_label(f"{agent}: {name}")).to_be_checked()
    page.get_by_text("Filled in from your notes").wait_for()

    page.reload()
    page.get_by_role("button", name="Notes").click()
    expect(page.get_by_label(f"{agent}: {name}")).to_be_checked()
    lines = [line.split() for line in lines_to("dossier", 4)]
    walked = [words for words in lines if words[0] == "1" and words[1] == "move" and "grey" in words]
    steps = sum(int(words[words.index("grey") + 1]) for words in walked)
    told = page.locator(".heimlich-evidence tbody tr").nth(1).locator("td").first
    expect(told).to_contain_text(f"{steps} by die")
    is_fine(page)


# Pictures beside lines of the log that run over its edge.
BEYOND = """all => all.filter(one =>
    one.getBoundingClientRect().right > one.closest('.log').getBoundingClientRect().left
        + one.closest('.log').clientWidth).map(one => one.parentElement.parentElement.textContent)"""


def test_the_discard_pile_can_be_opened(visitor, server):
    page = open_at(visitor, server, "move", 4, points=15)
    thrown = page.get_by_role("button", name="Discard pile")
    thrown.click()
    played = [line.split()[2] for line in lines_to("move", 4, points=15) if " play " in line]
    first = page.locator(".heimlich-pile li strong").first
    assert first.inner_text() == word(f"card.{played[-1]}")
    is_fine(page)
    page.get_by_role("button", name="Close").click()
    expect(page.locator(".heimlich-pile")).to_have_count(0)
    expect(thrown).to_be_focused()


SMALL = [(844, 390), (667, 375), (640, 400)]  # the last is 1280x800 at 200 %


@pytest.mark.parametrize(
    ("phase", "sizes"),
    [
        ("move", [(1280, 800), (390, 844), (360, 740), *SMALL]),
        ("cards", [(1280, 800), (390, 844)]),
        ("dossier", SMALL),
        ("safe", [(1280, 800), (390, 844), (844, 390)]),
    ],
)
def test_nothing_that_one_decides_by_is_covered(visitor, server, phase, sizes):
    """With seven seats, what can be pressed is in the window, and nothing lies over it or over the town."""
    page = open_at(visitor, server, phase, 7, "phone")
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector(f".heimlich-in-{phase} .heimlich-main")
        page.evaluate("scrollTo(0, 0)")
        covered = partial(page.evaluate, COVERED)
        for _ in tries(page, covered):  # a window that was resized is drawn a moment later
            if covered() == []:
                break
        fits_across(page)


# The middle of each thing belongs to it, or to what stands before it in the same picture.
COVERED = """() => {
    const pressed = '.heimlich-main, button.heimlich-chip, .heimlich-dossier-short select';
    const seen = '.heimlich-town .heimlich-agent, .heimlich-town .heimlich-house';
    return [...document.querySelectorAll(`${pressed}, ${seen}`)].filter(one => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        const own = one.closest('.heimlich-town') ?? one;
        const inside = left >= 0 && right <= innerWidth && bottom <= innerHeight + 1;
        return !own.contains(found) || (one.matches(pressed) && !inside);
    }).map(one => `${one.getAttribute('class') ?? one.tagName} ${one.textContent}`);
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_a_card_that_is_played_lies_on_the_square(visitor, width, height):
    """Not over the agents that it moves."""
    page = bare_board(visitor, "heimlich", dressed=True)
    page.set_viewport_size({"width": width, "height": height})
    table = Scripted(page, *TWO_HANDS, "chance roll 6", "1 move grey 1 yellow 1 orange 3 red 1")
    for roll, split in (("4", "0 move green 4"), ("5", "1 move orange 2 green 2 yellow 1")):
        table.do("1 pass" if split[0] == "0" else "0 pass", "0 pass" if split[0] == "0" else "1 pass")
        table.do(f"chance roll {roll}", split)
    table.show(seat=None)
    table.do("1 play to-ruins red")
    events = [[1, "play to-ruins red"]]
    page.evaluate("([view, events]) => window.show(view, events)", [table.referee.view(None), events])
    page.wait_for_selector(".heimlich-played")
    assert page.evaluate(OVERLAID) == []


OVERLAID = """() => {
    const box = one => one.getBoundingClientRect();
    const card = box(document.querySelector('.heimlich-played'));
    const meets = ({left, right, top, bottom}) =>
        left < card.right - 2 && right > card.left + 2 && top < card.bottom - 2 && bottom > card.top + 2;
    const agents = [...document.querySelectorAll('.heimlich-agent')];
    return agents.filter(one => meets(box(one))).map(one => one.textContent);
}"""


def test_it_is_decided_before_the_masks_come_off(visitor, server):
    table = lay_near_the_end(server, "heimlich", 3)
    ticket = sit(table, "Mata")
    sit(table, "Person 1")
    sit(table, "Person 2")
    table.start()
    page = open_seat(
        visitor("phone", pace="fast", motion="no-preference"), table, ticket, wait=".ask-mine .ask-words"
    )
    page.evaluate(STAND)
    expect(page.locator(".heimlich-do")).to_contain_text("nothing depends on it")
    page.locator(".heimlich-pick:not(:disabled)").first.tap()
    confirm(page).tap()
    page.wait_for_selector(".after")
    assert page.evaluate("window.stood") == "It is decided. Masks off!"


# What the board said when it was last seen before the end.
STAND = """() => {
    const look = () => {
        const said = document.querySelector('.table .heimlich:not(.heimlich-in-over) .heimlich-do strong');
        if (said) window.stood = said.textContent;
    };
    new MutationObserver(look).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""


def test_no_seat_wears_the_colour_of_an_agent(visitor, server):
    page = open_at(visitor, server, "move", 7)
    worn, colours = page.evaluate(WORN)
    assert len(worn) >= 14
    assert not set(worn) & set(colours)


WORN = """async () => {
    const { AGENTS } = await import('/games/heimlich/web/ring.js');
    const colour = hex => `rgb(${[1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
    const marks = [...document.querySelectorAll('.badge')].map(one => getComputedStyle(one));
    return [
        marks.flatMap(style => [style.backgroundColor, style.borderTopColor]),
        AGENTS.flatMap(one => [colour(one.colour), colour(one.shade)]),
    ];
}"""


def test_the_masks_come_off_one_by_one_and_the_winners_last(visitor):
    page = bare_board(visitor, "heimlich", dressed=True)
    referee = Referee(find_game("heimlich"), 4, {})
    rng = Generator(3)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    page.evaluate("view => window.show(view, [], {quiet: false})", referee.view(None))
    points = [int(one) for one in page.locator(".heimlich-unmasked > b").all_inner_texts()]
    assert points == sorted(points, reverse=True)
    delays = page.locator(".heimlich-face").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).animationDelay))"
    )
    assert delays == sorted(delays, reverse=True)
    assert len(set(delays)) == 7
    assert min(one - other for one, other in pairwise(delays)) >= 0.5
    lasts = "import('/games/heimlich/web/frames.js').then(({lasts}) => lasts(...window.given))"
    page.evaluate(
        "given => { window.given = given; }", [OWNERS, referee.view(None), referee.view(None), None]
    )
    assert page.evaluate(lasts) >= 1500, "how it stands is seen before that"


OWNERS = [[CHANCE, "owner grey 0"], [CHANCE, "owner red free"]]


def test_h33_the_button_for_staying_says_when_the_hand_is_full(visitor):
    page = bare_board(visitor, "heimlich")
    referee = Referee(find_game("heimlich"), 2, {"top-secret": "on"})
    dealt = ("draw 0 to-safe", "draw 1 move-safe", "draw 0 move-safe", "draw 1 one-step")
    for text in ("deal 0 grey", "deal 1 red", *dealt, "first 0"):
        referee.act(CHANCE, text)
    for drawn, words in (("to-ruins", "stay"), ("two-back", "stay"), (None, "stay.full")):
        referee.act(CHANCE, "roll 1-3")
        page.evaluate(SHOW, [referee.view(0), referee.legal()[0]])
        expect(page.get_by_role("button", name=words, exact=True)).to_be_enabled()
        if drawn:
            lines = ((0, "stay"), (CHANCE, f"draw 0 {drawn}"), (0, "pass"), (1, "pass"))
            for actor, text in (*lines, (CHANCE, "roll 2"), (1, "move red 2"), (1, "pass"), (0, "pass")):
                referee.act(actor, text)


def test_the_safe_by_arrows_leaves_the_focus_where_it_was(visitor, server):
    page = open_at(visitor, server, "safe", 4)
    houses = page.locator(".heimlich-pick:enabled")
    houses.first.focus()
    page.keyboard.press("ArrowRight")
    expect(houses.nth(1)).to_be_focused()
    page.keyboard.press("Enter")
    expect(houses.nth(1)).to_be_focused()
    confirm(page).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".ask-mine", state="detached")
    expect(page.locator(".heimlich-do")).to_be_focused()

    page.get_by_role("button", name="Notes").click()
    cells = page.locator(".notes-cell")
    cells.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cells.nth(1)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".notes-scroll tbody tr").nth(1).locator(".notes-cell").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".notes-cell:focus")).to_have_class("notes-cell notes-yes")


def test_after_a_pass_what_was_before_it_is_not_since_ones_last_turn(visitor, server):
    """Though the log has no line for it."""
    page = open_at(visitor, server, "cards", 4)
    news = page.locator(".since li")
    news.first.wait_for()
    before = news.count()
    assert before > 3
    confirm(page).click()
    wait_until(page, f"document.querySelectorAll('.since li').length < {before}")
