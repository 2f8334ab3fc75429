"""``lammer.simulate`` takes what the command takes."""

import inspect
import json
import os
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

import lammer
from lammer.cli import simulate as command
from lammer.cli.support.simulation.options import OutputOptions, SessionOptions
from lammer.sim import ask, compare, explore
from lammer.sim.play.gym import TableEnv
from lammer.sim.simulate import QuestionError
from tests.command import lammer as on_shell

PYTHON = Path(__file__).parents[2] / "docs" / "python.md"
OF_PYTHON = {"method", "progress", "stop"}
"""Parameters that are no options: two options in one word, and what only a program can say."""
FORMS = {"as_json", "as_csv", "distribution", "parquet", "report", "plot"}
"""Options about the form of an answer, which is a value in Python."""


def parameters(function: Any) -> set[str]:
    return set(inspect.signature(function).parameters)


def test_every_option_of_the_command_is_a_parameter() -> None:
    options = {each.name for each in fields(SessionOptions)}
    options |= parameters(command.simulate) - {"session", "output"}
    assert parameters(lammer.simulate) - OF_PYTHON == options
    assert {each.name for each in fields(OutputOptions)} == FORMS


def test_every_parameter_is_documented() -> None:
    section = PYTHON.read_text().partition("## Strategies")[2].partition("\n## ")[0]
    listed = set(
        re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", section, re.MULTILINE)))
    )
    assert listed == parameters(ask) - {"strategy"}


def test_they_mean_what_the_options_mean(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('rules = "nj-2011"\nodds = 2\n')
    found = lammer.simulate("bet pass 10; odds 2x", house=house, ending="face", rolls=20)
    assert (found.house, found.ending, found.exact) == (str(house), "face", True)
    assert lammer.simulate("pass-flat", rolls=20, sample=True, sessions=10, seed=1).sessions == 10
    two = lammer.simulate("pass-flat", rolls=20, sessions=500, seed=1, threads=2)
    assert two.mean == lammer.simulate("pass-flat", rolls=20, sessions=500, seed=1, threads=1).mean
    short = lammer.simulate("pass-flat", rolls=20, seconds=60, exact=True)
    assert short.as_data()["effort"]["allowed"] == 60
    with pytest.raises(QuestionError, match="nowhere"):
        lammer.simulate("pass-flat", house="nowhere.toml")
    with pytest.raises(QuestionError, match="ask for one"):
        lammer.simulate("pass-flat", exact=True, sample=True)
    with pytest.raises(QuestionError, match="one place"):
        lammer.simulate("pass-flat", gpu=True, cluster="local")
    with pytest.raises(TypeError, match="there is no parameter hous"):
        compare("pass-flat", "field-flat", hous={})  # type: ignore[call-arg]


def test_a_house_file_with_a_wager_of_another_file(tmp_path: Path) -> None:
    fire = Path(__file__).parents[2] / "examples" / "wagers" / "fire-bet.toml"
    (tmp_path / "wager.toml").write_text(fire.read_text())
    house = tmp_path / "house.toml"
    house.write_text('rules = "nj-2011"\nexperimental = true\nwagers = ["wager.toml"]\n')
    found = lammer.simulate("bet fire-bet 5", house=house, rolls=5)
    assert found.money_through > 0
    table = TableEnv("nj-2011", house=house, wagers=["fire-bet"], stake=500)
    assert table.stakes == {"fire-bet": 500}


@pytest.mark.long
def test_a_house_file_from_a_pipe_counts(tmp_path: Path) -> None:
    text = b'rules = "nj-2011"\nodds = 2\n'
    (tmp_path / "house.toml").write_bytes(text)
    reads, writes = os.pipe()
    os.write(writes, text)
    os.close(writes)

    def staked(*option: str) -> float:
        asked = ("simulate", "bet pass 10; odds max", "--rolls", "9", "--json", *option)
        through: float = json.loads(on_shell(*asked, cwd=tmp_path).stdout)["money_through"]
        return through

    piped = staked("--house", f"/dev/fd/{reads}")
    os.close(reads)
    assert piped == staked("--house", "house.toml") < staked()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"bankroll": "500"}, "bankroll '500' is not a number of dollars"),
        ({"bankroll": True}, "bankroll True is not"),
        ({"bankroll": 1.005}, "no whole number of cents"),
        ({"bankroll": 10**5000}, "bankroll of that size is no whole number of cents"),
        ({"rolls": True}, "rolls True is not a whole number"),
        ({"exact": "no"}, "exact 'no' is not True or False"),
        ({"goal": float("inf")}, "goal inf is no whole number of cents"),
        ({"rolls": 2.5}, "rolls 2.5 is not a whole number"),
        ({"sessions": "many"}, "sessions 'many' is not"),
        ({"seed": [1]}, r"seed \[1\] is not"),
        ({"threads": "all"}, "threads 'all' is not"),
        ({"seconds": "soon"}, "seconds 'soon' is not a number"),
        ({"faces": 7}, "faces 7 is not weights"),
        ({"house": 7}, "house 7 is not a file's path"),
        ({"rules": 7}, "rules 7 is not a text"),
        ({"dice": 7}, "dice 7 is not a file's path"),
        ({"dice": "nowhere.txt"}, "nowhere.txt cannot be read"),
        ({"dice": ["1 1"], "seed": 1}, "have no seed"),
        ({"stop": 7}, "stop 7 is not a function"),
        ({"show_session": "one"}, "show_session 'one' is not"),
        ({"exact": True, "sessions": 3}, "has no sessions"),
        ({"method": "exact", "sessions": 3}, "has no sessions"),
    ],
)
def test_what_no_parameter_may_be(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(QuestionError, match=words):
        ask("pass-flat", **{"rolls": 5} | asked)


def test_what_is_no_strategy() -> None:
    with pytest.raises(QuestionError, match="7 is no strategy"):
        ask(7)  # type: ignore[call-overload]


def test_throws_and_weights_as_numbers() -> None:
    texts = ask("field-flat", dice=["1 1", "3 4"])
    assert ask("field-flat", dice=[(1, 1), (3, 4)]).mean == texts.mean
    heavy = ask("field-flat", rolls=5, faces=["1,1,1,1,1,1.2"])
    assert ask("field-flat", rolls=5, faces=[1, 1, 1, 1, 1, 1.2]).mean == heavy.mean
    assert ask("field-flat", rolls=5, faces="1,1,1,1,1,1.2").mean == heavy.mean


def test_explore_takes_what_ask_takes() -> None:
    found = explore("pass-flat", rolls=5, lines=True, ending="face", seconds=60)
    assert found.result.ending == "face"
    with pytest.raises(QuestionError, match="cannot be explored"):
        explore("pass-flat", lines=True, dice=["1 1"])
    with pytest.raises(TypeError, match="there is no parameter hous"):
        explore("pass-flat", lines=True, hous={})  # type: ignore[call-arg]
