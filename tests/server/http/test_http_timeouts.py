"""Connections that send nothing, slowly, or too much: each is closed, and the house stays
healthy."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from lammer.server.http.transport.timeouts import MOST_HEAD
from tests.server.support.running import PATIENCE, InThread, RunningHouse, in_thread, wait_until

SECONDS = 10 * PATIENCE
"""In which a request must say what it wants, and its body come: longer than any test waits."""


def limits(*given: str) -> list[str]:
    return [word for each in given for word in ("--limit", each)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InThread]:
    folder: Path = tmp_path_factory.mktemp("house")
    given = limits(f"head={SECONDS}", f"sending={SECONDS}")
    with in_thread(folder / "house.sqlite", *given, timers=True) as found:
        yield found


def connected(house: RunningHouse, source: str = "127.0.0.1") -> socket.socket:
    """A connection on which everything is sent at once, however little it is."""
    here = ("127.0.0.1", house.port)
    link = socket.create_connection(here, timeout=PATIENCE, source_address=(source, 0))
    link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return link


def answer(link: socket.socket) -> bytes:
    found = b""
    while piece := link.recv(65536):
        found += piece
    return found


def refused(found: bytes, status: int, code: str) -> None:
    """The one shape of errors, with its number; and when to try again, where that helps."""
    head, _, content = found.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    assert first.startswith(f"HTTP/1.1 {status} "), found
    headers = dict(line.lower().split(": ", 1) for line in lines)
    error = json.loads(content)["error"]
    assert error["code"] == code
    assert error["detail"].endswith(".")
    assert headers["content-type"] == "application/json"
    assert int(headers["content-length"]) == len(content)
    assert len(headers["x-request-id"]) == 16
    assert ("retry-after" in headers) == (status in (429, 503))


ABOUT = b"GET /api/v1/house HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def asked_once(link: socket.socket) -> None:
    """A request, and its answer read to the end; the connection stays."""
    link.sendall(ABOUT)
    found = b""
    while b"\r\n\r\n" not in found:
        found += link.recv(1)
    head = found.decode().lower()
    assert head.startswith("http/1.1 200 ")
    left = int(head.partition("content-length: ")[2].partition("\r\n")[0])
    while left:
        left -= len(link.recv(left))


SLOW = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (b"", False),
        *((said, kept) for said in (b"\r\n", b"\r\n\r\n", b"G", SLOW) for kept in (False, True)),
    ],
)
def test_who_does_not_come_to_the_point_is_sent_away(
    house: InThread, said: bytes, kept: bool
) -> None:
    """At once, or after a request that was answered."""
    with closing(connected(house)) as link:
        if kept:
            asked_once(link)
        link.sendall(said)
        house.pass_time(SECONDS)
        refused(answer(link), 408, "too-slow")
    wait_until(lambda: _is_well(house))


def test_blank_lines_one_after_the_other_win_no_time(house: InThread) -> None:
    with closing(connected(house)) as link:
        asked_once(link)
        for _ in range(2):
            link.sendall(b"\r\n")
            house.pass_time(0.6 * SECONDS)
        refused(answer(link), 408, "too-slow")


def test_a_body_that_comes_after_its_answer_keeps_nothing_open(house: InThread) -> None:
    with closing(connected(house)) as link:
        link.sendall(
            b"POST /api/v1/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
            b"Content-Length: 20\r\n\r\n"
        )
        assert link.recv(65536).startswith(b"HTTP/1.1 415 ")
        link.sendall(b"x" * 20)
        house.pass_time(SECONDS)
        assert b"HTTP/1.1 408 " in answer(link)


def test_what_is_no_http_is_refused_in_the_same_shape(house: InThread) -> None:
    with closing(connected(house)) as link:
        link.sendall(b"HELLO\r\n\r\n")
        refused(answer(link), 400, "malformed")


def test_a_websocket_behind_a_request_is_cut(house: InThread) -> None:
    """It would be made while the answer before it is still on its way."""
    with closing(connected(house)) as link:
        link.sendall(
            b"GET /api/v1/tables/craps-1/log HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            b"GET /api/v1/tables/craps-1/live HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        with suppress(ConnectionResetError):
            assert b"HTTP/1.1 101 " not in answer(link)


def test_a_websocket_is_refused_in_the_same_shape(house: InThread) -> None:
    url = f"ws://127.0.0.1:{house.port}/api/v1/tables/craps-1/live"
    with pytest.raises(InvalidStatus) as caught:
        connect(url, proxy=None, origin=Origin("http://elsewhere.example"))
    heard = caught.value.response
    error = json.loads(heard.body)["error"]
    assert (heard.status_code, error["code"]) == (403, "wrong-origin")
    assert error["instead"].endswith(".")
    assert heard.headers["Content-Type"] == "application/json"
    assert len(heard.headers["X-Request-Id"]) == 16


def test_a_head_without_end_is_cut_off(house: InThread) -> None:
    with closing(connected(house)) as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        try:
            for at in range(MOST_HEAD // 500 + 50):
                link.sendall(b"X-More-%d: " % at + b"x" * 500 + b"\r\n")
            found = answer(link)
        except OSError:
            found = b""  # It was closed before all of it was sent.
    if found:
        refused(found, 431, "too-large")
    wait_until(lambda: _is_well(house))


@pytest.mark.parametrize("kept", [False, True])
def test_a_body_that_is_promised_and_never_comes(house: InThread, kept: bool) -> None:
    with closing(connected(house)) as link:
        if kept:
            asked_once(link)
        link.sendall(
            b"POST /api/v1/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 20\r\n\r\n{"
        )
        house.pass_time(SECONDS)
        refused(answer(link), 408, "too-slow")
    wait_until(lambda: _is_well(house))


def test_more_connections_than_the_house_takes(tmp_path: Path) -> None:
    """With room for 20 live ones: 270 of one address and 520 in all, and beyond that people are
    turned away at once. Nobody is sent away for being slow before all are there."""
    patient = limits("connections=20", f"head={SECONDS}")
    with in_thread(tmp_path / "house.sqlite", *patient) as house:
        with ExitStack() as stack:
            one = [stack.enter_context(closing(connected(house))) for _ in range(280)]
            for link in one[270:]:
                refused(answer(link), 503, "too-many-connections")
            two = [stack.enter_context(closing(connected(house, "127.0.0.2"))) for _ in range(260)]
            for link in two[250:]:
                refused(answer(link), 503, "too-many-connections")
            for link in (one[269], two[249]):
                asked_once(link)
        wait_until(lambda: _is_well(house), what="room again")


def _is_well(house: RunningHouse) -> bool:
    """A write that was under way while the clock was put forward seems to take as long, until it is
    over."""
    try:
        status, found = house.call("GET", "/health")
    except OSError:
        return False  # Those who went are not all forgotten yet.
    return status == 200 and bool(found["ok"])
