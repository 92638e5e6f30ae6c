"""Cases and the record of this device: solved, scored, remembered, saved and brought back."""

import json
import re

import pytest
from lengths import length
from looking import EVERY_SIZE, ONE_SIZE_EACH, violations
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat, sit

MAKING = 60_000  # milliseconds: a process has to start, and bots have to play


def shares(page):
    return [int(re.sub(r"\D", "", text)) for text in page.locator(".case-share output").all_inner_texts()]


def fits_across(page):
    return page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@pytest.mark.parametrize(("game", "size"), length(ONE_SIZE_EACH[:1], EVERY_SIZE))
def test_a_case_is_solved_and_stays_solved(visitor, server, game, size):
    page = visitor(size)
    page.goto(f"/cases/{game}-easy-2")
    page.wait_for_selector(".case-form", timeout=MAKING)
    page.wait_for_selector(".case-page .board > *")
    expect(page.locator(".case-head h1")).to_contain_text("Who")
    assert fits_across(page)
    assert violations(page) == []
    assert abs(sum(shares(page)) - 100) <= len(shares(page))
    first = page.locator(".case-share input").first
    first.focus()
    page.keyboard.press("End")  # sure, by keys alone
    expect(page.locator(".case-share output").first).to_have_text("100%")
    assert sum(shares(page)) == 100
    page.keyboard.press("Home")
    assert shares(page)[0] == 0
    assert abs(sum(shares(page)) - 100) <= len(shares(page))
    page.get_by_role("button", name="Answer").click()
    page.wait_for_selector(".case-verdict")
    points = page.inner_text(".case-points b")
    assert re.fullmatch(r"\d+ of 100 points", points)
    expect(page.locator(".case-table .case-true")).to_have_count(1)
    assert fits_across(page)
    assert violations(page) == []
    clue = page.locator(".case-clues button").first
    clue.click()
    last = page.locator(".replay-at").inner_text().split(" / ")
    assert int(last[0]) < int(last[1])

    page.reload()
    page.wait_for_selector(".case-verdict", timeout=MAKING)
    expect(page.locator(".case-points b")).to_have_text(points)  # the first answer counts
    assert page.locator(".case-form").count() == 0
    page.get_by_role("link", name="Another case").click()
    page.wait_for_url(f"**/cases/{game}-*-1")  # of its level, which need not be the one asked for


def test_the_case_of_the_day_makes_a_streak(visitor, server):
    page = visitor("phone")
    page.goto("/")
    page.get_by_role("link", name="Case of the day").click()
    page.wait_for_selector(".cases-today")
    assert violations(page) == []
    page.get_by_role("link", name="Solve it").click()
    page.wait_for_selector(".case-form", timeout=MAKING)
    page.get_by_role("button", name="Answer").click()
    page.wait_for_selector(".case-verdict")
    page.get_by_role("link", name="All cases").click()
    page.wait_for_selector("text=1-day streak")
    page.wait_for_selector(".calibration-dot")
    assert violations(page) == []
    assert fits_across(page)


def test_an_unknown_case_says_so(visitor, server):
    page = visitor()
    page.goto("/cases/nonsense")
    expect(page.locator(".wrong")).to_have_text("There is no such case, or its day has not begun yet.")


def test_a_finished_game_is_on_record_and_the_record_moves_to_another_device(visitor, server, tmp_path):
    table = lay_near_the_end(server, "heimlich", 3)
    ticket = sit(table, "Anna")
    table.post("bots", {"bot": "uniform"})
    page = visitor("phone")
    page.goto("/records")
    page.wait_for_selector("text=No finished game yet.")
    table.start()
    open_seat(page, table, ticket)
    page.evaluate("localStorage['spyring.plain'] = 'true'")
    page.reload()
    page.locator(".generic-act").first.click()
    page.wait_for_selector(".story-band", timeout=MAKING)
    page.goto("/records")
    page.wait_for_selector("text=1 game,")
    assert violations(page) == []
    assert fits_across(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "record.json"
    saved.value.save_as(file)
    (game,) = json.loads(file.read_text())["games"]
    assert (game["game"], game["seat"], game["seats"]) == ("heimlich", 0, 3)
    assert 0 <= game["readable"] <= 1

    other = visitor()
    other.goto("/records")
    other.locator("input[type=file]").set_input_files(file)
    other.wait_for_selector("text=1 entry added.")
    other.wait_for_selector("text=1 game,")
    file.write_text('{"kind": "something else"}')
    other.locator("input[type=file]").set_input_files(file)
    other.wait_for_selector("text=This is not a file that was saved here.")
    other.wait_for_selector("text=1 game,")
