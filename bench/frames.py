"""How smooth a roll is: the share of late frames while one is shown, beside the same page at rest.

Run: .venv/bin/python bench/frames.py [--write]. A crew enters rolls at a table with bets on it,
and Chromium shows them; before each roll the page is watched for as long at rest, so that
whatever else the machine does falls on both. Frames are those that the page's scripts are given
(requestAnimationFrame). A frame is late if it comes more than one and a half
times the usual time after the one before it; that time is the median at rest. What is compared is
the share of frames that are in time: 1 is a roll as smooth as a page on which nothing moves. The
phone's processor is slowed down four times. ``--write`` keeps the result in
bench/results/frames.json.
"""

import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from bench.support import cpu, keep, options  # noqa: E402
from tests.browser.conftest import FLAGS  # noqa: E402
from tests.browser.support.browser_clients import SIZES, Dealer, chromium  # noqa: E402
from tests.server.support.crew import Staffed  # noqa: E402
from tests.server.support.running import running  # noqa: E402
from tests.server.support.table_helpers import QUICK  # noqa: E402

ROUNDS = 8
WATCHED = 3500
"""Milliseconds: the throw, and all that chips do after it."""
LATE = 1.5
SLOWED = {"desktop": 1, "phone": 4}
BETS = ("pass", "field", "place-5", "place-6", "place-9", "any-seven", "hard-8", "any-craps")
WATCH = """long => new Promise((done) => {
  const times = [];
  const next = (now) => {
    times.push(now);
    if (now - times[0] < long) requestAnimationFrame(next);
    else done(times.slice(1).map((time, at) => time - times[at]));
  };
  requestAnimationFrame(next);
})"""
BEGIN = f"() => {{ window.watched = ({WATCH})({WATCHED}); }}"


@contextmanager
def table_page(browser: Browser, staffed: Staffed, size: str) -> Iterator[tuple[Page, Dealer]]:
    """A player's page at a table, and the crew of that table."""
    house, table = staffed.house, staffed.table(name=f"Frames {size}")
    token = house.guest("Gus")
    with Dealer(house.address, table, token) as own:
        own.do("sit")
    width, height = SIZES[size]
    phone = size == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height}, base_url=house.address,
        has_touch=phone, is_mobile=phone,
    )  # fmt: skip
    context.add_cookies([{"name": "lammer_session", "value": token, "url": house.address}])
    page = context.new_page()
    page.goto(f"/tables/{table}")
    expect(page.locator(".status", has_text="Live")).to_be_visible()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED[size]})
    with Dealer(house.address, table, staffed.tokens["dealer"]) as dealer:
        dealer.do("accept-dice", seat=1)
        yield page, dealer
    context.close()


def watched(page: Page, dealer: Dealer, rounds: int) -> tuple[list[float], list[float]]:
    """Return the times between frames, in milliseconds: at rest, and while rolls are shown."""
    rest: list[float] = []
    rolls: list[float] = []
    for number in range(rounds):
        for wager in BETS:
            dealer.ask("bet", seat=1, wager=wager, amount=600)
        page.wait_for_load_state("networkidle")
        rest += page.evaluate(WATCH, WATCHED)
        page.evaluate(BEGIN)
        dealer.roll(*((4, 4), (3, 5), (4, 5), (6, 3))[number % 4])
        rolls += page.evaluate("window.watched")
    return rest, rolls


def compared(rest: list[float], rolls: list[float]) -> dict[str, Any]:
    usual = statistics.median(rest)
    late_at_rest, late = (
        sum(each > LATE * usual for each in times) / len(times) for times in (rest, rolls)
    )
    return {
        "usual_ms": round(usual, 2),
        "frames_at_rest": len(rest),
        "frames_while_rolling": len(rolls),
        "late_at_rest": round(late_at_rest, 4),
        "late_while_rolling": round(late, 4),
        "in_time_rolling_to_rest": round((1 - late) / (1 - late_at_rest), 4),
    }


def main() -> None:
    asked = options(__doc__, ROUNDS).parse_args()
    found = {}
    with (
        tempfile.TemporaryDirectory() as place,
        running(Path(place) / "house.sqlite", *QUICK) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        staffed = Staffed(house)
        for size, slowed in SLOWED.items():
            with table_page(browser, staffed, size) as (page, dealer):
                result = compared(*watched(page, dealer, asked.turns))
            found[size] = {"processor_slowed": slowed, **result}
            print(size, found[size])
        version = browser.version
        browser.close()
    if asked.write:
        machine = f"{cpu()}, {platform.system()}, Chromium {version} without a GPU"
        result = {
            "machine": machine,
            "load": round(os.getloadavg()[1], 1),
            "rounds": asked.turns,
            "watched_ms": WATCHED,
            "pages": found,
        }
        keep("frames", result)


if __name__ == "__main__":
    main()
