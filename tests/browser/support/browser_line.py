"""A page's line to the server, held up or cut on purpose: what a slow or broken network does."""

import json
import re
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


class HeldLine:
    """Passes on what a page and the server say to each other, until it is held.

    Attributes:
        answers: What the server said while it was held.
        asked: What the page said while nothing reached the server.
    """

    def __init__(self, page: Page) -> None:
        self.answers: list[str | bytes] = []
        self.asked: list[dict[str, Any]] = []
        self._held = self._cut = False
        self._ends: list[WebSocketRoute] = []
        page.route_web_socket(re.compile(r"/ws/"), self._connect)

    def hold(self) -> None:
        """Keep the server's answers from the page."""
        self._held = True

    def release(self) -> None:
        """Let the page have them, and all that comes."""
        self._held = False
        answers, self.answers = self.answers, []
        for answer in answers:
            self._ends[-1].send(answer)

    def cut(self) -> None:
        """Let nothing reach the server, though the page does not know it yet."""
        self._cut = True

    def refuse(self, refusal: dict[str, Any]) -> None:
        """Answer what the page asked last, as the server does."""
        answer = {"type": "refused", "id": self.asked[-1]["id"], "refusal": refusal}
        self._cut = False
        self._ends[-1].send(json.dumps(answer))

    def break_off(self) -> None:
        """Close the connection; the next one works."""
        self._cut = False
        self._ends[-1].close(code=1001)

    def _connect(self, page: WebSocketRoute) -> None:
        self._ends.append(page)
        server = page.connect_to_server()

        def from_server(message: str | bytes) -> None:
            if self._held:
                self.answers.append(message)
            else:
                page.send(message)

        def from_page(message: str | bytes) -> None:
            if self._cut:
                self.asked.append(json.loads(message))
            else:
                server.send(message)

        server.on_message(from_server)
        page.on_message(from_page)
