"""Classes, tests and sittings over HTTP: who sees what, what counts, and what is refused."""

import csv
import io
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from lammer.core.codec import Malformed
from lammer.school.table_tests.sitting import regrade
from lammer.school.table_tests.table_test import asked, read_text
from lammer.server.school.classes import School
from lammer.server.verification.house_check import check_house
from lammer.store.port import StoreError
from lammer.store.sql import SqlStore
from tests.command import lammer as command
from tests.server.support.over_http import Site, opened

API = "/api/v1/school"
FILE = """
name = "First test"
minutes = 10
pass_mark = "1/2"
[[part]]
rules = "nj-2011"
skills = ["craps.valid", "craps.payout.horn"]
count = 3
[[part]]
rules = "nj-2001"
skills = "punto-banco.count"
count = 1
"""
TEST = read_text(FILE)


class Room(NamedTuple):
    """An instructor, a learner, somebody else, and a class that the learner is in."""

    instructor: httpx.Client
    learner: httpx.Client
    other: httpx.Client
    school_class: dict[str, Any]

    def assign(self, sittings: int = 1, file: str = FILE) -> int:
        path = f"{API}/classes/{self.school_class['school_class']}/tests"
        made = self.instructor.post(path, json={"file": file, "sittings": sittings})
        assert made.status_code == 201, made.text
        return int(made.json()["test"])


_rooms = iter(range(1000))


@pytest.fixture
def room(site: Site) -> Iterator[Room]:
    _, token = site.account(f"ted-{next(_rooms)}", "instructor")
    clients = [site.client(each) for each in (token, site.guest("Ada")[1], site.guest("Bob")[1])]
    made = clients[0].post(f"{API}/classes", json={"name": "Evening"})
    assert made.status_code == 201, made.text
    token = made.json()["link"].partition("#")[2]
    joined = clients[1].post(f"{API}/classes/join", json={"token": token})
    assert joined.status_code == 200, joined.text
    instructor, learner, other = clients
    yield Room(instructor, learner, other, made.json())
    for each in clients:
        each.close()


def begin(client: httpx.Client, test: int) -> dict[str, Any]:
    found = client.post(f"{API}/assignments/{test}/sittings")
    assert found.status_code == 201, found.text
    return dict(found.json())


def answer(client: httpx.Client, sitting: dict[str, Any], said: Any, number: int) -> Any:
    path = f"{API}/sittings/{sitting['marks']['sitting']}/answers"
    return client.post(path, json={"number": number, "answer": said})


def seed_of(site: Site, sitting: dict[str, Any]) -> int:
    """The seed of a sitting, which only the store has while it goes on."""
    lines = site.house.writer.store.sitting_lines(sitting["marks"]["sitting"])
    return int(json.loads(lines[0])["body"]["seed"])


def right_answer(site: Site, sitting: dict[str, Any], number: int) -> dict[str, Any]:
    return dict(asked(TEST, seed_of(site, sitting), number).posed.answer)


def take(site: Site, client: httpx.Client, test: int, right: int) -> dict[str, Any]:
    """A whole sitting: so many right answers, then nothing is known."""
    sitting = begin(client, test)
    for number in range(right):
        found = answer(client, sitting, right_answer(site, sitting, number), number)
        assert found.status_code == 200, found.text
        sitting = found.json()
    if sitting["number"] is not None:
        ended = client.post(f"{API}/sittings/{sitting['marks']['sitting']}/end")
        assert ended.status_code == 200, ended.text
        sitting = ended.json()
    return sitting


