"""The page as files: the shell, and what each game's folder adds to it.

Nothing is built. A browser keeps a file and asks each time whether it has changed (ETag); so an edit
shows after a reload, and a second visit costs next to nothing.
"""

import io
import json
import mimetypes
import os
from pathlib import Path

import segno
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import spyring
from spyring.games import games
from spyring.server import LANGUAGES
from spyring.server.http.outgoing import respond

PACKAGE = Path(spyring.__file__).parent
WEB = PACKAGE / "web"
OPEN_FOLDERS = ("web", "texts")
KEEP_AND_ASK = "no-cache"

# On some machines a script is plain text, and no browser would run it.
for suffix, kind in {
    ".css": "text/css",
    ".js": "text/javascript",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}.items():
    mimetypes.add_type(kind, suffix)


class Files(StaticFiles):
    """The files below one folder."""

    def file_response(
        self,
        full_path: "str | os.PathLike[str]",
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["cache-control"] = KEEP_AND_ASK
        return answer

    async def send(self, request: Request, name: str) -> Response:
        """One of them; anything else, however it is asked for, is not there."""
        return await self.get_response(name, request.scope)


shell_files = Files(directory=WEB)


def _folder(key: str) -> Path:
    if key not in games():
        raise HTTPException(404)
    return PACKAGE / "games" / key


async def shell(request: Request) -> Response:
    """The same page for every path that a person may type; what it shows, it decides itself."""
    return await shell_files.send(request, "index.html")


async def shell_file(request: Request) -> Response:
    """A file of the shell; a person who follows a wrong link gets the page, which says so."""
    try:
        return await shell_files.send(request, request.path_params["name"])
    except HTTPException as missing:
        if not request.headers.get("accept", "").startswith("text/html"):
            raise
        return FileResponse(WEB / "index.html", missing.status_code)


async def game_file(request: Request) -> Response:
    """A file of a game's board or of its texts."""
    found = request.path_params
    folder = _folder(found["key"]) / found["part"]
    if found["part"] not in OPEN_FOLDERS or not folder.is_dir():
        raise HTTPException(404)
    return await Files(directory=folder).send(request, found["name"])


async def rules(request: Request) -> Response:
    """The rules of a game in the language asked for, or as they were first written."""
    folder = _folder(request.path_params["key"])
    language = request.path_params["language"]
    name = f"texts/rules.{language}.md"
    if language not in LANGUAGES or not (folder / name).is_file():
        language, name = "en", "rules.md"
    answer = await Files(directory=folder).send(request, name)
    answer.headers["content-language"] = language
    return answer


async def manifest(request: Request) -> Response:
    """What an installed page is called and said to be, in the first language of the browser that we speak."""
    wanted = [part.strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")]
    language = next((one for one in wanted if one in LANGUAGES), LANGUAGES[0])
    words = json.loads((WEB / "texts" / f"{language}.json").read_bytes())
    about = json.loads((WEB / "manifest.webmanifest").read_bytes())
    about |= {"lang": language, "description": words["home.line"]}
    answer = respond(about, headers={"cache-control": KEEP_AND_ASK, "vary": "accept-language"})
    answer.headers["content-type"] = "application/manifest+json"
    return answer


async def boards(request: Request) -> Response:
    """What each game has of its own, so that no browser has to ask for what is not there."""
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
    """How a game looks on the front page; empty for one that does not say."""
    path = _folder(key) / "web" / "manifest.json"
    return json.loads(path.read_bytes()) if path.is_file() else {}


async def invitation(request: Request) -> Response:
    """The link to a table, for a camera."""
    link = f"{request.url.scheme}://{request.url.netloc}/t/{request.path_params['table']}"
    try:
        code = segno.make(link, micro=False)
    except segno.DataOverflowError:
        raise HTTPException(404) from None
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=2, omitsize=True, xmldecl=False)
    return Response(drawn.getvalue(), headers={"cache-control": KEEP_AND_ASK}, media_type="image/svg+xml")


def page() -> Mount:
    """Everything of the page, packed for its way; the shell's files last, as they are everything else.

    Nothing else is packed: the size of an answer would tell how alike its secrets are to what was asked.
    """
    routes = [
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
    return Mount("/", routes=routes, middleware=[Middleware(GZipMiddleware)])
