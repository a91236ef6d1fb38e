"""Pushes that reach a page's service worker, in a browser that shows no notices."""

import json
from typing import Any

from playwright.sync_api import Page, Worker
from seat_client import Json

#: A browser without a push service of its maker's: the test's one takes its place. Nor does
#: Debian's headless shell allow notices.
SUBSCRIBE = """subscription => {
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  const made = {
    endpoint: subscription.endpoint,
    toJSON: () => ({ endpoint: made.endpoint, keys: subscription }),
    unsubscribe: async () => { localStorage.removeItem('test.push'); return true; },
  };
  PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 87) throw new Error('no key');
    localStorage.setItem('test.push', 'yes');
    return made;
  };
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem('test.push') ? made : null;
}"""
#: The shell refuses to show a notice, and never answers about a badge.
_KEEP = """() => {
  self.shown = new Promise((resolve) => {
    self.registration.showNotification = async (title, options) => {
      self.notice = { title, options };
    };
    Object.defineProperty(self.navigator, 'setAppBadge', {
      configurable: true,
      value: async (badge) => resolve({ ...self.notice, badge }),
    });
  });
}"""
_TAP = """({ data }) => new Promise((resolve) => {
  self.clients.openWindow = async (address) => resolve(address);
  const event = new ExtendableEvent('notificationclick');
  event.notification = { data, close: () => {} };
  self.dispatchEvent(event);
})"""


class Deliveries:
    """Delivers what a push service got to the service worker of a page, as Chromium does."""

    def __init__(self, page: Page, origin: str) -> None:
        self._page, self._origin = page, origin
        self._registration = ""
        self._session = page.context.new_cdp_session(page)
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self._session.send("ServiceWorker.enable")

    def _note(self, news: Any) -> None:
        for each in news["registrations"]:
            self._registration = each["registrationId"]

    @property
    def _worker(self) -> Worker:
        return self._page.context.service_workers[0]

    def deliver(self, message: Json) -> Json:
        """Deliver a message; return the notice that the worker shows, and the badge."""
        self._worker.evaluate(_KEEP)
        push = {"origin": self._origin, "registrationId": self._registration}
        self._session.send(
            "ServiceWorker.deliverPushMessage", {**push, "data": json.dumps(message)}
        )
        return dict(self._worker.evaluate("self.shown"))

    def tap(self, shown: Json) -> str:
        """Tap on a notice; return the address that opens."""
        return str(self._worker.evaluate(_TAP, shown["options"]))
