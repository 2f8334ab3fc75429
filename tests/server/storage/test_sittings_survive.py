"""A table test, and a session at a practice table, go on after the house was killed: what was
acknowledged is there, once, and the time of a test went on."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from lammer.school.table_tests.sitting import regrade
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.server.support.running import Running, running

FILE = """
name = "Killed"
minutes = 600
pass_mark = "1/2"
[[part]]
rules = "nj-2011"
skills = ["craps.valid", "craps.calls"]
count = 6
"""
API = "/api/v1/school"


def answered(house: Running, token: str, sitting: int, number: int) -> tuple[int, Any]:
    asked = house.get(f"{API}/sittings/{sitting}", token)["question"]["asked"]
    key = {"valid": "valid", "legal": "allowed"}[asked]
    body = {"number": number, "answer": {key: True}}
    return house.call("POST", f"{API}/sittings/{sitting}/answers", body, token)


def killed_during_a_test(database: str | Path, before: Collection[int]) -> None:
    """Kill the house before some of the questions are answered."""
    with running(database) as house:
        boss = house.account("boss", "administrator")
        ted = house.account("ted", "instructor", boss)
        ada = house.guest("Ada")
        _, made = house.call("POST", f"{API}/classes", {"name": "Evening"}, ted)
        token = made["link"].partition("#")[2]
        house.call("POST", f"{API}/classes/join", {"token": token}, ada)
        path = f"{API}/classes/{made['school_class']}/tests"
        _, test = house.call("POST", path, {"file": FILE}, ted)
        _, begun = house.call("POST", f"{API}/assignments/{test['test']}/sittings", {}, ada)
        sitting, question = begun["marks"]["sitting"], begun["question"]
        for number in range(6):
            if number in before:
                house.kill()
                house.start()
            there = house.get(f"{API}/sittings/{sitting}", ada)
            assert (there["number"], there["ends"]) == (number, begun["ends"])
            if number == 0:
                assert there["question"] == question
            status, found = answered(house, ada, sitting, number)
            assert status == 200, found
            repeated = {"number": number, "answer": {"valid": False}}
            where = f"{API}/sittings/{sitting}/answers"
            assert house.call("POST", where, repeated, ada)[0] == 409
        over = house.get(f"{API}/sittings/{sitting}", ada)
        assert (over["number"], len(over["answers"])) == (None, 6)
        results = house.get(f"{API}/assignments/{test['test']}/results", ted)
        assert results["people"][0]["sittings"] == [over["marks"]]
        log = house.text(f"{API}/sittings/{sitting}/log", ada).encode()
        graded = regrade(log.splitlines(keepends=True))
        assert graded.faults == ()
        assert json.loads(log.splitlines()[-1])["hash"] == over["marks"]["head"]


def test_killed_during_a_test_it_goes_on(tmp_path: Path) -> None:
    killed_during_a_test(tmp_path / "house.sqlite", (0, 3))


def killed_while_practising(database: str | Path, before: Collection[int]) -> None:
    """Kill the house before some of the tasks of a practice table are answered."""
    with running(database) as house:
        ada = house.guest("Ada")
        body = {"seed": 7, "rounds": 6, "duties": ["payments"]}
        _, view = house.call("POST", f"{API}/nj-2011/craps/practice", body, ada)
        path = f"{API}/practice/{view['practice']}"
        done: dict[str, Any] = {"payments": []}
        for number in range(1, 7):
            if number in before:
                house.kill()
                house.start()
            assert house.get(path, ada) == view
            said = {"number": number, "answer": done}
            status, told = house.call("POST", f"{path}/answers", said, ada)
            assert status == 200, told
            view = told["next"]
        assert (view["task"], view["score"]["tasks"]) == (None, 6)
        house.kill()
        house.start()
        assert house.get(path, ada) == view
        (kept,) = house.get(f"{API}/practice", ada)
        assert (kept["cost"], kept["owed"]) == (view["score"]["cost"], view["score"]["owed"])
        rows = json.loads(house.text(f"{path}/export?as=json", ada))["rows"]
        assert [row["task"] for row in rows] == [1, 2, 3, 4, 5, 6]


@pytest.mark.long
def test_killed_while_practising_a_session_goes_on(tmp_path: Path) -> None:
    killed_while_practising(tmp_path / "house.sqlite", (2,))


@pytest.mark.long
def test_killed_while_practising_on_postgres_a_session_goes_on(postgres: Postgres) -> None:
    killed_while_practising(postgres.new_database(), (1, 4))


@pytest.mark.long
def test_killed_before_each_answer_a_test_goes_on(tmp_path: Path) -> None:
    killed_during_a_test(tmp_path / "house.sqlite", range(6))


@pytest.fixture
def postgres() -> Iterator[Postgres]:
    yield from postgres_running()


@pytest.mark.long
def test_killed_during_a_test_on_postgres_it_goes_on(postgres: Postgres) -> None:
    killed_during_a_test(postgres.new_database(), (0, 3))
