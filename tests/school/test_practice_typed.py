"""The practice table in the terminal, from a script, and for a program: the same table as on the
page, done with words."""

import csv
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from lammer.core.codec import Malformed
from lammer.core.money import dollars
from lammer.school.answers.text import places, typed_answer
from lammer.school.practice import PracticeSession, Setting, Task
from lammer.school.practice.typed_tasks import typed_act, typed_request
from lammer.sim.play.bots import newcomer
from tests.command import lammer as command
from tests.school.test_practice import nonsense
from tests.school.test_questions import rules_of

PLAYED = [
    ("nj-2011", "craps"),
    ("nj-2001", "punto-banco"),
    ("ac-roulette", "roulette"),
    ("ac-sic-bo", "sic-bo"),
]


def session(key: str, game: str, **more: Any) -> PracticeSession:
    return PracticeSession(
        Setting(rules_of(key, game), **{"seed": 3, "rounds": 6, **more}), newcomer
    )


def played(key: str, game: str, **more: Any) -> Iterator[tuple[Task, int]]:
    """Yield each task of a session with its number, and answer it."""
    beside = session(key, game, **more)
    while beside.task is not None:
        task = beside.task
        yield task, beside.number
        beside.answer(beside.number, task.posed.answer, 0)


def as_typed(task: Task) -> list[str]:
    """The right answer, as somebody types it."""
    answer = task.posed.answer
    match task.asked:
        case "payments":
            return [*_acts(task), "done"]
        case "requests":
            return [_request(row) for row in answer["requests"]]
        case "call":
            return [str(1 + task.posed.given["choices"].index(answer["call"]))]
        case "legal":
            return ["yes" if answer["allowed"] else "no"]
        case "valid":
            return ["yes" if answer["valid"] else "no"]
    return [" ".join(str(each) for each in answer[task.asked].values())]


def _acts(task: Task) -> Iterator[str]:
    numbers = {(seat, name): at for at, (seat, name, _) in enumerate(places(task), start=1)}
    for row in task.posed.answer["payments"]:
        net = row.get("pays", 0) - row.get("takes", 0)
        charge = row.get("vigorish", row.get("marks", 0))
        if net or charge:
            more = f" {charge / 100:.2f}" if charge else ""
            yield f"{numbers[row['seat'], row['bet']]} {net / 100:.2f}{more}"


def _request(row: dict[str, Any]) -> str:
    if row.get("refused") or row.get("down"):
        return "no bet" if row.get("refused") else "Down."
    more = f" vig {row['vigorish'] / 100:.2f}" if row.get("vigorish") else ""
    return f"{row['bet']} for {row['amount'] / 100:.2f}{more}"


def at_the_table(lines: list[str], *arguments: str) -> CompletedProcess[str]:
    given = "".join(f"{each}\n" for each in lines).encode()
    found = command("drill", "--practice", *arguments, given=given)
    assert found.returncode == 0, found.stderr
    return found


@pytest.mark.parametrize(("key", "game"), PLAYED)
def test_all_is_done_right_by_a_script(key: str, game: str) -> None:
    lines = [line for task, _ in played(key, game) for line in as_typed(task)]
    many = len(list(played(key, game)))
    where = ("--rules", key, "--game", game, "--seed", "3", "--rounds", "6")
    found = at_the_table(lines, *where).stdout
    for name in session(key, game).players().values():
        assert name in found
    assert "Not right" not in found
    assert found.count("  Right.\n") == many
    assert "Round 6 of 6" in found
    over = f"Cost to the house $0, players are short $0, {many} of {many} right.\n"
    assert over in found.partition("The session is over.")[2]


