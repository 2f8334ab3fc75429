"""Drills in the browser: a learner's first minutes, by mouse, keyboard and thumb."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from lammer.core.money import dollars
from lammer.school import DrillQuestion, question, skills
from lammer.school.answers.text import places
from tests.browser.pages.test_guide import no_violations
from tests.browser.support.browser_clients import Visitors
from tests.school.test_questions import GAMES, rules_of
from tests.server.support.crew import Staffed
from tests.usual import usual

CRAPS = "/school/nj-2011/craps"
CRAPS_RULES, PUNTO_RULES = rules_of("nj-2011", "craps"), rules_of("nj-2001", "punto-banco")


def answered(page: Page) -> None:
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".verdict")).to_be_visible()


def test_the_first_minutes_of_a_learner(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new().page
    page.goto("/school")
    page.get_by_role("link", name="Learn Craps, New Jersey 2011").click()
    expect(page.get_by_role("button", name="Answer")).to_be_visible()
    expect(page.get_by_text("0 of ")).to_be_visible()
    page.goto(f"{CRAPS}?skill=craps.payout.horn&seed=7")
    expect(page.locator(".felt .stack")).to_have_count(1)
    no_violations(page)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Something is still open")).to_be_visible()
    for key in "10":
        page.get_by_role("button", name=key, exact=True).click()
    expect(page.get_by_label("Paid on Horn Bet, seat 8")).to_have_value("10")
    answered(page)
    expect(page.locator(".grade")).to_contain_text("Not right.")
    expect(page.locator(".grade")).to_contain_text("$96 paid is right, not $10.")
    expect(page.locator(".grade")).to_contain_text("12 net per unit")
    expect(page.locator(".score")).to_contain_text("0 of 1 right")
    no_violations(page)
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Answer")).to_be_visible()
    expect(page.locator(".skill-map")).to_contain_text("0 of 1 right")


@pytest.mark.parametrize(
    ("rules", "key"),
    usual(
        [
            ("nj-2011", "craps.press.place"),
            ("nj-2011", "craps.legal.change"),
            ("nj-2001", "punto-banco.vigorish.banker"),
        ],
        [("nj-2011", "craps.press.place")],
    ),
)
def test_a_telephone_says_what_is_up_without_the_layout(
    staffed: Staffed, visitors: Visitors, rules: str, key: str
) -> None:
    """Whatever is asked about: the layout lies below the keypad."""
    game = key.partition(".")[0]
    here = rules_of(rules, game)
    ((seat, name, bet),) = places(question(here, key, 11))
    page = visitors.new(size="phone").page
    page.goto(f"/school/{rules}/{game}?skill={key}&seed=11")
    words = f"{here.words_for(name)} {dollars(bet.stake)}, seat {seat}"
    expect(page.get_by_role("form", name="The question")).to_contain_text(words)


@pytest.mark.long
def test_after_ten_minutes_it_is_enough_for_today_and_too_slow_is_seen(
    staffed: Staffed, visitors: Visitors
) -> None:
    """On a phone, where the question with its keypad comes before the layout."""
    page = visitors.new(size="phone").page
    page.clock.install()
    page.goto(f"{CRAPS}?skill=craps.payout.horn&seed=7")
    keypad = page.get_by_role("group", name="Keypad")
    box = keypad.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 844
    for key in "96":
        keypad.get_by_role("button", name=key, exact=True).click()
    page.clock.run_for(11_000)
    expect(page.locator(".clock")).to_have_class("clock late")
    page.clock.fast_forward("10:00")
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")
    expect(page.locator(".grade .over")).to_contain_text("Ten minutes: 1 of 1 right")
    no_violations(page)


@pytest.mark.long
def test_yes_or_no_by_keyboard(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new().page
    page.goto(f"{CRAPS}?skill=craps.valid&seed=1")
    expect(page.get_by_role("img", name="One die rests on the other.")).to_be_visible()
    expect(page.locator(".text")).to_have_text("Nobody has called anything. Does the roll count?")
    expect(page.get_by_role("button", name="Yes, it counts")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Answer").press("Enter")
    expect(page.locator(".grade")).to_contain_text("It is void by itself.")
    expect(page.locator(".verdict")).to_have_text("Right.")


@pytest.mark.parametrize(("rules", "game"), usual(GAMES, []))
def test_every_skill_is_drawn(staffed: Staffed, visitors: Visitors, rules: str, game: str) -> None:
    """The page complains of no question of any skill."""
    page = visitors.new(reduced_motion="reduce").page
    for each in skills(rules_of(rules, game)):
        page.goto(f"/school/{rules}/{game}?skill={each.key}&seed=1")
        expect(page.locator(".question .what")).to_have_text(each.what)
        expect(page.get_by_role("button", name="Answer")).to_be_visible()
        expect(page.locator(".question .text")).not_to_be_empty()


def test_a_no_is_given_with_its_reason(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(size="phone").page
    page.goto(f"{CRAPS}?skill=craps.legal.change&seed=0")
    expect(page.locator(".reasons")).to_be_hidden()
    page.get_by_role("group", name="Your answer").get_by_role("button", name="No").click()
    expect(page.locator(".reasons button")).to_have_count(4)
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_text("Something is still open")).to_be_visible()
    clause = question(CRAPS_RULES, "craps.legal.change", 0).posed.answer["clause"]
    no_violations(page)
    page.locator(".reasons").get_by_role("button", name=f"{clause}:").click()
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")


@pytest.mark.long
def test_vigorish_is_marked_where_the_house_marks_it(staffed: Staffed, visitors: Visitors) -> None:
    elected = {"vig": {"collect": "mark", "procedure": 3}}
    rules = rules_of("nj-2001", "punto-banco", elected)
    found = (question(rules, "punto-banco.payout.banker", seed) for seed in range(40))
    asked = next(each for each in found if "marks" in str(each.posed.answer))
    (row,) = asked.posed.answer["payments"]
    page = visitors.new().page
    about = f"skill={asked.key}&seed={asked.seed}"
    page.goto(f"/school/nj-2001/punto-banco?lesson=12&part=1&{about}")
    page.get_by_role("textbox", name="Paid on").fill(f"{row['pays'] / 100:.2f}")
    page.get_by_role("textbox", name="Vigorish on").fill(f"{row['marks'] / 100:.2f}")
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")


def test_vigorish_of_a_buy_bet_is_said_where_it_is_taken_with_the_win(
    staffed: Staffed, visitors: Visitors
) -> None:
    rules = rules_of("nj-2011", "craps", {"vig": "win"})
    found = (question(rules, "craps.payout.buy", seed) for seed in range(40))
    asked = next(each for each in found if "vigorish" in str(each.posed.answer))
    (row,) = asked.posed.answer["payments"]
    page = visitors.new(size="phone").page
    page.goto(f"{CRAPS}?lesson=8&part=1&skill={asked.key}&seed={asked.seed}")
    expect(page.locator(".question .text")).to_contain_text(re.compile("^(The point is|It is the)"))
    page.get_by_role("textbox", name="Paid on").fill(f"{row['pays'] / 100:.2f}")
    for typed in ("x", f"{row['vigorish'] / 100:.2f}"):
        page.get_by_role("textbox", name="Vigorish on").fill(typed)
        page.get_by_role("button", name="Answer").click()
    expect(page.locator(".verdict")).to_have_text("Right.")
    expect(page.get_by_role("group", name="Keypad")).to_be_hidden()
    page.goto(f"{CRAPS}?skill=craps.payout.buy&seed={asked.seed}")
    expect(page.get_by_role("textbox", name="Paid on")).to_be_visible()
    expect(page.get_by_role("textbox", name="Vigorish on")).to_have_count(0)


@pytest.mark.long
def test_what_is_collected_of_a_bet_may_be_a_part_of_it(
    staffed: Staffed, visitors: Visitors
) -> None:
    rules = rules_of("ac-roulette", "roulette")
    found = (question(rules, "roulette.payout.even-money", seed) for seed in range(200))
    asked = next(each for each in found if any(r["returns"] and r["takes"] for r in rows_of(each)))
    (row,) = rows_of(asked)
    page = visitors.new(size="phone").page
    page.goto(f"/school/ac-roulette/roulette?skill={asked.key}&seed={asked.seed}")
    page.get_by_role("button", name="Lost").click()
    page.get_by_role("textbox", name="Paid on").fill(f"{row['takes'] / 100:.2f}")
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")


def rows_of(asked: DrillQuestion) -> list[dict[str, Any]]:
    return list(asked.posed.answer["payments"])


@pytest.mark.long
def test_an_order_is_pressed_bet_by_bet(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new().page
    page.goto("/school/nj-2001/punto-banco?skill=punto-banco.order&seed=0")
    rows = page.locator(".in-order")
    due = question(PUNTO_RULES, "punto-banco.order", 0).posed.answer["order"]
    stakes = question(PUNTO_RULES, "punto-banco.order", 0).posed.table.seats
    for each in due:
        name = PUNTO_RULES.words_for(each["bet"])
        amount = dollars(stakes[each["seat"]].bets[each["bet"]].stake)
        rows.get_by_role("button", name=f"{name} {amount}, seat {each['seat']}").click()
    expect(rows.locator("[aria-pressed=true]")).to_have_count(len(due))
    no_violations(page)
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["phone"]))
def test_cards_and_lines_of_a_record(staffed: Staffed, visitors: Visitors, size: str) -> None:
    page = visitors.new(size=size).page
    page.goto("/school/nj-2001/punto-banco?skill=punto-banco.third-card&seed=1")
    hands = page.locator(".hands-asked > div")
    expect(hands).to_have_count(2)
    for each in hands.all():
        each.get_by_role("button", name="Draw").click()
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")
    page.goto(f"{CRAPS}?skill=craps.watch&seed=4")
    first = page.get_by_role("checkbox", name="Line 1 is wrong", exact=True)
    first.check()
    amount = page.get_by_label("What the player got too much by line 1", exact=True)
    no_violations(page)
    for typed in ("", "7x"):
        amount.fill(typed)
        page.get_by_role("button", name="Answer").click()
        expect(page.get_by_text("Something is still open")).to_be_visible()
        page.get_by_label("What is wrong in line 1", exact=True).select_option("wrong-amount")
    amount.fill("-7")
    answered(page)
    expect(page.locator(".grade")).to_contain_text("Line 1 is a false alarm.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    ("key", "game", "size"),
    usual(
        [("nj-2011", "craps", "desktop"), ("nj-2001", "punto-banco", "phone")],
        [("nj-2011", "craps", "desktop")],
    ),
)
def test_a_replay_is_stopped_and_what_is_wrong_is_stated(
    staffed: Staffed, visitors: Visitors, key: str, game: str, size: str
) -> None:
    page = visitors.new(size=size).page
    rules = rules_of(key, game)
    seed, wrong = next(
        (seed, found)
        for seed in range(60)
        if len(found := question(rules, f"{game}.watch", seed).posed.answer["mistakes"]) > 1
        and len({each["line"] for each in found}) == len(found)
        and any("off_by" in each for each in found)
    )
    page.goto(f"/school/{key}/{game}?skill={game}.watch&seed={seed}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    place = page.locator(".controls .soft")
    expect(place).to_contain_text("1 / ")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(place).to_contain_text("3 / ")
    page.get_by_role("button", name="Stop: this is wrong").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    for box in page.get_by_role("checkbox", checked=True).all():
        box.uncheck()
    for each in wrong:
        line = each["line"]
        page.get_by_label("Step of the record").fill(str(line))
        expect(place).to_contain_text(f"{line} / ")
        page.get_by_role("button", name="Stop: this is wrong").click()
        page.get_by_label(f"What is wrong in line {line}", exact=True).select_option(each["what"])
        if "off_by" in each:
            amount = page.get_by_label(f"What the player got too much by line {line}", exact=True)
            amount.fill(f"{each['off_by'] / 100:+.2f}")
    no_violations(page)
    answered(page)
    expect(page.locator(".verdict")).to_have_text("Right.")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_game_that_is_not_taught_says_so(staffed: Staffed, visitors: Visitors) -> None:
    visitor = visitors.new()
    page = visitor.page
    page.goto("/school/nj-1999/craps")
    expect(page.get_by_role("heading", name="There is no such page")).to_be_visible()
    page.get_by_role("link", name="To the school").click()
    expect(page.get_by_role("heading", name="School", exact=True)).to_be_visible()
    assert all("404" in each for each in visitor.complaints)
    visitor.complaints.clear()


@pytest.mark.long
@pytest.mark.parametrize("size", usual(["desktop", "phone"], ["phone"]))
def test_a_lesson_is_read_and_practised(staffed: Staffed, visitors: Visitors, size: str) -> None:
    page = visitors.new(size=size).page
    page.goto("/school")
    page.get_by_role("link", name="The course").click()
    expect(page.locator(".lessons > li")).to_have_count(12)
    no_violations(page)
    page.get_by_role("link", name="12. Punto banco").click()
    page.get_by_text("The answer").first.click()
    expect(page.locator(".examples li").first).to_contain_text("Player draws on")
    expect(page.get_by_role("link", name="The next lesson")).to_have_count(0)
    no_violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Practise Punto banco").last.click()
    expect(page.locator(".skill-map > li")).to_have_count(3)
    expect(page.get_by_role("button", name="Answer")).to_be_visible()
    page.get_by_role("link", name="Lesson 12").click()
    expect(page.get_by_role("heading", name="12. Punto banco")).to_be_visible()


@pytest.mark.long
def test_a_school_reads_what_there_is_for_it(staffed: Staffed, visitors: Visitors) -> None:
    page = visitors.new(size="phone").page
    page.goto("/school")
    expect(page.locator(".games-to-learn li")).to_have_count(len(GAMES))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="For schools").click()
    expect(page.get_by_role("heading", name="What you keep on file")).to_be_visible()
    no_violations(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
