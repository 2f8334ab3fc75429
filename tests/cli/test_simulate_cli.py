"""``lammer simulate``, ``compare-strategies`` and ``strategy`` as they are run: what they print and
write to files, how they refuse, what they exit with."""

import csv
import io
import json
import re
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import polars
import pytest

from lammer.cli import main
from lammer.cli.support.simulation.answer import say_long_estimate
from lammer.cli.support.simulation.options import SessionOptions
from lammer.sim.effort import Estimate
from lammer.sim.exact import solve as exact
from lammer.sim.sample import sampler as sample
from lammer.sim.sample.sampler import SampleTally
from lammer.sim.strategy import library
from lammer.sim.strategy.text import parse
from lammer.table import Run

FORMATS = Path(__file__).parents[2] / "docs" / "formats.md"
DOUBLE = "bet pass 10; odds 2x"
ROLLS = "3 3\n# the point is made\n4-2\n66\n1,1\n34\n"
SHORT = ("--rolls", "10", "--bankroll", "60")
SAMPLED = ("--sample", "--sessions", "300", "--seed", "7", "--threads", "1")
PLAYERS = '''
calls = 0


def flat(hand):
    """Ten on the pass line."""
    if not hand.up:
        hand.bet("pass", 10)


def leaves(hand):
    if hand.bankroll > 60:
        return "ahead"
    flat(hand)


def refused(hand):
    hand.bet("place-6", 10)
    flat(hand)


def fails(hand):
    raise RuntimeError("no idea")


def tires(hand):
    global calls
    calls += 1
    if calls > 1200:
        raise KeyboardInterrupt
    flat(hand)


def at_once(hand):
    raise KeyboardInterrupt
'''


