"""A game again at an address of its own: from a table, from a file, shared, and played on."""

import pytest
from lengths import length
from looking import EVERY_SIZE, ONE_SIZE_EACH, violations
from patience import tries
from playwright.sync_api import expect
from sitting import open_seat, sit
from tables import lay_at

from spyring import gamefile
from spyring.games import games
from spyring.generator import Generator
from spyring.referee import Referee

STORY_PATIENCE = 60_000  # milliseconds: a process has to start, and to think


def played(key, seats=None, seed=1):
    referee = Referee(games()[key], seats or games()[key].seats[0], {})
    rng = Generator(seed)
    while referee.state.actors():
        referee.do(*referee.state.pick(rng))
    return referee


def finished(server, referee):
    """A table at which this game was played to its end."""
    lines = [f"{actor} {text}" for actor, text in referee.log]
    table = lay_at(server, referee.game.key, referee.seats, lines)
    table.post("bots", {"bot": "uniform"})
    table.start()
    return table


def file_of(tmp_path, referee):
    file = tmp_path / "one.game"
    file.write_text(gamefile.write(referee.game, referee.seats, referee.options, referee.log))
    return file


def dealt(referee):
    """How many lines there are before anybody acts."""
    return next(number for number, (actor, _) in enumerate(referee.log) if actor != "chance")


def at(page, line, referee):
    expect(page.locator(".replay-at")).to_have_text(f"{line} / {len(referee.log)}", use_inner_text=True)


