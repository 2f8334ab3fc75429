"""Running a house: start and end, what it refuses to start on, backup and restore while it runs,
and a table that is inconsistent."""

import asyncio
import itertools
import json
import shutil
import signal
import sqlite3
import ssl
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
from websockets.exceptions import ConnectionClosed

from lammer.audit.log.auditor import audit_log
from lammer.fair.verify import DrawTally, PledgeResult, verify
from lammer.server.ops.limits import ServerLimits
from lammer.server.table_requests import first_tables
from lammer.store import open_store
from tests.command import lammer
from tests.postgres import Postgres
from tests.postgres import running as postgres_running
from tests.server.support.certificates import self_signed
from tests.server.support.running import (
    PATIENCE,
    InThread,
    LiveClient,
    Running,
    RunningHouse,
    in_thread,
    running,
    wait_until,
)
from tests.server.support.table_helpers import at
from tests.usual import one_in


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    yield from postgres_running()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "house.sqlite")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


async def played(client: LiveClient, rolls: int = 6) -> None:
    """A few rolls with a line bet, by somebody who has the dice."""
    if client.hello["you"]["seat"] is None:
        await client.done("sit", rail=30_000)
        await client.done("accept-dice")
    for _ in range(rolls):
        if client.state["shooter"] is None:
            await client.done("accept-dice")
        if client.state["point"] is None:
            await client.ask("bet", wager="pass", amount=500)
        await client.done("roll")


def chips(house: RunningHouse, token: str) -> int:
    me = house.get("/api/v1/me", token)
    found: int = me["purse"] + me["at_tables"]
    return found


# Health


@contextmanager
def kept_waiting(database: str) -> Iterator[None]:
    """Somebody else has the database, and whoever writes waits."""
    if database.startswith("postgresql"):
        with psycopg.connect(database) as other:
            other.execute("LOCK TABLE lammer.person IN EXCLUSIVE MODE")
            yield
    else:
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield


def test_health_while_a_write_is_kept_waiting(database: str) -> None:
    with in_thread(database) as house, ThreadPoolExecutor(1) as one:
        with kept_waiting(database):
            guest = one.submit(house.guest, "Ann")
            heard: list[tuple[int, Any]] = []

            def unwell() -> bool:
                house.pass_time(ServerLimits().patience)
                heard.append(house.call("GET", "/health"))
                # Before anything waits it may say that its lease has ended.
                said: str = heard[-1][1]["store"]
                return said.startswith("has not answered for ")

            wait_until(unwell, what="a house that says it is unwell")
            assert not guest.done()
        status, found = heard[-1]
        assert (status, found["ok"]) == (503, False)
        assert house.get("/api/v1/me", guest.result(PATIENCE))["name"] == "Ann"
        wait_until(lambda: house.call("GET", "/health")[0] == 200, what="a house that is well")


# The start and the end


@pytest.mark.parametrize("end", one_in(2, ["interrupt", "terminate"]))
def test_ctrl_c_and_a_service_manager_close_the_house_in_order(tmp_path: Path, end: str) -> None:
    with running(tmp_path / "house.sqlite") as house:
        token = house.guest("Ann")
        asyncio.run(_play_and_leave_open(house, token))
        assert house.process is not None
        assert (house.interrupt() if end == "interrupt" else house.terminate()) == 0
        assert "The house is closed; everything is kept." in house.last_words
    with in_thread(house.database) as again:
        assert not again.get("/health")["stopped"]


async def _play_and_leave_open(house: RunningHouse, token: str) -> None:
    async with house.client("craps-1", token) as client:
        await played(client, 2)


def test_clients_are_told_that_the_house_closes(tmp_path: Path) -> None:
    async def watch(house: InThread) -> int:
        async with house.client("craps-1") as client:
            ending = asyncio.create_task(asyncio.to_thread(house.close))
            try:
                while True:
                    await client.receive()
            except ConnectionClosed as problem:
                await ending
                return 0 if problem.rcvd is None else problem.rcvd.code

    with in_thread(tmp_path / "house.sqlite") as house:
        assert asyncio.run(watch(house)) == 1012


