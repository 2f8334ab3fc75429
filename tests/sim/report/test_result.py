"""A result says in money what was found in units; frames, files and the terminal say the same."""

import csv
import io
import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import polars
import pytest

from lammer.cli.support.output import CommandError
from lammer.cli.support.simulation.output import (
    histogram,
    print_comparison,
    print_json,
    print_result,
    write_csv,
    write_parquet,
    write_report,
)
from lammer.sim.exact.solve import solve
from lammer.sim.report.findings import QUANTILES, Findings, Spread
from lammer.sim.report.frames import (
    distribution_frame,
    ends_frame,
    fan_frame,
    gone_frame,
    parts_frame,
    summary_frame,
)
from lammer.sim.report.result import MOST_COMPARED, Result, ResultPart, StrategyComparison
from tests.sim.machines import pass_line


def findings(sampled: bool = False, goal: bool = True) -> Findings:
    """Ten sessions of three rolls from 10 units: two ruined, three at 8, four at 11, one at 20."""
    counts = np.array([2, 3, 4, 1])
    ends = {"ruin": 2, "goal": 1, "rolls": 7} if goal else {"ruin": 2, "rolls": 8}
    fan = np.array([[10] * 7, [8, 8, 9, 10, 10, 11, 12], [0, 0, 8, 9, 11, 12, 20]])
    gone = np.array([[0.0, 0.0], [0.1, 0.0], [0.2, 0.1]])
    return Findings(
        "sampled" if sampled else "exact",
        10 if sampled else None,
        7 if sampled else None,
        Spread(np.array([0, 8, 11, 20]), counts if sampled else counts / 10),
        ends if sampled else {end: count / 10 for end, count in ends.items()},
        (2.5, 0.25 if sampled else 0.0),
        (24.0, 2.0 if sampled else 0.0),
        None,
        np.array([0, 2, 3]),
        fan,
        gone if goal else gone[:, :1],
        Spread(np.array([0, 5, 10]), np.array([5, 3, 2])),
    )


def made(sampled: bool = False, goal: bool = True, **changed: Any) -> Result:
    """A unit is five dollars."""
    parts = (
        ResultPart("pass", 8000.0, Fraction(7, 495), 8000 * 7 / 495),
        ResultPart("pass-odds", 4000.0, Fraction(0), 0.0),
    )
    result = Result(
        "nj-2011",
        "craps",
        None,
        "line",
        "pass 5\n",
        5000,
        3,
        10000 if goal else None,
        500,
        findings(sampled, goal),
        13,
        7,
        21,
        0.5,
        ("sampled because of this",) if sampled else (),
        parts,
    )
    return replace(result, **changed)


def test_the_answer_is_in_cents() -> None:
    result = made()
    assert result.mean == pytest.approx((3 * 8 + 4 * 11 + 20) * 500 / 10)
    assert result.mean == 4400.0
    spread = (2 * 4400**2 + 3 * 400**2 + 4 * 1100**2 + 5600**2) / 10
    assert result.sd == pytest.approx(sqrt(spread))
    assert list(result.quantiles) == list(QUANTILES)
    assert list(result.quantiles.values()) == [0, 0, 4000, 4000, 5500, 10000, 10000]
    assert (result.p_ruin, result.p_goal) == (0.2, 0.1)
    assert (result.mean_rolls, result.money_through) == (2.5, 12000.0)
    assert result.edge_on_money == pytest.approx(600 / 12000)
    assert list(result.distribution) == [(0, 0.2), (4000, 0.3), (5500, 0.4), (10000, 0.1)]
    assert result.errors == {}


def test_counts_and_chances_give_the_same_answer() -> None:
    exact, sampled = made(), made(sampled=True)
    for name in ("mean", "sd", "quantiles", "p_ruin", "p_goal", "ends", "money_through"):
        assert getattr(exact, name) == pytest.approx(getattr(sampled, name)), name
    assert list(exact.distribution) == list(sampled.distribution)


def test_a_sample_has_errors() -> None:
    result = made(sampled=True)
    errors = result.errors
    assert errors["mean"] == pytest.approx(result.sd / sqrt(10))
    assert errors["p_ruin"] == pytest.approx(sqrt(0.2 * 0.8 / 10))
    assert errors["p_goal"] == pytest.approx(sqrt(0.1 * 0.9 / 10))
    assert (errors["mean_rolls"], errors["money_through"]) == (0.25, 1000.0)
    assert made(sampled=True, goal=False).errors["p_goal"] is None


def test_the_error_of_the_sd_is_what_repeated_samples_show() -> None:
    dice = np.random.default_rng(1)
    values, chances, sessions = np.array([0, 8, 11, 20]), [0.2, 0.3, 0.4, 0.1], 400
    draws = dice.choice(values, size=(2000, sessions), p=chances)
    seen = float(draws.std(axis=1).std()) * 500
    counts = (np.array(chances) * sessions).astype(np.int64)
    found = replace(findings(True), final=Spread(values, counts), sessions=sessions)
    assert made(sampled=True, findings=found).errors["sd"] == pytest.approx(seen, rel=0.1)


