"""Connections that say nothing, say it slowly, or say too much: each ended, the house well."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from lammer.server.protocol import MOST_HEAD
from tests.server.running import PATIENCE, Running, running, wait_until


def limits(*given: str) -> list[str]:
    return [word for each in given for word in ("--limit", each)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("house")
    with running(folder / "house.sqlite", *limits("head=2", "sending=2")) as found:
        yield found


def connected(house: Running) -> socket.socket:
    return socket.create_connection(("127.0.0.1", house.port), timeout=PATIENCE)


def answer(link: socket.socket) -> bytes:
    found = b""
    while piece := link.recv(65536):
        found += piece
    return found


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_who_does_not_come_to_the_point_is_sent_away(house: Running, said: bytes) -> None:
    with closing(connected(house)) as link:
        link.sendall(said)
        assert answer(link).startswith(b"HTTP/1.1 408 ")
    assert house.get("/health")["ok"]


def test_a_head_without_end_is_cut_off(house: Running) -> None:
    with closing(connected(house)) as link:
        link.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        try:
            for at in range(MOST_HEAD // 500 + 50):
                link.sendall(b"X-More-%d: " % at + b"x" * 500 + b"\r\n")
            found = answer(link)
        except OSError:
            found = b"HTTP/1.1 431 "  # It was closed before all of it was sent.
    assert found.startswith(b"HTTP/1.1 431 ")
    assert house.get("/health")["ok"]


def test_a_body_that_is_promised_and_never_comes(house: Running) -> None:
    with closing(connected(house)) as link:
        link.sendall(
            b"POST /api/v1/guests HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: 20\r\n\r\n{"
        )
        assert answer(link).startswith(b"HTTP/1.1 4")
    assert house.get("/health")["ok"]


def test_more_connections_than_the_house_takes(tmp_path: Path) -> None:
    """Beyond its limit of 20 and the 500 kept for requests, the house turns people away at once.
    Nobody is sent away for being slow before all are there."""
    patient = limits("connections=20", f"head={10 * PATIENCE}")
    with running(tmp_path / "house.sqlite", *patient) as house:
        with ExitStack() as stack:
            links = [stack.enter_context(closing(connected(house))) for _ in range(560)]
            away = [link for link in links[530:] if answer(link).startswith(b"HTTP/1.1 503 ")]
            assert len(away) == 30
        wait_until(lambda: _is_well(house), what="room again")


def _is_well(house: Running) -> bool:
    try:
        status, found = house.call("GET", "/health")
    except OSError:
        return False  # Those who went are not all forgotten yet.
    return status == 200 and bool(found["ok"])