def test_a_second_house_on_the_same_database_is_refused(database: str) -> None:
    with running(database) as house:
        again = lammer("serve", "--db", database, "--port", "0")
        assert again.returncode == 2
        who = house.address if "://" in database else f"pid {house.process.pid}"  # type: ignore[union-attr]
        assert who in again.stderr
        assert house.get("/health")["ok"]


def test_no_text_with_a_nul_in_it_reaches_the_store(database: str) -> None:
    """PostgreSQL takes none: what it would refuse is refused before, and alike on both."""
    nul = "n\0l"
    asked: list[tuple[str, str, object, int]] = [
        ("POST", "sessions", {"login": nul, "password": f"{nul} and a long word"}, 401),
        ("POST", "guests", {"name": nul}, 422),
        ("POST", "accounts", {"login": nul, "password": "a long word for it"}, 422),
        ("PATCH", "me", {"name": nul}, 422),
        ("POST", "invitations/accept", {"token": nul}, 404),
        ("POST", "tables", {"rules": "nj-2011", "name": nul}, 422),
        ("POST", "tables", {"rules": nul}, 422),
        ("POST", "tables", {"rules": "nj-2011", "house": {"name": nul}}, 422),
        ("POST", "tables", {"rules": "nj-2011", "house": {"rules": nul}}, 422),
        ("GET", "tables/n%00l", None, 400),
        ("GET", "tables?after=n%00l", None, 400),
        ("GET", "me/hands?after=n%00l", None, 400),
    ]
    with in_thread(database) as house:
        anna = house.account("anna")
        for method, path, body, status in asked:
            token = None if path == "accounts" else anna
            found = house.call(method, f"/api/v1/{path}", body, token)
            assert found[0] == status, (method, path, body, found)
        assert house.get("/health")["ok"]


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with in_thread(tmp_path / "one.sqlite") as house:
        other = lammer("serve", "--db", str(tmp_path / "two.sqlite"), "--port", str(house.port))
    assert other.returncode == 2
    assert "nothing can listen" in other.stderr
    assert "--port" in other.stderr
    assert "Traceback" not in other.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--host", "0.0.0.0"), "--insecure"),
        (("--port", "x"), "no port"),
        (("--tls-cert", "x.pem"), "--tls-key"),
        (("--limit", "tables"), "--limit tables=50"),
        (("--limit", "chairs=3"), "there is no limit"),
        (("--house", "nowhere.toml"), "nowhere.toml"),
        (("--db", "/nowhere/at/all/house.sqlite"), "--db"),
        (("--db", "mysql://x"), "postgresql://"),
    ],
)
def test_what_cannot_be_started_is_said(
    tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    given = arguments if "--db" in arguments else ("--db", str(tmp_path / "x.sqlite"), *arguments)
    ran = lammer("serve", *given)
    assert ran.returncode == 2
    assert words in ran.stderr
    assert "Traceback" not in ran.stderr


@pytest.mark.long
def test_the_first_tables_have_the_elections_of_the_house_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('rules = "nj-2011"\nodds = 5\n\n[limits.pass]\nmin = 2500\nmax = 100000\n')
    with running(tmp_path / "house.sqlite", "--house", str(file)) as house:
        lines = [json.loads(line) for line in house.log("craps-1").splitlines()]
        assert lines[0]["body"]["house"]["odds"] == 5

        async def small_bet() -> dict[str, Any]:
            async with house.client("craps-1", house.guest("Ann")) as client:
                await client.done("sit")
                return await client.refused("bet", wager="pass", amount=1000)

        assert asyncio.run(small_bet())["code"] == "under-minimum"


@pytest.mark.long
def test_a_house_file_that_does_not_fit_a_game_opens_nothing(tmp_path: Path) -> None:
    """It names no game, so it is for all first tables of its rules, and there is no Fire Bet at
    mini-craps: that is said, and what to do. With a game in it, it is for that one."""
    file, path = tmp_path / "mine.toml", tmp_path / "house.sqlite"
    file.write_text('rules = "nj-2011"\nfire = "B"\n')
    ran = lammer("serve", "--db", str(path), "--port", "0", "--house", str(file))
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr
    assert f"{file} cannot be used for mini-craps under nj-2011: " in ran.stderr
    assert 'game = "craps"' in ran.stderr
    with closing(open_store(str(path))) as store:
        assert store.tables(closed=True) == []
    file.write_text('rules = "nj-2011"\ngame = "craps"\nfire = "B"\n')
    with running(path, "--house", str(file), "--limit", "tables=4") as house:
        elected = {table: _house_of(house, table) for table in ("craps-1", "mini-craps-1")}
        assert elected == {"craps-1": {"fire": "B"}, "mini-craps-1": {}}
        body = {"rules": "nj-2011"}
        status, found = house.call("POST", "/api/v1/tables", body, house.guest("Ann"))
        assert (status, found["error"]["code"]) == (503, "too-many-tables")
        assert f"has {len(first_tables())} tables" in found["error"]["detail"]


def _house_of(house: RunningHouse, table: str) -> Any:
    return json.loads(house.log(table).splitlines()[0])["body"]["house"]


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (('rules = "nj-2011"\n', 'rules = "nj-2011"\nodds = 3\n'), "second house file for nj-2011"),
        (('rules = "nj-2011"\ngame = "craps"\n',) * 2, "second house file for craps under nj-2011"),
    ],
)
def test_two_house_files_for_the_same(tmp_path: Path, files: tuple[str, ...], words: str) -> None:
    given = []
    for number, text in enumerate(files):
        (tmp_path / f"{number}.toml").write_text(text)
        given += ["--house", str(tmp_path / f"{number}.toml")]
    ran = lammer("serve", "--db", str(tmp_path / "x.sqlite"), "--port", "0", *given)
    assert ran.returncode == 2
    assert words in ran.stderr


