"""The page as files: the shell, and what each game's folder adds to it.

Nothing is built. A file is read when it is asked for, packed once, and sent again only to a browser
that does not have it yet (ETag); so an edit shows after a reload, and a second visit costs next to nothing.
"""

import gzip
import hashlib
import io
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

import spyring
from spyring.games import games
from spyring.server import LANGUAGES
from spyring.server.http.outgoing import to_json

PACKAGE = Path(spyring.__file__).parent
WEB = PACKAGE / "web"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".md": "text/markdown; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".LICENSE": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
OPEN_FOLDERS = ("web", "texts")
PACKED_ALREADY = (".woff2", ".png")
WORTH_PACKING = 500  # bytes


@dataclass(frozen=True)
class Packed:
    """Something to send: plain, smaller, and its name among all versions of it."""

    plain: bytes
    small: bytes | None
    tag: str
    type: str

    def answer(self, request: Request) -> Response:
        """This file, or that the browser has it."""
        headers = {"cache-control": "no-cache", "etag": self.tag, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.small, headers={**headers, "content-encoding": "gzip"}, media_type=self.type)
        return Response(self.plain, headers=headers, media_type=self.type)


def pack(plain: bytes, suffix: str) -> Packed:
    """Make something ready to send."""
    small = None
    if len(plain) > WORTH_PACKING and suffix not in PACKED_ALREADY:
        small = gzip.compress(plain, 9, mtime=0)
    return Packed(plain, small, f'"{hashlib.sha256(plain).hexdigest()[:20]}"', TYPES[suffix])


@lru_cache(maxsize=512)
def _read(path: Path, changed: int) -> Packed:
    return pack(path.read_bytes(), path.suffix)


def _send(request: Request, folder: Path, name: str) -> Response:
    """A file below a folder; anything else, however it is asked for, is not there."""
    try:
        path = (folder / name).resolve()
        found = path.suffix in TYPES and path.is_relative_to(folder.resolve()) and path.is_file()
    except (OSError, ValueError):  # a name that no file can have
        found = False
    if not found:
        raise HTTPException(404, "There is no such page")
    return _read(path, path.stat().st_mtime_ns).answer(request)


def _folder(key: str) -> Path:
    if key not in games():
        raise HTTPException(404, "There is no such game")
    return PACKAGE / "games" / key


async def shell(request: Request) -> Response:
    """The same page for every path that a person may type; what it shows, it decides itself."""
    return _send(request, WEB, "index.html")


async def shell_file(request: Request) -> Response:
    """A file of the shell; a person who follows a wrong link gets the page, which says so."""
    try:
        return _send(request, WEB, request.path_params["name"])
    except HTTPException as missing:
        if not request.headers.get("accept", "").startswith("text/html"):
            raise
        page = (WEB / "index.html").read_bytes()
        return Response(page, missing.status_code, media_type=TYPES[".html"])


async def game_file(request: Request) -> Response:
    found = request.path_params
    if found["part"] not in OPEN_FOLDERS:
        raise HTTPException(404, "There is no such page")
    return _send(request, _folder(found["key"]) / found["part"], found["name"])


async def rules(request: Request) -> Response:
    """The rules of a game in the language asked for, or as they were first written."""
    folder = _folder(request.path_params["key"])
    language = request.path_params["language"]
    if language in LANGUAGES and (folder / "texts" / f"rules.{language}.md").is_file():
        answer = _send(request, folder / "texts", f"rules.{language}.md")
    else:
        language = "en"
        answer = _send(request, folder, "rules.md")
    answer.headers["content-language"] = language
    return answer


async def manifest(request: Request) -> Response:
    """What an installed page is called and said to be, in the first language of the browser that we speak."""
    wanted = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    language = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
    words = json.loads((WEB / "texts" / f"{language}.json").read_bytes())
    about = json.loads((WEB / "manifest.webmanifest").read_bytes())
    about |= {"lang": language, "description": words["home.line"]}
    answer = pack(to_json(about), ".webmanifest").answer(request)
    answer.headers["vary"] = "accept-encoding, accept-language"
    return answer


async def boards(request: Request) -> Response:
    """What each game has of its own, so that no browser has to ask for what is not there."""
    found = {
        key: {
            "board": (_folder(key) / "web" / "board.js").is_file(),
            "style": (_folder(key) / "web" / "board.css").is_file(),
            "texts": [name for name in LANGUAGES if (_folder(key) / "texts" / f"{name}.json").is_file()],
        }
        for key in games()
    }
    return pack(to_json(found), ".json").answer(request)


async def invitation(request: Request) -> Response:
    """The link to a table, for a camera."""
    link = f"{request.url.scheme}://{request.url.netloc}/t/{request.path_params['table']}"
    try:
        code = segno.make(link, micro=False)
    except segno.DataOverflowError:
        raise HTTPException(404, "There is no such page") from None
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=2, omitsize=True, xmldecl=False)
    return pack(drawn.getvalue(), ".svg").answer(request)


def page_routes() -> list[BaseRoute]:
    """Everything of the page; the shell's files last, as they are everything else."""
    return [
        Route("/", shell),
        Route("/t/{table}", shell),
        Route("/t/{table}/screen", shell),
        Route("/learn", shell),
        Route("/learn/{game}", shell),
        Route("/t/{table}/qr.svg", invitation),
        Route("/manifest.webmanifest", manifest),
        Route("/games/boards.json", boards),
        Route("/games/{key}/rules/{language}.md", rules),
        Route("/games/{key}/{part:str}/{name:path}", game_file),
        Route("/{name:path}", shell_file),
    ]
