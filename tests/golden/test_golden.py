"""Behaviour that a change of the code's structure may not touch, compared with what was recorded.

Everything goes through the outside: the command line, the WebSocket, HTTP, a database file. When a
change of behaviour is intended, ``python -m tests.golden.record`` records it; see there.
"""

import json
from pathlib import Path

import pytest

from tests.golden import protocol, store
from tests.golden.commands import COMMANDS, EVERY
from tests.golden.house import running
from tests.golden.program import run
from tests.golden.recording import (
    LOGS,
    SCRIPTS,
    commands,
    digests,
    file_of,
    logs_needed,
    open_digest,
    prepare,
    recorded,
    script,
)
from tests.golden.sessions import AUTOMATIC
from tests.usual import one_in

PARTS = 8


@pytest.mark.parametrize("part", one_in(3, range(PARTS)))
def test_scripts_give_the_same_logs_and_transcripts(part: int, tmp_path: Path) -> None:
    wanted, wrong = recorded()["scripts"], []
    for path in SCRIPTS[part::PARTS]:
        texts = script(path, tmp_path)
        kept = LOGS / f"{path.stem}.log"
        if kept.exists():
            assert texts["log"] == kept.read_text(encoding="utf-8")
        found = digests(texts)
        wrong += [f"{path.stem}: {key}" for key in found if found[key] != wanted[path.stem][key]]
    assert wrong == []


def test_every_script_is_recorded() -> None:
    assert set(recorded()["scripts"]) == {path.stem for path in SCRIPTS}
    assert len(SCRIPTS) >= 120


@pytest.mark.parametrize("group", COMMANDS)
def test_commands_print_the_same(group: str, tmp_path: Path) -> None:
    wanted, lines = recorded()["commands"][group], COMMANDS[group]
    prepare(tmp_path)
    for path in logs_needed(lines):
        script(path, tmp_path)
    texts = commands(lines, tmp_path)
    for line, text in texts.items():
        if file_of(line).exists():
            assert text == file_of(line).read_text(encoding="utf-8"), line
    found = digests(texts)
    assert [line for line in lines if found[line] != wanted[line]] == []


def test_rule_digests_are_the_same(tmp_path: Path) -> None:
    found = {
        f"{rules}/{game}": open_digest(rules, game, tmp_path)
        for rules, games in EVERY.items()
        for game in games
    }
    assert found == recorded()["rules"]["digest"]


def test_the_protocol_keeps_every_key_and_type() -> None:
    wanted = json.loads(protocol.FILE.read_text(encoding="utf-8"))
    assert protocol.differences(wanted, protocol.observe()) == []


def test_a_key_that_is_gone_or_changed_is_found() -> None:
    wanted = {"hello": {"": ["object"], ".seq": ["number"], ".name": ["string"], ".now?": ["null"]}}
    now = {"hello": {"": ["object"], ".seq": ["null", "string"], ".more": ["list"]}}
    assert protocol.differences(wanted, now) == [
        "hello: .seq was ['number'], is ['string']",
        "hello: .name is gone",
    ]


def test_logs_of_an_earlier_server_are_still_right() -> None:
    facts = json.loads(store.FACTS.read_text(encoding="utf-8"))
    for table, fact in facts["tables"].items():
        path = store.EXPORTED / f"{table}.log"
        assert store.fact(path.read_bytes())["sha256"] == fact["sha256"]
        assert "--- exit status 0" in run(["audit", str(path), "--open"]), table
        assert "--- exit status 0" in run(["fair", str(path)]), table


def _known(found: dict[str, object], recorded: dict[str, object]) -> dict[str, object]:
    """Return what was recorded of something: keys may be added."""
    return {key: value for key, value in found.items() if key in recorded}


def test_an_earlier_store_opens_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = json.loads(store.FACTS.read_text(encoding="utf-8"))
    database = tmp_path / "house.sqlite"
    store.restored(database)
    monkeypatch.chdir(tmp_path)
    with running(database) as house:
        assert "books:" not in house.printed
        assert "stopped:" not in house.printed
        player, floor = house.sign_in(store.PLAYER), house.sign_in("the-floorperson")
        transfers = house.get("/me/transfers?limit=200", player)["transfers"]
        assert [_known(each, facts["transfers"][0]) for each in transfers] == facts["transfers"]
        hands = house.get("/me/hands?limit=200", player)["hands"]
        seen = [_known(each, facts["hands"][0]) for each in hands]
        assert [each for each in seen if each in facts["hands"]] == facts["hands"]
        for each in facts["hands"][:5]:
            house.get(f"/me/hands/{each['table']}/{each['hand']}", player)
        for table, (_, _, trial) in AUTOMATIC.items():
            with house.client(table, player) as client:
                assert client.hello["you"]["seat"] is not None
                if not client.ask(do=trial)["ok"]:
                    client.do("leave")
        for table, fact in facts["tables"].items():
            if fact["staffed"]:
                with house.client(table, floor) as client:
                    client.do("sit", name="Later", rail=10000)
        for table, fact in facts["tables"].items():
            log = house.log(table)
            earlier = store.first_lines(log, fact["lines"])
            assert store.fact(earlier) == {key: fact[key] for key in ("lines", "sha256")}, table
            assert log.count(b"\n") > fact["lines"], table
            Path(f"{table}.log").write_bytes(log)
            assert "--- exit status 0" in run(["audit", f"{table}.log", "--open"]), table
            assert "--- exit status 0" in run(["fair", f"{table}.log"]), table
    with running(database) as house:
        assert "books:" not in house.printed