class SimulateRun(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def rows(self) -> list[dict[str, str]]:
        return list(csv.DictReader(io.StringIO(self.out)))


Lammer = Callable[..., SimulateRun]


@pytest.fixture
def lammer(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Lammer:
    """Runs a command in an empty folder."""
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> SimulateRun:
        with pytest.raises(SystemExit) as done:
            main(list(arguments))
        captured = capsys.readouterr()
        assert isinstance(done.value.code, int)
        return SimulateRun(done.value.code, captured.out, captured.err)

    return run


@pytest.fixture
def players(lammer: Lammer, tmp_path: Path) -> Lammer:
    """The same, with a Python file in the folder."""
    (tmp_path / "players.py").write_text(PLAYERS)
    return lammer


def done(ran: SimulateRun) -> SimulateRun:
    assert (ran.status, ran.err) == (0, "")
    return ran


def _spoken(arguments: object) -> str:
    """What a case is called by."""
    return " ".join(arguments) if isinstance(arguments, tuple) else ""


# What is printed


def test_an_answer_for_reading(lammer: Lammer) -> None:
    out = done(lammer("simulate", "pass-flat", "--rolls", "50", "--bankroll", "100")).out
    for piece in (
        "Pass line, flat: $100 at craps under nj-2011, 50 rolls long or until ruin.",
        "Exact: the whole distribution was computed, not sampled.",
        "mean final bankroll",
        "How it ends",
        "start",
        "7/495",
        "A machine of 7 positions",
    ):
        assert piece in out
    assert max(map(len, out.splitlines())) <= 100


def test_a_sample_says_how_sure_it_is(lammer: Lammer) -> None:
    out = done(lammer("simulate", "pass-flat", *SHORT, *SAMPLED)).out
    assert "Sampled: 300 sessions, seed 7; ± is one standard error." in out
    assert re.search(r"mean final bankroll +\$\d+\.\d\d +± \$\d+\.\d\d", out)


def test_the_example_of_the_formats_page(lammer: Lammer) -> None:
    """Its keys, their types and its figures, as far as it prints them."""
    section = FORMATS.read_text().partition("## `lammer simulate")[2]
    printed = json.loads(section.partition("```json")[2].partition("```")[0])
    found = done(lammer("simulate", f"name: Pass line with 2x odds; {DOUBLE}", "--json")).json
    assert set(found) == set(printed)
    assert {key: type(value) for key, value in found.items()} == {
        key: type(value) for key, value in printed.items()
    }
    abridged = ("drawdown", "seconds", "quantiles", "parts", "ends", "settled", "effort")
    for key in set(printed) - set(abridged):
        assert _printed(found[key], printed[key]), key
    assert found["quantiles"].items() >= printed["quantiles"].items()
    assert set(found["settled"]) == set(printed["settled"])
    of_ending = found["settled"].pop("quantiles"), printed["settled"].pop("quantiles")
    assert of_ending[0].items() >= of_ending[1].items()
    assert all(_printed(found["settled"][key], it) for key, it in printed["settled"].items())
    assert set(found["ends"]) == set(printed["ends"])
    assert all(_printed(found["ends"][end], share) for end, share in printed["ends"].items())
    assert [part["wager"] for part in found["parts"]] == ["pass-odds", "pass"]
    (line,) = printed["parts"]
    for key, value in line.items():
        figure = isinstance(value, float)
        assert found["parts"][1][key] == (pytest.approx(value, rel=1e-4) if figure else value), key
    assert set(found["drawdown"]) == {"sessions", "mean", "sd", "quantiles"}


def _printed(value: Any, printed: Any) -> bool:
    """Whether a figure is the one that is printed, to the places that are printed."""
    if isinstance(printed, float):
        value = round(value, len(str(printed).partition(".")[2]))
    return bool(value == printed)


def test_json_of_a_sample_has_its_errors(lammer: Lammer) -> None:
    found = done(lammer("simulate", "pass-flat", *SHORT, *SAMPLED, "--json")).json
    assert (found["method"], found["sessions"], found["seed"]) == ("sampled", 300, 7)
    faces = {"mean", "sd", "p_ruin", "p_goal", "mean_rolls", "money_through"}
    kinds = {f"p_{kind}" for kind in ("ahead", "even", "behind", "broke", "could_not_continue")}
    assert set(found["se"]) == faces | kinds | {"mean_fair"}
    assert found["se"]["mean"] == pytest.approx(found["sd"] / 300**0.5)
    again = done(lammer("simulate", "pass-flat", *SHORT, *SAMPLED, "--json")).json
    del found["seconds"], again["seconds"]
    assert again == found


def test_without_a_seed_it_says_the_one_it_took(lammer: Lammer) -> None:
    several = [
        lammer("simulate", "pass-flat", *SHORT, "--sessions", "40", "--json").json for _ in range(2)
    ]
    assert several[0]["seed"] != several[1]["seed"]
    seed = str(several[0]["seed"])
    same = lammer("simulate", "pass-flat", *SHORT, "--sessions", "40", "--seed", seed, "--json")
    assert same.json["mean"] == several[0]["mean"]


def test_the_distribution_adds_up(lammer: Lammer) -> None:
    found = done(lammer("simulate", "pass-flat", *SHORT, "--json", "--distribution")).json
    values, chances = zip(*found["distribution"], strict=True)
    assert list(values) == sorted(set(values))
    assert sum(chances) == pytest.approx(1)
    assert sum(v * p for v, p in found["distribution"]) == pytest.approx(found["mean"])
    rows = done(lammer("simulate", "pass-flat", *SHORT, "--csv", "--distribution")).rows
    assert [int(row["cents"]) for row in rows] == list(values)
    assert [float(row["chance"]) for row in rows] == pytest.approx(chances)
    assert float(rows[-1]["up_to"]) == pytest.approx(1)


def test_csv_is_one_line_of_the_same_figures(lammer: Lammer) -> None:
    (row,) = done(lammer("simulate", "pass-flat", *SHORT, "--csv")).rows
    found = lammer("simulate", "pass-flat", *SHORT, "--json").json
    assert float(row["mean"]) == pytest.approx(found["mean"])
    assert int(row["q0.5"]) == found["quantiles"]["0.5"]
    assert float(row["end_ruin"]) == pytest.approx(found["p_ruin"])
    assert (row["method"], row["goal"], row["complete"]) == ("exact", "", "true")


# Files


def test_files_are_written_beside_the_answer(lammer: Lammer, tmp_path: Path) -> None:
    ran = lammer(
        "simulate", "pass-flat", *SHORT, "--json",
        "--parquet", "a.parquet", "--report", "a.html", "--plot", "a.svg",
    )  # fmt: skip
    assert ran.status == 0
    assert ran.err == "written: a.parquet\nwritten: a.html\nwritten: a.svg\n"
    frame = polars.read_parquet(tmp_path / "a.parquet")
    assert frame["mean"].to_list() == pytest.approx([ran.json["mean"]])
    page = (tmp_path / "a.html").read_text()
    assert page.startswith("<!doctype html>")
    assert "Pass line, flat" in page
    assert "$60" in page
    assert "<svg" in (tmp_path / "a.svg").read_text()


def test_the_distribution_as_parquet(lammer: Lammer, tmp_path: Path) -> None:
    ran = lammer("simulate", "pass-flat", *SHORT, "--distribution", "--parquet", "a.parquet")
    assert ran.status == 0
    frame = polars.read_parquet(tmp_path / "a.parquet")
    assert frame.columns == ["strategy", "cents", "chance", "up_to"]
    assert frame["chance"].sum() == pytest.approx(1)


# Where a strategy comes from


def test_written_out_in_a_file_or_in_the_library_it_is_the_same(
    lammer: Lammer, tmp_path: Path
) -> None:
    (tmp_path / "mine.strategy").write_text("bet pass 10\nodds 2x\n")
    means = {
        done(lammer("simulate", each, *SHORT, "--json")).json["mean"]
        for each in (DOUBLE, "mine.strategy", "./mine.strategy", "pass-odds-2x")
    }
    assert len(means) == 1
    named = lammer("simulate", "mine.strategy", *SHORT, "--json").json
    assert named["strategy"] == "mine"


def test_a_function_is_sampled_on_the_dice_of_a_strategy(players: Lammer) -> None:
    asked = (*SHORT, "--sessions", "30", "--seed", "5", "--json")
    found = done(players("simulate", "players.py:flat", *asked)).json
    same = done(players("simulate", "bet pass 10", *asked)).json
    assert found["strategy"] == "players.py:flat"
    for key in ("mean", "sd", "p_ruin", "quantiles", "mean_rolls", "money_through"):
        assert found[key] == pytest.approx(same[key]), key


def test_a_function_ends_by_what_it_says_and_is_told_what_was_refused(players: Lammer) -> None:
    asked = (*SHORT, "--sessions", "30", "--seed", "5", "--json")
    found = done(players("simulate", "players.py:leaves", *asked)).json
    assert found["ends"]["stop"] > 0
    notes = done(players("simulate", "players.py:refused", *asked)).json["notes"]
    assert any("NJ11-1.4f" in note for note in notes)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("players.py", "players.py:NAME"),
        ("players.py:nobody", "players.py has no function nobody"),
        ("players.py:calls", "players.py has no function calls"),
        ("nowhere.py:flat", "nowhere.py is no Python file"),
        ("players.py:fails", "fails raised RuntimeError: no idea (players.py, line"),
    ],
)
def test_a_function_that_cannot_be_played(players: Lammer, name: str, said: str) -> None:
    refused(players("simulate", name, *SHORT, "--sessions", "5"), said)


