"""Ready claims: made from the menu and read by others in their own language, in every game."""

import pytest
from playwright.sync_api import expect
from sitting import lay_near_the_end, open_seat

CLAIMS = {  # what is said by seat 0, in English and in German, and the headings of the menu
    "secrets": (4, "say who 1", "Who are you, Bea?", "Wer bist du, Bea?", 4),
    "heimlich": (3, "say not 0 yellow", "I am not Perry.", "Ich bin nicht Perry.", 3),
    "wink": (4, "say not 1", "Bea, your partner is not me.", "Bea, ich bin nicht dein Komplize.", 3),
}


@pytest.mark.parametrize("device", ["desktop", "phone"])
@pytest.mark.parametrize("game", CLAIMS)
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
