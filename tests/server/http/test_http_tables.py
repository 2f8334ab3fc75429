"""Tables and history over real HTTP: what was played can be read line by line."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from lammer.audit import audit_log
from lammer.fair.instrument import DrawFinding
from lammer.fair.verify import PledgeResult, verify
from lammer.games.registry import usual_rules
from lammer.server.history import hands
from tests.server.support.over_http import Site, opened

API = "/api/v1"
TABLE = "mini-dice-1"
SHAKES = 7


class Played:
    """Somebody who has played seven hands of mini-dice, and what was seen of it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.person, self.token = site.guest("Anna")
        site.ask(self.person, TABLE, {"do": "sit", "rail": 50_000})
        with site.client(self.token) as client:
            for _ in range(SHAKES):
                if client.get(f"{API}/tables/{TABLE}").json()["state"]["offered"]:
                    site.ask(self.person, TABLE, {"do": "accept-shaker"})
                site.ask(self.person, TABLE, {"do": "bet", "wager": "field", "amount": 500})
                site.ask(self.person, TABLE, {"do": "shake"})


@pytest.fixture(scope="module")
def played() -> Iterator[Played]:
    with opened() as site:
        yield Played(site)


def test_tables_come_in_pages(played: Played) -> None:
    with played.site.client() as client:
        whole = client.get(f"{API}/tables").json()
        assert whole["next"] is None
        keys = [each["table"] for each in whole["tables"]]
        assert keys == sorted(played.site.house.tables)
        assert len(keys) == len(usual_rules())
        found: list[str] = []
        at = ""
        for _ in range(10):
            page = client.get(f"{API}/tables?limit=2&after={at}").json()
            found += [each["table"] for each in page["tables"]]
            if page["next"] is None:
                break
            at = page["next"]
        assert found == keys


def test_what_is_legal_after_a_purse_was_forgotten(played: Played) -> None:
    """As after a start: nobody has looked it up yet."""
    with played.site.client(played.token) as client:
        purse = client.get(f"{API}/me").json()["purse"]
        played.site.house.purses.forget()
        legal = client.get(f"{API}/tables/{TABLE}/legal").json()
        assert legal["do"]["buy-in"] == [1, purse, 1]


def test_spectators_see_the_table_and_nobodys_number(played: Played) -> None:
    with played.site.client() as client:
        seen = client.get(f"{API}/tables/{TABLE}").json()
        assert seen["state"]["seats"]["1"]["name"] == f"Person {played.person}"
        assert "person" not in json.dumps(seen).replace("Person ", "")
        assert "purse" not in json.dumps(seen)
        assert client.get(f"{API}/tables/{TABLE}/legal").json()["seat"] is None
    with played.site.client(played.token) as client:
        assert client.get(f"{API}/tables/{TABLE}/legal").json()["seat"] == 1


def test_the_log_is_a_file_that_audit_and_fair_take(played: Played) -> None:
    with played.site.client() as client:
        answer = client.get(f"{API}/tables/{TABLE}/log")
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert answer.headers["content-disposition"] == f'attachment; filename="{TABLE}.jsonl"'
    lines = answer.content.splitlines(keepends=True)
    assert [json.loads(line)["seq"] for line in lines] == list(range(1, len(lines) + 1))
    assert len(lines) == played.site.house.tables[TABLE].seq
    assert [each.kind for each in audit_log(enumerate(lines, 1))] == ["incomplete"], "still open"
    found = list(verify(enumerate(lines, 1)))
    assert not any(isinstance(each, DrawFinding) for each in found)
    assert any(isinstance(each, PledgeResult) and each.trials for each in found)
    broken = [line.replace(b'"amount":500', b'"amount":501') for line in lines]
    assert broken != lines
    assert len(list(audit_log(enumerate(broken, 1)))) > 1, "and the check can fail"


