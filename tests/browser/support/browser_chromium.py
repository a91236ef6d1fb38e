"""One Chromium for all tests of a process."""

from typing import Any

from browser_pages import ARGUMENTS
from playwright.sync_api import Browser, BrowserContext, BrowserType


class Chromium:
    """A browser that is started when it is needed, and again when it was lost."""

    def __init__(self, kind: BrowserType, path: str) -> None:
        self._kind = kind
        self._path = path
        self._running: Browser | None = None

    def new_context(self, **options: Any) -> BrowserContext:
        if self._running is None or not self._running.is_connected():
            self._running = self._kind.launch(executable_path=self._path, args=list(ARGUMENTS))
        return self._running.new_context(**options)

    def close(self) -> None:
        if self._running is not None:
            self._running.close()