# The question


def test_a_goal(lammer: Lammer) -> None:
    found = done(lammer("simulate", "pass-flat", *SHORT, "--goal", "$80", "--json")).json
    assert found["goal"] == 8000
    assert found["p_goal"] == found["ends"]["goal"] > 0
    assert "reached $80" in done(lammer("simulate", "pass-flat", *SHORT, "--goal", "80")).out


def test_until_ruin_or_goal(lammer: Lammer) -> None:
    asked = ("--rolls", "none", "--bankroll", "50", "--goal", "100")
    found = done(lammer("simulate", "bet pass 10", *asked, "--json")).json
    odds = 251 / 244
    assert found["rolls"] is None
    assert found["p_goal"] == pytest.approx((odds**5 - 1) / (odds**10 - 1), abs=1e-9)
    assert found["p_goal"] + found["p_ruin"] + found["undecided"] == pytest.approx(1)
    assert "until $100 or ruin." in done(lammer("simulate", "bet pass 10", *asked)).out


def test_numbers_as_people_write_them(lammer: Lammer) -> None:
    plain = ("--rolls", "1000", "--bankroll", "1000")
    found = done(lammer("simulate", "bet pass 10", *plain, "--json")).json
    spelled = ("--rolls", "1_000", "--bankroll", "$1,000.00")
    short = ("--rolls", "1e3", "--bankroll", "1e3")
    for asked in (spelled, short):
        assert lammer("simulate", "bet pass 10", *asked, "--json").json["mean"] == found["mean"]


