"""Ready claims: made from the menu and read by others in their own language, in every game."""

import pytest
from lengths import length
from looking import EVERY_SIZE, ONE_SIZE_EACH, violations
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat, sit
from tables import Person, lay_at
from test_secrets_board import DEAL

CLAIMS = {  # what is said by seat 0, in English and in German, and the headings of the menu
    "secrets": (4, "say who 1", "Who are you, Bea?", "Wer bist du, Bea?", 4),
    "heimlich": (3, "say not 0 yellow", "I am not Perry.", "Ich bin nicht Perry.", 3),
    "wink": (4, "say not 1", "Bea, your partner is not me.", "Bea, wir sind keine Komplizen.", 3),
}


@pytest.mark.parametrize(("game", "device"), length(ONE_SIZE_EACH[:1], EVERY_SIZE))
def test_a_claim_is_made_and_read(visitor, server, game, device):
    seats, text, english, german, headings = CLAIMS[game]
    table = lay_near_the_end(server, game, seats)
    ticket = table.server.post(f"{table.path}/seats", {"name": "Mata"}, status=201)["ticket"]
    for name in ("Bea", "Cleo", "Dora")[: seats - 1]:
        table.sit(name)
    table.start()
    page = open_seat(visitor(device), table, ticket)
    other = visitor("desktop", language="de-DE")
    other.goto(f"/t/{table.id}")
    page.click(".tab:nth-child(2)")
    other.click(".tab:nth-child(2)")
    expect(page.locator(".talk optgroup")).to_have_count(headings)
    page.select_option(".talk select", text)
    page.click(".talk form:has(select) button")
    expect(page.locator(".talk-line p")).to_have_text(english)
    expect(other.locator(".talk-line p")).to_have_text(german)
    page.click(".tab:nth-child(1)")
    expect(page.locator(".log")).to_contain_text(english)
    assert (0, text) in server.room(table.id).table.referee.log


FITS = {  # whose page, what fits there, and the line that it becomes
    "secrets": (0, "This card is the Politician.", "say card politician"),
    "heimlich": (1, "Who are you, Mata?", "say who 0"),
    "wink": (1, "Mata, your partner is not me.", "say not 0"),
}


def lay_where_it_fits(server, game):
    if game == "secrets":
        reveals = ["chance first 0", "chance reveal scientist", "chance reveal politician"]
        return lay_at(server, game, 4, [*DEAL, *reveals])
    return lay_near_the_end(server, game, CLAIMS[game][0])


@pytest.mark.parametrize(("game", "device"), length(ONE_SIZE_EACH, EVERY_SIZE))
def test_what_fits_is_said_beside_the_act(visitor, server, game, device):
    seat, words, text = FITS[game]
    table = lay_where_it_fits(server, game)
    tickets = [sit(table, name) for name in ("Mata", "Bea", "Cleo", "Dora")[: table.seats]]
    table.start()
    page = open_seat(visitor(device), table, tickets[seat])
    if device == "phone":
        page.get_by_role("button", name="Say now").click()
        page.keyboard.press("Escape")
        expect(page.locator(".say-chip:visible")).to_have_count(0)
        page.get_by_role("button", name="Say now").click()
    expect(page.locator(".say-chip:visible").first).to_be_in_viewport(ratio=1)
    cover = page.get_by_role("button", name="Cover my secrets")
    cover.click()
    expect(page.locator(".say-chip, .say-folded")).to_have_count(0)
    cover.click()
    if device == "phone":
        page.get_by_role("button", name="Say now").click()
    assert violations(page) == []
    page.locator(".say-chip:visible", has_text=words).click()
    expect(page.locator(".ask-last")).to_contain_text(words)
    assert (seat, text) in server.room(table.id).table.referee.log
    if device == "desktop":
        expect(page.locator(".say-chip:visible", has_text=words)).to_be_disabled()


@pytest.mark.parametrize("device", length(["phone"], ["desktop", "phone"]))
def test_a_claim_that_is_proved_is_marked_for_who_can_know_it(visitor, server, device):
    """Mata knows who she is; Cleo does not, nor does who looks at Mata's page while it is covered."""
    table = lay_near_the_end(server, "heimlich", 3)
    tickets = [sit(table, name) for name in ("Mata", "Bea", "Cleo")]
    table.start()
    bea = Person(server, table.id, tickets[1])
    page = open_seat(visitor(device), table, tickets[0])
    me = server.room(table.id).table.referee.view(0)["me"]
    others = [server.room(table.id).table.referee.view(seat)["me"] for seat in (1, 2)]
    wrong = next(one for one in ("red", "blue", "green", "grey") if one not in (me, *others))
    for agent in (me, wrong):
        bea.send(type="act", id=agent, text=f"say agent 0 {agent}")
        bea.until(lambda who, id=agent: id in who.done)
    page.click(".tab:nth-child(2)")
    expect(page.locator(".talk-line .tag")).to_have_text(["true", "false"])
    expect(page.locator(".ledger li")).to_contain_text("Bea: 1 true, 1 false")
    assert violations(page, ".talk") == []
    page.click("[aria-label='Cover my secrets']")
    expect(page.locator(".talk-line .tag")).to_have_count(0)
    expect(page.locator(".ledger")).to_have_count(0)
    cleo = open_seat(visitor(), table, tickets[2])
    with cleo.expect_response("**/ledger"):
        cleo.click(".tab:nth-child(2)")
    cleo.wait_for_timeout(300)  # whatever it says would be drawn by now
    expect(cleo.locator(".talk-line")).to_have_count(2)
    assert cleo.locator(".talk-line .tag").count() == 0
