"""Tables in the store that were played under another version of the rules: they go on, or are
closed, and nobody loses a chip."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from lammer.audit import Finding, audit_log
from lammer.core.ruleset import Ruleset
from lammer.games import load
from tests.golden import store as golden
from tests.golden.house import word
from tests.server.support.crew import Staffed
from tests.server.support.running import InThread, in_thread
from tests.server.support.table_helpers import (
    QUICK,
    at,
    books_verify,
    database_findings,
    play,
)
from tests.table.test_log import rehashed

OLD = load("nj-2011").digest
Line = dict[str, Any]
present = Ruleset.digest.fget  # type: ignore[attr-defined]


@pytest.fixture
def later_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """A function after which every rule set has another digest."""

    def digest(rules: Ruleset) -> str:
        return sha256(f"later {present(rules)}".encode()).hexdigest()

    return lambda: monkeypatch.setattr(Ruleset, "digest", property(digest))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[InThread]:
    with in_thread(tmp_path / "house.sqlite", *QUICK) as opened:
        yield opened


def lines(house: InThread, table: str) -> list[Line]:
    return [json.loads(line) for line in house.log(table).splitlines()]


def judged(house: InThread, table: str) -> tuple[list[Finding], list[str]]:
    """What is wrong with a log, but for its missing close; and what is noted."""
    audit = audit_log(enumerate(house.log(table).splitlines(keepends=True), 1))
    found = [each for each in audit if each.kind != "incomplete"]
    return found, [note.what for note in audit.notes]


def reopened(house: InThread) -> None:
    house.close()
    house.open()


def in_mid_hand(staffed: Staffed, anna: str) -> str:
    """A staffed table with a point, Anna's bets up, and a walk-in."""
    table = staffed.table()

    async def hand() -> None:
        async with (
            staffed.crew(table, "dealer") as (dealer,),
            at(staffed.house, table, anna) as one,
        ):
            await one.done("sit", seat=1, rail=30_000)
            await dealer.done("sit", seat=2, name="Walter", rail=20_000)
            await one.done("accept-dice")
            await one.done("bet", wager="pass", amount=1000)
            await dealer.done("bet", seat=2, wager="dont-pass", amount=2000)
            await dealer.done("roll", dice=[2, 2])
            await one.done("bet", wager="place-6", amount=1200)

    play(hand())
    return table


def test_a_table_in_mid_hand_goes_on_under_the_present_rules(
    house: InThread, later_rules: Callable[[], None]
) -> None:
    staffed, anna = Staffed(house), house.guest("Anna")
    table = in_mid_hand(staffed, anna)
    before = house.get(f"/api/v1/tables/{table}")["state"]
    count = len(lines(house, table))
    later_rules()
    reopened(house)
    assert house.get("/health")["stopped"] == {}

    async def hand() -> None:
        async with (
            staffed.crew(table, "dealer") as (dealer,),
            at(house, table, anna) as one,
        ):
            assert one.hello["snapshot"]["state"] == before
            await dealer.done("roll", dice=[4, 2])
            refused = await dealer.refused("correct", caller="floorperson", reason="wrong-dice")
            assert refused["code"] == "not-authorised"
            await dealer.done("roll", dice=[3, 4])
            await one.done("leave")
            await dealer.done("leave", seat=2)

    play(hand())
    found = lines(house, table)
    assert found[count]["event"] == "rules"
    assert found[count]["body"] == {"before": OLD, "digest": load("nj-2011").digest}
    findings, notes = judged(house, table)
    assert findings == []
    assert len(notes) == 1
    assert house.get("/api/v1/me", anna)["purse"] == 100_000 - 1000 + 1400
    reopened(house)
    assert [each["event"] for each in lines(house, table)].count("rules") == 1
    assert house.get("/health")["stopped"] == {}
    books_verify(house)
    assert database_findings(house, with_notes=False) == []