def test_nothing_played_is_nothing_to_tell() -> None:
    none = Spread(np.array([10]), np.array([0]))
    with pytest.raises(ValueError, match="nothing to tell"):
        made(findings=replace(findings(True), final=none, sessions=0))


def test_a_fan_that_does_not_go_with_its_rolls_is_refused() -> None:
    found = findings()
    for broken in (
        replace(found, fan=found.fan[:2]),
        replace(found, fan=found.fan[:, :3]),
        replace(found, gone=found.gone.T),
    ):
        with pytest.raises(ValueError, match="do not go with"):
            made(findings=broken)


def test_without_a_bet_there_is_no_edge() -> None:
    result = made(findings=replace(findings(), staked=(0.0, 0.0)))
    assert result.edge_on_money is None
    assert result.as_data()["edge_on_money"] is None
    assert "edge" not in [figure.key for figure in result.figures()]


def test_json_as_the_format_says() -> None:
    data = json.loads(json.dumps(made().as_data(), allow_nan=False))
    expected = {
        "format": 1,
        "method": "exact",
        "rules": "nj-2011",
        "game": "craps",
        "strategy": "line",
        "bankroll": 5000,
        "rolls": 3,
        "goal": 10000,
        "sessions": None,
        "seed": None,
        "mean": 4400.0,
        "p_ruin": 0.2,
        "p_goal": 0.1,
        "mean_rolls": 2.5,
        "money_through": 12000.0,
        "ends": {"ruin": 0.2, "goal": 0.1, "rolls": 0.7},
        "complete": True,
        "undecided": 0.0,
        "notes": [],
        "automaton": {"states": 13, "rows": 7, "segments": 21, "unit": 500},
    }
    assert {key: data[key] for key in expected} == expected
    assert data["quantiles"]["0.05"] == 0
    assert data["quantiles"]["0.5"] == 4000
    assert data["parts"][0]["edge"] == "7/495"
    assert data["drawdown"]["mean"] == pytest.approx((3 * 5 + 2 * 10) * 500 / 10)
    assert "se" not in data
    assert "distribution" not in data


def test_json_of_a_sample_and_its_distribution() -> None:
    data = made(sampled=True).as_data(distribution=True)
    assert set(data["se"]) == {"mean", "sd", "p_ruin", "p_goal", "mean_rolls", "money_through"}
    assert (data["method"], data["sessions"], data["seed"]) == ("sampled", 10, 7)
    assert data["distribution"] == [[0, 0.2], [4000, 0.3], [5500, 0.4], [10000, 0.1]]
    assert made(goal=False).as_data()["p_goal"] is None


def test_the_question_in_words() -> None:
    assert made().asked == "line: $50 at craps under nj-2011, 3 rolls long or until $100 or ruin."
    forever = made(goal=False, rolls=None, house="my.toml")
    assert forever.asked == "line: $50 at craps under nj-2011 with my.toml, until ruin."
    coups = made(rules="nj-2001", game="punto-banco", rolls=1)
    assert "1 coup long" in coups.asked
    assert "interrupted" in made(findings=replace(findings(), complete=False)).computed
    assert "0.100% not decided" in made(findings=replace(findings(), undecided=0.001)).computed


def test_in_a_notebook() -> None:
    result = made(sampled=True, strategy="<script>")
    assert "\n" not in repr(result)
    assert "$44.00" in repr(result)
    page = result._repr_html_()
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    both = StrategyComparison((result, made()))
    assert "<script>" not in both._repr_html_()
    assert "\n" not in repr(both)


def test_side_by_side() -> None:
    both = StrategyComparison((made(), made(sampled=True, goal=False, strategy="other")))
    rows = {row[0]: row[1:] for row in both.table()}
    assert rows["mean final bankroll"] == ("$44.00", "$44.00 ± $8.68")
    assert rows["chance of reaching $100"] == ("10.000%", "")
    assert both.labels == ("A", "B")
    assert [each["strategy"] for each in both.as_data()["results"]] == ["line", "other"]
    assert both.frame()["strategy"].to_list() == ["line", "other"]
    assert not both.same_chance
    assert StrategyComparison((made(sampled=True),) * 2).same_chance
    for results in ((), (made(),) * (MOST_COMPARED + 1)):
        with pytest.raises(ValueError, match="choose 1 to"):
            StrategyComparison(results)


def test_what_is_all_but_decided_is_not_told_of() -> None:
    ends = {"ruin": 0.25, "goal": 0.75 - 1e-15, "rolls": 1e-15}
    found = replace(findings(), ends=ends, undecided=1e-15)
    result = made(rolls=None, findings=found)
    assert list(result.ends_seen()) == ["ruin", "goal"]
    assert "decided" not in result.computed
    assert result.as_data()["undecided"] == 1e-15
    cut = made(rolls=None, findings=replace(found, ends={**ends, "rolls": 0.1}))
    assert [cut.end_words(end) for end in cut.ends_seen()][-1] == "not decided"


# Frames


