"""Drills over HTTP: questions that can be drawn, answers that are graded and count once."""

import csv
import json
from typing import Any

import httpx
import pytest

from lammer.games import load
from lammer.games.registry import RULESETS
from tests.server.support.over_http import Site

CRAPS = "/api/v1/school/nj-2011/craps"
GAMES = [(key, load(key).games[0]) for key in RULESETS]


def ask(client: httpx.Client, **about: Any) -> dict[str, Any]:
    found = client.get(f"{CRAPS}/question", params=about)
    assert found.status_code == 200, found.text
    return dict(found.json())


def answer(client: httpx.Client, asked: dict[str, Any], said: Any, seconds: float = 5) -> Any:
    body = {"skill": asked["skill"], "seed": asked["seed"], "answer": said, "seconds": seconds}
    return client.post(f"{CRAPS}/question", json=body)


def right(client: httpx.Client, asked: dict[str, Any]) -> Any:
    """The right answer, as a wrong one is told it."""
    key = {"legal": "allowed", "count": "count", "card": "card"}.get(asked["asked"], asked["asked"])
    wrong: Any = {
        "payments": {"payments": []},
        "allowed": {"allowed": True},
        "valid": {"valid": True},
        "commission": {"commission": 1},
        "press": {"press": {"up": 1, "change": 1}},
        "mistakes": {"mistakes": []},
    }[key]
    return answer(client, asked, wrong).json()["answer"]


@pytest.mark.parametrize(("rules", "game"), GAMES)
def test_skills_and_questions_of_every_game(site: Site, rules: str, game: str) -> None:
    with site.client() as client:
        base = f"/api/v1/school/{rules}/{game}"
        skills = client.get(f"{base}/skills").json()
        assert len(skills) > 5
        for each in skills[:: max(1, len(skills) // 6)]:
            asked = client.get(f"{base}/question", params={"skill": each["skill"]}).json()
            assert (asked["skill"], asked["what"]) == (each["skill"], each["what"])
            assert "answer" not in asked
            assert "why" not in asked
            seats = asked["state"]["seats"]
            assert {bet["seat"] for bet in asked["table"]["bets"]} <= set(map(int, seats))
            assert "99" not in seats


def test_an_answer_is_graded_and_the_right_one_told(site: Site) -> None:
    with site.client() as client:
        asked = ask(client, skill="craps.payout.horn", seed=7)
        told = answer(client, asked, {"payments": []}).json()
        assert told["right"] is False
        assert told["mistakes"][0]["off_by"] < 0
        assert told["due"] is None
        again = answer(client, asked, told["answer"]).json()
        assert (again["right"], again["mistakes"]) == (True, [])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"skill": "craps.payout.horn", "seed": 7, "answer": {"payments": "all"}}, 422),
        ({"skill": "craps.payout.horn", "seed": 7, "answer": {"allowed": True}}, 422),
        ({"skill": "craps.payout.hornet", "seed": 7, "answer": {}}, 404),
        ({"skill": "craps.payout.horn", "seed": -1, "answer": {}}, 400),
        ({"skill": "craps.payout.horn", "seed": 7}, 400),
        ({"skill": "craps.payout.horn", "seed": 7, "answer": {}, "more": 1}, 400),
    ],
)
def test_what_is_no_answer_is_refused_and_does_not_count(
    learner: httpx.Client, body: dict[str, Any], status: int
) -> None:
    found = learner.post(f"{CRAPS}/question", json=body)
    assert found.status_code in (status, 422), found.text
    assert found.json()["error"]["detail"]
    progress = learner.get(f"{CRAPS}/progress").json()
    assert all(each["asked"] == 0 for each in progress)


def test_progress_is_exported_as_a_table_and_as_json(site: Site) -> None:
    _, token = site.guest("Zoe")
    with site.client(token) as client:
        asked = ask(client, skill="craps.valid", seed=3)
        answer(client, asked, {"valid": True})
        export = "/api/v1/school/progress/export"
        (row,) = client.get(export, params={"as": "json"}).json()["rows"]
        table = client.get(export)
        assert table.headers["content-type"] == "text/csv; charset=utf-8"
        (read,) = csv.DictReader(table.text.splitlines())
        assert read == {key: str(value) for key, value in row.items()}
        assert (row["skill"], row["asked"]) == ("craps.valid", 1)
        assert row["what"] == "Whether a roll counts"
        (kept,) = [e for e in client.get(f"{CRAPS}/progress").json() if e["asked"]]
        assert row["correct"] == kept["correct"]
        assert client.get(export, params={"as": "pdf"}).status_code == 400
    with site.client() as nobody:
        assert nobody.get(export).status_code == 401


def test_progress_counts_a_question_once_and_asks_again_later(learner: httpx.Client) -> None:
    asked = ask(learner, skill="craps.valid", seed=1)
    first = answer(learner, asked, {"valid": False}).json()
    assert first["right"]
    assert first["due"] is not None
    answer(learner, asked, {"valid": False})
    (kept,) = [e for e in learner.get(f"{CRAPS}/progress").json() if e["asked"]]
    assert (kept["skill"], kept["correct"], kept["asked"]) == ("craps.valid", 1, 1)
    assert 0 < kept["recall"] <= 1
    wrong = ask(learner, skill="craps.valid", seed=2)
    said = {"valid": not right(learner, wrong)["valid"]}
    answer(learner, {**wrong, "seed": 3}, said)
    (kept,) = [e for e in learner.get(f"{CRAPS}/progress").json() if e["asked"]]
    assert kept["asked"] == 3


