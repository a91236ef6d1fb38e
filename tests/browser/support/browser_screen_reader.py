"""A player who sees nothing: hears Chromium's accessibility tree, and presses keys."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from browser_pages import wait_until
from playwright.sync_api import Page


@dataclass(frozen=True)
class Thing:
    """One node of the tree, as a screen reader knows it."""

    role: str
    name: str
    node: int
    states: dict[str, Any]

    @property
    def is_off(self) -> bool:
        """Whether it is greyed out."""
        return bool(self.states.get("disabled"))


class ScreenReader:
    """Finds things by role and name in the tree that assistive technology gets, and acts on them.

    Nothing else is used: no test ids, no selectors, no pixels.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self._heard: list[Thing] | None = None
        self._session = page.context.new_cdp_session(page)
        self._session.send("Accessibility.enable")
        self._session.send("DOM.enable")

    @contextmanager
    def one_moment(self) -> Iterator[None]:
        """Hear the tree once for all that is asked within."""
        self._heard = list(self._listen())
        try:
            yield
        finally:
            self._heard = None

    def things(self) -> list[Thing]:
        """Return everything that can be heard now, in order."""
        return list(self._listen()) if self._heard is None else self._heard

    def _listen(self) -> Iterator[Thing]:
        self._session.send("DOM.getDocument", {"depth": 0})
        for node in self._session.send("Accessibility.getFullAXTree")["nodes"]:
            if node.get("ignored") or "backendDOMNodeId" not in node:
                continue
            states = {p["name"]: p["value"].get("value") for p in node.get("properties", [])}
            yield Thing(
                role=node["role"]["value"],
                name=node.get("name", {}).get("value", ""),
                node=node["backendDOMNodeId"],
                states=states,
            )

    def all(self, role: str, name: str = "") -> list[Thing]:
        """Return what has this role and a name that matches, greyed-out things left out."""
        return [
            thing
            for thing in self.things()
            if thing.role == role and re.search(name, thing.name) and not thing.is_off
        ]

    def one(self, role: str, name: str) -> Thing:
        """Return the first such thing; wait for it."""
        found: list[Thing] = []

        def look() -> bool:
            found[:] = self.all(role, name)
            return bool(found)

        wait_until(look, self.page)
        return found[0]

    def hears(self, name: str, roles: tuple[str, ...] = ("StaticText", "heading")) -> bool:
        """Return whether a text can be heard somewhere."""
        return any(re.search(name, t.name) for t in self.things() if t.role in roles)

    def focus(self, thing: Thing) -> None:
        """Go to a thing as a screen reader does."""
        self._session.send("DOM.focus", {"backendNodeId": thing.node})

    def press(self, thing: Thing, key: str = "Enter") -> None:
        """Go to a thing and press a key on it."""
        self.focus(thing)
        self.page.keyboard.press(key)

    def ask(self, thing: Thing, letter: str) -> str:
        """Press a letter on something of the board; return what is answered."""
        self.focus(thing)
        before = self.spoken("status")
        self.page.keyboard.press(letter)
        wait_until(lambda: self.spoken("status") not in ([], before), self.page)
        # The same answer again differs in what cannot be heard.
        return " ".join(self.spoken("status")).strip("\u200b ")

    def log(self) -> list[str]:
        """Return what was told of the game so far."""
        return self.spoken("log")

    def spoken(self, role: str) -> list[str]:
        """Return the texts in the live regions of a role."""
        root = self._session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        regions = self._query({"nodeId": root}, role)
        texts = (
            self._query({"backendNodeId": region["backendDOMNodeId"]}, "StaticText")
            for region in regions
        )
        return [entry["name"]["value"].strip() for part in texts for entry in part]

    def _query(self, where: dict[str, Any], role: str) -> list[dict[str, Any]]:
        answer = self._session.send("Accessibility.queryAXTree", {**where, "role": role})
        return [node for node in answer["nodes"] if not node.get("ignored")]


def wait_for_any(reader: ScreenReader, *wanted: Callable[[], bool]) -> None:
    """Wait until one of these is heard."""

    def is_heard() -> bool:
        with reader.one_moment():
            return any(hear() for hear in wanted)

    wait_until(is_heard, reader.page)