def test_over_tls(tmp_path: Path) -> None:
    cert, key = self_signed(tmp_path)
    with running(tmp_path / "house.sqlite", "--tls-cert", cert, "--tls-key", key) as house:
        assert house.address.startswith("https://")
        trust = ssl.create_default_context(cafile=cert)
        body = json.dumps({"name": "Ann"}).encode()
        request = urllib.request.Request(
            f"{house.address}/api/v1/guests", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE, context=trust) as answer:
            assert "Secure" in answer.headers["Set-Cookie"]
            assert "max-age" in answer.headers["Strict-Transport-Security"]
            token = json.load(answer)["token"]

        async def sit() -> None:
            async with at(house, "craps-1", token, ssl=trust) as client:
                await client.done("sit")

        asyncio.run(sit())
        (tmp_path / "new").mkdir()
        renewed = self_signed(tmp_path / "new")
        shutil.copy(renewed.certificate, cert)
        shutil.copy(renewed.key, key)
        assert house.process is not None
        house.process.send_signal(signal.SIGHUP)
        trust = ssl.create_default_context(cafile=renewed.certificate)
        wait_until(lambda: _greets(house, trust), what="the new certificate")


def _greets(house: Running, trust: ssl.SSLContext) -> bool:
    try:
        with urllib.request.urlopen(f"{house.address}/health", timeout=PATIENCE, context=trust):
            return True
    except urllib.error.URLError as problem:
        if isinstance(problem.reason, ssl.SSLCertVerificationError):
            return False
        raise


def test_a_certificate_that_is_none_is_no_trouble_of_the_port(tmp_path: Path) -> None:
    file = tmp_path / "cert.pem"
    file.write_text("no certificate")
    given = ("--tls-cert", str(file), "--tls-key", str(file))
    ran = lammer("serve", "--db", str(tmp_path / "x.sqlite"), "--port", "0", *given)
    assert ran.returncode == 2
    assert f"{file} and {file} cannot be used: " in ran.stderr
    assert "PEM" in ran.stderr
    assert "--port" not in ran.stderr
    assert not (tmp_path / "x.sqlite").exists()


