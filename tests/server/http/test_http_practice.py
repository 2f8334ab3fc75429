"""Practice tables over HTTP: one request opens one, answers are graded once, nothing else is
touched, and limits hold."""

import csv
import json
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from lammer.audit.record.auditor import judge
from lammer.games import load
from lammer.games.registry import RULESETS
from lammer.house import Elections, house
from lammer.server.ops.limits import ServerLimits
from lammer.server.school.practice import PracticeTables
from lammer.store.port import PracticeProgress, Store
from lammer.store.sql import SqlStore
from tests.server.support.over_http import FREE, Site, opened

CRAPS = "/api/v1/school/nj-2011/craps/practice"
GAMES = [(key, game) for key in RULESETS for game in load(key).games]


class Clock:
    """The house's clock, put forward by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def begin(client: httpx.Client, path: str = CRAPS, **setting: Any) -> dict[str, Any]:
    found = client.post(path, json={"seed": 7, **setting})
    assert found.status_code == 201, found.text
    return dict(found.json())


def send(client: httpx.Client, key: str, number: int, answer: Any) -> httpx.Response:
    body = {"number": number, "answer": answer}
    return client.post(f"/api/v1/school/practice/{key}/answers", json=body)


EMPTY: dict[str, Any] = {
    "payments": {"payments": []}, "requests": {"requests": []}, "legal": {"allowed": True},
    "valid": {"valid": True}, "count": {"count": {"player": 0, "banker": 0}},
    "card": {"card": {"player": "stand", "banker": "stand"}},
}  # fmt: skip


def nothing(task: dict[str, Any]) -> Any:
    """An answer by which nothing is done."""
    return EMPTY.get(task["asked"]) or {"call": task["given"]["choices"][0]}


def played(client: httpx.Client, view: dict[str, Any]) -> dict[str, Any]:
    """Play a session to its end, doing nothing; return its last view."""
    while view["task"] is not None:
        task = view["task"]
        told = send(client, view["practice"], task["number"], nothing(task))
        assert told.status_code == 200, told.text
        view = told.json()["next"]
    return view


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_a_table_of_every_game_that_has_a_crew(
    learner: httpx.Client, rules: str, game: str
) -> None:
    path = f"/api/v1/school/{rules}/{game}/practice"
    if game == "automated-craps":
        refused = learner.post(path, json={})
        assert refused.status_code == 409
        assert refused.json()["error"]["clauses"]
        return
    view = begin(learner, path, rounds=3)
    assert [*view["players"]] == ["1", "2", "3", "4", "5", "6"]
    assert all(view["players"].values())
    task = view["task"]
    assert "99" not in task["state"]["seats"]
    assert "answer" not in task
    assert task["words"]
    over = played(learner, view)
    assert over["round"] == 3
    assert over["score"]["tasks"] > 3


def test_answers_are_graded_and_the_cost_is_what_the_audit_of_the_record_says(
    learner: httpx.Client,
) -> None:
    view = played(learner, begin(learner, duties=["payments"], rounds=20))
    score = view["score"]
    assert score["cost"] == sum(max(each["off_by"], 0) for each in view["faults"]) > 0
    assert score["owed"] == sum(max(-each["off_by"], 0) for each in view["faults"]) > 0
    assert {each["kind"] for each in score["kinds"]} <= {"missed", "not-collected", "vigorish"}
    record = learner.get(f"/api/v1/school/practice/{view['practice']}/record")
    assert record.headers["content-type"].startswith("application/x-ndjson")
    lines = record.text.splitlines()
    assert {"bet", "roll"} <= {json.loads(each)["kind"] for each in lines}
    # Nothing was ever taken in this record, so the audit does not miss what was left lying.
    rules = house(load("nj-2011"), Elections())
    found = [*judge(enumerate((each.encode() for each in lines), 1), rules)]
    assert -sum(int(each.off_by_cents or 0) for each in found) == score["owed"]


def test_nothing_touches_purses_meters_history_or_tables(site: Site) -> None:
    _, token = site.guest("Bea")
    with site.client(token) as client:
        paths = ("/api/v1/me", "/api/v1/me/hands", "/api/v1/me/transfers", "/api/v1/tables")
        before = [client.get(path).json() for path in paths]
        books = site.inside(lambda: site.house.writer.read(lambda store: store.verify()))
        meters = site.inside(lambda: site.house.writer.read(lambda store: store.generation()))
        played(client, begin(client, rounds=6))
        assert [client.get(path).json() for path in paths] == before
        assert site.inside(lambda: site.house.writer.read(lambda store: store.verify())) == books
        assert (
            site.inside(lambda: site.house.writer.read(lambda store: store.generation())) == meters
        )


def test_repeated_late_foreign_and_unreadable_answers_change_nothing(
    site: Site, learner: httpx.Client
) -> None:
    view = begin(learner)
    key, task = view["practice"], view["task"]
    first = send(learner, key, 1, nothing(task)).json()
    again = send(learner, key, 1, nothing(task))
    assert again.status_code == 200
    assert {k: v for k, v in again.json().items() if k != "next"} == {
        k: v for k, v in first.items() if k != "next"
    }
    other = {"requests": [{"request": 1, "refused": True}]}
    for number, said, status in (
        (1, other, 409),
        (3, nothing(task), 409),
        (2, {"nonsense": 1}, 422),
        (2, {}, 422),
        (0, {}, 400),
    ):
        refused = send(learner, key, number, said)
        assert refused.status_code == status, refused.text
        assert refused.json()["error"]["detail"]
    _, token = site.guest("Eve")
    with site.client(token) as eve:
        assert send(eve, key, 2, {}).status_code == 404
        assert eve.get(f"/api/v1/school/practice/{key}").status_code == 404
        assert eve.get(f"/api/v1/school/practice/{key}/record").status_code == 404
        assert eve.post(f"/api/v1/school/practice/{key}/end").status_code == 404
    with site.client() as nobody:
        assert nobody.get(f"/api/v1/school/practice/{key}").status_code == 401
    assert learner.get(f"/api/v1/school/practice/{key}").json() == first["next"]


def test_hints_before_after_and_off(learner: httpx.Client) -> None:
    before = begin(learner, hints="before", duties=["payments"])
    assert before["task"]["hints"]
    told = send(learner, before["practice"], 1, {"payments": []}).json()
    assert told["why"]["reckon"]
    after = begin(learner, hints="after", duties=["payments"])
    assert after["task"]["hints"] == []
    off = begin(learner, hints="off", duties=["payments"])
    told = send(learner, off["practice"], 1, {"payments": []}).json()
    assert (told["faults"], told["answer"], told["why"]) == ([], None, None)
    assert told["next"]["faults"] == []
    while told["right"]:
        told = send(learner, off["practice"], told["number"] + 1, {"payments": []}).json()
    over = learner.post(f"/api/v1/school/practice/{off['practice']}/end").json()
    assert over["task"] is None
    assert over["faults"]
    late = send(learner, off["practice"], told["number"] + 1, {"payments": []})
    assert late.status_code == 409


def test_a_session_goes_on_as_the_store_has_it_where_the_house_has_forgotten_it(
    site: Site, learner: httpx.Client
) -> None:
    view = begin(learner, rounds=8, house={"odds": 2})
    key = view["practice"]
    for _ in range(9):
        told = send(learner, key, view["task"]["number"], nothing(view["task"])).json()
        view = told["next"]
    site.house.practice.forget()
    again = learner.get(f"/api/v1/school/practice/{key}")
    assert again.json() == view
    site.house.practice.forget()
    repeated = send(learner, key, told["number"], nothing_of(told))
    assert {k: v for k, v in repeated.json().items() if k != "next"} == {
        k: v for k, v in told.items() if k != "next"
    }
    over = learner.post(f"/api/v1/school/practice/{key}/end").json()
    site.house.practice.forget()
    assert learner.get(f"/api/v1/school/practice/{key}").json() == over
    assert over["task"] is None
    assert send(learner, key, 10, {}).status_code == 409


def nothing_of(told: dict[str, Any]) -> Any:
    """The answer by which nothing was done, to the task that was graded."""
    (kind,) = told["answer"]
    return EMPTY.get({"allowed": "legal"}.get(kind, kind), {"call": ""})


def test_a_session_that_went_on_in_another_process_goes_on_from_there(
    site: Site, learner: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process ends, its learners go on in another, and come back when it is there again."""
    house = site.house
    elsewhere = PracticeTables(house.writer, house.limits, lambda: datetime.now(UTC))
    view = begin(learner)
    key = view["practice"]
    for place in (elsewhere, house.practice) * 2:
        monkeypatch.setattr(house, "practice", place)
        number = view["task"]["number"]
        assert learner.get(f"/api/v1/school/practice/{key}").json()["task"]["number"] == number
        view = send(learner, key, number, nothing(view["task"])).json()["next"]
        assert view["score"]["tasks"] == number
    monkeypatch.setattr(house, "practice", elsewhere)
    assert learner.post(f"/api/v1/school/practice/{key}/end").is_success
    monkeypatch.undo()
    assert learner.get(f"/api/v1/school/practice/{key}").json()["task"] is None


def test_what_was_answered_is_listed_and_exported(site: Site) -> None:
    _, token = site.guest("Cora")
    with site.client(token) as client:
        assert client.get("/api/v1/school/practice").json() == []
        first = played(client, begin(client, rounds=2, seed=3))
        second = begin(client, rounds=2, hints="off", duties=["payments"])
        send(client, second["practice"], 1, {"payments": []})
        later, earlier = client.get("/api/v1/school/practice").json()
        assert (later["practice"], later["ended"], later["tasks"]) == (second["practice"], None, 1)
        assert earlier["practice"] == first["practice"]
        assert earlier["ended"]
        for key in ("tasks", "right", "cost", "owed"):
            assert earlier[key] == first["score"][key]
        path = f"/api/v1/school/practice/{first['practice']}/export"
        rows = client.get(path, params={"as": "json"}).json()["rows"]
        assert len(rows) == first["score"]["tasks"]
        assert sum(row["cost"] for row in rows) == first["score"]["cost"]
        assert [what for row in rows for what in row["mistakes"]] == [
            each["what"] for each in first["faults"]
        ]
        table = client.get(path)
        assert table.headers["content-type"] == "text/csv; charset=utf-8"
        assert table.headers["content-disposition"].endswith('.csv"')
        read = list(csv.DictReader(table.text.splitlines()))
        assert [row["words"] for row in read] == [row["words"] for row in rows]
        assert {row["practice"] for row in read} == {first["practice"]}
        path = f"/api/v1/school/practice/{second['practice']}"
        assert client.get(f"{path}/export").status_code == 409
        assert client.post(f"{path}/end").status_code == 200
        assert client.get(f"{path}/export").status_code == 200
    _, token = site.guest("Eve")
    with site.client(token) as eve:
        assert eve.get(f"{path}/export").status_code == 404
        assert eve.get("/api/v1/school/practice").json() == []
    with site.client() as nobody:
        assert nobody.get("/api/v1/school/practice").status_code == 401


def test_a_session_of_other_rules_does_not_go_on_and_keeps_its_results(site: Site) -> None:
    _, token = site.guest("Dora")
    with site.client(token) as client:
        path = f"/api/v1/school/practice/{begin(client)['practice']}"

        def change(store: Store) -> None:
            sql = "UPDATE practice SET digest = ? WHERE key = ?"
            assert isinstance(store, SqlStore)
            store._execute(sql, ("0" * 64, path.rpartition("/")[2]))

        site.inside(lambda: site.house.writer.write(change))
        site.house.practice.forget()
        refused = client.get(path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "other-rules")
        assert client.get(f"{path}/export").status_code == 200


def test_an_answer_that_was_not_kept_does_not_count(site: Site, learner: httpx.Client) -> None:
    """Another process of the house had the session meanwhile."""
    view = begin(learner, duties=["payments"])
    key = view["practice"]
    record = site.inside(lambda: site.house.writer.read(lambda store: store.practice(key)))
    assert record is not None
    other = '{"answer":{"payments":[]},"seconds":1}'
    site.inside(
        lambda: site.house.writer.write(
            lambda store: store.add_practice_answer(
                record.id, 1, record.begun, other, PracticeProgress(record.score)
            )
        )
    )
    refused = send(learner, key, 1, {"payments": []})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "gone-on")
    assert learner.get(f"/api/v1/school/practice/{key}").json()["task"]["number"] == 2


