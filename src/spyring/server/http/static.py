"""The page as files: the shell, and what each game's folder adds to it.

Nothing is built. A browser keeps a file and asks each time whether it has changed (ETag). So an edit shows
after a reload, and a second visit costs next to nothing. Files are compressed; answers of a table never are,
because the size of an answer would tell how alike its secrets and the request are.
"""

import gzip
import hashlib
import io
import json
import mimetypes
import stat
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import segno
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import NotModifiedResponse, StaticFiles

import spyring
from spyring.games import games
from spyring.server import LANGUAGES
from spyring.server.http.finding import find
from spyring.server.http.limits import Addresses
from spyring.server.http.outgoing import respond
from spyring.server.live.rooms import Rooms

PACKAGE = Path(spyring.__file__).parent
WEB = PACKAGE / "web"
OPEN_FOLDERS = ("web", "texts")
KEEP_AND_ASK = "no-cache"
PICTURES = 256  # QR codes of links, cached
KEPT_FILES = 1000  # more than there are

# Some machines call a script plain text, and then no browser would run it.
for suffix, kind in {
    ".css": "text/css",
    ".js": "text/javascript",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}.items():
    mimetypes.add_type(kind, suffix)


@dataclass(frozen=True)
class Kept:
    """A file in memory, with what every answer says of it."""

    plain: bytes
    small: bytes | None  # compressed, where that is shorter
    headers: dict[str, str]


@lru_cache(maxsize=KEPT_FILES)
def _kept(path: str, changed: int, size: int) -> Kept:
    """Read and compressed once, until it changes on the disk."""
    plain = Path(path).read_bytes()
    small = gzip.compress(plain, mtime=0)
    headers = {
        "content-type": _kind(path),
        "etag": f'"{hashlib.sha256(plain).hexdigest()[:32]}"',
        "cache-control": KEEP_AND_ASK,
        "vary": "accept-encoding",
    }
    return Kept(plain, small if len(small) < len(plain) else None, headers)


def _kind(path: str) -> str:
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


class Files(StaticFiles):
    """The files below one folder, from memory: a class of thirty opens the page at the same moment."""

    async def send(self, request: Request, name: str, status: int = 200) -> Response:
        """One of these files; nothing else can be asked for, in any way."""
        try:
            path, found = self.lookup_path(name)
        except (OSError, ValueError):  # a name that no file can have
            raise HTTPException(404) from None
        if found is None or not stat.S_ISREG(found.st_mode):
            raise HTTPException(404)
        kept = _kept(path, found.st_mtime_ns, found.st_size)
        if status == 200 and self.is_not_modified(Headers(kept.headers), request.headers):
            return NotModifiedResponse(Headers(kept.headers))
        if kept.small is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(kept.plain, status, kept.headers)
        return Response(kept.small, status, {**kept.headers, "content-encoding": "gzip"})


shell_files = Files(directory=WEB)


def _folder(key: str) -> Path:
    if key not in games():
        raise HTTPException(404)
    return PACKAGE / "games" / key


async def shell(request: Request) -> Response:
    """The same page for every path that a person may type; the page decides what to show."""
    return await shell_files.send(request, "index.html")


async def shell_file(request: Request) -> Response:
    """A file of the shell; a person who follows a wrong link gets the page, which explains it."""
    try:
        return await shell_files.send(request, request.path_params["name"])
    except HTTPException as missing:
        if not request.headers.get("accept", "").startswith("text/html"):
            raise
        return await shell_files.send(request, "index.html", missing.status_code)


async def game_file(request: Request) -> Response:
    """A file of a game's board or of its texts."""
    found = request.path_params
    folder = _folder(found["key"]) / found["part"]
    if found["part"] not in OPEN_FOLDERS or not folder.is_dir():
        raise HTTPException(404)
    return await Files(directory=folder).send(request, found["name"])


async def rules(request: Request) -> Response:
    """The rules of a game in the requested language, or the numbered rules."""
    folder = _folder(request.path_params["key"])
    language = request.path_params["language"]
    name = f"texts/rules.{language}.md"
    if language not in LANGUAGES or not (folder / name).is_file():
        language, name = "en", "rules.md"
    answer = await Files(directory=folder).send(request, name)
    answer.headers["content-language"] = language
    return answer


async def manifest(request: Request) -> Response:
    """The name and description of an installed page, in the browser's first language that we have."""
    wanted = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    language = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
    words = json.loads((WEB / "texts" / f"{language}.json").read_bytes())
    about = json.loads((WEB / "manifest.webmanifest").read_bytes())
    about |= {"lang": language, "description": words["home.line"]}
    answer = respond(about, headers={"cache-control": KEEP_AND_ASK, "vary": "accept-language"})
    answer.headers["content-type"] = "application/manifest+json"
    return answer


async def boards(request: Request) -> Response:
    """What each game's folder has, so that no browser asks for what is not there."""
    found = {
        key: {
            "board": (_folder(key) / "web" / "board.js").is_file(),
            "style": (_folder(key) / "web" / "board.css").is_file(),
            "texts": [name for name in LANGUAGES if (_folder(key) / "texts" / f"{name}.json").is_file()],
            "manifest": _manifest(key),
        }
        for key in games()
    }
    return respond(found, headers={"cache-control": KEEP_AND_ASK})


def _manifest(key: str) -> object:
    """How a game looks on the front page; empty if it does not say."""
    path = _folder(key) / "web" / "manifest.json"
    return json.loads(path.read_bytes()) if path.is_file() else {}


@lru_cache(maxsize=PICTURES)
def _picture(link: str) -> bytes:
    drawn = io.BytesIO()
    code = segno.make(link, micro=False)
    code.save(drawn, kind="svg", border=2, omitsize=True, xmldecl=False)
    return drawn.getvalue()


def page(rooms: Rooms, addresses: Addresses) -> Mount:
    """The files of the page; those of the shell come last, because they match any path."""

    async def invitation(request: Request) -> Response:
        """The link to an existing table as a QR code."""
        name: str = request.path_params["table"]
        await find(rooms, addresses, request.client.host if request.client else "", name)
        picture = _picture(f"{request.url.scheme}://{request.url.netloc}/t/{name}")
        return Response(picture, headers={"cache-control": KEEP_AND_ASK}, media_type="image/svg+xml")

    routes = [
        Route("/", shell),
        Route("/t/{table}", shell),
        Route("/t/{table}/screen", shell),
        Route("/r/{table}", shell),
        Route("/cases", shell),
        Route("/cases/{case}", shell),
        Route("/learn", shell),
        Route("/learn/{game}", shell),
        Route("/records", shell),
        Route("/t/{table}/qr.svg", invitation),
        Route("/manifest.webmanifest", manifest),
        Route("/games/boards.json", boards),
        Route("/games/{key}/rules/{language}.md", rules),
        Route("/games/{key}/{part:str}/{name:path}", game_file),
        Route("/{name:path}", shell_file),
    ]
    return Mount("/", routes=routes)
