"""Lends the browser's tests a browser, and the server that the server's tests use."""

import shutil
import sys
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "server"))
sys.path.insert(0, str(Path(__file__).parent))

import tables

from spyring.server.table.clocks import Pace

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert chromium is not None, "there is no Chromium here: install it (apt-get install chromium)"
    with sync_playwright() as running:
        yield running.chromium.launch(executable_path=chromium, args=ARGUMENTS)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose bots answer at once."""
    pace = Pace(bot=0.0, beat=0.05, grace=0.0)
    with tables.Server(tmp_path_factory.mktemp("tables"), pace=pace) as running:
        yield running


@pytest.fixture(params=SIZES)
def size(request):
    """A desktop's window, and a phone's."""
    return request.param


@pytest.fixture
def visitor(browser, server):
    """Makes people with a browser of their own, and wants no word of complaint in any console."""
    complaints = []
    contexts = []

    def complain(said):
        asked_for = said.location["url"].endswith("/NOSUCH") or "ERR_INTERNET_DISCONNECTED" in said.text
        if said.type == "error" and not asked_for:
            complaints.append(said.text)

    def come(size="desktop", *, language="en-GB", plain=False, **more):
        width, height = SIZES[size]
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=size == "phone",
            locale=language,
            base_url=server.url,
            reduced_motion="reduce",
            **more,
        )
        contexts.append(context)
        if plain:
            context.add_init_script("localStorage.setItem('spyring.plain', 'true')")
        page = context.new_page()
        page.set_default_timeout(30_000)  # milliseconds, for anything that is bound to come
        page.on("console", complain)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield come
    for context in contexts:
        context.close()
    assert complaints == []