def test_a_table_of_an_earlier_version_names_who_entered_what_from_there_on(
    tmp_path: Path, later_rules: Callable[[], None]
) -> None:
    """The recorded store: its logs do not name house, table and persons."""
    database = tmp_path / "house.sqlite"
    golden.restored(database)
    tables = json.loads(golden.FACTS.read_text(encoding="utf-8"))["tables"]
    later_rules()
    with in_thread(database, *QUICK) as house:
        assert house.get("/health")["stopped"] == {}
        login = {"login": golden.PLAYER, "password": word(golden.PLAYER)}
        status, signed_in = house.call("POST", "/api/v1/sessions", login)
        assert status == 201
        token, table = signed_in["token"], "mini-dice-1"

        async def hand() -> None:
            async with at(house, table, token) as one:
                if not (await one.ask("shake"))["ok"]:
                    await one.done("leave")

        play(hand())
        for table, fact in tables.items():
            found = lines(house, table)
            old, change, new = found[: fact["lines"]], found[fact["lines"]], found[fact["lines"] :]
            assert (change["event"], change["table"]) == ("rules", table)
            assert not any("by" in line for line in old)
            assert all("by" in line for line in new)
            findings, notes = judged(house, table)
            assert findings == [], table
            assert notes
        books_verify(house)
        assert database_findings(house, with_notes=False) == []


def unfinishable(house: InThread, table: str) -> None:
    """Have the table's elections be such as no rules of the present have."""
    house.close()
    with closing(sqlite3.connect(house.database)) as file, file:
        file.execute("UPDATE game_table SET house = '{\"gone\": 1}' WHERE key = ?", (table,))
    house.open()


def test_a_table_that_cannot_go_on_is_closed_and_every_chip_goes_back(
    house: InThread, later_rules: Callable[[], None]
) -> None:
    staffed, anna = Staffed(house), house.guest("Anna")
    table = in_mid_hand(staffed, anna)
    later_rules()
    unfinishable(house, table)
    assert table in house.get("/health")["stopped"]
    path = f"/api/v1/tables/{table}"
    assert house.call("DELETE", path, token=anna)[0] == 403
    assert house.call("DELETE", path, token=staffed.tokens["floorperson"])[0] == 204
    assert house.get("/api/v1/me", anna)["purse"] == 100_000
    assert house.get("/api/v1/me", anna)["at_tables"] == 0
    assert house.get("/health")["stopped"] == {}
    *_, back, close = lines(house, table)
    assert back["event"] == "wind-up"
    assert back["body"]["moves"] == [
        ["layout-1", "rail-1", 2200], ["rail-1", "cage", 30_000],
        ["layout-2", "rail-2", 2000], ["rail-2", "cage", 20_000],
    ]  # fmt: skip
    assert close["event"] == "close"
    assert back["by"] == close["by"]
    assert back["by"].startswith("floorperson-")
    findings, notes = judged(house, table)
    assert findings == []
    assert "The table was closed: all chips went back." in notes
    reopened(house)
    assert table not in {each["table"] for each in house.get("/api/v1/tables")["tables"]}
    books_verify(house)
    (found,) = database_findings(house, with_notes=False)
    assert found.endswith("The table is stored with another house than it was opened with.")


def test_a_closing_that_keeps_chips_back_is_found(
    house: InThread, later_rules: Callable[[], None]
) -> None:
    staffed, anna = Staffed(house), house.guest("Anna")
    table = in_mid_hand(staffed, anna)
    later_rules()
    unfinishable(house, table)
    house.call("DELETE", f"/api/v1/tables/{table}", token=staffed.tokens["floorperson"])
    kept = lines(house, table)
    kept[-2]["body"]["moves"] = kept[-2]["body"]["moves"][2:]
    found = list(audit_log(enumerate(rehashed([json.dumps(each).encode() for each in kept]), 1)))
    assert found
    assert {each.kind for each in found} == {"decision"}


def test_a_table_whose_lines_were_changed_does_not_go_on(
    house: InThread, later_rules: Callable[[], None]
) -> None:
    staffed, anna = Staffed(house), house.guest("Anna")
    table = in_mid_hand(staffed, anna)
    later_rules()
    house.close()
    with closing(sqlite3.connect(house.database)) as file, file:
        file.execute(
            "UPDATE line SET line = CAST(replace(CAST(line AS TEXT), '1200', '1800') AS BLOB)"
            " WHERE table_key = ?",
            (table,),
        )
    house.open()
    assert "as it was sealed" in house.get("/health")["stopped"][table]
    status, _ = house.call("DELETE", f"/api/v1/tables/{table}", token=staffed.tokens["floorperson"])
    assert status == 409
