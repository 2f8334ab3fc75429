"""Pictures of every page and state, at four sizes, light and dark: to be looked at.

    python -m tests.browser.support.gallery FOLDER [--only NAMES] [--sizes desktop,phone] [--light]
                                                   [--axe]

Each picture is FOLDER/NAME-SIZE-SCHEME.png. What a state needs is played at a real house, as in
the tests; ``--only`` takes the names that begin so, with commas between them. With ``--axe`` each
is looked at by axe, too, and what that finds is written and makes the exit status 1.
"""

import argparse
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, cast
from urllib.parse import urlencode

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.conftest import FLAGS, SHOWN_WITHIN
from tests.browser.games.test_other_games import StackedShoe
from tests.browser.support.browser_clients import Dealer, chromium
from tests.server.support.crew import Staffed
from tests.server.support.running import PATIENCE, Running, running
from tests.server.support.table_helpers import QUICK, new_table

SIZES = {
    "desktop": (1280, 720),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "landscape": (844, 390),
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
Deed = Callable[[Page], None]


class Picture(NamedTuple):
    """A state to be shown: whose page, which, and what is done there."""

    path: str
    token: str | None = None
    deed: Deed | None = None
    whole: bool = False
    """The page from top to bottom, however long."""
    after: Deed | None = None
    """What is done once the picture is taken."""


Making = Callable[[Staffed], Picture]
SCENES: dict[str, Making] = {}


def scene(make: Making) -> Making:
    SCENES[make.__name__.replace("_", "-")] = make
    return make


# Hands that are played beforehand


def at(staffed: Staffed, table: str, role: str = "dealer") -> Dealer:
    return Dealer(staffed.house.address, table, staffed.tokens[role])


def seated(staffed: Staffed, table: str, name: str = "Ann", rail: int = 60_000) -> str:
    token = staffed.house.guest(name)
    with Dealer(staffed.house.address, table, token) as own:
        own.do("sit", rail=rail)
    return token


def bets(dealer: Dealer, seat: int, **amounts: int) -> None:
    """Dollars, by wager."""
    for wager, dollars in amounts.items():
        dealer.do("bet", seat=seat, wager=wager.replace("_", "-"), amount=dollars * 100)


def crowd(dealer: Dealer) -> None:
    """Four people, with bets all over the layout and the point on six."""
    for name in ("Bert", "Cleo", "Dan"):
        dealer.do("sit", name=name, rail=90_000)
    dealer.do("accept-dice", seat=1)
    bets(dealer, 1, **{"pass": 15, "fire": 5, "all-small": 5, "all-or-nothing": 2, "all-tall": 5})
    bets(dealer, 2, **{"pass": 25, "fire": 2, "all-tall": 1})
    bets(dealer, 3, **{"dont-pass": 50, "all-or-nothing": 1})
    bets(dealer, 4, **{"pass": 5, "all-small": 1})
    dealer.roll(2, 4)
    bets(dealer, 1, pass_odds=25, come=10)
    bets(dealer, 2, pass_odds=50, come=5)
    bets(dealer, 3, dont_pass_odds=60, dont_come=20)
    dealer.roll(4, 5)
    bets(dealer, 1, come_odds_9=10, come=10)
    bets(dealer, 2, come=5)
    bets(dealer, 4, come=5)
    dealer.roll(1, 4)
    many = {"place-8": 18, "place-10": 5, "buy-4": 25, "hard-8": 5, "hard-6": 1, "eleven": 1}
    bets(dealer, 1, **many, **{"field": 5, "hop-3-4": 1, "horn": 4, "c-and-e": 2, "come": 10})
    bets(dealer, 2, **{"place-8": 6, "place-5": 25, "hard-8": 1, "field": 5, "come": 25})
    bets(dealer, 3, **{"lay-4": 40, "lay-10": 40, "place-lose-8": 10, "hard-8": 2, "eleven": 1})
    bets(dealer, 3, **{"dont-come": 10, "any-seven": 5, "field": 1})
    bets(dealer, 4, **{"place-8": 12, "hard-8": 1, "any-craps": 2, "horn-high-12": 5, "come": 5})
    bets(dealer, 4, **{"craps-12": 1, "field": 2, "place-9": 10, "pass-odds": 10})


def crowded(staffed: Staffed, rules: str = "md-2013", **more: str) -> tuple[str, str]:
    """A table full of bets, and the token of its first player."""
    table = staffed.table(rules=rules, name="Friday night", **more)
    token = seated(staffed, table)
    with at(staffed, table) as dealer:
        crowd(dealer)
    return table, token


def alone(staffed: Staffed, **more: object) -> tuple[str, str]:
    """Ann with the dice at a table with a crew."""
    table = staffed.table(name="Quiet corner", **more)
    token = seated(staffed, table)
    with at(staffed, table) as dealer:
        dealer.ask("accept-dice", seat=1)
        dealer.ask("accept-shaker", seat=1)
    return table, token


def spot(page: Page, name: str) -> None:
    """Look at a spot, wherever it lies; on a telephone bring up all there is about it."""
    found = page.locator(f'[data-name="{name}"]').first
    found.evaluate("each => each.closest('details')?.setAttribute('open', '')")
    found.focus()
    strip = page.locator(".strip")
    if strip.is_visible():
        strip.press("Enter")


def drawers(page: Page) -> None:
    """Open them all."""
    for drawer in page.locator(".drawer").all():
        drawer.evaluate("each => { each.open = true; }")


def looks_at(name: str) -> Deed:
    return lambda page: spot(page, name)


def tab(name: str) -> Deed:
    return lambda page: page.get_by_role("tab", name=name).click()


# Lobby and tables


@scene
def lobby_empty(staffed: Staffed) -> Picture:
    return Picture("/", whole=True)


@scene
def lobby_seats(staffed: Staffed) -> Picture:
    """Somebody with chips at two tables, where there are many."""
    house = staffed.house
    token = house.guest("Lucky Hardway")
    for key in ("craps-1", "punto-banco-1"):
        with Dealer(house.address, key, token) as own:
            own.do("sit")
    with Dealer(house.address, "craps-1", token) as own:
        own.do("accept-dice")
        own.do("bet", wager="pass", amount=1000)
        own.do("roll")
    for number in range(5):
        staffed.table(name=f"Long evening {number + 1}")
    return Picture("/", token, whole=True)


@scene
def lobby_menu(staffed: Staffed) -> Picture:
    """Where the chips are, from the top of any page."""
    house = staffed.house
    token = house.guest("Lucky Hardway")
    with Dealer(house.address, "mini-dice-1", token) as own:
        own.do("sit")

    def opened(page: Page) -> None:
        page.locator("#who summary").click()
        expect(page.get_by_role("table", name="Where your chips are")).to_be_visible()

    return Picture("/odds", token, opened)


@scene
def lobby_opening(staffed: Staffed) -> Picture:
    def opened(page: Page) -> None:
        page.get_by_text("Open a table", exact=True).click()
        page.get_by_role("button", name="Open the table").scroll_into_view_if_needed()

    return Picture("/", staffed.tokens["floorperson"], opened)


@scene
def lobby_refused(staffed: Staffed) -> Picture:
    def refused(page: Page) -> None:
        page.get_by_text("Open a table", exact=True).click()
        page.get_by_text("Other choices of the house").click()
        page.get_by_role("button", name="Begin with the example").click()
        text = page.get_by_label("House file (TOML)")
        expect(text).not_to_be_empty()
        text.fill('vig_rate = "1/5"\n' + text.input_value().replace("vig_rate", "# vig_rate"))
        page.get_by_role("button", name="Open the table").click()
        page.get_by_role("alert").scroll_into_view_if_needed()

    return Picture("/", staffed.house.guest("Opener"), refused)


@scene
def lab(staffed: Staffed) -> Picture:
    """Two strategies on dice that are not fair, with a curve of ruin, from top to bottom."""
    question = urlencode([
        ("strategy", "name: Line\nbet pass 10\nodds 2x"),
        ("strategy", "name: Dark side\nbet dont-pass 10"),
        ("faces", "1,1,1,1,1,1.2"), ("curve", "bankroll"), ("from", "50"), ("to", "400"),
        ("step", "50"),
    ])  # fmt: skip

    def answered(page: Page) -> None:
        page.get_by_role("button", name="Work it out").click()
        expect(page.get_by_role("heading", name="Ruin over the bankroll")).to_be_visible(
            timeout=SHOWN_WITHIN
        )

    return Picture(f"/lab#{question}", None, answered, whole=True)


@scene
def craps_watching(staffed: Staffed) -> Picture:
    return Picture(f"/tables/{staffed.table(name='Nobody yet')}")


@scene
def craps_first(staffed: Staffed) -> Picture:
    table, token = alone(staffed)
    return Picture(f"/tables/{table}", token)


@scene
def craps_many(staffed: Staffed) -> Picture:
    table, token = crowded(staffed)
    return Picture(f"/tables/{table}", token, looks_at("come-odds-9"))


@scene
def craps_whole(staffed: Staffed) -> Picture:
    """With its drawers open, from top to bottom."""
    table, token = crowded(staffed)
    return Picture(f"/tables/{table}", token, drawers, whole=True)


def eight(name: str, rules: str, game: str) -> None:
    """Eight people with chips on the same spots."""

    def made(staffed: Staffed) -> Picture:
        table = staffed.table(rules=rules, game=game, name="Everybody")
        token = seated(staffed, table)
        amounts = (5, 10, 25, 15, 100, 50, 5, 75)
        with at(staffed, table) as dealer:
            for other in ("Bert", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hanna"):
                dealer.do("sit", name=other, rail=90_000)
            if game == "punto-banco":
                deals(dealer)
                for seat, amount in enumerate(amounts, 1):
                    bets(dealer, seat, **{("banker", "player")[seat % 2]: amount, "tie": 5})
            else:
                dealer.ask("accept-dice", seat=1)
                for seat, amount in enumerate(amounts, 1):
                    bets(dealer, seat, **{"pass": amount, "field": 5})
                dealer.roll(2, 4)
                for seat, amount in enumerate(amounts, 1):
                    more = {"place-8": 6 * seat, "place-5": amount, "come": 10, "hard-8": 1}
                    bets(dealer, seat, pass_odds=2 * amount, **more)
        return Picture(f"/tables/{table}", token)

    SCENES[name] = made


eight("craps-eight", "nj-2011", "craps")
eight("mini-craps-eight", "nj-2011", "mini-craps")
eight("punto-eight", "nj-2001", "punto-banco")


@scene
def craps_off(staffed: Staffed) -> Picture:
    """The point is made: on the come-out, place bets are off."""
    table, token = crowded(staffed)
    with at(staffed, table) as dealer:
        dealer.roll(3, 3)
    return Picture(f"/tables/{table}", token, tab("Bets"))


@scene
def craps_refused(staffed: Staffed) -> Picture:
    table, token = crowded(staffed)

    def refused(page: Page) -> None:
        page.locator('[data-name="pass"]').first.focus()
        page.keyboard.press("Backspace")
        expect(page.locator(".toast").first).to_be_visible()

    return Picture(f"/tables/{table}", token, refused)


def info(name: str, wager: str) -> None:
    def made(staffed: Staffed) -> Picture:
        table, token = crowded(staffed)
        return Picture(f"/tables/{table}", token, looks_at(wager))

    SCENES[f"craps-spot-{name}"] = made


for each, of in {
    "line": "pass", "lay": "lay-4", "fire": "fire", "hop": "hop-3-4", "horn": "horn-high-12"
}.items():  # fmt: skip
    info(each, of)


def panel(name: str) -> None:
    def made(staffed: Staffed) -> Picture:
        table, token = crowded(staffed)
        return Picture(f"/tables/{table}", token, tab(name))

    SCENES[f"craps-tab-{name.lower()}"] = made


for each in ("Rolls", "Players", "Fair"):
    panel(each)


@scene
def craps_offered(staffed: Staffed) -> Picture:
    table = staffed.table(name="Your dice?")
    return Picture(f"/tables/{table}", seated(staffed, table))


@scene
def craps_clock(staffed: Staffed) -> Picture:
    house = staffed.house
    table = new_table(house, house.guest("Opener"), name="On the clock", clock=600)
    token = seated(staffed, table)
    seated(staffed, table, "Second")  # The clock runs only among several.
    with Dealer(house.address, table, token) as own:
        own.do("accept-dice")
        own.do("bet", wager="pass", amount=1000)
    return Picture(f"/tables/{table}", token)


def rolled(staffed: Staffed, table: str, *dice: tuple[int, int]) -> Deed:
    """What happens under the page: a line bet, and these rolls."""

    def deed(page: Page) -> None:
        expect(page.locator(".status", has_text="Live")).to_be_visible()
        with at(staffed, table) as dealer:
            dealer.ask("accept-dice", seat=1)
            bets(dealer, 1, **{"pass": 10, "field": 5})
            for first, second in dice:
                dealer.roll(first, second)
        expect(page.locator(".net")).not_to_be_empty()

    return deed


@scene
def craps_win(staffed: Staffed) -> Picture:
    table, token = alone(staffed)
    return Picture(f"/tables/{table}", token, rolled(staffed, table, (5, 6)))


@scene
def craps_seven_out(staffed: Staffed) -> Picture:
    table, token = alone(staffed)
    return Picture(f"/tables/{table}", token, rolled(staffed, table, (2, 2), (5, 2)))


@scene
def craps_results(staffed: Staffed) -> Picture:
    """What became of many bets, as somebody finds it who comes back."""
    table, token = crowded(staffed)
    with at(staffed, table) as dealer:
        dealer.roll(4, 4)
    return Picture(f"/tables/{table}", token)


@scene
def craps_chips(staffed: Staffed) -> Picture:
    table, token = alone(staffed)

    def opened(page: Page) -> None:
        if not page.get_by_role("button", name="Chips ...").first.is_visible():
            page.get_by_role("tab", name="Bets").click()
        page.get_by_role("button", name="Chips ...").locator("visible=true").first.click()

    return Picture(f"/tables/{table}", token, opened)


@scene
def craps_keys(staffed: Staffed) -> Picture:
    table, token = alone(staffed)
    keys = "Keys and choices"
    return Picture(
        f"/tables/{table}", token, lambda page: page.get_by_role("button", name=keys).click()
    )


@scene
def craps_board(staffed: Staffed) -> Picture:
    table, token = crowded(staffed)

    def opened(page: Page) -> None:
        page.get_by_role("heading", name="Text board").click()
        typed = page.locator(".typed input")
        for words in ("bet 5 hard 10", "bet 10 place 6", "odds"):
            typed.fill(words)
            typed.press("Enter")
        page.locator(".board").evaluate("each => each.scrollIntoView()")

    return Picture(f"/tables/{table}", token, opened)


@scene
def craps_lost(staffed: Staffed) -> Picture:
    table, token = crowded(staffed)

    def lost(page: Page) -> None:
        page.context.set_offline(True)
        expect(page.locator(".banner.connection")).to_be_visible()

    def found(page: Page) -> None:
        page.context.set_offline(False)

    return Picture(f"/tables/{table}", token, lost, after=found)


def other(name: str, rules: str, game: str, **amounts: int) -> None:
    def made(staffed: Staffed) -> Picture:
        table, token = alone(staffed, rules=rules, game=game)
        with at(staffed, table) as dealer:
            dealer.do("sit", name="Bert", rail=60_000)
            bets(dealer, 1, **amounts)
            bets(dealer, 2, **amounts)
            if game == "mini-dice":
                dealer.trial("shake", dice=[2, 2])
            else:
                dealer.roll(2, 2)
            if game != "mini-dice":
                more = {"come": 10, "place-6": 12, "lay-10": 40, "hard-8": 5, "pass-odds": 10}
                bets(dealer, 1, **more)
                bets(dealer, 2, **more, **{"dont-come": 5, "field": 5})
            else:
                bets(dealer, 1, **amounts)
        return Picture(f"/tables/{table}", token)

    SCENES[name] = made


other("mini-craps", "nj-2011", "mini-craps", **{"pass": 10, "field": 5})
other("mini-dice", "nj-1997", "mini-dice", **{"place-4": 10, "field": 5, "under-7": 5, "over-7": 5})


@scene
def sic_bo(staffed: Staffed) -> Picture:
    """After a shake, with bets up for the next one."""
    table = staffed.table(rules="ac-sic-bo")
    token = seated(staffed, table)
    amounts = {"small": 10, "big": 5, "total-9": 5, "pair-1-4": 5, "number-4": 10, "triple-4": 1}
    with Dealer(staffed.house.address, table, staffed.tokens["floorperson"]) as dealer:
        dealer.do("sit", name="Bert", rail=60_000)
        bets(dealer, 1, **amounts)
        dealer.trial("shake", dice=[1, 4, 4])
        bets(dealer, 1, **amounts)
        bets(dealer, 2, **amounts, **{"double-6": 5, "any-triple": 1})
    return Picture(f"/tables/{table}", token)


@scene
def minibaccarat(staffed: Staffed) -> Picture:
    """After a coup, with vigorish owed and bets up for the next one."""
    table = staffed.table(rules="ac-minibaccarat", house={"vig": {"collect": "mark"}})
    token = seated(staffed, table)
    with Dealer(staffed.house.address, table, staffed.tokens["floorperson"]) as dealer:
        dealer.do("sit", name="Bert", rail=60_000)
        bets(dealer, 1, banker=20, tie=5)
        bets(dealer, 2, player=10)
        dealer.trial("deal", cards=["Kd", "3c", "6s", "4h"])
        bets(dealer, 1, banker=20)
        bets(dealer, 2, player=10, tie=5)
    return Picture(f"/tables/{table}", token)


@scene
def crew_sic_bo(staffed: Staffed) -> Picture:
    table = staffed.table(rules="ac-sic-bo")
    seated(staffed, table)

    def chosen(page: Page) -> None:
        for name in ("First die: 1", "Second die: 4", "Third die: 4"):
            page.get_by_role("button", name=name, exact=True).click()

    return Picture(f"/tables/{table}", staffed.tokens["floorperson"], chosen)


POCKETS = ["17", "0", "32", "5", "36", "11", "8", "20", "0", "1", "24", "17"]
STOPS = [*("one", "two", "one", "five", "one", "ten", "two"), *("emblem-1", "one", "twenty")]


def spun(staffed: Staffed, rules: str, bet: dict[str, int], **more: Any) -> tuple[str, str]:
    """A table with a wheel after some spins, with bets of two players up for the next one."""
    table = staffed.table(rules=rules, **more)
    token = seated(staffed, table)
    key, places = ("pocket", POCKETS) if rules == "ac-roulette" else ("stop", STOPS)
    with Dealer(staffed.house.address, table, staffed.tokens["floorperson"]) as dealer:
        dealer.do("sit", name="Bert", rail=60_000)
        for place in places[:-1]:
            dealer.trial("spin", **{key: place})
        bets(dealer, 1, **bet)
        dealer.trial("spin", **{key: places[-1]})
        bets(dealer, 1, **bet)
        bets(dealer, 2, **bet)
    return table, token


INSIDE_AND_OUT = {
    "straight-17": 5, "split-17-20": 10, "corner-25": 5, "street-1": 5, "line-31": 10,
    "split-0-2": 5, "red": 20, "dozen-2": 10, "column-3": 5,
}  # fmt: skip


@scene
def roulette(staffed: Staffed) -> Picture:
    bet = {**INSIDE_AND_OUT, "first-five": 5, "split-0-00": 5}
    table, token = spun(staffed, "ac-roulette", bet)
    return Picture(f"/tables/{table}", token)


@scene
def roulette_whole(staffed: Staffed) -> Picture:
    """With one zero."""
    bet = {**INSIDE_AND_OUT, "first-four": 5}
    table, token = spun(staffed, "ac-roulette", bet, house={"wheel": "single-zero"})
    return Picture(f"/tables/{table}", token, whole=True)


@scene
def big_six(staffed: Staffed) -> Picture:
    table, token = spun(staffed, "ac-big-six", {"one": 10, "twenty": 5, "emblem-1": 5})
    return Picture(f"/tables/{table}", token, looks_at("emblem-1"))


@scene
def crew_roulette(staffed: Staffed) -> Picture:
    table, _ = spun(staffed, "ac-roulette", {"red": 10, "straight-8": 5})
    return Picture(f"/tables/{table}", staffed.tokens["floorperson"])


@scene
def crew_big_six(staffed: Staffed) -> Picture:
    table, _ = spun(staffed, "ac-big-six", {"one": 10, "emblem-2": 5})
    return Picture(f"/tables/{table}", staffed.tokens["floorperson"])


@scene
def automated_craps(staffed: Staffed) -> Picture:
    house = staffed.house
    table = new_table(house, house.guest("Opener"), game="automated-craps", clock=600)
    token = seated(staffed, table)
    with Dealer(house.address, table, token) as own:
        own.ask("accept-dice")
        for wager, amount in (("pass", 1000), ("place-6", 1200), ("hard-8", 500), ("fire", 500)):
            own.ask("bet", wager=wager, amount=amount)
    return Picture(f"/tables/{table}", token)


# Cards


def deals(dealer: Dealer) -> None:
    """Whoever is offered the shoe takes it."""
    for seat in (1, 2, 3):
        dealer.ask("accept-shoe", seat=seat)


def shoe(staffed: Staffed, coups: int, **more: object) -> tuple[str, str, StackedShoe]:
    """Ann, Kim and Lee at the cards, after some coups."""
    table = staffed.table(rules="nj-2001", name="The long shoe", **more)
    token = seated(staffed, table)
    cards = StackedShoe(staffed.house, table, 7)
    with at(staffed, table) as dealer:
        for name in ("Kim", "Lee"):
            dealer.do("sit", name=name, rail=90_000)
        for number in range(coups):
            deals(dealer)
            if number < 2:
                bets(dealer, 1, banker=25)
                bets(dealer, 2, player=10)
                bets(dealer, 3, banker=100, tie=5)
            cards.coup(dealer)
    return table, token, cards


@scene
def punto_before(staffed: Staffed) -> Picture:
    table, token, _ = shoe(staffed, 0)
    return Picture(f"/tables/{table}", token)


@scene
def punto_cards(staffed: Staffed) -> Picture:
    table, token, cards = shoe(staffed, 9)
    with at(staffed, table) as dealer:
        deals(dealer)
        bets(dealer, 1, banker=25)
        bets(dealer, 2, player=10)
        while len(cards.coup(dealer)["player"]) < 3:
            deals(dealer)
        bets(dealer, 2, player=15)
        bets(dealer, 3, tie=5)
    return Picture(f"/tables/{table}", token, whole=True)


@scene
def punto_natural(staffed: Staffed) -> Picture:
    table, token, _ = shoe(staffed, 2)
    with at(staffed, table) as dealer:
        deals(dealer)
        bets(dealer, 1, player=25)
        dealer.trial("deal", cards=["9h", "2s", "Kc", "4d"])
    return Picture(f"/tables/{table}", token, looks_at("tie"))


@scene
def punto_last(staffed: Staffed) -> Picture:
    table, token, cards = shoe(staffed, 5)
    with at(staffed, table) as dealer:
        deals(dealer)
        cards.coup(dealer, cut_card=True)
    return Picture(f"/tables/{table}", token)


@scene
def punto_roads(staffed: Staffed) -> Picture:
    table, token, _ = shoe(staffed, 70)
    return Picture(f"/tables/{table}", token, drawers, whole=True)


# Around the tables


def played(staffed: Staffed) -> tuple[str, str]:
    """Somebody who has played a hand by the house's dice: the token and the table."""
    house = staffed.house
    token = house.guest("Harriet")
    table = new_table(house, token, name="By itself", clock=600)
    with Dealer(house.address, table, token) as player:
        player.do("sit")
        player.do("accept-dice")
        while not house.get("/api/v1/me/hands", token)["hands"]:
            for wager, amount in (("pass", 1000), ("place-6", 1200), ("come", 500)):
                player.ask("bet", wager=wager, amount=amount)
            player.ask("roll")
    return token, table


@scene
def account(staffed: Staffed) -> Picture:
    token, _ = played(staffed)
    return Picture("/account", token, whole=True)


@scene
def account_none(staffed: Staffed) -> Picture:
    return Picture("/account", whole=True)


@scene
def history(staffed: Staffed) -> Picture:
    token, _ = played(staffed)
    return Picture("/history", token)


@scene
def history_hand(staffed: Staffed) -> Picture:
    token, table = played(staffed)

    def moved(page: Page) -> None:
        page.get_by_role("button", name="To the end").click()
        page.get_by_role("button", name="Make them again on this page").click()
        expect(page.get_by_text("Everything follows from the seed")).to_be_visible()
        page.get_by_role("slider").fill("9")

    return Picture(f"/history/{table}/1", token, moved, whole=True)


@scene
def odds(staffed: Staffed) -> Picture:
    return Picture("/odds", whole=True)


@scene
def odds_sheet(staffed: Staffed) -> Picture:
    def opened(page: Page) -> None:
        page.locator(".opens").first.click()

    return Picture("/odds/nj-2011/craps", None, opened)


# How to play


@scene
def guide(staffed: Staffed) -> Picture:
    return Picture("/guide/nj-2011/craps", whole=True)


@scene
def guide_cards(staffed: Staffed) -> Picture:
    return Picture("/guide/nj-2001/punto-banco", whole=True)


@scene
def spot_plain(staffed: Staffed) -> Picture:
    """What the panel says of a bet that has its number."""
    table, token = crowded(staffed)

    def looked(page: Page) -> None:
        page.locator('.spot[data-name="place-6"]').first.focus()
        strip = page.locator(".strip")
        if strip.is_visible():
            strip.press("Enter")

    return Picture(f"/tables/{table}", token, looked)


def shown_first_hand(game: str, step: int) -> Picture:
    """A first hand at one of its steps."""

    def advanced(page: Page) -> None:
        for number in range(1, step):
            expect(page.get_by_text(f"Step {number} of")).to_be_visible()
            page.locator(".step-card .main").click()
        expect(page.get_by_text(f"Step {step} of")).to_be_visible()

    return Picture(f"/first-hand/{game}", None, advanced)


@scene
def first_hand_line(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2011/craps", 1)


@scene
def first_hand_odds(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2011/craps", 3)


@scene
def first_hand_come(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2011/craps", 6)


@scene
def first_hand_over(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2011/craps", 10)


@scene
def first_hand_mini_craps(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2011/mini-craps", 4)


@scene
def first_hand_automated(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2011/automated-craps", 3)


@scene
def first_hand_mini_dice(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-1997/mini-dice", 5)


@scene
def first_hand_cards(staffed: Staffed) -> Picture:
    return shown_first_hand("nj-2001/punto-banco", 5)


@scene
def compare(staffed: Staffed) -> Picture:
    return Picture("/compare?left=nj-2011/craps&right=md-2013/craps")


@scene
def law(staffed: Staffed) -> Picture:
    return Picture("/law?edition=nj-2011")


@scene
def law_clause(staffed: Staffed) -> Picture:
    return Picture("/law/NJ11-1.4b-Hard8", whole=True)


@scene
def law_reading(staffed: Staffed) -> Picture:
    return Picture("/law/R-12", whole=True)


@scene
def floor(staffed: Staffed) -> Picture:
    return Picture("/floor", staffed.boss, whole=True)


# The crew


@scene
def crew_dice(staffed: Staffed) -> Picture:
    table, _ = crowded(staffed)

    def chosen(page: Page) -> None:
        crew = page.get_by_role("region", name="The crew")
        crew.get_by_role("button", name="Ann").click()
        crew.get_by_role("button", name="5 and 2: 7", exact=True).click()
        page.evaluate("scrollTo(0, 0)")

    return Picture(f"/tables/{table}", staffed.tokens["boxperson"], chosen)


@scene
def crew_dice_whole(staffed: Staffed) -> Picture:
    table, _ = crowded(staffed)

    def opened(page: Page) -> None:
        page.get_by_role("region", name="The crew").get_by_role("button", name="Ann").click()

    return Picture(f"/tables/{table}", staffed.tokens["boxperson"], opened, whole=True)


@scene
def crew_late(staffed: Staffed) -> Picture:
    table, _ = alone(staffed)
    with at(staffed, table, "stickperson") as stick:
        bets(stick, 1, **{"pass": 15, "field": 5})
        stick.do("throw")
        late = stick.ask("bet", seat=1, wager="any-seven", amount=500)
        assert late["refusal"]["code"] == "not-confirmed", late
    return Picture(f"/tables/{table}", staffed.tokens["boxperson"])


@scene
def crew_shaker(staffed: Staffed) -> Picture:
    table, _ = alone(staffed, rules="nj-1997", game="mini-dice")
    return Picture(f"/tables/{table}", staffed.tokens["dealer"], whole=True)


@scene
def crew_shoe(staffed: Staffed) -> Picture:
    table, _, _ = shoe(staffed, 9)
    return Picture(f"/tables/{table}", staffed.tokens["dealer"], whole=True)


@scene
def surveillance(staffed: Staffed) -> Picture:
    table, _ = crowded(staffed)
    return Picture(f"/tables/{table}", staffed.tokens["surveillance"])


@scene
def lobby_busy(staffed: Staffed) -> Picture:
    return Picture("/", staffed.house.guest("Ann"), whole=True)


for each, where in {
    "page": "/no/such/page", "table": "/tables/none", "invitation": "/invitation#none",
    "law": "/law/none",
}.items():  # fmt: skip
    SCENES[f"nothing-{each}"] = lambda _, where=where: Picture(where)  # type: ignore[misc]


@scene
def invitation(staffed: Staffed) -> Picture:
    asked = {"role": "dealer"}
    _, made = staffed.house.call("POST", "/api/v1/invitations", asked, staffed.boss)
    return Picture(f"/invitation#{made['token']}", staffed.house.guest("Dora"))


@scene
def stopped(staffed: Staffed) -> Picture:
    """A table whose log was touched while the house was down: it stands still."""
    table, token = crowded(staffed)
    house = cast("Running", staffed.house)
    house.kill()
    with closing(sqlite3.connect(house.database)) as store:
        store.execute("UPDATE balance SET cents = cents + 1 WHERE table_key = ?", (table,))
        store.commit()
    house.start()
    return Picture(f"/tables/{table}", token)


# The school

DRILLED = {
    "payments": ("nj-2011/craps", "craps.payout.horn", 7),
    "odds": ("nj-2011/craps", "craps.payout.come-odds", 11),
    "layout": ("nj-2011/craps", "craps.layout", 3),
    "press": ("nj-2011/craps", "craps.press.place", 11),
    "legal": ("nj-2011/craps", "craps.legal.change", 0),
    "calls": ("nj-2011/craps", "craps.calls", 11),
    "call": ("nj-2011/craps", "craps.call", 2),
    "resting": ("nj-2011/craps", "craps.valid", 12),
    "watching": ("nj-2011/craps", "craps.watch", 4),
    "order": ("nj-2001/punto-banco", "punto-banco.order", 0),
    "cards": ("nj-2001/punto-banco", "punto-banco.third-card", 1),
    "count": ("nj-2001/punto-banco", "punto-banco.count", 1),
    "shake": ("nj-1997/mini-dice", "mini-dice.valid", 3),
    "wheel": ("ac-roulette/roulette", "roulette.together.splits", 2),
    "stops": ("ac-big-six/big-six", "big-six.layout", 2),
    "dome": ("ac-sic-bo/sic-bo", "sic-bo.layout", 2),
}
for each, (game, skill, seed) in DRILLED.items():
    SCENES[f"school-{each}"] = (
        lambda _, at=f"/school/{game}?skill={skill}&seed={seed}": Picture(at)  # type: ignore[misc]
    )


def legal_reasons(page: Page) -> None:
    answers = page.get_by_role("group", name="Your answer")
    answers.get_by_role("button", name="No", exact=True).click()


@scene
def school_reasons(staffed: Staffed) -> Picture:
    return Picture("/school/nj-2011/craps?skill=craps.legal.change&seed=0", deed=legal_reasons)


@scene
def school_grade(staffed: Staffed) -> Picture:
    def graded(page: Page) -> None:
        page.get_by_role("button", name="1", exact=True).click()
        page.get_by_role("button", name="Answer").click()
        expect(page.locator(".verdict")).to_be_visible()

    return Picture("/school/nj-2011/craps?skill=craps.payout.horn&seed=7", deed=graded)


@scene
def school_start(staffed: Staffed) -> Picture:
    return Picture("/school", whole=True)


@scene
def school_course(staffed: Staffed) -> Picture:
    return Picture("/school/course", whole=True)


@scene
def school_lesson(staffed: Staffed) -> Picture:
    return Picture("/school/course/5", whole=True)


@scene
def school_schools(staffed: Staffed) -> Picture:
    return Picture("/school/for-schools", whole=True)


@scene
def school_classes(staffed: Staffed) -> Picture:
    return Picture("/school/classes", staffed.house.guest("Ada"), whole=True)


# The pictures


@contextmanager
def opened(browser: Browser, house: Running, size: str) -> Iterator[BrowserContext]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=house.address,
        has_touch=size != "desktop",
        is_mobile=size != "desktop",
        reduced_motion="reduce",
    )
    context.set_default_timeout(PATIENCE * 1000)
    try:
        yield context
    finally:
        context.close()


def found_by_axe(page: Page) -> list[str]:
    violations = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in violations
        for node in each["nodes"][:4]
    ]


def take(browser: Browser, staffed: Staffed, name: str, asked: argparse.Namespace) -> list[str]:
    """The pictures of one state; and what axe finds in them, if it is asked."""
    shown = SCENES[name](staffed)
    found: list[str] = []
    for size in asked.sizes.split(","):
        with opened(browser, cast("Running", staffed.house), size) as context:
            if shown.token is not None:
                address = staffed.house.address
                context.add_cookies(
                    [{"name": "lammer_session", "value": shown.token, "url": address}]
                )
            page = context.new_page()
            page.goto(shown.path)
            page.wait_for_load_state("networkidle")
            if shown.deed is not None:
                shown.deed(page)
            for scheme in SCHEMES[: 1 if asked.light else 2]:
                page.emulate_media(color_scheme=scheme)
                path = asked.folder / f"{name}-{size}-{scheme}.png"
                page.screenshot(path=path, full_page=shown.whole)
                wrong = found_by_axe(page) if asked.axe else []
                found += [f"{path.stem}: {each}" for each in wrong]
            if shown.after is not None:
                shown.after(page)
    return found


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("--only", default="")
    asked.add_argument("--sizes", default=",".join(SIZES))
    asked.add_argument("--light", action="store_true", help="without the dark ones")
    asked.add_argument("--axe", action="store_true", help="have axe look at each, too")
    wanted = asked.parse_args()
    names = [each for each in SCENES if each.startswith(tuple(wanted.only.split(",")))]
    if not names:
        asked.error(f"no scene begins with {wanted.only}; there are: {', '.join(SCENES)}")
    found: list[str] = []
    wanted.folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=SHOWN_WITHIN)
    with (
        tempfile.TemporaryDirectory() as place,
        running(Path(place) / "house.sqlite", *QUICK) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        staffed = Staffed(house)
        for name in names:
            wrong = take(browser, staffed, name, wanted)
            sys.stdout.writelines(f"{each}\n" for each in (name, *wrong))
            sys.stdout.flush()
            found += wrong
        browser.close()
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