@pytest.mark.long
def test_behind_a_proxy_that_speaks_tls(tmp_path: Path) -> None:
    name = "house.example.org"
    options = ("--behind-tls", "--hostname", name)
    with running(tmp_path / "house.sqlite", *options) as house:
        assert house.administrator_link.startswith(f"https://{name}/administrator#")
        host = {"Host": name, "X_Forwarded_For": "192.0.2.7", "X_Forwarded_Proto": "https"}
        here = {**host, "Origin": f"https://{name}"}
        status, found = house.call("POST", "/api/v1/guests", {"name": "Ann"}, **here)
        assert status == 201, found
        plain = {**host, "Origin": f"http://{name}"}
        assert house.call("POST", "/api/v1/guests", {"name": "Ann"}, **plain)[0] == 403
        assert house.call("GET", "/metrics", **host)[0] in (401, 403)
        assert house.call("GET", "/metrics")[0] == 401, "it may be the proxy who asks"


# Backup and restore


def test_a_house_put_back_to_a_backup_while_it_runs(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chips and hands are those of the backup; seeds that were pledged are withdrawn openly, so
    that dice that have been seen do not come again; clients come back by themselves."""
    monkeypatch.setattr("lammer.server.house.WATCH_SECONDS", 0.05)
    with in_thread(database) as house:
        token = house.guest("Ann")
        asyncio.run(_play_and_leave_open(house, token))
        kept = chips(house, token)
        log = house.log("craps-1")
        saved = lammer("backup", str(tmp_path / "one.lammer"), "--db", database)
        assert saved.returncode == 0, saved.stderr
        again = lammer("backup", str(tmp_path / "one.lammer"), "--db", database)
        assert again.returncode == 2
        pledged = house.get("/api/v1/tables/craps-1")["state"]["pledge"]["hash"]
        _no_seed_in(tmp_path / "one.lammer", database)

        async def restored() -> tuple[bytes, list[str]]:
            async with house.client("craps-1", token) as client:
                await played(client, 12)
                after = await asyncio.to_thread(house.log, "craps-1")
                done = await asyncio.to_thread(
                    lammer, "restore", str(tmp_path / "one.lammer"), "--db", database
                )
                assert done.returncode == 0, done.stderr
                with suppress(ConnectionClosed):
                    while True:
                        await client.receive()
            return after, [done.stdout]

        after, _ = asyncio.run(restored())
        wait_until(lambda: _is_back(house, log, after), what="the table as it was")
        assert len(after) > len(log)
        assert chips(house, token) == kept
        asyncio.run(_play_and_leave_open(house, token))
        whole = house.log("craps-1")
        assert whole.startswith(log)
        assert not whole.startswith(after)
        lines = list(enumerate(whole.splitlines(keepends=True), 1))
        assert [each.kind for each in audit_log(lines)] == ["incomplete"]
        (*checked, tally) = verify(lines)
        assert isinstance(tally, DrawTally)
        assert tally.ok
        verdicts = {each.hash: each.verdict for each in checked if isinstance(each, PledgeResult)}
        assert verdicts[pledged] == "withdrawn"
    with closing(open_store(database)) as store:
        assert store.verify() == []


def _is_back(house: RunningHouse, log: bytes, gone: bytes) -> bool:
    """Whether the table is there again, with the log of the backup and not the one that is gone."""
    status, _ = house.call("GET", "/api/v1/tables/craps-1")
    try:
        found = house.log("craps-1")
    except urllib.error.HTTPError:
        return False
    return status == 200 and found.startswith(log) and not found.startswith(gone)


def _no_seed_in(backup: Path, database: str) -> None:
    with closing(open_store(database)) as store:
        seed = store.secret("craps-1")
    assert seed
    data = backup.read_bytes()
    assert seed not in data
    assert seed.hex().encode() not in data


@pytest.mark.long
def test_a_house_put_back_to_before_its_administrator_prints_another_link(tmp_path: Path) -> None:
    backup = str(tmp_path / "empty.lammer")
    with running(tmp_path / "house.sqlite") as house:
        assert lammer("backup", backup, "--db", house.database).returncode == 0
        house.account("boss", "administrator")
        assert lammer("restore", backup, "--db", house.database).returncode == 0
        assert house.process is not None
        assert house.process.stdout is not None
        lines = iter(house.process.stdout.readline, "")
        (token,) = (
            line.partition("#")[2].strip()
            for line in itertools.islice(lines, 2)
            if "/administrator#" in line
        )
        assert token != house.administrator
        house.administrator = token
        boss = house.account("boss", "administrator")
        assert house.get("/api/v1/me", boss)["roles"] == ["administrator"]


def test_a_restore_of_what_is_no_backup(tmp_path: Path) -> None:
    (tmp_path / "not.lammer").write_text("not a backup")
    ran = lammer("restore", str(tmp_path / "not.lammer"), "--db", str(tmp_path / "house.sqlite"))
    assert ran.returncode == 2
    assert "Traceback" not in ran.stderr


# Books that do not fit


def _damage(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount == 1, statement
        connection.commit()


@pytest.fixture(scope="module")
def with_a_bet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The database of a house that is closed, and the token of somebody who has a bet there."""
    path = tmp_path_factory.mktemp("sound") / "house.sqlite"
    with in_thread(path) as house:
        token = house.guest("Ann")

        async def bet() -> None:
            async with house.client("craps-1", token) as client:
                await client.done("sit", rail=30_000)
                await client.done("bet", wager="field", amount=500)

        asyncio.run(bet())
    return path, token


@pytest.mark.parametrize(
    ("statement", "words"),
    one_in(3, [
        ("UPDATE balance SET cents = cents + 100 WHERE table_key = 'craps-1'"
         " AND account = 'rail-1'", "rail-1 stands at"),
        ("DELETE FROM seat WHERE table_key = 'craps-1'", "seats"),
        ("DELETE FROM line WHERE table_key = 'craps-1' AND seq = 1", "line"),
        ("DELETE FROM line WHERE table_key = 'craps-1' AND seq = 3", "line"),
        ("DELETE FROM line WHERE table_key = 'craps-1' AND seq ="
         " (SELECT seq FROM head WHERE table_key = 'craps-1')", "line"),
        ("UPDATE hand SET first_seq = 99 WHERE table_key = 'craps-1'", "line"),
        ("UPDATE hand SET snapshot = x'7b7d' WHERE table_key = 'craps-1'", "snapshot"),
        ("UPDATE game_table SET house = '{' WHERE key = 'craps-1'", "JSON"),
        ("UPDATE game_table SET rules = 'nj-1776' WHERE key = 'craps-1'", "nj-1776"),
        ("UPDATE line SET line = CAST(replace(CAST(line AS TEXT), '500', '600') AS BLOB) WHERE"
         " table_key = 'craps-1' AND CAST(line AS TEXT) LIKE '%\"event\":\"bet\"%'", "line"),
    ]),
)  # fmt: skip
def test_a_table_that_does_not_fit_stands_still_and_the_others_run(
    with_a_bet: tuple[Path, str], tmp_path: Path, statement: str, words: str
) -> None:
    path = tmp_path / "house.sqlite"
    sound, token = with_a_bet
    shutil.copy(sound, path)
    _damage(path, statement)
    with in_thread(path) as house:
        (why,) = house.get("/health")["stopped"].values()
        assert words in why

        async def ask() -> dict[str, Any] | None:
            found = None
            if house.call("GET", "/api/v1/tables/craps-1")[0] == 200:
                async with house.client("craps-1", token) as client:
                    found = await client.refused("bet", wager="field", amount=500)
                async with at(house, "craps-1", token, start=3) as client:
                    assert client.hello["snapshot"]["stopped"]
                    assert not {"error", "lines"} & client.hello.keys()
            async with house.client("mini-craps-1", token) as client:
                await client.done("sit", rail=10_000)
            return found

        refusal = asyncio.run(ask())
        if refusal is not None:
            assert refusal["code"] == "stopped"
            assert words in refusal["detail"]