def test_a_long_log_is_sent_in_pieces_and_whole(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    with played.site.client() as client:
        whole = client.get(f"{API}/tables/{TABLE}/log").content
        for piece in (1, 2, 7, 10_000):
            monkeypatch.setattr("lammer.server.http.routes.tables.PIECE", piece)
            assert client.get(f"{API}/tables/{TABLE}/log").content == whole


def test_lines_come_from_a_number_on(played: Played) -> None:
    with played.site.client() as client:
        log = client.get(f"{API}/tables/{TABLE}/log").content.splitlines()
        whole = [json.loads(line) for line in log]
        found: list[Any] = []
        first: int | None = 1
        while first is not None:
            page = client.get(f"{API}/tables/{TABLE}/lines?from={first}&limit=4").json()
            assert page["head"] == len(whole)
            assert len(page["lines"]) <= 4
            found += page["lines"]
            first = page["next"]
        assert found == whole
        beyond = client.get(f"{API}/tables/{TABLE}/lines?from={len(whole) + 1}").json()
        assert beyond == {"lines": [], "text": [], "next": None, "head": len(whole)}
        assert client.get(f"{API}/tables/nowhere-1/lines").status_code == 404


def test_my_hands_come_in_pages_and_add_up(played: Played) -> None:
    with played.site.client(played.token) as client:
        whole = client.get(f"{API}/me/hands").json()["hands"]
        assert [each["hand"] for each in whole] == list(range(SHAKES, 0, -1))
        found: list[Any] = []
        after = ""
        for _ in range(20):
            page = client.get(f"{API}/me/hands?limit=3{after}").json()
            found += page["hands"]
            if page["next"] is None:
                break
            after = f"&after={page['next']}"
        assert found == whole
        chips = client.get(f"{API}/me").json()["at_tables"]
    assert whole[0]["after"] == chips
    for later, earlier in pairwise(whole):
        assert later["before"] == earlier["after"]
    assert sum(each["staked"] for each in whole) == SHAKES * 500
    assert whole[-1]["brought"] == 50_000


def test_a_hand_is_recalled_with_its_table_and_replays(played: Played) -> None:
    house = played.site.house
    with played.site.client(played.token) as client:
        for number in range(1, SHAKES + 1):
            found = client.get(f"{API}/me/hands/{TABLE}/{number}").json()
            (part,) = found["parts"]
            assert (part["hand"], part["seat"]) == (number, 1)
            assert found["lines"][-1]["seq"] == part["last"]
            assert [line["event"] for line in found["lines"]].count("shake") == 1
            assert "people" not in found["standing"]
            kept = house.writer.store.hand(TABLE, number)
            assert kept is not None
            table = hands.read_snapshot(house.tables[TABLE].table.rules, kept.snapshot).table
            assert table.rail(1) + table.layout(1) == part["before"]
        for number in (SHAKES + 1, 99):
            assert client.get(f"{API}/me/hands/{TABLE}/{number}").status_code == 404
        assert client.get(f"{API}/me/hands/craps-1/1").status_code == 404


def test_others_see_my_hands_only_by_their_role(played: Played) -> None:
    site = played.site
    _, other = site.guest("Eve")
    _, watcher = site.account("watcher", "surveillance")
    with site.client(other) as eve, site.client(watcher) as eye, site.client(played.token) as me:
        assert eve.get(f"{API}/me/hands").json()["hands"] == []
        assert eve.get(f"{API}/me/hands/{TABLE}/1").status_code == 404
        theirs = f"{API}/people/{played.person}/hands"
        assert eve.get(theirs).status_code == 403
        assert eye.get(theirs).json() == me.get(f"{API}/me/hands").json()
        assert eye.get(f"{theirs}/{TABLE}/1").json() == me.get(f"{API}/me/hands/{TABLE}/1").json()


def test_others_see_my_purse_only_by_their_role(played: Played) -> None:
    site = played.site
    _, other = site.guest("Iva")
    _, watcher = site.account("purse-watcher", "surveillance")
    with site.client(other) as iva, site.client(watcher) as eye, site.client(played.token) as me:
        theirs = f"{API}/people/{played.person}/transfers"
        assert iva.get(theirs).status_code == 403
        mine = me.get(f"{API}/me/transfers").json()
        assert mine["transfers"]
        assert eye.get(theirs).json() == mine
        first = eye.get(f"{theirs}?limit=1").json()
        assert first["transfers"] == mine["transfers"][:1]
        second = eye.get(f"{theirs}?limit=1&before={first['next']}").json()
        assert second["transfers"] == mine["transfers"][1:2]
        assert eye.get(f"{API}/people/999999/transfers").json() == {"transfers": [], "next": None}


def test_meters_of_closed_tables_are_listed_when_asked_for() -> None:
    """The sums of the house have them in any case."""
    with opened() as site:
        person, token = site.guest("Ida")
        _, floor = site.account("floor", "floorperson")
        with site.client(token) as ida, site.client(floor) as client:
            body = {"rules": "nj-2011", "game": "automated-craps"}
            table = ida.post(f"{API}/tables", json=body).json()["table"]
            for raw in (
                {"do": "sit", "rail": 5000},
                {"do": "bet", "wager": "field", "amount": 500},
                {"do": "roll"},
                {"do": "leave"},
            ):
                site.ask(person, table, raw)
            before = client.get(f"{API}/meters").json()
            assert set(before["tables"]) == {table}
            assert ida.delete(f"{API}/tables/{table}").status_code == 204
            for _ in range(2):
                after = client.get(f"{API}/meters").json()
                assert after == {"tables": {}, "house": before["house"]}
            assert client.get(f"{API}/meters?closed=true").json() == before
            assert client.get(f"{API}/tables/{table}/meters").json() == before


def test_meters_are_the_play(played: Played) -> None:
    site = played.site
    _, floor = site.account("floor", "floorperson")
    with site.client(floor) as client:
        one = client.get(f"{API}/tables/{TABLE}/meters").json()
        everything = client.get(f"{API}/meters").json()
        hand = client.get(f"{API}/people/{played.person}/hands").json()["hands"]
    assert set(one["tables"]) == {TABLE}
    assert one["tables"][TABLE] == everything["tables"][TABLE]
    lost = 50_000 - hand[0]["after"]
    assert everything["house"]["win"] == lost
    assert everything["house"]["drop"] == 50_000
    assert everything["house"]["handle"] == SHAKES * 500


def test_the_house_says_what_it_has(played: Played) -> None:
    with played.site.client() as client:
        found = client.get(f"{API}/house").json()
    games = {game for each in found["rules"] for game in each["games"]}
    assert {"craps", "mini-craps", "automated-craps", "mini-dice", "punto-banco"} <= games
    assert found["limits"]["tables"] == 200
    assert found["kinds"] == ["automatic", "staffed"]