def test_other_rules_games_and_houses(lammer: Lammer, tmp_path: Path) -> None:
    found = done(lammer("simulate", "all-small-pass", "--rules", "md-2013", *SHORT, "--json")).json
    assert (found["rules"], found["game"]) == ("md-2013", "craps")
    found = done(lammer("simulate", "bet field 5", "--game", "mini-craps", *SHORT, "--json")).json
    assert found["game"] == "mini-craps"
    found = done(lammer("simulate", "banker-flat", *SHORT, "--sessions", "50", "--json")).json
    assert (found["rules"], found["game"], found["method"]) == ("nj-2001", "punto-banco", "sampled")
    (tmp_path / "my.toml").write_text('rules = "nj-2011"\nodds = 1\n')
    asked = ("bet pass 10; odds max", "--house", "my.toml", *SHORT, "--json")
    found, flat = done(lammer("simulate", *asked)).json, lammer(
        "simulate", "bet pass 10; odds 1x", *SHORT, "--json"
    ).json  # fmt: skip
    assert found["house"] == "my.toml"
    assert found["mean"] == flat["mean"]


# Recorded dice


def test_recorded_dice(lammer: Lammer, tmp_path: Path) -> None:
    (tmp_path / "rolls.txt").write_text(ROLLS)
    found = done(lammer("simulate", DOUBLE, "--dice", "rolls.txt", "--json")).json
    assert found == {
        "format": 1, "method": "recorded", "rules": "nj-2011", "game": "craps", "strategy": DOUBLE,
        "bankroll": 50000, "rolls": 5, "recorded": 5, "final": 52400, "final_fair": 52400,
        "end": "end of the rolls",
        "money_through": 6000, "parts": {"pass": 4000, "pass-odds": 2000},
        "trail": [50000, 50000, 53400, 52400, 51400, 52400],
    }  # fmt: skip
    out = done(lammer("simulate", DOUBLE, "--dice", "rolls.txt")).out
    assert "From $500 to $524 in 5 rolls; it ended by: end of the rolls." in out


def test_recorded_dice_end_at_the_goal_or_the_last_roll_asked_for(
    lammer: Lammer, tmp_path: Path
) -> None:
    (tmp_path / "rolls.txt").write_text(ROLLS)
    asked = ("simulate", DOUBLE, "--dice", "rolls.txt", "--json")
    goal = done(lammer(*asked, "--goal", "530")).json
    assert (goal["rolls"], goal["end"], goal["final"]) == (2, "goal", 53400)
    short = done(lammer(*asked, "--rolls", "3")).json
    assert (short["rolls"], short["final"]) == (3, 52400)


def test_a_log_and_a_function_go_together(players: Lammer, tmp_path: Path) -> None:
    kept: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 10_000}, keep=kept.append)
    run.do({"do": "accept-dice", "seat": 1})
    run.do({"do": "bet", "seat": 1, "wager": "pass", "amount": 1000})
    for dice in ([3, 3], [4, 2]):
        assert run.do({"do": "roll", "dice": dice}).ok
    (tmp_path / "evening.log").write_bytes(b"".join(line.rstrip(b"\n") + b"\n" for line in kept))
    asked = ("--dice", "evening.log", "--json")
    assert done(players("simulate", DOUBLE, *asked)).json["trail"] == [50000, 50000, 53400]
    found = done(players("simulate", "players.py:flat", *asked)).json
    assert found["trail"] == [50000, 50000, 51000]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("3 4\n\n7 1\n", 'rolls.txt, line 3: "7 1" is no roll of two dice'),
        ("{}\n{\n", "rolls.txt, line 2: neither a roll nor a line of a log"),
        ("# nothing\n", "There is no roll in that file."),
    ],
)
def test_a_file_that_has_no_rolls(lammer: Lammer, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "rolls.txt").write_text(text)
    refused(lammer("simulate", "pass-flat", "--dice", "rolls.txt"), said)


@pytest.mark.parametrize(
    "option",
    [
        ("--seed", "1"), ("--sessions", "5"), ("--exact",), ("--sample",), ("--gpu",),
    ],
    ids=_spoken,
)  # fmt: skip
def test_recorded_dice_are_no_sample(lammer: Lammer, option: tuple[str, ...]) -> None:
    said = f"--dice and {option[0]} do not go together."
    refused(lammer("simulate", "pass-flat", "--dice", "rolls.txt", *option), said)