@pytest.mark.parametrize(("game", "size"), length(ONE_SIZE_EACH[1:2], EVERY_SIZE))
def test_a_replay_has_an_address_that_others_can_open(visitor, server, game, size):
    referee = played(game)
    table = finished(server, referee)
    page = visitor(size)
    page.goto(f"/r/{table.id}")
    page.wait_for_selector(".replay .board > *")
    first = dealt(referee)
    at(page, first, referee)  # nobody begins with blank steps
    page.keyboard.press("ArrowRight")
    at(page, first + 1, referee)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    at(page, len(referee.log), referee)
    page.keyboard.press("Home")
    at(page, 0, referee)
    line = page.locator(".replay-log button").nth(3)
    said = line.inner_text().split("\n")[0].strip()
    line.click()
    expect(page.locator(".replay-log [aria-current]")).to_contain_text(said)
    expect(page.locator(".replay-line")).to_contain_text(said)
    page.select_option(".replay-eyes select", "1")
    page.wait_for_selector(".story-band", timeout=STORY_PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.click("text=Analyse the game")
    page.wait_for_selector(".analysis .story-band", timeout=STORY_PATIENCE)
    assert page.locator(".analysis .story-band").count() == referee.seats
    assert violations(page) == []
    page.click(".analysis-moments button")
    judged = server.http.get(f"{table.path}/analysis", timeout=60).json()["moments"]
    first_told = judged.get("costliest") or judged["giveaway"]
    at(page, first_told["line"], referee)
    expect(page.locator(".replay-eyes select")).to_have_value(str(first_told["seat"]))
    page.select_option(".replay-eyes select", "1")

    other = visitor("desktop" if size == "phone" else "phone", language="de-DE")
    other.goto(page.url)
    other.wait_for_selector(".replay .board > *")
    expect(other.locator(".replay-eyes select")).to_have_value("1")
    assert other.inner_text(".replay-at") == page.inner_text(".replay-at")
    page.evaluate("location.hash = '#2/all'")
    at(page, 2, referee)
    expect(page.locator(".replay-eyes select")).to_have_value("all")


def test_a_seat_reads_what_it_was_told_and_all_eyes_read_everything(visitor, server):
    referee = played("secrets")
    table = finished(server, referee)
    number, (actor, text) = next(
        (place, line) for place, line in enumerate(referee.log) if line[1].startswith("offer ")
    )
    _, card, target = text.split()
    card, target = card.replace("-", " "), int(target)
    other = next(seat for seat in range(referee.seats) if seat not in (actor, target))
    page = visitor()
    page.goto(f"/r/{table.id}#{number + 1}/{actor}")
    page.wait_for_selector(".replay .board > *")
    whole = page.inner_text(".replay-line")
    assert card in whole.lower()
    page.select_option(".replay-eyes select", str(other))
    expect(page.locator(".replay-line")).not_to_have_text(whole)
    assert card not in page.inner_text(".replay-line").lower()
    page.select_option(".replay-eyes select", "all")
    expect(page.locator(".replay-line")).to_have_text(whole)
    page.wait_for_selector(".replay-truth", timeout=STORY_PATIENCE)
    told = page.locator(".board [aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    open_tokens = [one for one in told if any(team in one for team in ("CIA", "KGB", "Hippie"))]
    assert len(open_tokens) >= referee.seats


def test_with_all_eyes_a_lie_is_called_one(visitor, server):
    before = played("heimlich", 2)
    first = dealt(before)
    owned = {text.split()[1]: text.split()[2] for _, text in before.log if text.startswith("deal ")}
    referee = Referee(before.game, 2, {})
    for number, (actor, text) in enumerate(before.log):
        if number == first:
            referee.act(0, f"say agent 1 {owned['1']}")
            referee.act(1, f"say agent 0 {owned['1']}")
        referee.act(actor, text)
    table = finished(server, referee)
    page = visitor()
    page.goto(f"/r/{table.id}#{first + 2}/all")
    page.wait_for_selector(".replay-truth", timeout=STORY_PATIENCE)
    expect(page.locator(".replay-log .tag")).to_have_text(["true", "false"])
    page.select_option(".replay-eyes select", "0")
    expect(page.locator(".replay-log .tag")).to_have_count(0)  # one did not know it then


def test_it_runs_by_itself_and_the_slider_has_its_own_arrows(visitor, server):
    referee = played("heimlich")
    table = finished(server, referee)
    page = visitor()
    page.goto(f"/r/{table.id}#{len(referee.log) - 3}")
    page.wait_for_selector(".replay .board > *")
    page.select_option(".replay-speed select", "4")
    page.get_by_label("Play", exact=True).click()
    at(page, len(referee.log), referee)
    page.get_by_label("Play", exact=True).wait_for()  # it has stopped
    page.locator(".replay input[type=range]").focus()
    page.keyboard.press("ArrowLeft")
    at(page, len(referee.log) - 1, referee)


def test_while_a_game_goes_on_there_is_no_replay(visitor, server):
    table = server.lay("heimlich", 2)
    table.seat_all()
    table.start()
    page = visitor()
    page.goto(f"/r/{table.id}")
    page.wait_for_selector(".wrong >> text=This is only available when the game is over.")
    page.click("text=Back to the table")
    page.wait_for_selector(".board > *")


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_a_game_file_is_opened_from_disk(visitor, server, tmp_path, size):
    referee = played("heimlich", 3)
    page = visitor(size)
    page.goto("/")
    page.click("text=Open a game file")
    page.wait_for_selector("h1 >> text=Open a game file")
    assert violations(page) == []
    bad = tmp_path / "bad.game"
    bad.write_text("game heimlich\nseats 2\n1 dance\n")
    page.set_input_files(".replay-choose input", bad)
    page.wait_for_selector(".wrong >> text=line 3")
    page.set_input_files(".replay-choose input", file_of(tmp_path, referee))
    page.wait_for_selector(".replay .board > *")
    at(page, dealt(referee), referee)
    page.keyboard.press("ArrowRight")
    page.reload()  # it is still there
    page.wait_for_selector(".replay .board > *")
    at(page, dealt(referee) + 1, referee)
    page.wait_for_selector(".story-band", timeout=STORY_PATIENCE)
    assert violations(page) == []


DROP = """async ([name, text]) => {
  const files = new DataTransfer();
  files.items.add(new File([text], name));
  dispatchEvent(new DragEvent("drop", { dataTransfer: files, cancelable: true }));
}"""


def test_a_game_file_is_dropped_on_the_page(visitor, server, tmp_path):
    page = visitor()
    page.goto("/")
    page.wait_for_selector(".game-ways")
    for game in ("secrets", "heimlich"):  # the second where the first is shown
        referee = played(game)
        page.evaluate(DROP, ["one.game", file_of(tmp_path, referee).read_text()])
        page.wait_for_selector(f".table-title >> text={games()[game].title}")
        at(page, dealt(referee), referee)


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_one_leads_the_others_follow_and_words_stay(visitor, server, size):
    referee = played("heimlich", 3)
    lines = [f"{actor} {text}" for actor, text in referee.log]
    table = lay_at(server, "heimlich", 3, lines)
    tickets = [sit(table, name) for name in ("Anna", "Bruno")]
    table.post("bots", {"bot": "uniform"})
    table.start()
    anna, bruno = [
        open_seat(visitor(one), table, ticket, wait="#main")
        for one, ticket in zip((size, "desktop"), tickets, strict=True)
    ]
    for page in (anna, bruno):
        page.goto(f"/r/{table.id}#4")
        page.wait_for_selector(".replay .board > *")
    anna.get_by_role("button", name="Lead everybody").click()
    bruno.wait_for_selector("text=Anna leads; your board follows.")
    anna.locator(".replay-on").click()
    at(bruno, 5, referee)
    anna.select_option(".replay-eyes select", "2")
    expect(bruno.locator(".replay-eyes select")).to_have_value("2")
    assert violations(bruno) == []
    bruno.keyboard.press("End")  # looks around
    bruno.wait_for_selector("text=Anna leads; you are looking around alone.")
    anna.locator(".replay-on").click()
    at(anna, 6, referee)
    at(bruno, len(referee.log), referee)
    bruno.get_by_role("button", name="Follow Anna again").click()
    at(bruno, 6, referee)
    anna.get_by_placeholder("Say something about line 6").fill("Here it was clear.")
    anna.get_by_role("button", name="Send").click()
    word = bruno.locator(".together-words li button")
    expect(word).to_contain_text("Here it was clear.")
    bruno.keyboard.press("Home")
    word.click()
    at(bruno, 6, referee)
    anna.get_by_role("button", name="Point at line 6").click()
    expect(bruno.locator(".together-words li")).to_have_count(2)
    expect(bruno.locator(".replay-log [aria-current] .icon")).to_have_count(1)
    anna.get_by_role("button", name="Stop leading").click()
    expect(bruno.get_by_role("button", name="Lead everybody")).to_have_attribute("aria-pressed", "false")
    onlooker = visitor()
    onlooker.goto(f"/r/{table.id}#1")
    onlooker.wait_for_selector(".together-words >> text=Here it was clear.")
    assert onlooker.get_by_role("button", name="Lead everybody").count() == 0


@pytest.mark.parametrize("size", length(["phone"], ["desktop", "phone"]))
def test_a_game_is_played_on_from_the_middle_to_its_end(visitor, server, size):
    referee = played("heimlich", 2)
    table = finished(server, referee)
    line = len(referee.log) - 12
    page = visitor(size, plain=True)
    page.goto(f"/r/{table.id}#{line}/1")
    page.wait_for_selector(".replay .board > *")
    page.get_by_label("Deal all hidden things again").check()
    page.get_by_label("Deal all hidden things again").uncheck()
    page.click("text=Play on from here")
    page.wait_for_selector("text=This game goes on from an earlier one.")
    earlier = page.get_by_role("link", name="See the earlier game")
    expect(earlier).to_have_attribute("href", f"/r/{table.id}#{line}")
    expect(page.locator(".seat-row").nth(1)).to_contain_text("(you)")
    assert page.get_by_role("button", name="Change", exact=True).count() == 0  # it is as it was
    assert violations(page) == []
    page.click("text=Fill free seats with bots")
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(".board > *")
    again = server.room(page.url.rpartition("/")[2])
    assert again.table.referee.log[:line] == referee.log[:line]
    for _ in tries(page, "the end"):
        if again.table.over:
            break
        page.evaluate("document.querySelector('.generic-act')?.click()")
    page.wait_for_selector(".after")
