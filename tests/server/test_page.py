"""The page's files: what is sent, to whom a second time, and what never is."""

from pathlib import Path

import pytest

import spyring
from spyring.games import games
from spyring.server import LANGUAGES


@pytest.mark.parametrize("path", ["/", "/t/ABC234", "/t/ABC234/screen", "/learn", "/learn/heimlich"])
def test_every_path_that_a_person_may_type_shows_the_page(server, path):
    answer = server.http.get(path)
    assert answer.headers["content-type"].startswith("text/html")
    assert 'src="/main.js"' in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", ["/nowhere", "/t/", "/pages/nothing.js"])
def test_a_wrong_link_gets_a_person_the_page_and_a_program_an_error(server, path):
    page = server.http.get(path, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert 'src="/main.js"' in page.text
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert server.http.get(path).json()["error"]["id"]


def test_a_file_is_sent_small_and_only_once(server):
    first = server.http.get("/main.js")
    assert first.headers["content-encoding"] == "gzip"
    again = server.http.get("/main.js", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    plain = server.http.get("/main.js", headers={"accept-encoding": "identity"})
    assert plain.text == first.text


@pytest.mark.parametrize(
    "path",
    [
        "/games/heimlich/rules.py",
        "/games/heimlich/tests/scenes.py",
        "/games/heimlich/web/%2e%2e/rules.md",
        "/games/heimlich/texts/..%2f..%2f..%2fserver/http/routes.py",
        "/%2e%2e/server/http/routes.py",
        "/..%2fserver%2fapi.py",
        "/games/nothing/rules/en.md",
        "/nothing.js",
    ],
)
def test_nothing_else_is_sent(server, path):
    assert server.http.get(path).status_code == 404


@pytest.mark.parametrize("game", sorted(games()))
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_say_in_which_language_they_are(server, game, language):
    answer = server.http.get(f"/games/{game}/rules/{language}.md")
    own = Path(spyring.__file__).parent / "games" / game / "texts" / f"rules.{language}.md"
    assert answer.headers["content-language"] == (language if own.is_file() else "en")
    assert answer.text.startswith("# ")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [("de-AT,de;q=0.9,en;q=0.8", "de"), ("pt, fr;q=0.5", "fr"), ("pt", "en"), ("", "en")],
)
def test_an_installed_page_speaks_the_browsers_language(server, wanted, language):
    answer = server.http.get("/manifest.webmanifest", headers={"accept-language": wanted})
    words = server.http.get(f"/texts/{language}.json").json()
    assert answer.headers["content-type"] == "application/manifest+json"
    assert "accept-language" in answer.headers["vary"]
    assert answer.json()["lang"] == language
    assert answer.json()["description"] == words["home.line"]
    assert answer.json()["name"] == "Spyring"


def test_an_invitation_for_a_camera(server):
    answer = server.http.get(f"/t/{server.lay().id}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
