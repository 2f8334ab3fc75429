"""Logs and metrics: what is written about a request, and what never is."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from lammer.server.ops.logs import REQUEST, TABLE, log_line, set_up
from lammer.server.ops.metrics import Metrics
from tests.server.support.over_http import GOOD, opened


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    names = ("lammer.server", "uvicorn.error", "uvicorn.access")
    before = {
        name: (found.handlers, found.propagate, found.level)
        for name in names
        for found in [logging.getLogger(name)]
    }
    stream = io.StringIO()
    set_up("INFO", stream)
    yield stream
    for name, (handlers, propagate, level) in before.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_a_request_is_one_line_with_its_number_and_no_secret(written: io.StringIO) -> None:
    with opened() as site, site.client() as client:
        made = client.post("/api/v1/accounts", json={"login": "anna", "password": GOOD})
        token = made.json()["token"]
        wrong = {"login": "anna", "password": "a wrong password"}
        client.post("/api/v1/sessions", json=wrong)
        client.get(f"/api/v1/tables?after={token[:30]}")
        client.post("/api/v1/invitations/accept", json={"token": token})
        client.get("/api/v1/tables/craps-1")
    text = written.getvalue()
    for secret in (GOOD, "a wrong password", token, token[:30], "argon2"):
        assert secret not in text
    lines = [json.loads(line) for line in text.splitlines()]
    answered = [line for line in lines if line["what"] == "answered"]
    assert [(line["method"], line["route"], line["status"]) for line in answered] == [
        ("POST", "/api/v1/accounts", 201),
        ("POST", "/api/v1/sessions", 401),
        ("GET", "/api/v1/tables", 400),
        ("POST", "/api/v1/invitations/accept", 404),
        ("GET", "/api/v1/tables/{table}", 200),
    ]
    assert answered[0]["request"] == made.headers["x-request-id"]
    assert len({line["request"] for line in answered}) == 5


def test_our_own_mistake_is_written_with_its_trace(written: io.StringIO) -> None:
    with opened() as site, site.client() as client:
        site.house.health = None  # type: ignore[assignment, method-assign]
        answer = client.get("/health")
        assert answer.status_code == 500
    (line,) = (
        found for found in map(json.loads, written.getvalue().splitlines()) if "trace" in found
    )
    assert "TypeError" in line["trace"]
    assert line["request"] == answer.headers["x-request-id"]


def test_lines_name_the_table_and_hide_what_is_secret(written: io.StringIO) -> None:
    request, table = REQUEST.set("abc"), TABLE.set("craps-1")
    try:
        log_line(
            logging.WARNING,
            "two\nlines",
            password="x1",
            body={"Token": "x2", "seeds": "x3", "n": 4},
        )
        log_line(logging.DEBUG, "too quiet to be heard")
    finally:
        REQUEST.reset(request)
        TABLE.reset(table)
    (line,) = written.getvalue().splitlines()
    found = json.loads(line)
    assert (found["request"], found["table"], found["what"]) == ("abc", "craps-1", "two\nlines")
    assert found["body"]["n"] == 4
    assert not {"x1", "x2", "x3"} & {found["password"], *map(str, found["body"].values())}


def test_metrics_of_two_houses_are_apart() -> None:
    one, other = Metrics(), Metrics()
    one.lines.inc(3)
    one.http_seconds.labels("/").observe(0.5)
    assert b"lammer_lines_total 3.0\n" in one.text()
    assert b"lammer_lines_total 0.0\n" in other.text()
    assert b'lammer_http_seconds_bucket{le="0.5",route="/"} 1.0\n' in one.text()
    assert b"_created" not in one.text()
