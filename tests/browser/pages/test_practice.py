"""A practice table in the browser: one click, six players, and every mistake is found.

The session is played beside the page from the same seed, so a test knows what is right, and what
it did wrong.
"""

import csv
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from lammer.core.money import dollars
from lammer.school.answers.text import where
from lammer.school.practice import PracticeSession, Setting, Task
from lammer.sim.play.bots import newcomer
from tests.browser.pages.test_guide import no_violations
from tests.browser.support.browser_clients import Visitor, Visitors
from tests.school.test_questions import rules_of
from tests.server.support.crew import Staffed
from tests.usual import usual

CRAPS = "/school/practice/nj-2011/craps"


class Trainee:
    """Somebody at the page who knows what is right."""

    def __init__(self, page: Page, key: str, game: str, seed: int, **setting: Any) -> None:
        self.page = page
        self.played = PracticeSession(Setting(rules_of(key, game), seed, **setting), newcomer)
        self.rules = self.played.setting.rules
        page.goto(f"/school/practice/{key}/{game}?seed={seed}")
        expect(self.form).to_be_visible()

    @property
    def form(self) -> Locator:
        return self.page.get_by_role("form", name="The task")

    def tasks(self) -> Iterator[Task]:
        while self.played.task is not None:
            yield self.played.task

    def do(self, answer: dict[str, Any]) -> list[Any]:
        """Answer the task of now on the page, and beside it; return what is wrong with it."""
        task = self.played.task
        assert task is not None
        expect(self.form.locator(".text")).to_have_text(_words(task))
        self._fill(task, answer)
        self.form.get_by_role("button", name="Done", exact=True).click()
        faults = self.played.answer(self.played.number, _sent(task, answer), 0).faults
        expect(self.form.locator(".verdict")).to_have_text("Not right." if faults else "Right.")
        expect(self.form.locator(".grade > ul > li")).to_have_count(len(faults))
        for fault in faults:
            expect(self.form.locator(".grade")).to_contain_text(fault.what)
        for words, cents in (("Cost to the house", self.played.cost),
                             ("Players are short", self.played.owed)):  # fmt: skip
            row = self.page.locator(".running > div").filter(has_text=words)
            expect(row.locator("dd")).to_have_text(dollars(cents))
        return list(faults)

    def next(self) -> None:
        self.form.get_by_role("button", name="Next").click()

    def _fill(self, task: Task, answer: dict[str, Any]) -> None:
        match task.asked:
            case "payments":
                for row in answer["payments"]:
                    self._pay(task, row)
            case "requests":
                for row in answer["requests"]:
                    self._take(row)
            case "call":
                self.form.get_by_role("button", name=answer["call"], exact=True).click()
            case "legal":
                word = "Yes" if answer["allowed"] else "No"
                self.form.get_by_role("button", name=word, exact=True).click()
            case "valid":
                word = "Yes, it counts" if answer["valid"] else "No, it is void"
                self.form.get_by_role("button", name=word).click()
            case "count" | "card" as key:
                for hand, said in answer[key].items():
                    group = self.form.get_by_role("group", name=hand.title())
                    group.get_by_role("button", name=str(said).title(), exact=True).click()

    def _pay(self, task: Task, row: dict[str, Any]) -> None:
        net = row["net"]
        stake = task.posed.table.seats[row["seat"]].bets[row["bet"]].stake
        bets = self.form.get_by_role("group", name="Bets")
        words = f"{self.rules.words_for(row['bet'])} {dollars(stake)}, seat {row['seat']}"
        bets.get_by_role("button", name=re.compile(f"^{re.escape(words)}")).click()
        if net < 0:
            self.form.get_by_role("button", name="Collect").click()
            return
        self.form.get_by_label("Amount paid").fill(f"{net / 100:.2f}")
        if row.get("vigorish"):
            self.form.get_by_label("Vigorish").fill(f"{row['vigorish'] / 100:.2f}")
        self.form.get_by_role("button", name="Pay", exact=True).click()

    def _take(self, row: dict[str, Any]) -> None:
        number = row["request"]
        group = self.form.get_by_role("group", name=f"Request {number}", exact=True)
        if row.get("refused"):
            group.get_by_role("button", name="No bet").click()
        elif row.get("down"):
            group.get_by_role("button", name="Take it down").click()
        else:
            group.get_by_role("button", name="Put it down").click()
            spot = self.form.get_by_label(f"Where the bet of request {number} goes")
            spot.select_option(row["bet"])
            amount = self.form.get_by_label(f"Amount of request {number}", exact=True)
            amount.fill(f"{row['amount'] / 100:.2f}")
            if row.get("vigorish"):
                self.form.get_by_label(f"Vigorish of request {number}").fill(
                    f"{row['vigorish'] / 100:.2f}"
                )


