"""No page shows the program's own words: what the game calls a roll, or plain English, instead of
trials and elections; names of wagers and tables instead of their keys."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from lammer.games import RULESETS
from lammer.games.registry import games_of
from lammer.server.catalogue import catalogue, usual_house
from tests.browser.pages.test_layout_shift import PAGES, places
from tests.browser.support.browser_clients import Visitors
from tests.usual import usual

__all__ = ["places"]

INTERNAL = re.compile(
    r"\btrials?\b|\belect(?:s|ed|ions?)?\b|(?<!the dealer )\bhas it\b|\bticks?\b|goes? on by itself"
    r"|the house goes on|stands? still|\bnull\b|\bundefined\b|\[object"
    r"|\b(?:place|buy|lay|hard|craps|hop|horn-high|come-odds|dont-come|pass-odds|place-lose)-\d",
    re.IGNORECASE,
)
# "The dealer has it" is in a refusal that recorded logs have.
OWN_WORDS = ("law", "edition", "clause", "reading", "compare")
"""Pages that quote the regulations, and name the code and the tests that hold them."""
SHOWN = """() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("[aria-label], [title], [placeholder], [alt], input[value]")]
    .flatMap((each) => ["aria-label", "title", "placeholder", "alt"]
      .map((name) => each.getAttribute(name) ?? ""))].join("\\n")"""
KEYS = frozenset((
    *("spot", "kind", "behind", "clause", "borrowed", "travels", "thing", "trial", "law", "felt"),
    *("instrument", "digest", "rules", "game", "base", "wager", "wagers", "event", "verb"),
))  # fmt: skip
"""Parts of a catalogue that are for programs."""


def found_in(text: str) -> list[str]:
    return [text[max(0, m.start() - 30) : m.end() + 30] for m in INTERNAL.finditer(text)]


def opened(page: Page) -> None:
    """Unfold whatever is folded, so that its words are seen, too."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


@pytest.mark.parametrize(
    "name",
    usual([each for each in PAGES if each not in OWN_WORDS], ["punto-banco"]),
)
def test_no_page_shows_words_of_the_program(
    places: dict[str, tuple[str, str]], visitors: Visitors, name: str
) -> None:
    path, shown = PAGES[name]
    path, token = places[name] if not path else (path, None)
    visitor = visitors.new(token, reduced_motion="reduce")
    page = visitor.page
    page.goto(path)
    page.locator(shown).first.wait_for()
    opened(page)
    text = page.evaluate(SHOWN)
    for tab in page.get_by_role("tablist", name="About the table").get_by_role("tab").all():
        tab.click()
        page.locator(".panels > :not([hidden]) > *").first.wait_for()
        text += page.evaluate(SHOWN)
    visitor.complaints.clear()  # Of a page that is not there.
    assert len(text) > 50
    assert found_in(text) == []


def texts(value: Any) -> Iterator[str]:
    """Every text that people read in a catalogue."""
    match value:
        case str():
            yield value
        case dict():
            for name, each in value.items():
                if name not in KEYS or (name == "wagers" and isinstance(each, dict)):
                    yield from texts(each)
        case list():
            for each in value:
                yield from texts(each)
        case _:
            pass


@pytest.mark.parametrize("rules", RULESETS)
def test_no_catalogue_has_words_of_the_program(rules: str) -> None:
    for game in games_of(rules):
        said = list(texts(catalogue(usual_house(rules, game))))
        assert len(said) > 20
        assert [wrong for text in said for wrong in found_in(text)] == []


def test_words_of_the_program_are_found() -> None:
    assert found_in("The last trial") != []
    assert found_in("place-6: 7 to 6") != []
    assert found_in("Industrial trialling of Craps 1, place bets; hard 8") == []