def test_what_is_done_wrong_is_told_with_its_cost_and_the_record_is_audited(
    tmp_path: Path,
) -> None:
    """A winner gets five dollars too much, everything else is left as it lies."""
    where = {"duties": ("payments",), "rounds": 3}
    task = next(
        task
        for task, _ in played("nj-2011", "craps", **where)
        if any(row["pays"] and not row["takes"] for row in task.posed.answer["payments"])
    )
    row = next(r for r in task.posed.answer["payments"] if r["pays"] and not r["takes"])
    numbers = {(seat, name): at for at, (seat, name, _) in enumerate(places(task), start=1)}
    beside = session("nj-2011", "craps", **where)
    lines = []
    while beside.task is not None:
        said: dict[str, Any] = {"payments": []}
        if beside.task.posed.words == task.posed.words:
            net = row["pays"] + 500
            said = {"payments": [{"seat": row["seat"], "bet": row["bet"], "net": net}]}
            number = numbers[row["seat"], row["bet"]]
            lines += [f"{number} 7; {number} 9", "undo", f"{number} {net / 100:.2f}"]
        lines.append("done")
        beside.answer(beside.number, said, 0)
    record, export = tmp_path / "record.jsonl", tmp_path / "results.json"
    found = at_the_table(
        lines, *("--seed", "3", "--rounds", "3", "--duties", "payments"),
        *("--record", str(record), "--export", str(export)),
    ).stdout  # fmt: skip
    assert "The house loses $5." in found
    assert "Paid too much" in found
    money = f"Cost to the house {dollars(beside.cost)}, players are short {dollars(beside.owed)}"
    assert money in found.partition("The session is over.")[2]
    assert [json.loads(line) for line in record.read_text().splitlines()] == [*beside.record()]
    audited = command("audit", str(record), "--rules", "nj-2011", "--json")
    assert audited.returncode == 1
    rows = json.loads(export.read_text())["rows"]
    assert [each["right"] for each in rows] == [each.right for each in beside.answered]
    assert sum(each["cost"] for each in rows) == beside.cost
    assert sum(each["owed"] for each in rows) == beside.owed


def test_hints_come_before_after_or_at_the_end() -> None:
    where = ("--seed", "3", "--rounds", "2", "--duties", "payments")
    way = next(played("nj-2011", "craps", duties=("payments",)))[0].way[0]
    assert way in at_the_table(["done"], *where, "--hints", "before").stdout
    after = at_the_table(["done"], *where).stdout
    assert way not in after.partition("> ")[0]
    assert "Not right" in after
    off = at_the_table(["done", "done"], *where, "--hints", "off").stdout
    noted, _, report = off.partition("The session is over.")
    assert noted.count("Noted.") == 2
    assert "Not right" not in noted
    assert "Round 1. Seat" in report


def test_too_slow_is_a_mistake_where_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(0, 100_000, 1000))
    monkeypatch.setattr("lammer.cli.support.school.practice_table.monotonic", lambda: next(clock))
    where = ("--seed", "3", "--rounds", "1", "--duties", "payments")
    assert "It took 1000 seconds of" in at_the_table(["done"], *where, "--timed").stdout
    assert "It took" not in at_the_table(["done"], *where).stdout


def test_an_input_that_ends_early_ends_the_session() -> None:
    assert "Nothing was answered." in at_the_table([]).stdout
    lines = [line for task, _ in [next(played("nj-2011", "craps"))] for line in as_typed(task)]
    found = at_the_table([*lines, "quit"], "--seed", "3").stdout
    assert "1 of 1 right." in found.partition("The session is over.")[2]
    assert "--seed 3" in found


# What is typed


def some_task(wanted: Callable[[Task], bool]) -> Task:
    return next(task for task, _ in played("nj-2011", "craps", rounds=30) if wanted(task))


def test_words_of_a_bet_are_those_of_the_table() -> None:
    lines = ["field for 5", "three six hop for 6", "hard for 8", "insurance for 5", "9 for 15"]
    found = at_the_table(lines, "--seed", "3", "--duties", "bets").stdout
    assert '"hard" may be' in found
    assert '"insurance" is no bet here' in found or "insurance" in found


@pytest.mark.parametrize("text", ["", "lose", "0 lose", "99 lose", "1", "1 much", "x 5", "undo"])
def test_an_act_that_is_not_clear_changes_nothing(text: str) -> None:
    task = some_task(lambda task: task.asked == "payments" and len(list(places(task))) > 1)
    done: list[dict[str, Any]] = []
    with pytest.raises(Malformed):
        typed_act(task, text, done)
    assert done == []


def test_a_bet_that_is_handled_again_is_done_then() -> None:
    task = some_task(lambda task: task.asked == "payments" and len(list(places(task))) > 1)
    done: list[dict[str, Any]] = []
    for text in ("1 5", "2 lose", "1 7"):
        typed_act(task, text, done)
    first, second = ((seat, name) for seat, name, _ in list(places(task))[:2])
    assert [(row["seat"], row["bet"]) for row in done] == [second, first]
    assert done[1]["net"] == 700
    typed_act(task, "undo", done)
    typed_act(task, "2 nothing", done)
    assert done == []


@pytest.mark.parametrize("text", ["", "maybe", "field", "5", "field for five", "field for -5"])
def test_a_request_that_is_answered_unclearly(text: str) -> None:
    with pytest.raises(Malformed):
        typed_request(1, text, str)


def test_a_call_is_chosen_by_its_number() -> None:
    task = some_task(lambda task: task.asked == "call")
    assert typed_answer(task, "2.") == {"call": task.posed.given["choices"][1]}
    for text in ("0", "9", "seven", "", "\N{SUPERSCRIPT TWO}"):
        with pytest.raises(Malformed):
            typed_answer(task, text)