def test_a_record_is_cut_into_sessions(lammer: Lammer, tmp_path: Path) -> None:
    (tmp_path / "rolls.txt").write_text(ROLLS * 3)
    asked = ("--dice", "rolls.txt", "--rolls", "6")
    found = done(lammer("simulate", DOUBLE, *asked, "--json")).json
    assert (found["method"], found["sessions"], found["recorded"]) == ("recorded", 2, 15)
    one = lammer(
        "simulate", DOUBLE, "--dice", "rolls.txt", "--rolls", "14", "--report", "a.html"
    ).out
    assert "Recorded: 1 session, which shows no error." in one
    assert "The record has 15 trials; the last one is left over." in " ".join(one.split())
    assert "±" not in one
    assert found["rolls"] == 6
    out = " ".join(lammer("simulate", DOUBLE, *asked, "--report", "a.html").out.split())
    assert "Recorded: 2 sessions, one after another" in out
    assert "The record has 15 trials; the last 3 are left over." in out
    assert "Recorded: 2 sessions" in (tmp_path / "a.html").read_text()
    both = done(lammer("compare-strategies", DOUBLE, "field-flat", *asked, "--json")).json
    assert both["same_dice"]
    assert both["results"][0]["mean"] == found["mean"]
    apart = both["results"][0]["mean_fair"] - both["results"][1]["mean_fair"]
    assert both["pairs"][0]["mean"] == pytest.approx(apart)


def test_one_session_of_a_record_is_told_as_it_always_was(lammer: Lammer, tmp_path: Path) -> None:
    (tmp_path / "rolls.txt").write_text(ROLLS)
    whole = done(lammer("simulate", DOUBLE, "--dice", "rolls.txt", "--json")).json
    cut = done(lammer("simulate", DOUBLE, "--dice", "rolls.txt", "--rolls", "5", "--json")).json
    assert {key: cut[key] for key in whole} == whole
    assert cut["sessions"] == 1


def test_one_session_roll_by_roll(lammer: Lammer) -> None:
    asked = ("simulate", DOUBLE, "--rolls", "30", "--seed", "5", "--show-session")
    out = done(lammer(*asked, "2")).out
    assert "session 2 of seed 5, from $500 at craps" in out
    found = done(lammer(*asked, "2", "--json")).json
    assert (found["session"], len(found["trials"])) == (2, found["rolls"])
    for each in found["trials"]:
        assert f"{each['dice'][0]}-{each['dice'][1]}" in out
    assert f"after {found['rolls']} rolls: end of the rolls." in out
    refused(lammer(*asked, "0"), "Sessions are counted from 1 to")
    refused(lammer(*asked, "3", "--sessions", "2"), "The sample has 2 sessions.")
    refused(lammer(*asked, "1", "--csv"), "--show-session and --csv do not go together.")


# Refusals


def refused(ran: SimulateRun, *said: str) -> None:
    """Nothing is answered; what is wrong is said."""
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("lammer: ")
    assert "Traceback" not in ran.err
    for piece in said:
        assert piece in ran.err


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("bet place-6 10", "NJ11-1.4f"),
        ("bet pass 10; bet place-6 10", "line 2: bet place-6 $10"),
        ("bet all-small 5", "It is one under md-2013. [NJ11-1.2b, NJ11-1.2a]"),
        ("bet pas 10", "Did you mean pass"),
        ("bet pass 10.50", "[NJ11-"),
        ("bet fire 20", "[NJ11-"),
        ("bet pass 10; stop if last is 13", "13 never comes at craps"),
        ("bet pass 10 if point and come-out", "it never bets"),
    ],
)
def test_what_the_table_does_not_take(lammer: Lammer, strategy: str, said: str) -> None:
    refused(lammer("simulate", strategy), "the table does not take this strategy", said)


