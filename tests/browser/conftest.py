"""Lends the browser's tests a browser and a server that they share, and people with a window of their own."""

import asyncio
import contextlib
import json
import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
sys.path.insert(0, str(Path(__file__).parent))

import tables

from spyring.server.table import judging
from spyring.server.table.clocks import Pace

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
PATIENCE = 30_000  # milliseconds, for anything that is bound to come
FAILED = Path(__file__).parent / "failed"  # pictures of the pages of tests that failed
PAGES = pytest.StashKey()
PACE = Pace(bot=0.0, beat=0.2, grace=0.0)  # bots answer at once; a page has time to draw between two beats
# Pages of the browser's own window that nobody sees here; each would be loaded anew for everybody who comes.
UNSEEN = [
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "SpareRendererForSitePerProcess",
]
# Looks at every secret that is dealt, so that the game goes on.
LOOK = """new MutationObserver(() => document.querySelector(".deal[open] button")?.click()).observe(
  document, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] })"""
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={','.join(UNSEEN)}",
]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, without a window if there is one like that."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    chromium = next(filter(None, map(shutil.which, names)), None)
    assert chromium is not None, "there is no Chromium here: install it (apt-get install chromium)"
    with sync_playwright() as running:
        yield running.chromium.launch(executable_path=chromium, args=ARGUMENTS)


@pytest.fixture(scope="session")
def serving(tmp_path_factory):
    with tables.Server(tmp_path_factory.mktemp("tables"), pace=PACE) as running:
        yield running


@pytest.fixture
def server(serving):
    """The server; at the tables of earlier tests nothing goes on any more."""
    yield serving
    serving.sockets.close()
    for room in list(serving.rooms.live.values()):
        if room.table.phase == "playing":
            closing = room.commit(lambda table, at: judging.close(table, at, why="host"))
            asyncio.run_coroutine_threadsafe(closing, serving.loop).result(tables.PATIENCE)


@pytest.fixture(params=SIZES)
def size(request):
    """A desktop's window, and a phone's."""
    return request.param


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.failed and "visitor" in item.fixturenames:
        for number, page in enumerate(item.stash.get(PAGES, [])):
            keep(page, FAILED / f"{item.name.replace('/', '-')}-{number}")
    return report


def keep(page, where):
    """What a page looked like when its test failed."""
    FAILED.mkdir(exist_ok=True)
    with contextlib.suppress(Error):
        where.with_name(f"{where.name}.html").write_text(page.content(), "utf-8")
        page.screenshot(path=f"{where}.png", timeout=PATIENCE)


@pytest.fixture
def visitor(browser, server, request):
    """Makes people with a browser of their own, and wants no word of complaint in any console."""
    pages = request.node.stash.setdefault(PAGES, [])
    complaints = []
    contexts = []

    def complain(said):
        asked_for = said.location["url"].endswith(("/NOSUCH", "/name", "/nonsense/position", "/replay"))
        asked_for = asked_for or "ERR_INTERNET_DISCONNECTED" in said.text
        if said.type == "error" and not asked_for:
            complaints.append(said.text)

    def come(
        size="desktop",
        *,
        language="en-GB",
        plain=False,
        worker=False,
        pace="once",
        motion="reduce",
        looks=True,
        **more,
    ):
        """Somebody; `worker`: their browser keeps the page for when there is no network.

        Without another pace they are shown everything at once. `looks`: at what they are dealt, and at once.
        """
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            locale=language,
            base_url=server.url,
            reduced_motion=motion,
            service_workers="allow" if worker else "block",
            **more,
        )
        contexts.append(context)
        if plain:
            context.add_init_script("localStorage.setItem('spyring.plain', 'true')")
        if looks:
            context.add_init_script(LOOK)
        # What somebody has chosen on the page stays.
        context.add_init_script(f"localStorage['spyring.pace'] ??= {json.dumps(json.dumps(pace))}")
        page = context.new_page()
        pages.append(page)
        page.set_default_timeout(PATIENCE)
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []
