"""A whole evening: two people with a browser each, one by mouse and one by thumb, go from table to
table of one house, while the crew of a staffed table works in browsers of its own. All along both
see what the house says; at the end every log is downloaded and judged, and every hand adds up."""

import random
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import SHOWN_WITHIN
from tests.browser.crew.test_crew import panel, says
from tests.browser.crew.test_crew_procedures import group as unfolded
from tests.browser.support.browser_clients import Visitor, Visitors, all_tables
from tests.browser.support.felt_player import WHERE, FeltPlayer, dollars
from tests.server.support.crew import Staffed
from tests.server.support.running import Message, Running, running, wait_until
from tests.server.support.table_helpers import QUICK, books_verify, judged, new_table

CALM = {"reduced_motion": "reduce"}
GAMES: tuple[tuple[str, str, Message], ...] = (
    ("nj-2011", "craps", {"odds": 3}),
    ("nj-2001", "punto-banco", {}),
    ("nj-1997", "mini-dice", {}),
)
TRIALS, TRIALS_LONG = 4, 90
"""At each table where the house draws."""
HANDS, HANDS_LONG = 1, 15
"""Times that the script of the staffed table is played."""
LOOK_AGAIN = 30
"""Milliseconds."""
SHOWS = """([bets, mine, texts]) => {
  const page = document.querySelector(".table-page");
  const spots = new Map([...page.querySelectorAll(".felt-holder .spot[data-name]")].map(
    (spot) => [spot.dataset.name, spot.getAttribute("aria-label") ?? ""]));
  const due = new Map([...spots.keys()].map((name) => [name, [0, 0]]));
  for (const [name, wager, seat, stake] of bets) {
    due.get(spots.has(name) ? name : wager)[seat === mine ? 0 : 1] += stake;
  }
  const cents = (label, form) =>
    Math.round(100 * parseFloat((form.exec(label)?.[1] ?? "0").replaceAll(",", "")));
  const wrong = [];
  for (const [name, label] of spots) {
    const forms = [/your bet \\$([\\d,.]+)/, /others \\$([\\d,.]+)/];
    const shown = forms.map((form) => cents(label, form));
    if (/waiting|being taken/.test(label) || String(shown) !== String(due.get(name))) {
      wrong.push(`${label}; due ${due.get(name)}`);
    }
  }
  for (const [where, words] of texts) {
    const found = [...page.querySelectorAll(where)].map(
      (each) => `${each.getAttribute("aria-label") ?? ""} ${each.textContent}`);
    if (!found.some((text) => text.includes(words))) wrong.push(`${where}: ${found}; due ${words}`);
  }
  return wrong;
}"""
"""What a page shows otherwise than the house says: chips at each spot, and some texts."""


class Guest(FeltPlayer):
    """Somebody at a table, by mouse or by thumb."""

    def __init__(self, visitor: Visitor, house: Running, table: str, *, thumb: bool) -> None:
        super().__init__(visitor, house, table)
        self.thumb = thumb
        self.number = 0
        """My seat."""

    @property
    def token(self) -> str:
        (found,) = [
            each.get("value", "")
            for each in self.visitor.context.cookies()
            if each.get("name") == "lammer_session"
        ]
        return found

    def use(self, what: Locator) -> None:
        if self.thumb:
            what.tap()
        else:
            what.click()

    def button(self, name: str) -> Locator:
        return self.rail.get_by_role("button", name=name, exact=True)

    def sits(self, name: str) -> None:
        """From the lobby, with one click."""
        all_tables(self.page)
        self.use(self.page.get_by_role("link", name=f"Sit down at {name}", exact=True))
        self.has_sat()
        self.number = self.house.get(f"/api/v1/tables/{self.table}/legal", self.token)["seat"]

    def points_at(self, wager: str) -> bool:
        """The chip in hand, there; whether one can point there at all."""
        at = self.spot(wager).evaluate(WHERE)
        if at is not None:
            if self.thumb:
                self.page.touchscreen.tap(*at)
            else:
                self.page.mouse.click(*at)
        return at is not None

    def put(self, *among: str) -> None:
        """A bet on the first of these that one can point at; the house has it."""
        before = self.stakes(self.number)
        assert any(self.points_at(wager) for wager in among), f"nobody can point at {among}"
        wait_until(lambda: self.stakes(self.number) != before, what=f"a bet on one of {among}")

    def may(self, *among: str) -> list[str]:
        """The wagers that I may put five dollars or so on now, of these or of all."""
        legal = self.house.get(f"/api/v1/tables/{self.table}/legal", self.token)["bet"]
        wagers = self.catalogue["wagers"]
        return [
            name
            for name, may in legal.items()
            if isinstance(may, list) and may[0] <= 1000 <= may[1]
            if name in (among or wagers) and wagers[name]["kind"] != "hop"
        ]

    def removable(self) -> bool:
        """Whether I have a bet that I may take down."""
        legal = self.house.get(f"/api/v1/tables/{self.table}/legal", self.token)
        return any(each["remove"] is True for each in legal.get("up", {}).values())

    def clears(self) -> None:
        """Take down all that may be; again, if it is asked whether I mean it."""
        asked = self.page.locator(".toast").filter(has_text="Once more")
        self.use(self.tool("Clear"))
        wait_until(lambda: not self.removable() or asked.count(), what="cleared, or asked")
        if self.removable():
            self.use(self.tool("Clear"))
            wait_until(lambda: not self.removable(), what="cleared")

    def hands(self) -> list[Message]:
        """All that I had a part in, the latest first."""
        found: list[Message] = []
        more: str | None = ""
        while more is not None:
            page = self.house.get(f"/api/v1/me/hands?limit=200{more}", self.token)
            found += page["hands"]
            more = page["next"] and f"&after={page['next']}"
        return found

    def deed(self, name: str) -> None:
        """What a telephone has among the bets, and a larger page above the felt."""
        if self.thumb:
            self.page.get_by_role("tab", name="Bets").tap()
        self.use(self.page.get_by_role("button", name=name, exact=True).first)

    def chips(self, dollars_typed: str, button: str) -> None:
        """In or out, in the dialog."""
        self.deed("Chips ...")
        dialog = self.page.get_by_role("dialog", name="Chips")
        dialog.get_by_label("Dollars").fill(dollars_typed)
        self.use(dialog.get_by_role("button", name=button))
        expect(dialog).to_contain_text("Done.")
        self.use(dialog.get_by_role("button", name="Close"))
        if self.thumb:
            self.page.locator(".panels").get_by_role("button", name="Close").tap()

    def leave(self) -> None:
        self.deed("Leave")
        expect(self.rail.get_by_role("button", name="Sit down")).to_be_visible()

    def is_lost(self) -> None:
        lost = self.page.get_by_role("alert").filter(has_text="The connection is lost")
        expect(lost).to_be_visible()

    def is_live(self) -> None:
        expect(self.page.locator(".status")).to_have_text("Live")


class Evening:
    """The house, its tables and everybody in it."""

    def __init__(self, house: Running, browser: Browser, trials: int, hands: int) -> None:
        self.house, self.staffed = house, Staffed(house)
        self.people = Visitors(browser, house.address)
        self.chance = random.Random("an evening")
        self.trials, self.hands = trials, hands
        self.opener = house.account("opener")
        self.tables: list[str] = []
        self.here: list[Guest] = []
        self.visitors = [self.people.new(size=size, **CALM) for size in ("desktop", "phone")]
        for each in self.visitors:
            each.context.set_default_timeout(SHOWN_WITHIN)

    def go_to(self, table: str) -> list[Guest]:
        """Both sit down at a table."""
        self.tables.append(table)
        name = self.house.get(f"/api/v1/tables/{table}")["name"]
        self.here = [
            Guest(visitor, self.house, table, thumb=at == 1)
            for at, visitor in enumerate(self.visitors)
        ]
        for each in self.here:
            each.sits(name)
        self.same()
        return self.here

    def state(self) -> Message:
        found: Message = self.house.get(f"/api/v1/tables/{self.tables[-1]}")
        return found

    def same(self, *more: Page, dice: bool = True) -> None:
        """Every page shows what the house says: chips, puck, dice, rails, purses."""
        seen = self.state()
        state = seen["state"]
        bets = [
            [name, bet["wager"], int(number), bet["stake"]]
            for number, seat in state["seats"].items()
            for name, bet in seat["bets"].items()
        ]
        texts: list[tuple[str, str]] = []
        if "craps" in seen["game"]:
            point = state["point"]
            texts.append((".puck", f"The puck is {'off' if point is None else f'on {point}'}"))
            if dice and seen["recent"]:
                one, other = seen["recent"][-1]["dice"]
                texts.append((".stage [role=img]", f"The dice show {one} and {other}"))
        for guest in self.here:
            seat = state["seats"].get(str(guest.number), {"gone": True})
            own = list(texts)
            if not seat.get("gone"):
                purse = self.house.get("/api/v1/me", guest.token)["purse"]
                figures = {"Rail": seat["rail"], "Bets": seat["layout"], "Purse": purse}
                own += [
                    (".figures > div", f"{term}{dollars(cents)}") for term, cents in figures.items()
                ]
            self._shows(guest.page, bets, guest.number, own)
        for page in more:
            self._shows(page, bets, None, texts)

    def _shows(self, page: Page, bets: Any, mine: int | None, texts: Any) -> None:
        given = [bets, mine, texts]
        end = time.monotonic() + SHOWN_WITHIN / 1000
        while wrong := page.evaluate(SHOWS, given):
            assert time.monotonic() < end, wrong
            page.wait_for_timeout(LOOK_AGAIN)

    def betting(self, who: Guest) -> None:
        """Somebody puts chips down here and there, and changes their mind."""
        for _ in range(self.chance.choice((1, 1, 2))):
            open_now = who.may()
            who.put(*self.chance.sample(open_now, len(open_now)))
        if self.chance.random() < 0.25:
            seq = self.state()["seq"]
            who.use(who.tool("Undo"))
            refused = who.page.locator(".toast.refused")
            wait_until(lambda: self.state()["seq"] > seq or refused.count(), what="undo")

    def trial(self) -> None:
        """Whoever has the dice, the shaker or the shoe goes on; takes them first, if need be."""
        seats = {each.number: each for each in self.here}
        catalogue = self.here[0].catalogue
        state = self.state()["state"]
        if state["shooter"] is None:
            who = seats[state["offered"]]
            who.use(who.button(f"Take the {catalogue['thing']}"))
            wait_until(lambda: self.state()["state"]["shooter"] is not None, what="taken")
            state = self.state()["state"]
        who = seats.get(state["shooter"], self.here[0])
        line = who.may("pass")
        if line and not {"pass", "dont-pass"} & set(who.stakes(who.number)):
            who.put("pass")
        go = who.button(catalogue["trial"].capitalize())
        expect(go).to_have_attribute("aria-disabled", "false")
        seq = self.state()["seq"]
        who.use(go)
        wait_until(lambda: self.state()["seq"] > seq, what="a trial")
        self.same()


# The tables where the house draws


def drawn(evening: Evening, rules: str, game: str, elections: Message) -> None:
    """Some trials, with everything in between that happens to people."""
    table = new_table(
        evening.house, evening.opener, rules, game=game, clock=600, house=elections,
        name=f"Evening {game}",
    )  # fmt: skip
    desk, phone = evening.go_to(table)
    desk.chips("100", "Bring to the table")
    for number in range(evening.trials):
        for each in (desk, phone):
            evening.betting(each)
        evening.same()
        if number == 1 and game != "mini-dice":
            without_a_network(evening, phone)
        elif number == 2 and game == "craps":
            leaves_with_bets_up(evening, phone)
        elif number == 3 and game != "punto-banco":
            killed(evening)
        evening.trial()
    phone.chips("1", "Back to the purse")
    evening.same()
    over(evening)


def without_a_network(evening: Evening, who: Guest) -> None:
    """The one who has no network misses nothing that the other plays."""
    if evening.state()["state"]["shooter"] == who.number:
        who = next(each for each in evening.here if each is not who)
    others = [each for each in evening.here if each is not who]
    who.visitor.house_may_be_away = True
    who.visitor.context.set_offline(True)
    who.is_lost()
    everybody, evening.here = evening.here, others
    if evening.state()["state"]["shooter"] is not None:
        evening.trial()
    who.visitor.context.set_offline(False)
    evening.here = everybody
    who.is_live()
    evening.same()


def leaves_with_bets_up(evening: Evening, who: Guest) -> None:
    """What lies there stays, and is there again for whoever comes back."""
    who.put(*who.may("place-5", "place-9", "hard-6"))
    before = who.stakes(who.number)
    who.leave()
    expect(who.page.locator(".toasts")).to_contain_text("on the layout is still decided")
    who.use(who.rail.get_by_role("button", name="Sit down"))
    who.has_sat()
    assert who.stakes(who.number) == before
    evening.same()


def killed(evening: Evening) -> None:
    """The house goes as when the power does, and comes back to the same chips."""
    before = evening.state()["state"]
    for each in evening.visitors:
        each.house_may_be_away = True
    evening.house.kill()
    for guest in evening.here:
        guest.is_lost()
    evening.house.start()
    for guest in evening.here:
        guest.is_live()
    assert evening.state()["state"] == before
    evening.same()


def over(evening: Evening) -> None:
    """Everybody leaves; bets that are up are decided first."""
    while any(seat["layout"] for seat in evening.state()["state"]["seats"].values()):
        for guest in filter(Guest.removable, evening.here):
            guest.clears()
        if any(seat["layout"] for seat in evening.state()["state"]["seats"].values()):
            evening.trial()
    for guest in evening.here:
        guest.leave()
    assert evening.state()["state"]["seats"] == {}


# The staffed table


class PanelCrew:
    """A dealer and a boxperson, each before the panel."""

    def __init__(self, evening: Evening, table: str) -> None:
        self.evening = evening
        tokens = evening.staffed.tokens
        self.roles = {}
        for role in ("dealer", "boxperson"):
            visitor = evening.people.new(tokens[role], size="tablet", **CALM)
            visitor.house_may_be_away = True
            self.roles[role] = panel(visitor.page, table)
        self.pages = [crew.page for crew in self.roles.values()]

    def dice(self, first: int, second: int) -> None:
        """Entered by the dealer, seen by everybody."""
        dealer = self.roles["dealer"]
        what = f"{first} and {second}"
        dealer.get_by_role("button", name=f"{what}: {first + second}", exact=True).click()
        dealer.get_by_role("button", name=f"Enter {what}: {first + second}").click()
        says(dealer, f"Entered: {what}")
        self.evening.same(*self.pages)

    def dice_out(self) -> None:
        self.roles["dealer"].get_by_role("button", name="The dice are out").click()
        says(self.roles["dealer"], "The dice are out")

    def no_roll(self) -> None:
        box = self.roles["boxperson"]
        group = unfolded(box, "No roll")
        group.get_by_label("Reason").select_option("cheating")
        group.get_by_role("button", name="Call no roll").click()
        says(box, "it does not count")
        self.evening.same(*self.pages)

    def words(self) -> None:
        """Both agree to the bet that came late."""
        for role, crew in self.roles.items():
            waiting = crew.get_by_role("region", name="Bets that wait for a word")
            waiting.get_by_role("button", name=f"My word as {role}").click()
            says(crew, f"Your word as {role} is given")

    def takes_back(self) -> None:
        box = self.roles["boxperson"]
        group = unfolded(box, "Correct the last entry")
        group.get_by_role("button", name="Take it back").click()
        question = box.page.get_by_role("dialog", name="Correct the last entry")
        question.get_by_role("button", name="Take it back").click()
        says(box, "Taken back by the boxperson")
        self.evening.same(*self.pages, dice=False)  # None lie there any more.


def staffed_craps(evening: Evening) -> None:
    table = evening.staffed.table(name="Evening school", house={"odds": 3})
    desk, phone = evening.go_to(table)
    crew = PanelCrew(evening, table)
    for hand in range(evening.hands):
        shooter, other = (desk, phone) if hand % 2 == 0 else (phone, desk)
        scripted(evening, crew, shooter, other)
    over_scripted(evening, crew)


def scripted(evening: Evening, crew: PanelCrew, shooter: Guest, other: Guest) -> None:
    """A hand with what a crew has to do: no roll, a late bet, an error put right."""
    shooter.use(shooter.button("Take the dice"))
    wait_until(lambda: evening.state()["state"]["shooter"] == shooter.number)
    shooter.put("pass")
    other.put("dont-pass")
    crew.dice(2, 4)
    shooter.put("pass-odds")
    other.put("come")
    crew.dice(4, 1)
    shooter.put(*evening.chance.sample(("place-8", "place-9", "hard-8"), 3))
    crew.dice_out()
    crew.no_roll()
    crew.dice_out()
    late(other, crew)
    crew.dice(4, 5)
    crew.dice(5, 5)
    crew.takes_back()
    crew.dice(5, 4)
    crew.dice(3, 4)


def late(who: Guest, crew: PanelCrew) -> None:
    """A bet while the dice are out waits, by its clause, until two have given their word."""
    before = who.stakes(who.number)
    assert who.points_at("field")
    waits = who.page.get_by_role("status").filter(has_text="waits for the word")
    expect(waits.get_by_role("link", name="NJ11-1.3a1").first).to_be_visible()
    assert who.stakes(who.number) == before
    crew.words()
    who.sees("field", 500)
    assert who.stakes(who.number) == {**before, "field": 500}


def over_scripted(evening: Evening, crew: PanelCrew) -> None:
    """The last hand stands when something else is done; then everybody leaves."""
    assert all(seat["layout"] == 0 for seat in evening.state()["state"]["seats"].values())
    for guest in evening.here:
        guest.leave()
    for page in crew.pages:
        page.close()


# Afterwards


def cents_in(text: str) -> int:
    found = re.fullmatch(r"([+-]?)\$([\d,]+)(?:\.(\d\d))?", text.strip())
    assert found is not None, text
    whole = int(found[2].replace(",", "")) * 100 + int(found[3] or 0)
    return -whole if found[1] == "-" else whole


def history_adds_up(evening: Evening, guest: Guest) -> None:
    """As the page says it, hand by hand; and in all it is what the purse became."""
    page, house = guest.page, evening.house
    page.goto("/history")
    rows = page.get_by_role("region", name="Your hands").locator("tbody tr")
    more = page.get_by_role("button", name="More")
    expect(rows.first).to_be_visible()
    while more.is_visible():
        count = rows.count()
        more.click()
        expect(rows.nth(count)).to_be_visible()
    won_in_all = 0
    for row in rows.all():
        texts = row.locator("td").all_text_contents()
        net, expected, luck = map(cents_in, texts[:3])
        _, won, lost, vigorish, brought, before, after = map(cents_in, texts[4:])
        assert abs(expected + luck - net) <= 1, texts
        assert before + brought + won - lost - vigorish == after, texts
        assert net == won - lost - vigorish, texts
        won_in_all += net
    assert house.get("/api/v1/me", guest.token)["purse"] == 100_000 + won_in_all


def scrubbed(evening: Evening, guest: Guest) -> None:
    """The last hand of each table, to its last line: the chips are those of the page's figures."""
    page = guest.page
    latest = {part["table"]: part for part in reversed(guest.hands())}
    assert set(latest) == set(evening.tables)
    for table, part in latest.items():
        page.goto(f"/history/{table}/{part['hand']}")
        scrub = page.get_by_role("slider", name="Step of the hand")
        last = int(scrub.get_attribute("max") or 0)
        assert last >= part["last"] - part["first"] + 1
        scrub.press("End")
        expect(scrub).to_have_value(str(last))
        figures = page.get_by_label(re.compile("Your part, at seat")).last
        expect(figures).to_contain_text(f"Chips after{dollars(part['after'])}")


def logs_are_right(evening: Evening, guest: Guest) -> None:
    """Downloaded by the link of the page, and judged by the real commands."""
    for table in evening.tables:
        status, _ = evening.house.call(
            "DELETE", f"/api/v1/tables/{table}", token=evening.staffed.boss
        )
        assert status < 300
        number = next(part["hand"] for part in guest.hands() if part["table"] == table)
        guest.page.goto(f"/history/{table}/{number}")
        with guest.page.expect_download() as coming:
            guest.page.get_by_role("link", name="Download the log").click()
        log = Path(coming.value.path()).read_bytes()
        assert log == evening.house.log(table)
        status, found = judged("audit", log)
        assert (status, found["findings"]) == (0, []), (table, found)
        if b'"event":"commit"' in log:
            status, found = judged("fair", log)
            assert status == 0, (table, found)


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[Running]:
    with running(tmp_path / "house.sqlite", *QUICK) as opened:
        yield opened


@pytest.mark.long
def test_a_whole_evening(
    own_house: Running, browser: Browser, request: pytest.FixtureRequest
) -> None:
    long = request.config.getoption("--long")
    evening = Evening(
        own_house, browser, TRIALS_LONG if long else TRIALS, HANDS_LONG if long else HANDS
    )
    for rules, game, elections in GAMES:
        drawn(evening, rules, game, elections)
    staffed_craps(evening)
    for guest in evening.here:
        history_adds_up(evening, guest)
        scrubbed(evening, guest)
    for guest in evening.here:
        guest.page.goto("/")
    logs_are_right(evening, evening.here[0])
    evening.people.leave()
    books_verify(own_house)