def test_skills_take_turns_until_all_were_asked(learner: httpx.Client) -> None:
    seen = []
    for _ in range(4):
        asked = ask(learner)
        seen.append(asked["skill"])
        answer(learner, asked, right(learner, asked))
    assert len(set(seen)) >= 3


def test_unknown_rules_games_and_parameters_are_refused(site: Site) -> None:
    with site.client() as client:
        for path, status in (
            ("/api/v1/school/nj-1999/craps/skills", 404),
            ("/api/v1/school/nj-2011/poker/question", 404),
            (f"{CRAPS}/question?skill=craps.nothing", 404),
            (f"{CRAPS}/question?seed=x", 400),
            (f"{CRAPS}/question?more=1", 400),
            (f"{CRAPS}/progress", 401),
        ):
            found = client.get(path)
            assert found.status_code == status, (path, found.text)


def test_the_course_and_how_far_somebody_is_with_it(site: Site, learner: httpx.Client) -> None:
    with site.client() as client:
        listed = client.get("/api/v1/school/course").json()
        assert [each["lesson"] for each in listed] == list(range(1, 13))
        assert all(each["learned"] is None for each in listed)
        one = client.get("/api/v1/school/course/5").json()
        assert (one["lesson"], one["of"]) == (5, 12)
        assert {"name", "plain", "pays", "edge", "clause"} == set(one["wagers"][0])
        for each in one["examples"]:
            asked = client.get(
                f"/api/v1/school/{each['rules']}/{each['game']}/question",
                params={"skill": each["skill"], "seed": each["seed"]},
            ).json()
            assert asked["words"] == each["words"]
        assert client.get("/api/v1/school/course/13").status_code == 404
        assert client.get(f"{CRAPS}/question", params={"lesson": 13}).status_code == 404
    asked = ask(learner, skill="craps.payout.pass", seed=1)
    answer(learner, asked, right(learner, asked))
    asked = ask(learner, skill="craps.payout.pass", seed=2)
    answer(learner, asked, right(learner, asked))
    learned = [each["learned"] for each in learner.get("/api/v1/school/course").json()]
    assert learned[0] in (0, 1)
    assert learned[1:] == [0] * 11


def test_what_is_due_of_a_lesson_is_of_its_part(learner: httpx.Client) -> None:
    punto = "/api/v1/school/nj-2001/punto-banco/question"
    house = json.dumps({"vig": {"collect": "mark", "procedure": 3}})
    marked = learner.get("/api/v1/school/course/12").json()["parts"][1]
    keys = {each["skill"] for each in marked["skills"]}
    for _ in range(3):
        asked = learner.get(punto, params={"lesson": 12, "part": 1, "house": house}).json()
        assert asked["skill"] in keys
        body = {"skill": asked["skill"], "seed": asked["seed"], "house": marked["house"]}
        told = learner.post(punto, json={**body, "answer": nothing(asked)}).json()
        if asked["asked"] == "payments":
            assert any("marks" in row for row in told["answer"]["payments"]) or not any(
                row["pays"] for row in told["answer"]["payments"]
            )


def nothing(asked: dict[str, Any]) -> dict[str, Any]:
    said: dict[str, dict[str, Any]] = {
        "commission": {"commission": 0},
        "payments": {"payments": []},
        "order": {"order": []},
    }
    return said[asked["asked"]]


@pytest.mark.parametrize(
    "house", ["{", "[]", '{"odds": -1}', '{"nothing": 1}', '{"roles": {"no_roll": "dealer"}}']
)
def test_a_house_that_is_none_is_refused(site: Site, house: str) -> None:
    with site.client() as client:
        for what in ("skills", "question", "catalogue"):
            found = client.get(f"{CRAPS}/{what}", params={"house": house})
            assert found.status_code == 422, (what, found.text)
        body = {"skill": "craps.valid", "seed": 1, "answer": {"valid": True}}
        if house.startswith("{") and len(house) > 1:
            found = client.post(f"{CRAPS}/question", json={**body, "house": json.loads(house)})
            assert found.status_code == 422


def test_elections_of_a_house_change_what_is_asked(site: Site) -> None:
    with site.client() as client:
        house = json.dumps({"vig": {"collect": "mark"}})
        base = "/api/v1/school/nj-2001/punto-banco"
        about = {"skill": "punto-banco.payout.banker", "seed": 0}
        plain = client.post(f"{base}/question", json={**about, "answer": {"payments": []}}).json()
        body = {**about, "answer": {"payments": []}, "house": json.loads(house)}
        marked = client.post(f"{base}/question", json=body).json()
        assert "marks" in str(marked["answer"])
        assert "marks" not in str(plain["answer"])
        assert client.get(f"{base}/catalogue", params={"house": house}).json()["wagers"]