def test_a_house_that_is_not_lawful(lammer: Lammer, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('rules = "nj-2005"\nvig = "win"\n')
    refused(
        lammer("simulate", "pass-flat", "--house", "my.toml"), "my.toml, line 2", "NJ05-1.5a-s2"
    )


@pytest.mark.parametrize(
    ("strategy", "said"),
    [
        ("pass-falt", "Did you mean pass-flat"),
        ("pass flat", "Did you mean pass-flat?"),
        ("", "there is nothing in it"),
        ("nowhere.strategy", "nowhere.strategy: No such file"),
        ("bet pass ten", 'line 1, column 10: "ten" is neither an amount nor steps'),
        ("bet pass 10; hope", 'line 2, column 1: "hope" is nothing a strategy does'),
        ("stop if rolls > 3; take down all", "it never bets"),
    ],
)
def test_what_is_no_strategy(lammer: Lammer, strategy: str, said: str) -> None:
    refused(lammer("simulate", strategy), said)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rolls", "0"), "A session has 1 to"),
        (("--rolls", "-3"), "A session has 1 to"),
        (("--rolls", "many"), '--rolls "many" is no whole number.'),
        (("--rolls", "1.5"), '--rolls "1.5" is no whole number.'),
        (("--bankroll", "0"), "A bankroll is more than nothing"),
        (("--bankroll", "-5"), '--bankroll "-5" is no amount.'),
        (("--bankroll", "ten"), '--bankroll "ten" is no amount.'),
        (("--bankroll", "1.005"), '--bankroll "1.005" is no amount.'),
        (("--bankroll", "1e12"), "at most a billion dollars"),
        (("--bankroll", "5"), "$5 does not pay for the first bet."),
        (("--goal", "500"), "The goal is not above the bankroll."),
        (("--goal", "more"), '--goal "more" is no amount.'),
        (("--sessions", "0"), "0 is too few sessions."),
        (("--sessions", "1e14"), "may be asked for."),
        (("--sessions", "some"), '--sessions "some" is no whole number.'),
        (("--seed", "-1"), "A seed is a whole number from 0"),
        (("--seed", "0x10"), '--seed "0x10" is no whole number.'),
        (("--threads", "0", "--sample"), "There can be 1 to 256 threads."),
        (("--threads", "all"), "--threads"),
        (("--json", "--csv"), "--json and --csv do not go together."),
        (("--exact", "--sample"), "--exact and --sample do not go together."),
        (("--exact", "--sessions", "5"), "--exact and --sessions do not go together."),
        (("--exact", "--gpu"), "--exact and --gpu do not go together."),
        (("--gpu", "--cluster", "local"), "--gpu and --cluster do not go together."),
        (("--distribution",), "--distribution is for programs."),
        (("--plot", "a.pdf"), "the file's name ends in .png or .svg."),
        (("--report", "a.txt"), "the file's name ends in .html or .htm."),
        (("--parquet", "a.csv"), "the file's name ends in .parquet."),
        (("--report", "nowhere/a.html"), "nowhere/a.html cannot be written"),
        (("--rules", "nj-1066"), 'there is no rule set "nj-1066"'),
        (("--rules", "nj-2001"), "Pass line, flat is for craps, and nj-2001 is punto-banco."),
        (("--game", "whist"), "whist"),
        (("--house", "nowhere.toml"), "nowhere.toml: No such file"),
        (("--dice", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("--luck",), "--luck"),
        (("and", "more"), 'does not know what to do with "and".'),
    ],
    ids=_spoken,
)  # fmt: skip
def test_what_cannot_be_asked(lammer: Lammer, options: tuple[str, ...], said: str) -> None:
    refused(lammer("simulate", "pass-flat", *options), said)


def test_what_has_no_exact_answer(lammer: Lammer) -> None:
    refused(lammer("simulate", "banker-flat", "--exact"), "a shoe remembers its cards")
    refused(lammer("simulate", "pass-two-percent", "--exact"), "a share of the bankroll")
    refused(lammer("simulate", "bet pass 10 if rolls < 3", "--rolls", "none"), "It would never end")


def test_a_strategy_is_needed(lammer: Lammer) -> None:
    refused(lammer("simulate"), "simulate needs STRATEGY.")


# Interrupted


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Makes Ctrl-C come after so many chunks of fifty sessions."""
    chunks, merge = 0, SampleTally.merge

    def after(most: int) -> None:
        def merged(total: SampleTally, chunk: SampleTally) -> SampleTally:
            nonlocal chunks
            chunks += 1
            if chunks > most:
                raise KeyboardInterrupt
            return merge(total, chunk)

        monkeypatch.setattr(sample, "_chunk", lambda _: 50)
        monkeypatch.setattr(SampleTally, "merge", merged)

    return after


def test_interrupted_it_tells_what_has_been_done(
    lammer: Lammer, interrupted: Callable[[int], None]
) -> None:
    interrupted(2)
    ran = lammer("simulate", "pass-flat", *SHORT, *SAMPLED, "--json")
    assert ran.status == 130
    assert (ran.json["complete"], ran.json["sessions"]) == (False, 100)
    assert sum(ran.json["ends"].values()) == pytest.approx(1)


def test_interrupted_at_once_there_is_nothing_to_tell(
    lammer: Lammer, interrupted: Callable[[int], None]
) -> None:
    interrupted(0)
    ran = lammer("simulate", "pass-flat", *SHORT, *SAMPLED)
    assert (ran.status, ran.out) == (130, "")
    assert "interrupted before there was anything to show" in ran.err


@pytest.fixture
def pressed(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Ctrl-C, so many times, while an exact answer is worked out."""

    def during(times: int) -> None:
        advance = exact._Run._advance
        left = [times]

        def interrupted(run: Any, rolls: int) -> tuple[int, int]:
            while run.field.rolls and left[0]:
                left[0] -= 1
                signal.raise_signal(signal.SIGINT)
            return advance(run, rolls)

        monkeypatch.setattr(exact._Run, "_advance", interrupted)

    return during