def test_a_class_is_joined_by_its_link_and_nobody_else_is_in_it(room: Room) -> None:
    token = room.school_class["link"].partition("#")[2]
    look = room.other.post(f"{API}/classes/look", json={"token": token}).json()
    assert look["name"] == "Evening"
    path = f"{API}/classes/{room.school_class['school_class']}"
    seen = room.instructor.get(path).json()
    assert [each["name"] for each in seen["members"]] == ["Ada"]
    own = room.learner.get(path).json()
    assert (own["members"], own["link"], own["teaches"]) == ([], None, False)
    assert room.other.get(path).status_code == 404
    for method, client, where in (
        ("delete", room.learner, path),
        ("delete", room.other, path),
        ("post", room.learner, f"{API}/classes"),
        ("post", room.learner, f"{path}/tests"),
    ):
        body = {"name": "x", "file": FILE} if method == "post" else None
        kept = {key: body[key] for key in ("name",)} if body and "tests" not in where else body
        kept = {"file": FILE} if body and "tests" in where else kept
        assert client.request(method, where, json=kept).status_code == 403
    again = room.instructor.post(f"{API}/classes/join", json={"token": token})
    assert again.status_code == 409
    assert room.instructor.delete(path).status_code == 204
    for where in ("look", "join"):
        gone = room.other.post(f"{API}/classes/{where}", json={"token": token})
        assert (gone.status_code, gone.json()["error"]["code"]) == (404, "no-class")
    assert room.instructor.post(f"{path}/tests", json={"file": FILE}).status_code == 409
    listed = room.learner.get(f"{API}/classes").json()
    assert (listed["may_teach"], listed["classes"][0]["closed"] is None) == (False, False)


def test_only_the_own_instructor_sees_a_class(site: Site, room: Room) -> None:
    _, token = site.account(f"tina-{next(_rooms)}", "instructor", "administrator")
    test = room.assign()
    sitting = take(site, room.learner, test, 1)["marks"]["sitting"]
    with site.client(token) as tina:
        for path in (
            f"{API}/classes/{room.school_class['school_class']}",
            f"{API}/assignments/{test}/results",
            f"{API}/assignments/{test}/export",
            f"{API}/sittings/{sitting}",
            f"{API}/sittings/{sitting}/log",
            f"{API}/sittings/{sitting}/document",
        ):
            assert tina.get(path).status_code == 404, path
            assert room.other.get(path).status_code in (403, 404), path
        assert tina.delete(f"{API}/assignments/{test}").status_code == 404
        begun = tina.post(f"{API}/assignments/{test}/sittings")
        assert begun.status_code == 404
    assert room.instructor.get(f"{API}/sittings/{sitting}").json()["answers"]
    assert room.learner.get(f"{API}/sittings/{sitting}").json()["answers"]


def test_an_instructor_whose_role_is_taken_sees_no_results(site: Site, room: Room) -> None:
    test = room.assign()
    sitting = take(site, room.learner, test, 0)["marks"]["sitting"]
    person = room.instructor.get("/api/v1/me").json()["id"]
    site.inside(
        lambda: site.house.writer.write(lambda store: store.take_role(person, "instructor"))
    )
    site.house.people._notify(person)
    assert room.instructor.get(f"{API}/assignments/{test}/results").status_code == 403
    assert room.instructor.get(f"{API}/sittings/{sitting}").status_code == 404


def test_a_test_that_is_failed_is_taken_again_and_passed(
    site: Site, room: Room, tmp_path: Path
) -> None:
    test = room.assign(sittings=2)
    failed = take(site, room.learner, test, 1)
    assert (failed["marks"]["right"], failed["marks"]["passed"]) == (1, False)
    passed = take(site, room.learner, test, 4)
    assert (passed["marks"]["right"], passed["marks"]["passed"]) == (4, True)
    assert passed["marks"]["sitting"] != failed["marks"]["sitting"]
    seeds = {seed_of(site, each) for each in (failed, passed)}
    assert len(seeds) == 2
    third = room.learner.post(f"{API}/assignments/{test}/sittings")
    assert (third.status_code, third.json()["error"]["code"]) == (409, "taken")

    found = room.instructor.get(f"{API}/assignments/{test}/results").json()
    (ada,) = found["people"]
    assert [each["passed"] for each in ada["sittings"]] == [False, True]
    assert found["skills"]["craps.valid"] == [3, 3]
    assert found["what"]["craps.valid"] == "Whether a roll counts"

    sitting = passed["marks"]["sitting"]
    log = room.instructor.get(f"{API}/sittings/{sitting}/log")
    graded = regrade(log.content.splitlines(keepends=True))
    assert graded.faults == ()
    assert graded.sitting is not None
    assert graded.sitting.head == passed["marks"]["head"]
    path = tmp_path / "sitting.jsonl"
    path.write_bytes(log.content)
    assert command("audit", str(path)).returncode == 0
    path.write_bytes(log.content.replace(b'"right":true', b'"right":false', 1))
    assert command("audit", str(path)).returncode == 1

    page = room.learner.get(f"{API}/sittings/{sitting}/document")
    assert page.headers["content-type"].startswith("text/html")
    assert "style-src 'sha256-" in page.headers["content-security-policy"]
    assert passed["marks"]["head"] in page.text