def test_frames_hold_what_the_result_says() -> None:
    result = made(sampled=True)
    final = distribution_frame(result)
    assert final.columns == ["strategy", "cents", "chance", "up_to"]
    assert final["cents"].to_list() == [0, 4000, 5500, 10000]
    assert final["up_to"].to_list() == pytest.approx([0.2, 0.5, 0.9, 1.0])
    fan = fan_frame(result)
    assert len(fan) == 3 * len(QUANTILES)
    assert fan.row(-1) == (3, 0.99, 10000)
    assert gone_frame(result).rows()[-2:] == [(3, "ruin", 0.2), (3, "goal", 0.1)]
    assert ends_frame(result).rows() == [("ruin", 0.2), ("goal", 0.1), ("rolls", 0.7)]
    assert parts_frame(result)["edge"].to_list() == ["7/495", "0"]


def test_a_summary_of_unlike_results_has_all_their_columns() -> None:
    summary = summary_frame([made(goal=False), made(sampled=True)])
    assert summary["mean"].to_list() == [4400.0, 4400.0]
    assert summary["se_mean"].is_null().to_list() == [True, False]
    assert summary["end_goal"].to_list() == [None, 0.1]
    assert summary["q0.95"].to_list() == [10000, 10000]
    with pytest.raises(ValueError, match="choose 1 to"):
        summary_frame([])


# The terminal and files


@pytest.mark.parametrize("sampled", [False, True])
def test_the_terminal(
    sampled: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_result(made(sampled=sampled, notes=("why " * 40,)))
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    assert not any(line != line.rstrip() for line in said.splitlines())
    assert "\x1b" not in said
    for words in ("$44.00", "20.000%", "7/495", "1.414%", "reached $100", "played all rolls"):
        assert words in said
    assert ("± $8.68" in said) is sampled
    assert ("Sampled: 10 sessions, seed 7" in said) is sampled


def test_the_terminal_side_by_side(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    print_comparison(StrategyComparison((made(sampled=True),) * 5))
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    assert said.count("mean final bankroll") == 3
    assert "All on the same random numbers." in said
    heads = [line.split() for line in said.splitlines() if set(line) <= set(" ABCDE") and line]
    assert heads == [["A", "B"], ["C", "D"], ["E"]]


def test_bars_are_as_long_as_the_shares() -> None:
    lines = list(histogram(made()))
    ends = {line.split()[0]: line for line in lines}
    assert ends["$0"].count("█") == 20
    assert ends["$40"].count("█") == 30
    assert ends["$50"].count("█") == 40
    assert sum(line.endswith("start") for line in lines) == 1
    assert ends["$50"].endswith("start")
    assert sum(float(line.split()[3].rstrip("%")) for line in lines) == pytest.approx(100)


def test_bars_where_no_blocks_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    text = "\n".join(histogram(made()))
    assert text.isascii()
    assert "#" * 40 in text


def test_one_amount_makes_one_bar() -> None:
    only = Spread(np.array([10]), np.array([1.0]))
    assert len(list(histogram(made(findings=replace(findings(), final=only))))) == 1


def test_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = [made(), made(sampled=True)]
    write_csv(results)
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [float(row["mean"]) for row in rows] == [4400.0, 4400.0]
    write_csv(results, str(tmp_path / "a.csv"), distribution=True)
    assert polars.read_csv(tmp_path / "a.csv").equals(distribution_frame(*results))
    write_parquet(results, str(tmp_path / "a.parquet"))
    assert polars.read_parquet(tmp_path / "a.parquet").equals(summary_frame(results))
    print_json(results[0], distribution=True)
    assert json.loads(capsys.readouterr().out) == results[0].as_data(distribution=True)


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    where = str(tmp_path / "none" / "a")
    with pytest.raises(CommandError, match="cannot be written"):
        write_csv([made()], where)
    with pytest.raises(CommandError, match="cannot be written"):
        write_parquet([made()], where)
    with pytest.raises(CommandError, match="cannot be written"):
        write_report(made(), where)


def test_of_a_solved_machine() -> None:
    """Pass $10 with double odds from $500: the money of a solved automaton, said in cents."""
    machine = pass_line(stake=10, odds=20)
    found = solve(machine, 500, 200, engine="numpy")
    result = made(goal=False, bankroll=50_000, rolls=200, unit=100, findings=found)
    data = result.as_data()
    assert data["mean"] == pytest.approx(49290.07, abs=0.01)
    assert data["sd"] == pytest.approx(21889.76, abs=0.01)
    assert sum(share for _, share in result.distribution) == pytest.approx(1)
    assert sum(data["ends"].values()) == pytest.approx(1)
    assert len(fan_frame(result)) == len(found.at) * len(QUANTILES)
    assert data["edge_on_money"] * data["money_through"] == pytest.approx(50_000 - data["mean"])


def test_nothing_heavy_is_imported_to_begin_with() -> None:
    code = (
        "import sys, lammer.sim.report.result, lammer.sim.report.frames\n"
        "import lammer.sim.report.plots, lammer.cli.support.simulation.output\n"
        "print(*{'numpy', 'polars', 'altair', 'numba', 'rich'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