def test_an_exact_answer_that_is_interrupted_is_as_of_then(
    lammer: Lammer, pressed: Callable[[int], None]
) -> None:
    pressed(1)
    ran = lammer("simulate", "pass-flat", "--rolls", "3000", "--json")
    found = ran.json
    assert (ran.status, found["complete"], found["effort"]["ended_by"]) == (130, False, "asked")
    assert 0 < found["reached"] < 3000
    less = done(lammer("simulate", "pass-flat", "--rolls", str(found["reached"]), "--json")).json
    assert found["mean"] == pytest.approx(less["mean"], rel=1e-12)


def test_an_exact_answer_that_is_interrupted_twice_is_none(
    lammer: Lammer, pressed: Callable[[int], None]
) -> None:
    pressed(2)
    ran = lammer("simulate", "pass-flat", "--rolls", "3000")
    assert (ran.status, ran.out) == (130, "")
    assert "interrupted before there was anything to show" in ran.err


def test_the_time_allowed(lammer: Lammer) -> None:
    """What is expected comes first; an answer that is not complete in time is no error."""
    ran = lammer("simulate", "pass-flat", "--seconds", "600", "--json")
    assert ran.status == 0
    assert re.match(r"An exact answer takes about [0-9.]+ seconds, a sample of", ran.err)
    assert (ran.json["complete"], ran.json["effort"]["allowed"]) == (True, 600)
    ran = lammer("simulate", "pass-flat", "--seconds", "0.01", "--sessions", "1e8", "--json")
    assert (ran.status, ran.json["complete"], ran.json["method"]) == (0, False, "sampled")
    assert ran.json["effort"]["ended_by"] == "time"
    for bad in ("soon", "-3", "0"):
        ran = lammer("simulate", "pass-flat", "--seconds", bad)
        assert (ran.status, ran.out) == (2, "")
        assert "second" in ran.err


@pytest.mark.parametrize(
    ("options", "exactly", "sampled", "said"),
    [
        (SessionOptions(), 0.1, 600, False),
        (SessionOptions(), 600, 1, False),
        (SessionOptions(), 600, 600, True),
        (SessionOptions(), None, 600, True),
        (SessionOptions(exact=True), 600, 1, True),
        (SessionOptions(gpu=True), None, 600, False),
    ],
)
def test_a_long_answer_is_announced(
    capsys: pytest.CaptureFixture[str],
    options: SessionOptions,
    exactly: float | None,
    sampled: float,
    said: bool,
) -> None:
    say_long_estimate(options, Estimate(exactly, None, sampled, 1_000_000))
    assert ("about 10 minutes" in (err := capsys.readouterr().err)) == said
    assert ("--seconds 60" in err) == said


def test_a_function_that_is_interrupted(players: Lammer) -> None:
    asked = (*SHORT, "--sessions", "2000", "--seed", "5")
    ran = players("simulate", "players.py:tires", *asked)
    assert ran.status == 130
    assert "It was interrupted: these are the sessions played until then." in " ".join(
        ran.out.split()
    )
    ran = players("simulate", "players.py:at_once", *asked)
    assert (ran.status, ran.out) == (130, "")


def test_a_comparison_that_is_interrupted_has_those_begun(
    lammer: Lammer, interrupted: Callable[[int], None]
) -> None:
    interrupted(8)
    names = ("pass-flat", "field-flat", "place-6-8")
    ran = lammer("compare-strategies", *names, *SHORT, *SAMPLED, "--json")
    assert ran.status == 130
    assert [each["sessions"] for each in ran.json["results"]] == [300, 100]
    assert not ran.json["same_dice"]


# Side by side


def test_side_by_side_on_the_same_dice(lammer: Lammer) -> None:
    names = ("pass-flat", "bet dont-pass 10")
    ran = done(lammer("compare-strategies", *names, *SHORT, *SAMPLED))
    assert "All on the same random numbers." in ran.out
    assert "A Pass line, flat: $60 at craps" in ran.out
    assert "B bet dont-pass 10: $60 at craps" in ran.out
    found = done(lammer("compare-strategies", *names, *SHORT, *SAMPLED, "--json")).json
    assert (found["format"], found["same_dice"]) == (1, True)
    for name, each in zip(names, found["results"], strict=True):
        alone = lammer("simulate", name, *SHORT, *SAMPLED, "--json").json
        del alone["seconds"], each["seconds"]
        assert each == alone


