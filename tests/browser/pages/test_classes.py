"""A table test in the browser: assigned, failed, repeated, printed, graded again from its log."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lammer.school.table_tests.document import document
from lammer.school.table_tests.sitting import Sitting, regrade
from lammer.school.table_tests.table_test import asked, read_text
from tests.browser.pages.test_guide import no_violations
from tests.browser.support.browser_clients import Visitor, Visitors
from tests.command import lammer as command
from tests.server.support.crew import Staffed
from tests.usual import usual

FILE = """name = "Yes or no"
pass_mark = "2/3"
minutes = 30
seed = 5

[[part]]
rules = "nj-2011"
game = "craps"
skills = ["craps.valid", "craps.vigorish.buy"]
count = 2

[[part]]
rules = "nj-2001"
skills = ["punto-banco.count"]
count = 1
"""
TEST = read_text(FILE)
AT = datetime(2026, 11, 18, 20, 0, tzinfo=UTC)


def right_answer(number: int) -> dict[str, Any]:
    return dict(asked(TEST, 5, number).posed.answer)


def answer(page: Page, number: int, *, right: bool) -> None:
    """Answer the open question, by the form that it has."""
    expect(page.locator(".question .what")).to_contain_text(f"{number + 1} of 3")
    said = right_answer(number)
    if "valid" in said:
        counts = said["valid"] is right
        name = "Yes, it counts" if counts else "No, it is void"
        page.get_by_role("button", name=name).click()
    elif "commission" in said:
        dollars = said["commission"] / 100 + (not right)
        page.get_by_role("textbox", name="Vigorish").fill(f"{dollars:.2f}")
    else:
        for hand, count in said["count"].items():
            row = page.get_by_role("group", name=hand.title())
            shown = count if right else (count + 1) % 10
            row.get_by_role("button", name=str(shown), exact=True).click()
    page.get_by_role("button", name="Answer").click()


def take(page: Page, *, right: int) -> None:
    for number in range(3):
        answer(page, number, right=number < right)
    expect(page.locator(".verdict")).to_be_visible()


@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["phone"]))
def test_a_test_assigned_failed_repeated_printed_and_graded_again(
    staffed: Staffed,
    visitors: Visitors,
    tmp_path: Path,
    size: str,
    shot: Callable[[Visitor, str], None],
) -> None:
    house = staffed.house
    ted = visitors.new(house.account(f"ted-{size}", "instructor", staffed.boss), size=size)
    page = ted.page
    page.goto("/school")
    page.get_by_role("link", name="Classes and tests").click()
    page.get_by_label("Its name").fill("Evening class")
    page.get_by_role("button", name="Create").click()
    expect(page.get_by_role("heading", name="Evening class")).to_be_visible()
    link = page.get_by_label("The link to join this class").input_value()
    page.get_by_text("Read it, or write another").click()
    page.get_by_label("The test", exact=True).fill("name = 3")
    page.get_by_role("button", name="Check it").click()
    expect(page.get_by_role("alert")).to_contain_text("name")
    assert ["422" in each for each in ted.complaints] == [True]
    ted.complaints.clear()
    page.get_by_label("The test", exact=True).fill(FILE)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator(".checked")).to_contain_text("3 questions, 30 minutes, 2/3 passes")
    page.get_by_label("How often everybody may take it").fill("2")
    no_violations(page)
    shot(ted, f"class-{size}")
    page.get_by_role("button", name="Assign").click()
    expect(page.get_by_role("link", name="Yes or no")).to_be_visible()

    ada = visitors.new(size=size)
    learner = ada.page
    learner.goto(link)
    expect(learner.get_by_text("seen by ted")).to_be_visible()
    no_violations(learner)
    learner.get_by_label("Your name").fill("Ada")
    learner.get_by_role("button", name="Join").click()
    learner.get_by_role("button", name="Begin").click()
    expect(learner.get_by_role("button", name="Answer")).to_be_visible()
    no_violations(learner)
    shot(ada, f"sitting-{size}")
    learner.get_by_role("button", name="Answer").click()
    expect(learner.get_by_text("Something is still open")).to_be_visible()
    answer(learner, 0, right=True)
    expect(learner.locator(".question .what")).to_contain_text("2 of 3")
    learner.reload()
    answer(learner, 1, right=False)
    answer(learner, 2, right=False)
    expect(learner.locator(".verdict")).to_have_text("Not passed")
    expect(learner.locator(".mistakes > li")).to_have_count(2)
    no_violations(learner)
    shot(ada, f"failed-{size}")
    assert learner.evaluate("document.documentElement.scrollWidth <= innerWidth")

    learner.get_by_role("link", name="Classes and tests").click()
    learner.get_by_role("button", name="Take it again").click()
    take(learner, right=3)
    expect(learner.locator(".verdict")).to_have_text("Passed")
    head = learner.locator(".head-of-log").inner_text()
    with learner.context.expect_page() as opened:
        learner.get_by_role("link", name="The page to print").click()
    printed = opened.value
    expect(printed.get_by_text("Passed", exact=True)).to_be_visible()
    expect(printed.get_by_text(head)).to_be_visible()
    expect(printed.get_by_text("does not show who sat at the keyboard")).to_be_visible()
    assert printed.evaluate("getComputedStyle(document.body).fontFamily").startswith("Georgia")
    with learner.expect_download() as fetched:
        learner.get_by_role("link", name="The sealed log").click()
    log = tmp_path / "sitting.jsonl"
    fetched.value.save_as(log)
    graded = regrade(log.read_bytes().splitlines(keepends=True))
    assert graded.faults == ()
    assert graded.sitting is not None
    assert graded.sitting.head == head
    assert command("audit", str(log)).returncode == 0

    page.get_by_role("link", name="Yes or no").click()
    row = page.get_by_role("row", name="Ada")
    expect(row.get_by_role("listitem")).to_have_count(2)
    expect(row).to_contain_text("1 of 3 right, not passed")
    expect(row).to_contain_text("3 of 3 right, passed")
    expect(page.get_by_role("row", name="Whether a roll counts")).to_contain_text("2 of 2")
    no_violations(page)
    shot(ted, f"results-{size}")
    with page.expect_download() as fetched:
        page.get_by_role("link", name="As JSON").click()
    rows = json.loads(fetched.value.path().read_text())["rows"]
    assert [each["question_right"] for each in rows] == [True, False, False, True, True, True]
    row.get_by_role("link", name="1 of 3 right").click()
    expect(page.locator(".mistakes > li")).to_have_count(2)


@pytest.mark.long
def test_a_test_is_taken_alone_and_handed_in(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(size="phone").page
    page.goto("/school/classes")
    page.get_by_label("Test", exact=True).select_option("Table test: mini dice, nj-1997")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".clock")).to_contain_text("left")
    page.get_by_text("Hand in", exact=True).click()
    page.get_by_role("button", name="Hand in now").click()
    expect(page.locator(".verdict")).to_have_text("Not passed")
    expect(page.get_by_text("30 not answered.")).to_be_visible()
    page.get_by_role("link", name="Classes and tests").click()
    expect(page.get_by_role("link", name="0 of 30 right, not passed")).to_be_visible()


def test_nobody_else_sees_a_class(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/school/join#nothing")
    expect(page.get_by_role("heading", name="This link leads to no class")).to_be_visible()
    page.goto("/school/classes/9999")
    expect(page.get_by_role("link", name="Classes and tests")).to_be_visible()
    page.goto("/school/sittings/9999")
    expect(page.get_by_role("link", name="To classes and tests")).to_be_visible()
    assert all("404" in each for each in visitor.complaints)
    visitor.complaints.clear()


def test_a_result_of_every_skill_is_one_page_to_print(staffed: Staffed, visitors: Visitors) -> None:
    """With as many mistakes as the mark allows."""
    part = '[[part]]\nrules = "nj-2011"\nskills = "craps.*"\ncount = 47\n'
    sitting = Sitting(read_text(f'name = "Craps"\nminutes = 30\n{part}'), "Ada", 5, AT)
    while (number := sitting.number) is not None:
        said = dict(sitting.question().posed.answer)
        wrong = number % 6 == 5 and "payments" in said
        sitting.answer(number, {"payments": []} if wrong else said, AT)
    assert sitting.result is not None
    assert sitting.result.passed
    page = visitors.new().page
    page.set_content(document(sitting))
    assert re.findall(rb"/Count (\d+)", page.pdf(format="Letter")) == [b"1"]
    assert re.findall(rb"/Count (\d+)", page.pdf(format="A4")) == [b"1"]
