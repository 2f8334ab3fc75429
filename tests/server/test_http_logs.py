"""Logs and metrics: what is written about a request, and what never is."""

import io
import json
import logging
from collections.abc import Iterator

import pytest

from lammer.server.ops.logs import REQUEST, TABLE, say, set_up
from lammer.server.ops.metrics import MOST_SERIES, Counters
from tests.server.over_http import GOOD, opened


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
        say(
            logging.WARNING,
            "two\nlines",
            password="x1",
            body={"Token": "x2", "seeds": "x3", "n": 4},
        )
        say(logging.DEBUG, "too quiet to be heard")
    finally:
        REQUEST.reset(request)
        TABLE.reset(table)
    (line,) = written.getvalue().splitlines()
    found = json.loads(line)
    assert (found["request"], found["table"], found["what"]) == ("abc", "craps-1", "two\nlines")
    assert found["body"]["n"] == 4
    assert not {"x1", "x2", "x3"} & {found["password"], *map(str, found["body"].values())}


def test_counters_are_text_that_prometheus_reads() -> None:
    counters = Counters()
    counters.describe("c_total", "counter", "Some\nwords.")
    counters.describe("s_seconds", "histogram", "Times.", (0.1, 1))
    counters.ask("g", "Asked.", lambda: 2.5)
    counters.add("c_total", 2, name='a"b\\c\nd')
    counters.add("c_total", name='a"b\\c\nd')
    for value in (0.05, 0.1, 0.5, 7):
        counters.observe("s_seconds", value, route="/")
    assert counters.text() == (
        "# HELP c_total Some words.\n# TYPE c_total counter\n"
        'c_total{name="a\\"b\\\\c\\nd"} 3\n'
        "# HELP s_seconds Times.\n# TYPE s_seconds histogram\n"
        's_seconds_bucket{route="/",le="0.1"} 2\n'
        's_seconds_bucket{route="/",le="1"} 3\n'
        's_seconds_bucket{route="/",le="+Inf"} 4\n'
        's_seconds_sum{route="/"} 7.65\n'
        's_seconds_count{route="/"} 4\n'
        "# HELP g Asked.\n# TYPE g gauge\ng 2.5\n"
    )


def test_labels_do_not_grow_without_bound() -> None:
    counters = Counters()
    counters.describe("c_total", "counter", "Words.")
    for number in range(MOST_SERIES + 50):
        counters.add("c_total", table=str(number))
    assert len(counters.text().splitlines()) <= MOST_SERIES + 3
    assert counters.value("c_total", other="yes") == 50