def test_without_a_seed_they_have_the_same_dice_too(lammer: Lammer) -> None:
    asked = (*SHORT, "--sessions", "50", "--json")
    found = done(lammer("compare-strategies", "pass-flat", "bet pass 10", *asked)).json
    one, other = found["results"]
    assert found["same_dice"]
    assert one["seed"] == other["seed"] is not None
    assert one["mean"] == other["mean"]


def test_exact_answers_side_by_side_have_no_dice(lammer: Lammer) -> None:
    found = done(lammer("compare-strategies", "pass-flat", "field-flat", *SHORT, "--json")).json
    assert not found["same_dice"]
    assert [each["method"] for each in found["results"]] == ["exact", "exact"]
    out = done(lammer("compare-strategies", "pass-flat", "field-flat", *SHORT)).out
    assert "All on the same random numbers" not in out


def test_side_by_side_in_files(lammer: Lammer, tmp_path: Path) -> None:
    names = ("pass-flat", "field-flat")
    rows = done(lammer("compare-strategies", *names, *SHORT, "--csv")).rows
    assert [row["strategy"] for row in rows] == ["Pass line, flat", "Field, flat"]
    rows = done(lammer("compare-strategies", *names, *SHORT, "--csv", "--distribution")).rows
    assert {row["label"] for row in rows} == {"A", "B"}
    files = ("--parquet", "a.parquet", "--report", "a.html")
    assert lammer("compare-strategies", *names, *SHORT, *files).status == 0
    assert polars.read_parquet(tmp_path / "a.parquet").height == 2
    assert "Field, flat" in (tmp_path / "a.html").read_text()


@pytest.mark.parametrize("count", [0, 1, 9])
def test_two_to_eight_are_compared(lammer: Lammer, count: int) -> None:
    ran = lammer("compare-strategies", *["pass-flat"] * count)
    refused(ran, f"compare-strategies sets 2 to 8 side by side, not {count}.")


def test_one_that_is_wrong_spoils_the_comparison(lammer: Lammer) -> None:
    refused(lammer("compare-strategies", "pass-flat", "bet place-6 10", *SHORT), "NJ11-1.4f")


# The library


def test_the_list(lammer: Lammer) -> None:
    out = done(lammer("strategy")).out
    for name in library.names():
        assert re.search(rf"^{re.escape(name)} +\S", out, re.MULTILINE), name
    listed = done(lammer("strategy", "--json")).json
    assert listed["format"] == 1
    assert [each["strategy"] for each in listed["strategies"]] == list(library.names())
    for each in listed["strategies"]:
        assert set(each) == {"strategy", "name", "game", "about", "source"}
        assert all(isinstance(value, str) and value for value in each.values()), each


def test_one_of_the_list(lammer: Lammer) -> None:
    text = done(lammer("strategy", "iron-cross")).out
    assert parse(text) == library.load("iron-cross")
    found = done(lammer("strategy", "iron-cross", "--json")).json
    assert (found["format"], found["strategy"], found["text"]) == (1, "iron-cross", text)


def test_one_of_ones_own(lammer: Lammer, tmp_path: Path) -> None:
    (tmp_path / "mine.strategy").write_text("bet 10 on pass   # always\nodds 2x if point\n")
    out = done(lammer("strategy", "mine.strategy")).out
    assert "bet pass 10" in out
    assert parse(out).name == "mine"


def test_the_example_can_be_played(lammer: Lammer, tmp_path: Path) -> None:
    (tmp_path / "mine.strategy").write_text(done(lammer("strategy", "--example")).out)
    found = done(lammer("simulate", "mine.strategy", "--rolls", "10", "--json")).json
    assert found["strategy"] == "My strategy"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("iron-corss",), "Did you mean iron-cross"),
        (("iron-cross", "--example"), "--example and NAME do not go together."),
        (("--example", "--json"), "--example and --json do not go together."),
        (("players.py:flat",), "is a function, not a strategy."),
        (("bet pass ten",), "the strategy cannot be read: line 1"),
    ],
    ids=_spoken,
)
def test_what_the_library_has_not(players: Lammer, arguments: tuple[str, ...], said: str) -> None:
    refused(players("strategy", *arguments), said)
