"""One colour for each ending, and tails that say so."""

import re
from html import escape
from pathlib import Path

import lammer
from lammer.lab.answers import plain_answer
from lammer.sim import ask
from lammer.sim.report import plots
from lammer.sim.report.colours import END_COLOURS, OTHER_ENDS, end_colours
from lammer.sim.report.findings import PLAYED_OUT
from lammer.sim.report.html import report

CSS = Path(lammer.__file__).parent / "web" / "css" / "lab.css"
TWO_STOPS = "bet pass 10\nstop if ahead >= 400\nstop if ahead >= 30\nstop if behind >= 30"


def test_the_style_sheet_has_the_same_colours() -> None:
    day, night = CSS.read_text().split("prefers-color-scheme: dark")[:2]
    names = {"ruin": "below", "goal": "series-0"}
    assert END_COLOURS[PLAYED_OUT].key == "rolls"
    for colour in (*END_COLOURS.values(), *OTHER_ENDS):
        name = names.get(colour.key, f"end-{colour.key}")
        assert re.search(rf"--{name}: {colour.day};", day), colour
        assert re.search(rf"--{name}: {colour.night};", night), colour
        assert f".end-{colour.key}" in night


def test_plot_page_and_lab_agree() -> None:
    """The first stop is hardly ever reached, so it is in no table: the others keep theirs."""
    found = ask(TWO_STOPS, rolls=30)
    colours = end_colours(found.findings.ends)
    seen = [end for end in found.ends_seen() if end in colours]
    assert len({colours[end].day for end in seen}) == len(seen)
    drawn = plots.gone(found).to_dict()["layer"][0]["encoding"]["color"]["scale"]
    assert dict(zip(drawn["domain"], drawn["range"], strict=True)) == {
        end: colours[end].day for end in drawn["domain"]
    }
    page = report(found)
    for end in seen:
        said = f'background:{colours[end].day}"></i>{escape(found.end_words(end))}'
        assert said in page, end
    (lab,) = plain_answer([found])["results"]
    assert {each["end"]: each["colour"] for each in (*lab["ends"], *lab["gone"])} == {
        end: colour.key for end, colour in colours.items() if end in {*seen, *drawn["domain"]}
    }


def test_the_last_bar_says_that_it_is_a_tail() -> None:
    found = ask("pass-odds-10x", bankroll=2000)
    begin, width, count = plots.bins([found], 14)
    below, above = plots.tails([found], begin, width, count)
    outer = [cents for cents, share in found.distribution if share]
    assert (below, above) == (outer[0] < begin, outer[-1] >= begin + count * width) == (False, True)
    words = plots.bin_words(begin, width, count, (below, above))
    assert words[-1] == f"${(begin + (count - 1) * width) // 100:,} or more"
    from lammer.cli.support.simulation.output import histogram

    lines = list(histogram(found))
    assert f"{words[-1]}  " in lines[-1]
    assert "the last bar: " in str(plots.final(found).to_dict()["title"])
    tight = ask("bet field 5", rolls=1)
    assert plots.tails([tight], *plots.bins([tight], 14)) == (False, False)
    assert not any("more" in line for line in histogram(tight))