# For programs


def answers(lines: list[bytes], *arguments: str) -> list[dict[str, Any]]:
    found = command("drill", "--practice", "--json", *arguments, given=b"".join(lines))
    assert found.returncode == 0, found.stderr
    return [json.loads(line) for line in found.stdout.splitlines()]


def line(answer: Any, **more: Any) -> bytes:
    return json.dumps({"answer": answer, **more}).encode() + b"\n"


@pytest.mark.parametrize(("key", "game"), [("nj-2011", "craps"), ("ac-big-six", "big-six")])
def test_a_program_does_all_right(key: str, game: str) -> None:
    given = [line(dict(task.posed.answer), number=number) for task, number in played(key, game)]
    where = ("--rules", key, "--game", game, "--seed", "3", "--rounds", "6", "--hints", "before")
    first, *rest, last = answers(given, *where)
    assert first["kind"] == "table"
    assert len(first["players"]) == 6
    asked = [each for each in rest if each["kind"] == "task"]
    grades = [each for each in rest if each["kind"] == "grade"]
    assert len(asked) == len(grades) == len(given)
    for each, (task, number) in zip(asked, played(key, game), strict=True):
        assert (each["number"], each["asked"]) == (number, task.asked)
        assert each["hints"]
        assert "answer" not in each
    assert all(each["right"] and each["why"] for each in grades)
    assert (last["kind"], last["right"], last["cost"], last["faults"]) == (
        "result", len(given), 0, [],
    )  # fmt: skip


def test_a_program_does_all_wrong_and_is_told_at_the_end() -> None:
    beside = session("nj-2011", "craps")
    given = []
    while beside.task is not None:
        answer = nonsense(beside.task)
        given.append(line(answer))
        beside.answer(beside.number, answer, 0)
    found = answers(given, "--seed", "3", "--rounds", "6", "--hints", "off")
    grades = [each for each in found if each["kind"] == "grade"]
    assert all("right" not in each and "answer" not in each for each in grades)
    last = found[-1]
    assert (last["cost"], last["owed"]) == (beside.cost, beside.owed)
    assert len(last["faults"]) == len(beside.faults)
    assert last["kinds"] == beside.breakdown()


def test_a_line_of_a_program_that_is_no_answer_is_refused_and_changes_nothing() -> None:
    first = line(dict(next(played("nj-2011", "craps"))[0].posed.answer))
    bad = [
        *(b"nonsense\n", b"[]\n", b"{}\n", b"\xff\xfe\n", b'{"answer": 3}\n'),
        *(line({"what": 1}), line({}), line({}, number=7), line({}, number=True)),
        line({}, more=1),
    ]
    found = answers([*bad, b"\n", first], "--seed", "3")
    kinds = [each["kind"] for each in found]
    assert kinds == ["table", "task", *["refused"] * len(bad), "grade", "task", "result"]
    assert all(each["what"] for each in found if each["kind"] == "refused")
    assert found[-1]["tasks"] == found[-1]["right"] == 1


def test_results_are_written_as_a_table(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    lines = [line for task, _ in played("nj-2011", "craps", rounds=2) for line in as_typed(task)]
    at_the_table(lines, "--seed", "3", "--rounds", "2", "--export", str(path))
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert len(rows) == len(list(played("nj-2011", "craps", rounds=2)))
    assert {row["right"] for row in rows} == {"true"}
    assert {row["rules"] for row in rows} == {"nj-2011"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--practice", "--players", "0"), "players sit here"),
        (("--practice", "--players", "9"), "players sit here"),
        (("--practice", "--rounds", "0"), "--rounds is 1 to"),
        (("--practice", "--seed", "-1"), "--seed"),
        (("--practice", "--hints", "maybe"), "before, after, off"),
        (("--practice", "--duties", "bets,shuffle"), '"shuffle" is none of'),
        (("--practice", "--duties", ","), "is none of"),
        (("--practice", "--export", "results.txt"), ".csv or .json"),
        (("--practice", "--game", "automated-craps"), "no crew"),
        (("--practice", "--list"), "do not go together"),
        (("--practice", "craps.payout.horn"), "all is asked that comes up"),
        (("--players", "3"), "go with --practice"),
        (("--practice", "--record", "/nowhere/at/all"), "cannot be written"),
    ],
)
def test_what_cannot_be_practised_is_said(arguments: tuple[str, ...], said: str) -> None:
    found = command("drill", *arguments)
    assert found.returncode == 2
    assert said in found.stderr
