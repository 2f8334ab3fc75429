"""Each role and each operation: what is permitted, and what is not."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from lammer.server.http import api_document
from lammer.server.people.roles import ROLES
from tests.server.support.over_http import Site, opened

EVERYBODY = ("nobody", "guest", "player", *ROLES)
SIGNED_IN = EVERYBODY[1:]
WATCHING = ("administrator", "surveillance", "floorperson")
TOUCHING = tuple(each for each in SIGNED_IN if each != "surveillance")
BOSS = ("administrator",)


class Operation(NamedTuple):
    """A request, and who may make it; the others get 401 or 403."""

    method: str
    path: str
    may: tuple[str, ...]
    body: dict[str, Any] | None = None


TABLE = {"rules": "nj-2011", "name": "Test"}
OPERATIONS = (
    Operation("get", "/house", EVERYBODY),
    Operation("post", "/guests", EVERYBODY, {"name": "x"}),
    Operation("post", "/accounts", EVERYBODY, {"login": "x", "password": "x"}),
    Operation("post", "/sessions", EVERYBODY, {"login": "x" * 50, "password": "x"}),
    Operation("get", "/me", SIGNED_IN),
    Operation("patch", "/me", SIGNED_IN, {"name": "Somebody"}),
    Operation("put", "/me/password", SIGNED_IN, {"old": "x", "new": "x"}),
    Operation("get", "/me/sessions", SIGNED_IN),
    Operation("get", "/me/sessions/{session}", SIGNED_IN),
    Operation("delete", "/me/sessions/{session}", SIGNED_IN),
    Operation("post", "/me/chips", SIGNED_IN),
    Operation("get", "/me/transfers", SIGNED_IN),
    Operation("get", "/me/hands", SIGNED_IN),
    Operation("get", "/me/luck", SIGNED_IN),
    Operation("get", "/me/hands/{table}/{hand}", SIGNED_IN),
    Operation("post", "/invitations", BOSS, {"role": "dealer"}),
    Operation("get", "/processes", ("administrator", "surveillance")),
    Operation("post", "/tables/{table}/move", BOSS, {"process": "none"}),
    Operation("post", "/processes/{process}/share", BOSS),
    Operation("post", "/invitations/look", EVERYBODY, {"token": "x"}),
    Operation("post", "/invitations/accept", SIGNED_IN, {"token": "x"}),
    Operation("post", "/invitations/look", EVERYBODY, {"token": "x"}),
    Operation("get", "/people", WATCHING),
    Operation("get", "/people/{person}/hands", WATCHING),
    Operation("get", "/people/{person}/hands/{table}/{hand}", WATCHING),
    Operation("get", "/people/{person}/transfers", WATCHING),
    Operation("delete", "/people/{person}/roles/{role}", BOSS),
    Operation("delete", "/people/{person}/sessions", BOSS),
    Operation("get", "/rulesets", EVERYBODY),
    Operation("get", "/rulesets/{rules}/{game}", EVERYBODY),
    Operation("get", "/rulesets/{rules}/{game}/house", EVERYBODY),
    Operation("get", "/rulesets/{rules}/{game}/guide", EVERYBODY),
    Operation("get", "/rulesets/{rules}/{game}/first-hand", EVERYBODY),
    Operation("get", "/rulesets/{rules}/{game}/odds", EVERYBODY),
    Operation("get", "/compare", EVERYBODY),
    Operation("get", "/law", EVERYBODY),
    Operation("get", "/law/{clause}", EVERYBODY),
    Operation("get", "/readings", EVERYBODY),
    Operation("get", "/readings/{reading}", EVERYBODY),
    Operation("get", "/school/{rules}/{game}/skills", EVERYBODY),
    Operation("get", "/school/{rules}/{game}/question", EVERYBODY),
    Operation(
        *("post", "/school/{rules}/{game}/question", EVERYBODY),
        {"skill": "craps.valid", "seed": 1, "answer": {"valid": True}},
    ),
    Operation("get", "/school/{rules}/{game}/progress", SIGNED_IN),
    Operation("get", "/school/{rules}/{game}/catalogue", EVERYBODY),
    Operation("get", "/school/course", EVERYBODY),
    Operation("get", "/school/course/{number}", EVERYBODY),
    Operation("get", "/school/classes", SIGNED_IN),
    Operation("post", "/school/classes", ("instructor",), {"name": "Evening"}),
    Operation("post", "/school/classes/look", EVERYBODY, {"token": "x"}),
    Operation("post", "/school/classes/join", SIGNED_IN, {"token": "x"}),
    Operation("get", "/school/classes/{school_class}", SIGNED_IN),
    Operation("delete", "/school/classes/{school_class}", ("instructor",)),
    Operation(
        "post", "/school/classes/{school_class}/tests", ("instructor",), {"file": "name = 1"}
    ),
    Operation("get", "/school/ready-tests", EVERYBODY),
    Operation("post", "/school/test-check", EVERYBODY, {"file": "name = 1"}),
    Operation("delete", "/school/assignments/{test}", ("instructor",)),
    Operation("get", "/school/assignments/{test}/results", ("instructor",)),
    Operation("get", "/school/assignments/{test}/export", ("instructor",)),
    Operation("post", "/school/assignments/{test}/sittings", SIGNED_IN),
    Operation("post", "/school/sittings", SIGNED_IN, {"file": "name = 1"}),
    Operation("get", "/school/sittings/{sitting}", SIGNED_IN),
    Operation(
        *("post", "/school/sittings/{sitting}/answers", SIGNED_IN),
        {"number": 0, "answer": {"valid": True}},
    ),
    Operation("post", "/school/sittings/{sitting}/end", SIGNED_IN),
    Operation("get", "/school/sittings/{sitting}/log", SIGNED_IN),
    Operation("get", "/school/sittings/{sitting}/document", SIGNED_IN),
    Operation("post", "/school/{rules}/{game}/practice", SIGNED_IN, {"seed": 1}),
    Operation("get", "/school/progress/export", SIGNED_IN),
    Operation("get", "/school/practice", SIGNED_IN),
    Operation("get", "/school/practice/{practice}", SIGNED_IN),
    Operation("get", "/school/practice/{practice}/export", SIGNED_IN),
    Operation(
        *("post", "/school/practice/{practice}/answers", SIGNED_IN),
        {"number": 1, "answer": {"payments": []}},
    ),
    Operation("post", "/school/practice/{practice}/end", SIGNED_IN),
    Operation("get", "/school/practice/{practice}/record", SIGNED_IN),
    Operation("get", "/lab", EVERYBODY),
    Operation("get", "/lab/strategies", EVERYBODY),
    Operation("get", "/lab/wagers", EVERYBODY),
    Operation("post", "/lab/checks", EVERYBODY, {"strategies": ["bet nothing 10"]}),
    Operation("post", "/lab/questions", EVERYBODY, {"strategies": []}),
    Operation("post", "/lab/designs", EVERYBODY, {"file": 1}),
    Operation("get", "/lab/questions/{job}", EVERYBODY),
    Operation("post", "/lab/questions/{job}/stop", EVERYBODY),
    Operation("get", "/tables", EVERYBODY),
    Operation("get", "/tables/{table}/catalogue", EVERYBODY),
    Operation("get", "/tables/{table}/guide", EVERYBODY),
    Operation("get", "/tables/{table}", EVERYBODY),
    Operation("get", "/tables/{table}/legal", EVERYBODY),
    Operation("get", "/tables/{table}/lines", EVERYBODY),
    Operation("get", "/tables/{table}/log", EVERYBODY),
    Operation("get", "/tables/{table}/heads", EVERYBODY),
    Operation("get", "/tables/{table}/people", ("administrator", "surveillance")),
    Operation("get", "/tables/{table}/kept-up", SIGNED_IN),
    Operation("get", "/tables/{table}/meters", WATCHING),
    Operation("get", "/tables/{table}/people", ("administrator", "surveillance")),
    Operation("get", "/meters", WATCHING),
    Operation("post", "/tables", TOUCHING, TABLE),
    Operation("delete", "/tables/{table}", ("floorperson", "administrator")),
    Operation("delete", "/sessions/current", SIGNED_IN),
)
OWN = {"put /me/password": {"guest"}, "post /invitations/accept": {"guest"}}
"""Where somebody who may ask is refused for another reason, by the same status."""


def test_every_operation_is_in_the_table() -> None:
    documented = {
        (method, path.removeprefix("/api/v1"))
        for path, item in api_document()["paths"].items()
        for method in item
    }
    assert documented == {(each.method, each.path) for each in OPERATIONS}


def test_the_document_says_which_operations_need_signing_in() -> None:
    paths = api_document()["paths"]
    for each in OPERATIONS:
        operation = paths[f"/api/v1{each.path}"][each.method]
        assert bool(operation.get("security")) == ("nobody" not in each.may), each
        assert ("401" in operation["responses"]) or each.may == EVERYBODY, each


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with opened() as site:
        site.account("last-one", "administrator")
        yield site


@pytest.mark.parametrize("role", EVERYBODY)
def test_the_role_may_do_what_is_its_own_and_nothing_else(site: Site, role: str) -> None:
    victim, _ = site.account(f"victim-of-{role}", "dealer")
    token: str | None = None
    if role == "guest":
        _, token = site.guest()
    elif role != "nobody":
        _, token = site.account(f"the-{role}", *(() if role == "player" else (role,)))
    marks = {"table": "nowhere-1", "hand": 1, "person": victim, "role": "dealer", "session": 9**9}
    marks |= {"number": 1, "school_class": 9**9, "test": 9**9, "sitting": 9**9}
    marks |= {"rules": "nj-2011", "game": "craps", "clause": "NJ11-1.4f", "reading": "R-12"}
    marks |= {"practice": "nowhere", "job": "nowhere", "process": "nowhere"}
    with site.client(token) as client:
        for each in OPERATIONS:
            place = dict(marks)
            if each.method == "delete" and each.path == "/tables/{table}":
                place["table"] = f"{'mini-' if role in each.may else ''}craps-1"
            path = f"/api/v1{each.path.format(**place)}"
            answer = client.request(each.method, path, json=each.body)
            client.cookies.clear()
            wanted = 401 if role == "nobody" else 403
            if role in each.may:
                fits = answer.status_code not in (401, 403) or _own(each, role, answer.status_code)
                assert fits, (role, each, answer.text)
            else:
                assert answer.status_code == wanted, (role, each, answer.text)
                assert answer.json()["error"]["detail"]
    assert "craps-1" in site.house.tables
    kept = site.house.writer.store.person(victim)
    assert kept is not None
    assert kept.roles == (() if role == "administrator" else ("dealer",))


def _own(each: Operation, role: str, status: int) -> bool:
    if each.path == "/sessions" and status == 401:
        return True
    return status == 403 and role in OWN.get(f"{each.method} {each.path}", ())


def test_surveillance_touches_nothing_even_as_administrator(site: Site) -> None:
    _, token = site.account("both", "administrator", "surveillance")
    with site.client(token) as client:
        for answer in (
            client.post("/api/v1/tables", json=TABLE),
            client.delete("/api/v1/tables/punto-banco-1"),
        ):
            assert answer.status_code == 403
            assert "Surveillance" in answer.json()["error"]["detail"]
    assert "punto-banco-1" in site.house.tables


def test_whoever_opened_a_table_closes_it_when_nobody_else_sits(site: Site) -> None:
    _, token = site.guest("Opener")
    other, _ = site.guest("Other")
    with site.client(token) as client:
        opened_now = client.post("/api/v1/tables", json=TABLE)
        assert opened_now.status_code == 201
        table = opened_now.json()["table"]
        site.ask(other, table, {"do": "sit", "rail": 1000})
        answer = client.delete(f"/api/v1/tables/{table}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not-empty")
        site.ask(other, table, {"do": "leave"})
        assert client.delete(f"/api/v1/tables/{table}").status_code == 204
        assert client.get(f"/api/v1/tables/{table}").status_code == 404
        log = client.get(f"/api/v1/tables/{table}/log")
        assert log.status_code == 200, "what was played stays"
        assert b'"event":"close"' in log.content.splitlines()[-1]