def test_results_as_files(site: Site, room: Room) -> None:
    test = room.assign(file=FILE.replace("First", "=First"))
    take(site, room.learner, test, 2)
    table = room.instructor.get(f"{API}/assignments/{test}/export")
    assert table.headers["content-disposition"] == f'attachment; filename="test-{test}.csv"'
    rows = list(csv.DictReader(io.StringIO(table.text)))
    assert [row["question_right"] for row in rows] == ["true", "true"]
    assert {(row["name"], row["test"], row["passed"]) for row in rows} == {
        ("Ada", "'=First test", "true")
    }
    same = room.instructor.get(f"{API}/assignments/{test}/export", params={"as": "json"}).json()
    assert [row["skill"] for row in same["rows"]] == ["craps.valid", "craps.payout.horn"]
    assert same["rows"][1]["answer"]["payments"]


def test_what_is_open_is_asked_without_its_seed_and_what_is_over_with_its_answers(
    site: Site, room: Room
) -> None:
    test = room.assign()
    sitting = begin(room.learner, test)
    assert sitting["number"] == 0
    assert sitting["question"]["skill"] == "craps.valid"
    assert "seed" not in sitting["question"]
    assert "seed" not in json.dumps(sitting)
    assert begin(room.learner, test)["marks"]["sitting"] == sitting["marks"]["sitting"]
    number = sitting["marks"]["sitting"]
    for part in ("log", "document"):
        early = room.learner.get(f"{API}/sittings/{number}/{part}")
        assert (early.status_code, early.json()["error"]["code"]) == (409, "goes-on")
    watched = room.instructor.get(f"{API}/sittings/{number}").json()
    assert (watched["number"], watched["question"], watched["answers"]) == (0, None, [])
    refused = answer(room.instructor, sitting, {"valid": True}, 0)
    assert refused.status_code == 403
    wrong = answer(
        room.learner, sitting, {"valid": not right_answer(site, sitting, 0)["valid"]}, 0
    ).json()
    assert "mistakes" not in wrong["question"]
    ended = room.learner.post(f"{API}/sittings/{number}/end").json()
    (given,) = ended["answers"]
    assert (given["right"], given["skill"]) == (False, "craps.valid")
    assert given["mistakes"]
    assert given["answer"] == right_answer(site, sitting, 0)


def test_wrong_late_repeated_and_foreign_answers_change_nothing(site: Site, room: Room) -> None:
    test = room.assign()
    sitting = begin(room.learner, test)
    store, number = site.house.writer.store, sitting["marks"]["sitting"]
    before = store.sitting_lines(number)
    right = right_answer(site, sitting, 0)
    for said, at, status in (
        ({"valid": "yes"}, 0, 422),
        ({"payments": []}, 0, 422),
        ({"valid": True, "more": "x" * 20_000}, 0, 422),
        (right, 1, 409),
        (right, 10**6, 409),
    ):
        assert answer(room.learner, sitting, said, at).status_code == status, said
    assert answer(room.other, sitting, right, 0).status_code == 404
    assert store.sitting_lines(number) == before
    assert answer(room.learner, sitting, right, 0).status_code == 200
    again = answer(room.learner, sitting, right, 0)
    assert (again.status_code, again.json()["error"]["instead"]) == (409, "Question 2 is.")
    assert len(store.sitting_lines(number)) == len(before) + 2
    school, clock = site.house.school, site.house.school._clock
    school._clock = lambda: clock() + timedelta(minutes=11)
    try:
        late = answer(room.learner, sitting, right_answer(site, sitting, 1), 1)
    finally:
        school._clock = clock
    assert (late.status_code, late.json()["error"]["code"]) == (409, "time-over")
    over = room.learner.get(f"{API}/sittings/{number}").json()
    assert (over["marks"]["right"], over["number"]) == (1, None)
    assert answer(room.learner, sitting, right, 1).json()["error"]["code"] == "over"
    assert regrade(store.sitting_lines(number)).faults == ()


def test_results_end_a_sitting_whose_time_is_over(site: Site, room: Room) -> None:
    test = room.assign()
    begin(room.learner, test)
    school, clock = site.house.school, site.house.school._clock
    school._clock = lambda: clock() + timedelta(minutes=11)
    try:
        found = room.instructor.get(f"{API}/assignments/{test}/results").json()
    finally:
        school._clock = clock
    (one,) = found["people"][0]["sittings"]
    assert (one["right"], one["passed"]) == (0, False)
    begun, ended = one["begun"], one["ended"]
    assert begun[:10] <= ended[:10]


def test_a_sitting_goes_on_when_nothing_of_it_is_in_memory(site: Site, room: Room) -> None:
    test = room.assign()
    sitting = begin(room.learner, test)
    answer(room.learner, sitting, right_answer(site, sitting, 0), 0)
    site.inside(lambda: site.house.writer.read(lambda _: site.house.school.forget()))
    again = begin(room.learner, test)
    assert (again["marks"]["sitting"], again["number"]) == (sitting["marks"]["sitting"], 1)


def test_a_sitting_that_went_on_in_another_process_goes_on_from_there(
    site: Site, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process ends, its learners go on in another, and come back when it is there again."""
    house = site.house
    elsewhere = School(house.writer, house.school.now)
    sitting = begin(room.learner, room.assign())
    path = f"{API}/sittings/{sitting['marks']['sitting']}"
    for number, place in enumerate((elsewhere, house.school, elsewhere)):
        monkeypatch.setattr(house, "school", place)
        assert room.learner.get(path).json()["number"] == number
        found = answer(room.learner, sitting, right_answer(site, sitting, number), number)
        assert found.json()["number"] == number + 1
    assert room.learner.post(f"{path}/end").json()["number"] is None
    monkeypatch.undo()
    assert room.instructor.get(path).json()["number"] is None


def test_what_these_rules_cannot_make_again_hinders_nobody_and_keeps_its_log(
    site: Site, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = room.assign(sittings=2)
    over = take(site, room.learner, test, right=1)["marks"]["sitting"]
    log = room.learner.get(f"{API}/sittings/{over}/log").content
    going = begin(room.learner, test)["marks"]["sitting"]

    def other_rules(_: object) -> None:
        raise ValueError("it was taken under other rules")

    def no_test(_: object) -> None:
        raise Malformed("part[0].skills", "there is no such skill")

    monkeypatch.setattr("lammer.server.school.classes.resume", other_rules)
    monkeypatch.setattr("lammer.server.school.classes.read_test", no_test)
    site.house.school.forget()
    for path in (f"sittings/{over}", f"sittings/{going}", f"sittings/{going}/log"):
        refused = room.learner.get(f"{API}/{path}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "other-rules")
    found = room.instructor.get(f"{API}/assignments/{test}/results")
    assert found.status_code == 200, found.text
    one, other = found.json()["people"][0]["sittings"]
    assert (one["right"], other["right"]) == (1, None)
    assert room.instructor.get(f"{API}/assignments/{test}/export").status_code == 200
    for client in (room.learner, room.instructor):
        assert client.get(f"{API}/sittings/{over}/log").content == log


def test_an_answer_that_could_not_be_written_was_not_given(
    site: Site, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = room.assign()
    sitting = begin(room.learner, test)
    right = right_answer(site, sitting, 0)

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(type(site.house.writer.store), "add_sitting_lines", full)
        assert answer(room.learner, sitting, right, 0).status_code == 503
    number = sitting["marks"]["sitting"]
    assert room.learner.get(f"{API}/sittings/{number}").json()["number"] == 0
    assert answer(room.learner, sitting, right, 0).json()["number"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE sitting SET result = replace(result, 'false', 'true') WHERE id = ?", "by its log"),
        ("UPDATE sitting SET begun = '2020-01-01T00:00:00Z' WHERE id = ?", "was begun at"),
        ("UPDATE sitting SET test = test - 1 WHERE id = ?", "of another test"),
        ("DELETE FROM sitting_line WHERE sitting = ?", "no log of it"),
        ("DELETE FROM sitting_line WHERE seq = 2 AND sitting = ?", "should be"),
    ],
)
def test_what_is_kept_beside_a_log_is_audited(change: str, said: str) -> None:
    with opened() as site:
        _, token = site.account("ted", "instructor")
        with site.client(token) as client:
            for file in (FILE.replace("First", "Other"), FILE):
                begun = client.post(f"{API}/sittings", json={"file": file})
                assert begun.status_code == 201, begun.text
                sitting = begun.json()["marks"]["sitting"]
                client.post(f"{API}/sittings/{sitting}/end")
        store = site.house.writer.store
        assert isinstance(store, SqlStore)
        assert school_findings(store) == []
        store._execute(change, (sitting,))
        (found,) = school_findings(store)
        assert found.startswith(f"Sitting {sitting}: ")
        assert said in found


def school_findings(store: SqlStore) -> list[str]:
    findings = (each for part in check_house(store) for each in part.findings)
    return [each.what for each in findings if each.kind == "school"]


def test_anybody_takes_a_test_alone(site: Site, room: Room) -> None:
    begun = room.other.post(f"{API}/sittings", json={"file": FILE})
    assert begun.status_code == 201, begun.text
    sitting = begun.json()
    number = sitting["marks"]["sitting"]
    assert answer(room.other, sitting, right_answer(site, sitting, 0), 0).status_code == 200
    assert room.other.post(f"{API}/sittings/{number}/end").json()["marks"]["right"] == 1
    for client in (room.learner, room.instructor):
        assert client.get(f"{API}/sittings/{number}").status_code == 404
    (own,) = room.other.get(f"{API}/classes").json()["classes"]
    assert (own["own"], own["teaches"], own["link"]) == (True, False, None)
    assert [each["sitting"] for each in own["tests"][0]["taken"]] == [number]
    person = room.other.get("/api/v1/me").json()["id"]
    guessed = room.learner.post(f"{API}/classes/join", json={"token": f"own-{person}"})
    assert guessed.status_code == 404


def test_a_test_that_is_withdrawn_is_not_begun(site: Site, room: Room) -> None:
    test = room.assign(sittings=2)
    take(site, room.learner, test, 0)
    assert room.instructor.delete(f"{API}/assignments/{test}").status_code == 204
    found = room.learner.post(f"{API}/assignments/{test}/sittings")
    assert (found.status_code, found.json()["error"]["code"]) == (409, "withdrawn")
    assert room.instructor.get(f"{API}/assignments/{test}/results").status_code == 200


def test_a_test_is_read_before_it_is_assigned(site: Site) -> None:
    with site.client() as client:
        found = client.post(f"{API}/test-check", json={"file": FILE}).json()
        assert (found["name"], found["count"], found["fixed"]) == ("First test", 4, False)
        assert [len(part["skills"]) for part in found["parts"]] == [2, 1]
        for wrong, said in (
            (FILE.replace("nj-2011", "nj-1999"), "part[0].rules"),
            (FILE.replace("craps.valid", "craps.void"), "part[0].skills"),
            ("name = ", "Invalid value"),
        ):
            refused = client.post(f"{API}/test-check", json={"file": wrong})
            assert refused.status_code == 422
            assert said in refused.json()["error"]["detail"]
        ready = client.get(f"{API}/ready-tests").json()
        for each in ready:
            checked = client.post(f"{API}/test-check", json={"file": each["file"]})
            assert checked.json()["name"] == each["name"], checked.text
