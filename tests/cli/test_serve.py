"""What ``lammer serve`` prints when the house is open."""

import asyncio
import json
import os
import re
import signal
import stat
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lammer.cli import serve
from lammer.cli.support.database import FILE
from lammer.server.house import HouseServer
from lammer.server.serve import RunningServer, Settings
from lammer.store.port import Store, TableRecord
from tests.server.storage.test_faulty_store import AT, new_store

NAME = "house.example.org"
TLS = Settings("x", "0.0.0.0", certificate="cert.pem", key="key.pem")


@pytest.fixture
def inner() -> Iterator[Store]:
    with closing(new_store()) as store:
        yield store


def said(inner: Store, settings: Settings, administrator: str | None = None) -> str:
    async def run() -> str:
        house = await HouseServer.open(inner)
        try:
            where = settings.address(8000), settings.public(8000)
            return serve._words(settings, RunningServer(*where, administrator, house, lambda: None))
        finally:
            await house.close()

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("settings", "where", "public"),
    [
        (Settings("x"), "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        (Settings("x", names=(NAME,)), "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        (Settings("x", "::1"), "http://[::1]:8000", "http://[::1]:8000"),
        (
            Settings("x", "0.0.0.0", names=(NAME,)),
            f"http://{NAME}:8000",
            f"http://{NAME}:8000",
        ),
        (
            replace(TLS, names=(NAME, "other")),
            f"https://{NAME}:8000",
            f"https://{NAME}:8000",
        ),
        (replace(TLS, names=("2001:db8::7",)), *["https://[2001:db8::7]:8000"] * 2),
        (TLS, "https://0.0.0.0:8000", "https://0.0.0.0:8000"),
        (
            Settings("x", names=(NAME,), behind_tls=True),
            f"http://127.0.0.1:8000, for people https://{NAME}",
            f"https://{NAME}",
        ),
    ],
)
def test_the_address_is_the_one_that_people_use(
    inner: Store, settings: Settings, where: str, public: str
) -> None:
    words = said(inner, settings, "the-token").splitlines()
    assert words[0] == f"Lammer is open at {where}"
    assert f"  API:      {public}/api/v1/docs" in words
    assert f"            {public}/administrator#the-token" in words


def test_a_table_that_cannot_even_be_shown_is_told(inner: Store) -> None:
    inner.open_table(
        TableRecord("craps-9", "Old", "nj-1776", "craps", "automatic", None, "{}", None, AT)
    )
    assert "  stopped:  craps-9 cannot go on: " in said(inner, Settings("x"))


def test_books_that_do_not_add_up_are_told(inner: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    findings = [f"Purse {number} is short." for number in range(12)]
    monkeypatch.setattr(inner, "verify", lambda: findings)
    words = said(inner, Settings("x"))
    assert "  books:    Purse 0 is short.\n" in words
    assert "  books:    Purse 9 is short.\n            and 2 more;" in words


def test_a_browser_that_stays_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, leave = threading.Event(), threading.Event()
    where: list[str] = []

    def browser(address: str) -> None:
        where.append(address)
        opened.set()
        leave.wait(60)

    monkeypatch.setattr("webbrowser.open", browser)
    serve._browse("http://127.0.0.1:8000")
    assert opened.wait(60)
    leave.set()
    assert where == ["http://127.0.0.1:8000"]


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="the data folder is elsewhere")
def test_a_house_without_anything_to_configure(tmp_path: Path) -> None:
    """Kept in the user's data folder, which nobody else can read, with a table of each game."""
    command = [sys.executable, "-m", "lammer", "serve", "--port", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, umask=0o022
    ) as process:
        try:
            assert process.stdout is not None
            lines = [process.stdout.readline()]
            while lines[-1] and not lines[-1].startswith("Ctrl-C"):
                lines.append(process.stdout.readline())
            words = "".join(lines)
            address = re.search(r"is open at (\S+)", words)
            assert address is not None, words
            with urllib.request.urlopen(f"{address[1]}/api/v1/tables", timeout=60) as answer:
                tables = json.load(answer)["tables"]
            folder = tmp_path / "data" / "lammer"
            kept = {each.name: stat.S_IMODE(each.stat().st_mode) for each in folder.iterdir()}
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=120)
    assert process.returncode == 0
    assert f"  database: {folder / FILE}\n" in words
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert FILE in kept
    assert set(kept.values()) == {0o600}, kept
    assert sorted(each["table"] for each in tables) == [
        *("automated-craps-1", "big-six-1", "craps-1", "mini-craps-1", "mini-dice-1"),
        *("minibaccarat-1", "punto-banco-1", "roulette-1", "sic-bo-1"),
    ]
