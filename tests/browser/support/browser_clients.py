"""Somebody before a browser, and somebody behind the table who enters the dice."""

import itertools
import json
import shutil
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page
from websockets.sync.client import ClientConnection, connect

from tests.server.support.running import PATIENCE, Message, wait_until

SIZES = {"desktop": (1280, 860), "tablet": (768, 1024), "phone": (390, 844)}
NETWORK = ("ERR_CONNECTION", "WebSocket connection to", "ERR_EMPTY_RESPONSE", "ERR_SOCKET",
           "ERR_INTERNET_DISCONNECTED", "status of 502", "status of 503")  # fmt: skip
"""What a browser says by itself when the house, or the process of a table, is away."""


def chromium() -> str | None:
    """Return where Chromium is: the one that has no windows, which needs a third less time, or else
    the whole browser."""
    return shutil.which("chromium-headless-shell") or shutil.which("chromium")


def comes_true(page: Page, expression: str, arg: Any = None) -> None:
    """Asked again and again from outside: the content policy lets no page ask itself."""
    wait_until(lambda: page.evaluate(expression, arg), what=expression)


def all_tables(page: Page) -> None:
    """Go to the lobby and have every table of every game shown."""
    page.goto("/")
    page.locator(".opening").wait_for()
    for button in page.get_by_role("button", name="Show all").all():
        button.click()


class Visitor:
    """A page in a browser of its own: cookies, storage and all."""

    def __init__(
        self, browser: Browser, address: str, token: str | None, size: str, **more: Any
    ) -> None:
        width, height = SIZES[size]
        phone = size == "phone"
        self.address = address
        shown = {"viewport": {"width": width, "height": height}, **more}
        self.context = browser.new_context(
            base_url=address, has_touch=phone, is_mobile=phone, **shown
        )
        self.context.set_default_timeout(PATIENCE * 1000)
        if token is not None:
            self.context.add_cookies([{"name": "lammer_session", "value": token, "url": address}])
        self.page: Page = self.context.new_page()
        self.house_may_be_away = False
        self.complaints: list[str] = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error}"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        away = any(word in message.text for word in NETWORK)
        if not (away and self.house_may_be_away):
            self.complaints.append(f"{message.type}: {message.text} ({message.location})")

    def leave(self) -> None:
        self.context.close()


class Visitors:
    """Everybody who came in a test."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._all: list[Visitor] = []

    def new(self, token: str | None = None, size: str = "desktop", **more: Any) -> Visitor:
        visitor = Visitor(self._browser, self._address, token, size, **more)
        self._all.append(visitor)
        return visitor

    def leave(self) -> None:
        complaints = [each for visitor in self._all for each in visitor.complaints]
        for visitor in self._all:
            visitor.leave()
        assert complaints == [], complaints


class Dealer:
    """Somebody of the crew, with no page: sends commands and waits for each answer."""

    def __init__(self, address: str, table: str, token: str) -> None:
        url = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{table}/live?client=dealer"
        headers = {"Authorization": f"Bearer {token}"}
        self._open = ExitStack()
        # Messages may queue without end: a full queue stops the reading, also of the close frame.
        self._socket: ClientConnection = self._open.enter_context(
            connect(
                url, additional_headers=headers, max_size=None, max_queue=None,
                open_timeout=PATIENCE, compression=None, proxy=None,
            )
        )  # fmt: skip
        hello = self._next()
        self._numbers = itertools.count(hello["you"]["last"] + 1)

    def __enter__(self) -> "Dealer":
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _next(self) -> Message:
        found: Message = json.loads(self._socket.recv(PATIENCE))
        return found

    def ask(self, do: str, **keys: Any) -> Message:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "do": do, **keys}))
        while (found := self._next()).get("re") != number:
            pass
        return found

    def do(self, do: str, **keys: Any) -> Message:
        """The same, for what must succeed."""
        found = self.ask(do, **keys)
        assert found["ok"], (do, keys, found)
        return found

    def trial(self, do: str, **keys: Any) -> Message:
        """A shake or a coup, which is announced first, if it is not yet."""
        self.ask("no-more-bets")
        return self.do(do, **keys)

    def roll(self, first: int, second: int) -> Message:
        return self.do("roll", dice=[first, second])
