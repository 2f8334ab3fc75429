"""A real browser before a real house. Playwright is started for this folder and not for the whole
run: while it is there, nothing else in the same thread can run an event loop."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.support.browser_clients import Visitor, Visitors, chromium
from tests.server.support.crew import Staffed
from tests.server.support.running import PATIENCE, in_thread
from tests.server.support.table_helpers import QUICK

SHOWN_WITHIN = 1000 * PATIENCE
"""Milliseconds in which a page shows what is expected of it, on a busy machine."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("Chromium is not installed")
    expect.set_options(timeout=SHOWN_WITHIN)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def staffed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staffed]:
    """A house with somebody in every role."""
    with in_thread(tmp_path_factory.mktemp("browser") / "house.sqlite", *QUICK) as opened:
        yield Staffed(opened)


@pytest.fixture
def visitors(browser: Browser, staffed: Staffed) -> Iterator[Visitors]:
    """People who come to the house, each with a browser of their own; whatever a page complained
    of fails the test."""
    come = Visitors(browser, staffed.house.address)
    yield come
    come.leave()


@pytest.fixture
def visitor(visitors: Visitors) -> Visitor:
    """One of them, who has never been here."""
    return visitors.new()


@pytest.fixture
def shot(request: pytest.FixtureRequest) -> Callable[[Visitor, str], None]:
    """Keep a picture, where somebody asks for pictures with --shots FOLDER."""
    folder = request.config.getoption("--shots")

    def keep(visitor: Visitor, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            visitor.page.screenshot(path=Path(folder) / f"{name}.png")

    return keep
