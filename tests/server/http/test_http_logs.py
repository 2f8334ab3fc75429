"""Logs and metrics: what is written about a request, and what never is."""

import io
import json
import logging
import socket
import struct
from collections.abc import Iterator

import pytest

from lammer.server.ops.log_volume import Volume
from lammer.server.ops.logs import REQUEST, TABLE, log_line, set_up
from lammer.server.ops.metrics import Metrics
from tests.server.support.over_http import GOOD, opened
from tests.server.support.running import PATIENCE


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    names = ("", "lammer.server", "uvicorn.error", "uvicorn.access", "asyncio")
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


def test_a_warning_of_any_library_is_a_line_like_the_others(written: io.StringIO) -> None:
    """The driver of PostgreSQL warns of connections that were lost."""
    logging.getLogger("psycopg").warning("error ignored terminating %s", "pipeline")
    logging.getLogger("psycopg").info("connected")
    (line,) = map(json.loads, written.getvalue().splitlines())
    assert (line["level"], line["from"]) == ("warning", "psycopg")
    assert line["what"] == "error ignored terminating pipeline"


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


def test_of_each_kind_so_many_lines_a_minute_are_written() -> None:
    stream, now = io.StringIO(), [0.0]
    handler = logging.StreamHandler(stream)
    handler.addFilter(Volume(handler, lambda: now[0]))
    logger = logging.Logger("made up")
    logger.addHandler(handler)
    for number in range(100):
        logger.error(f"Tick not written: {number}")
        logger.error(f"Accounting error: craps-{number}")
    logger.error("something else")
    assert len(stream.getvalue().splitlines()) == 121
    now[0] = 61.0
    logger.warning("a minute later")
    assert stream.getvalue().splitlines()[121:] == [
        "40 more lines like this were left out: Tick not written",
        "40 more lines like this were left out: Accounting error",
        "a minute later",
    ]
    for number in range(1000):
        logger.error("".join(chr(97 + int(digit)) for digit in str(number)))
    assert len(stream.getvalue().splitlines()) <= 124 + 200 + 60, "kinds have a limit, too"


def test_what_a_client_did_wrong_is_no_error(written: io.StringIO) -> None:
    def sent(port: int, data: bytes, cut: bool = False) -> None:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
            client.sendall(data)
            if cut:
                reset = struct.pack("ii", 1, 0)
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
            else:
                client.shutdown(socket.SHUT_WR)
                while client.recv(65536):
                    pass

    body = b"Host: localhost\r\nContent-Type: application/json\r\n"
    with opened() as site:
        sent(site.port, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
        sent(site.port, b"NONSENSE\r\n\r\n")
        sent(site.port, b"GET / HTTP/1.1\r\n" + body + b"\r\n", cut=True)
        for cut in (True, False):
            sent(
                site.port,
                b"POST /api/v1/guests HTTP/1.1\r\n" + body + b"Content-Length: 9\r\n\r\n{",
                cut,
            )
        upgrade = b"Connection: Upgrade\r\nUpgrade: h2c\r\n"
        sent(
            site.port,
            b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + upgrade + b"\r\n",
        )
        with site.client() as client:
            assert client.get("/health").status_code == 200
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert any(line["what"].startswith("Invalid HTTP request") for line in lines)
    assert {line["level"] for line in lines} == {"info"}


def test_metrics_of_two_houses_are_apart() -> None:
    one, other = Metrics(), Metrics()
    one.lines.inc(3)
    one.http_seconds.labels("/").observe(0.5)
    assert b"lammer_lines_total 3.0\n" in one.text()
    assert b"lammer_lines_total 0.0\n" in other.text()
    assert b'lammer_http_seconds_bucket{le="0.5",route="/"} 1.0\n' in one.text()
    assert b"_created" not in one.text()
