"""Browser profiles that tests use one after the other, and what no page may do in them.

Opening the page in a new profile takes twice the processor time of opening it in one where it was
open before. So a profile is emptied after a test and lent to the next, unless the test changed it
in a way that stays.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page

#: What a test may do to a page or its profile that would still be there in the next test.
LASTING = (
    "add_cookies",
    "add_init_script",
    "emulate_media",
    "expose_binding",
    "expose_function",
    "grant_permissions",
    "new_cdp_session",
    "on",
    "once",
    "route",
    "route_web_socket",
    "set_default_timeout",
    "set_extra_http_headers",
    "set_geolocation",
    "set_offline",
)
#: An address of the server that shows nothing: what a page keeps belongs to its server.
EMPTY = "/livez"
CLEAR = """async () => {
  localStorage.clear();
  sessionStorage.clear();
  const gone = (name) => new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = resolve;
    request.onerror = request.onblocked = () => reject(new Error(`${name} stays`));
  });
  await Promise.all((await indexedDB.databases()).map(({ name }) => gone(name)));
}"""
#: Two play, and somebody watches.
MOST_OF_A_KIND = 3
OWN_ADDRESSES = ("http://127.0.0.1:", "http://localhost:", "data:", "blob:")

_changed: set[BrowserContext] = set()


def notice_changes() -> None:
    """Remember from now on which profiles were changed in a way that stays."""

    def noticed(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def change(it: Page | BrowserContext, *args: Any, **options: Any) -> Any:
            _changed.add(it if isinstance(it, BrowserContext) else it.context)
            return method(it, *args, **options)

        return change

    for kind in (Page, BrowserContext):
        for name in LASTING:
            if name in vars(kind):
                setattr(kind, name, noticed(vars(kind)[name]))
        kind.clock = property(noticed(vars(kind)["clock"].fget))  # type: ignore[assignment,method-assign]


class Profile:
    """A profile with one page; remembers what a page must never do: errors, and requests to others.

    Attributes:
        excused: Parts of the errors that the test expects.
    """

    def __init__(self, context: BrowserContext) -> None:
        self.excused: tuple[str, ...] = ()
        self._problems: list[str] = []
        self.page = context.new_page()  # first: nothing can be kept on a blank page
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self._problems.append(f"error: {error.error}"))
        context.on("request", self._on_request)
        _changed.discard(context)

    def take_problems(self) -> list[str]:
        """Return what was remembered, and forget it."""
        problems, self._problems = self._problems, []
        return problems

    def empty(self) -> bool:
        """Make the profile as good as new; return whether it is."""
        context = self.page.context
        if context in _changed or context.pages != [self.page]:
            return False
        try:
            self.page.goto(EMPTY)
            self.page.evaluate(CLEAR)
            self.page.mouse.move(0, 0)
            context.clear_cookies()
        except Error:  # its server is gone, for example
            return False
        return True

    def close(self) -> None:
        """Close it for good."""
        _changed.discard(self.page.context)
        self.page.context.close()

    def _on_console(self, message: Any) -> None:
        if message.type == "error" and not any(part in message.text for part in self.excused):
            self._problems.append(f"console: {message.text} {message.location.get('url', '')}")

    def _on_request(self, request: Any) -> None:
        if not request.url.startswith(OWN_ADDRESSES):
            self._problems.append(f"third party: {request.url}")


class Profiles:
    """Profiles by what they were made with."""

    def __init__(self) -> None:
        self._idle: defaultdict[Hashable, list[Profile]] = defaultdict(list)

    def borrow(self, kind: Hashable, make: Callable[[], Profile]) -> Profile:
        """Return one that was given back, or a new one."""
        return self._idle[kind].pop() if self._idle[kind] else make()

    def give_back(self, kind: Hashable, profile: Profile) -> None:
        """Keep it for another test, or close it if that cannot be."""
        if len(self._idle[kind]) < MOST_OF_A_KIND and profile.empty():
            self._idle[kind].append(profile)
        else:
            profile.close()