def right(task: Task) -> dict[str, Any]:
    """The right answer, as somebody at the page gives it: payments net, nothing for what moves."""
    answer = dict(task.posed.answer)
    if task.asked == "payments":
        rows = [{"seat": row["seat"], "bet": row["bet"], "net": row["pays"] - row["takes"],
                 **({"vigorish": row["vigorish"]} if "vigorish" in row else {})}
                for row in answer["payments"] if row["pays"] or row["takes"]]  # fmt: skip
        answer = {"payments": rows}
    return answer


def _words(task: Task) -> str:
    """The question as the page asks it, with where the game stands: where a trial at rest is drawn,
    what happened is seen."""
    asks = task.posed.given.get("resting", {}).get("asks")
    return str(asks or f"{where(task)} {task.posed.words}".strip())


def _sent(task: Task, answer: dict[str, Any]) -> dict[str, Any]:
    """What the page sends for what was done on it."""
    return {k: v for k, v in answer.items() if k != "clause"}


def spoilt(task: Task, answer: dict[str, Any], turn: int) -> dict[str, Any] | None:
    """The answer with one mistake, of several kinds in turn; None where there is no room."""
    rows = [dict(row) for row in answer.get("payments", ())]
    won = [row for row in rows if row["net"] > 0]
    lost = [row for row in rows if row["net"] < 0]
    match task.asked:
        case "payments" if won and turn % 3 == 0:
            won[0]["net"] += 500
            return {"payments": rows}
        case "payments" if won and turn % 3 == 1:
            return {"payments": [row for row in rows if row is not won[-1]]}
        case "payments" if lost:
            return {"payments": [row for row in rows if row is not lost[0]]}
        case "requests":
            asked = [dict(row) for row in answer["requests"]]
            if asked[0].get("refused"):
                wager = next(iter(task.posed.table.rules.wagers))
                asked[0] = {"request": 1, "bet": wager, "amount": 500}
            else:
                asked[0] = {"request": 1, "refused": True}
            return {"requests": asked}
        case "call":
            choices = task.posed.given["choices"]
            return {"call": next(each for each in choices if each != answer["call"])}
        case "legal":
            return {"allowed": not answer["allowed"]}
        case "valid":
            return {"valid": not answer["valid"]}
    return None


