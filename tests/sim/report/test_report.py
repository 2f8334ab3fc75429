"""The page and the plots: whole, self-contained, escaped, and true to the figures."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from lammer.cli.support.simulation.output import write_report
from lammer.sim.report import plots
from lammer.sim.report.findings import Spread
from lammer.sim.report.html import LONGEST_TEXT, report
from lammer.sim.report.result import Result, StrategyComparison
from tests.sim.report.test_result import findings, made

VOID = {"meta", "br", "img", "link", "input", "hr"}


class Tags(HTMLParser):
    """The tags that are open, the text seen, and every attribute."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.words: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(self.words)


@pytest.fixture(scope="module")
def page() -> str:
    nasty = '<img src=x onerror="alert(1)">&amp;'
    return report(made(sampled=True, strategy=nasty, text=nasty, notes=(nasty,), house=nasty))


def test_a_page_is_whole_and_needs_nothing_else(page: str) -> None:
    tags = Tags(page)
    assert tags.open == []
    assert tags.seen.count("svg") == 6
    assert not {"script", "link", "img", "iframe"} & set(tags.seen)
    for name, value in tags.attributes:
        assert name not in ("src", "href"), value
        assert not name.startswith("on"), value
    assert not re.search(r"url\(|@import", page)
    links = set(re.findall(r"https?://[^\"' >]+", page))
    assert links <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}


def test_what_a_user_wrote_is_shown_as_written(page: str) -> None:
    text = Tags(page).text
    assert text.count('<img src=x onerror="alert(1)">&amp;') >= 5


def test_a_page_says_the_figures(page: str) -> None:
    text = Tags(page).text
    for words in ("$44.00", "± $8.68", "20.000%", "$50 at craps under nj-2011", "7/495", "1.414%"):
        assert words in text, words
    for words in ("10 sessions", "seed 7", "13 positions", "reached $100", "70.000%"):
        assert words in text, words


def test_a_page_side_by_side() -> None:
    shown = StrategyComparison((made(), made(sampled=True, goal=False, strategy="other")))
    tags = Tags(report(shown))
    assert tags.open == []
    assert tags.seen.count("svg") == 6
    assert tags.text.count("A line") >= 3
    assert tags.text.count("B other") >= 3
    assert "$44.00 ± $8.68" in tags.text


def test_a_long_strategy_is_cut_with_a_word() -> None:
    text = Tags(report(made(text="x" * (LONGEST_TEXT + 5)))).text
    assert "5 characters more." in text


def test_an_interrupted_answer_says_so() -> None:
    assert (
        "It was interrupted"
        in Tags(report(made(findings=replace(findings(), complete=False)))).text
    )


def test_report_file(tmp_path: Path) -> None:
    write_report(made(), str(tmp_path / "a.html"))
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")


# Plots


@pytest.mark.parametrize("draw", [plots.fan, plots.final, plots.gone])
@pytest.mark.parametrize("count", [1, 3])
def test_plots_are_drawn(draw: object, count: int, tmp_path: Path) -> None:
    assert callable(draw)
    shown = made() if count == 1 else [made()] * count
    plots.save(draw(shown), tmp_path / "a.svg")
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    root = ET.fromstring(drawn)
    assert root.tag.endswith("svg")
    assert "NaN" not in drawn
    marks = [each for each in root.iter() if "mark-" in each.get("class", "")]
    assert len(marks) > 5


def test_a_picture_file(tmp_path: Path) -> None:
    plots.save(plots.gone(made()), tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"\.png or \.svg"):
        plots.save(plots.gone(made()), tmp_path / "a.gif")


def test_bins_hold_everything_at_round_amounts() -> None:
    begin, width, count = plots.bins([made()], 14)
    shares = plots.gathered(made(), begin, width, count)
    assert (begin, width, count) == (0, 1000, 11)
    assert shares[0] == 0.2
    assert shares[5] == 0.4
    assert sum(shares) == pytest.approx(1)


def test_long_tails_are_gathered_in_the_last_bars() -> None:
    values = np.array([0, 100, 110, 1_000_000])
    long = Spread(values, np.array([0.0004, 0.5, 0.4992, 0.0004]))
    result = made(findings=replace(findings(), final=long))
    begin, width, count = plots.bins([result], 10)
    assert begin == 100 * 500
    assert begin + width * count < 120 * 500
    assert sum(plots.gathered(result, begin, width, count)) == pytest.approx(1)


@pytest.mark.parametrize("unit", [1, 7, 100, 300, 500])
def test_bars_do_not_outnumber_what_was_asked(unit: int) -> None:
    for spread in (1, 10, 1234, 10**6, 10**9):
        final = Spread(np.array([0, spread]), np.array([0.5, 0.5]))
        result: Result = made(unit=unit, findings=replace(findings(), final=final))
        _, width, count = plots.bins([result], 14)
        assert count <= 15
        assert width % unit == 0


def test_long_histories_are_thinned() -> None:
    rolls = 5001
    found = findings()
    long = replace(
        found,
        at=np.arange(rolls),
        fan=np.tile(found.fan[0], (rolls, 1)),
        gone=np.zeros((rolls, 2)),
    )
    data = plots.fan(made(findings=long)).to_dict()
    drawn = [row["roll"] for rows in data["datasets"].values() for row in rows if "roll" in row]
    assert 100 < len(drawn) <= plots.MOST_POINTS
    assert (drawn[0], drawn[-1]) == (0, rolls - 1)


def test_a_plot_of_no_size_is_refused() -> None:
    for width in (0, plots.MOST_PIXELS + 1):
        with pytest.raises(ValueError, match="pixels wide"):
            plots.fan(made(), width=width)
