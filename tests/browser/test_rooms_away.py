"""Who is there: how many look on, who is away, and a bot for whom the table would wait for ever."""

import random

import pytest
from lengths import length
from looking import violations
from patience import tries
from playwright.sync_api import expect
from tables import Person
from test_page import act

from spyring.server.table.clocks import Pace

IMPATIENT = Pace(bot=0.0, grace=0.0, onlookers=0.0, patience=0.0)

# A browser's timers may be early by a hair, by its own clock.
EARLY = (
    "const later = setTimeout; window.setTimeout = (call, after, ...more) => later(call, after - 5, ...more)"
)


def sit(page, table, name):
    page.goto(f"/t/{table.id}")
    page.fill(".sit input", name)
    page.click(".sit .strong")
    page.wait_for_selector(f".seat-row:has-text('(you)') >> text={name}")
    return page


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_everybody_sees_how_many_look_on(visitor, server, size):
    table = server.lay("heimlich", 2)
    page = sit(visitor(size), table, "Mata")
    page.wait_for_selector(".onlookers", state="detached")  # who has sat down does not look on any more
    onlooker = Person(server, table.id)
    Person(server, table.id, screen=True)
    page.wait_for_selector(".room-seats .onlookers >> text=1 watching")
    table.post("bots", {"bot": "easy"})
    table.start()
    page.wait_for_selector(".ask .onlookers")
    Person(server, table.id)
    page.wait_for_selector(".ask .onlookers >> text=2 watching")
    assert violations(page, ".ask") == []
    onlooker.close()
    page.wait_for_selector(".ask .onlookers >> text=1 watching")


def test_who_has_left_does_not_come_back_by_what_is_still_to_be_drawn(visitor, server):
    """A page that sits down ends its onlooker's connection, perhaps between a message and the next frame."""
    table = server.lay("heimlich", 2)
    page = visitor()
    page.goto(f"/t/{table.id}")
    page.wait_for_selector(".sit")
    ended = page.evaluate(
        """async (id) => {
          const { Link } = await import("/link.js");
          const link = new Link(id, "");
          for (let tries = 0; link.status.value !== "here"; tries++) {
            if (tries > 3000) throw new Error("the connection is not made");
            await new Promise((go) => setTimeout(go, 10));
          }
          const message = { type: "update", from: link.reached, to: link.reached, events: [], seat: null };
          link.hear({ ...message, view: null, prompt: null, deadlines: null });
          link.end();
          await new Promise((go) => setTimeout(go, 1000)); // it would have tried again by then
          return [link.status.value, link.socket];
        }""",
        table.id,
    )
    assert ended == ["ended", None]


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_a_bot_plays_for_whom_the_table_has_long_waited(visitor, server, size):
    table = server.lay("heimlich", 2)
    page = visitor(size, plain=True)
    page.add_init_script(EARLY)
    mata = sit(page, table, "Mata")
    odile = sit(visitor("phone"), table, "Odile")
    server.room(table.id).pace = IMPATIENT
    table.start()
    odile.wait_for_selector(".board")
    odile.close()
    mata.wait_for_selector(".seat:nth-child(2) .tag >> text=not here", state="attached")
    rng = random.Random(1)
    for _ in tries(mata, "the turn to come round"):
        if server.room(table.id).table.waiting.keys() == {1}:
            break
        act(mata, rng)  # where there is something to do
    mata.wait_for_selector(".notice >> text=Odile has been away for a few minutes")
    assert violations(mata, ".stage") == []
    mata.click(".notice button")
    mata.wait_for_selector(".seat:nth-child(2) .tag >> text=a bot is filling in", state="attached")
    mata.wait_for_selector(".generic-act", state="attached")
    assert mata.locator(".notice").count() == 0

    odile = odile.context.new_page()
    odile.goto(f"/t/{table.id}")
    odile.wait_for_selector(".notice >> text=You were away")
    odile.click(".notice button")
    odile.wait_for_selector(".notice", state="detached")


def test_the_screen_says_who_is_away(visitor, server):
    table = server.lay("heimlich", 2)
    people = table.seat_all()
    page = visitor()
    page.goto(f"/t/{table.id}/screen")
    page.wait_for_selector("text=Everybody is here")
    people[1].close()
    page.wait_for_selector("text=but somebody is away")
    expect(page.locator(".screen-seats li:has(.icon)")).to_have_text(
        ["2\nPerson 1\nnot here"], use_inner_text=True
    )
    assert violations(page) == []
    people[1].connect()
    page.wait_for_selector("text=Everybody is here")
    table.start()
    page.wait_for_selector(".screen-play")
    assert page.locator(".screen-absent").count() == 0
    (late,) = server.room(table.id).table.waiting
    people[late].close()
    page.wait_for_selector(f".screen-absent >> text=Person {late} is away.")
    assert violations(page) == []