def test_a_table_is_opened_by_one_click_and_mistakes_are_found(
    staffed: Staffed, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/school")
    page.get_by_role("link", name="Practice table: Craps, New Jersey 2011").click()
    expect(page.get_by_role("form", name="The task")).to_be_visible()
    expect(page.locator(".players li")).to_have_count(6)
    trainee = Trainee(page, "nj-2011", "craps", 4)
    no_violations(page)
    planted: dict[str, int] = {}
    seen: set[str] = set()
    for task in trainee.tasks():
        if len(seen) == 4 and planted:
            break
        wrong = spoilt(task, right(task), 0) if task.duty not in seen else None
        for fault in trainee.do(right(task) if wrong is None else wrong):
            planted[fault.kind] = planted.get(fault.kind, 0) + 1
        if wrong is not None:
            seen.add(task.duty)
            shot(visitor, f"practice-{task.duty}")
            no_violations(page)
        trainee.next()
    assert seen == {"bets", "calls", "payments", "rulings"}
    page.get_by_role("button", name="End the session").click()
    expect(page.get_by_role("heading", name="The session is over")).to_be_focused()
    expect(page.locator(".faults li")).to_have_count(sum(planted.values()))
    shot(visitor, "practice-over")
    no_violations(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Results as CSV").click()
    rows = list(csv.DictReader(download.value.path().read_text().splitlines()))
    assert len(rows) == len(trainee.played.answered)
    assert sum(row["right"] == "false" for row in rows) == len(seen)
    # Later it is looked at again.
    page.goto(CRAPS)
    kept = page.get_by_role("region", name="Your sessions")
    expect(kept.locator("tbody tr")).to_have_count(2)
    kept.locator("tbody tr").first.get_by_role("link").first.click()
    expect(page.locator(".faults li")).to_have_count(sum(planted.values()))
    no_violations(page)


@pytest.mark.long
def test_a_session_goes_on_where_it_was_and_by_thumb(
    staffed: Staffed, visitors: Visitors, shot: Callable[[Visitor, str], None]
) -> None:
    visitor = visitors.new(size="phone")
    page = visitor.page
    trainee = Trainee(page, "nj-2011", "craps", 2)
    for task in trainee.tasks():
        if task.asked == "payments" and any(row["net"] > 0 for row in right(task)["payments"]):
            break
        trainee.do(right(task))
        trainee.next()
    words = trainee.form.locator(".text").inner_text()
    shot(visitor, "practice-phone")
    no_violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    expect(trainee.form.locator(".text")).to_have_text(words)
    # Others make room for themselves, and the house opens the session again as it was kept; also
    # without the seed, for it is the latest of this game.
    for _ in range(3):
        path = "/api/v1/school/nj-1997/mini-dice/practice"
        assert visitor.context.request.post(path, data={"players": 1}).status == 201
    page.goto(CRAPS)
    expect(trainee.form.locator(".text")).to_have_text(words)
    trainee.form.get_by_role("group", name="Bets").get_by_role("button").first.click()
    for key in ("1", "2"):
        keypad = trainee.form.get_by_role("group", name="Keypad")
        keypad.get_by_role("button", name=key, exact=True).click()
    expect(trainee.form.get_by_label("Amount paid")).to_have_value("12")
    trainee.form.get_by_role("button", name="Pay", exact=True).click()
    expect(trainee.form.locator(".done li")).to_contain_text("$12 paid")
    trainee.form.get_by_role("button", name=re.compile("^Undo")).click()
    expect(trainee.form.locator(".done li")).to_have_count(0)
    trainee.do(right(task))
    no_violations(page)


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "game", "size"),
    [("nj-2011", "craps", "desktop"), ("nj-2001", "punto-banco", "phone"),
     ("nj-1997", "mini-dice", "desktop")],
)  # fmt: skip
def test_thirty_rounds_with_six_players_in_which_all_planted_mistakes_are_found(
    staffed: Staffed, visitors: Visitors, key: str, game: str, size: str
) -> None:
    visitor = visitors.new(size=size)
    trainee = Trainee(visitor.page, key, game, 11)
    assert len(trainee.played.players()) == 6
    planted = found = 0
    for turn, task in enumerate(trainee.tasks()):
        answer = right(task)
        wrong = spoilt(task, answer, turn) if turn % 4 == 1 else None
        faults = trainee.do(answer if wrong is None else wrong)
        if wrong is None:
            assert faults == [], "nothing was wrong with that"
        else:
            planted += 1
            found += bool(faults)
        trainee.next()
    assert planted == found >= 12
    page = visitor.page
    expect(page.get_by_role("heading", name="The session is over")).to_be_visible()
    expect(page.locator(".faults li")).to_have_count(len(trainee.played.faults))
    no_violations(page)


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["desktop"]))
def test_hints_before_time_and_a_table_of_ones_own_choice(
    staffed: Staffed, visitors: Visitors, size: str
) -> None:
    page = visitors.new(size=size).page
    page.goto(CRAPS)
    page.get_by_text("Another table").click()
    page.get_by_role("combobox", name="Players").select_option("3")
    page.get_by_label("Hints").select_option("before")
    page.get_by_label("Against the clock").check()
    for each in ("Take spoken bets", "Call the outcome", "Rule on late bets"):
        page.get_by_label(re.compile(each)).uncheck()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator(".players li")).to_have_count(3)
    expect(page.locator(".hints li").first).to_be_visible()
    expect(page.locator(".clock")).to_contain_text("s of")
    no_violations(page)
    page.get_by_text("Another table").click()
    page.get_by_label("Collect and pay").uncheck()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_text("Choose something to do.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_a_game_without_a_crew_says_so(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/school")
    expect(page.get_by_role("link", name="Learn Automated craps, New Jersey 2011")).to_be_visible()
    expect(page.get_by_role("link", name="Practice table: Automated craps")).to_have_count(0)
    page.goto("/school/practice/nj-2011/automated-craps")
    expect(page.get_by_text("This game has no crew")).to_be_visible()
    assert all("409" in each for each in visitor.complaints)
    visitor.complaints.clear()