def test_an_answer_that_is_too_long_is_refused(learner: httpx.Client) -> None:
    view = begin(learner, duties=["payments"])
    row = {"seat": 1, "bet": "x" * 40, "pays": 1}
    assert send(learner, view["practice"], 1, {"payments": [row] * 500}).status_code == 422


def test_the_oldest_of_a_persons_tables_makes_room(site: Site, learner: httpx.Client) -> None:
    keys = [begin(learner)["practice"] for _ in range(FREE.practice_per_person + 1)]
    assert len(site.house.practice) <= FREE.practice
    held = [key for key in keys if key in site.house.practice]
    assert held == keys[1:]
    for key in keys:
        assert learner.get(f"/api/v1/school/practice/{key}").status_code == 200
    kept = [each["practice"] for each in learner.get("/api/v1/school/practice").json()]
    assert kept == keys[::-1]


def test_a_house_has_room_for_so_many_and_people_open_so_many_an_hour() -> None:
    clock = Clock()
    limits = ServerLimits(practice=2, practice_per_person=1, openings_per_hour=3)
    with opened(limits, monotonic=clock) as site:
        tokens = [site.guest(name)[1] for name in ("A", "B", "C")]
        keys = []
        for token in tokens:
            with site.client(token) as client:
                keys.append(begin(client, players=1)["practice"])
        assert len(site.house.practice) == 2
        with site.client(tokens[0]) as client:
            assert keys[0] not in site.house.practice
            assert [client.post(CRAPS, json={}).status_code for _ in range(3)] == [201, 201, 429]
            # To open one again costs as much.
            assert client.get(f"/api/v1/school/practice/{keys[0]}").status_code == 429
            clock.now += 3600
            assert client.get(f"/api/v1/school/practice/{keys[0]}").status_code == 200


def test_time_is_the_houses() -> None:
    clock = Clock()
    with opened(monotonic=clock) as site:
        _, token = site.guest("Slow")
        with site.client(token) as client:
            view = begin(client, timed=True, duties=["payments"])
            clock.now += view["task"]["seconds"] + 1
            told = send(client, view["practice"], 1, {"payments": []}).json()
            assert told["seconds"] == view["task"]["seconds"] + 1
            assert "slow" in [each["kind"] for each in told["faults"]]
            clock.now += 1
            told = send(client, view["practice"], 2, {"payments": []}).json()
            assert told["seconds"] == 1
            assert "slow" not in [each["kind"] for each in told["faults"]]


@pytest.mark.parametrize(
    "setting",
    [
        {"players": 0}, {"players": 9}, {"duties": []}, {"duties": ["shuffle"]}, {"hints": "maybe"},
        {"rounds": 0}, {"rounds": 61}, {"seed": -1}, {"seed": "7"}, {"more": 1}, {"timed": 1},
        {"answers": []},
    ],
)  # fmt: skip
def test_a_setting_that_there_is_not_is_refused(
    learner: httpx.Client, setting: dict[str, Any]
) -> None:
    found = learner.post(CRAPS, json=setting)
    assert found.status_code == 400, found.text
