"""The built page and its assets: precompressed, cached forever if the name has a hash.

Links to the page show a picture. Sites that fetch it want a whole address, so a server that knows
its own (`origins`) writes it into the page, with the picture of the game that the link names.
"""

import mimetypes
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.types import Scope

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sommet</title></head>
<body><h1>The page is not built</h1>
<p>The server runs, but there is nothing to show: build the page with <code>make web-build</code>
and reload. The interface for programs is at <a href="/docs">/docs</a>.</p></body></html>
"""

_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_PREVIEW = 'content="/previews/sommet.png"'


class Pages:
    """Serves a folder of built files; any other address is the page itself, which routes it."""

    def __init__(self, folder: Path, origin: str | None = None) -> None:
        self._folder = folder.resolve()
        self._origin = origin

    @property
    def has_previews(self) -> bool:
        """Whether the page names its picture by a whole address."""
        return self._origin is not None

    @property
    def is_built(self) -> bool:
        """Whether the page is built."""
        return (self._folder / "index.html").is_file()

    def find(self, path: str) -> Path | None:
        """Return the file for a path, or None; never one outside the folder."""
        relative = path.lstrip("/")
        if not relative or "\0" in relative:
            return None
        try:
            file = (self._folder / relative).resolve()
            if not file.is_relative_to(self._folder) or file.suffix in (".br", ".gz"):
                return None
            return file if file.is_file() else None
        except OSError:  # a name longer than the file system has
            return None

    def answer(self, path: str, scope: Scope, game: str | None = None) -> Response | None:
        """Return the file for `path`, else the page, with the picture of `game`.

        None for a missing file with an ending.
        """
        file = self.find(path)
        if file is not None:
            return self._send(file, scope)
        if "." in path.rpartition("/")[2]:
            return None
        if not self.is_built:
            return HTMLResponse(NOT_BUILT, status_code=503)
        index = self._folder / "index.html"
        if self._origin is None:
            return self._send(index, scope)
        preview = f'content="{self._origin}/previews/{game or "sommet"}.png"'
        text = index.read_text("utf-8").replace(_PREVIEW, preview)
        return HTMLResponse(text, headers={"Cache-Control": _ASK_AGAIN})

    def _send(self, file: Path, scope: Scope) -> Response:
        hashed = file.parent.name == "assets"
        headers = {
            "Cache-Control": _FOR_EVER if hashed else _ASK_AGAIN,
            "Vary": "Accept-Encoding",
        }
        media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        accepted = Headers(scope=scope).get("accept-encoding", "")
        for encoding, suffix in _ENCODINGS:
            packed = file.with_name(file.name + suffix)
            if encoding in accepted and packed.is_file():
                headers["Content-Encoding"] = encoding
                return FileResponse(packed, headers=headers, media_type=media_type)
        return FileResponse(file, headers=headers, media_type=media_type)
