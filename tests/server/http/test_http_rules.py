"""Rules, odds and law over HTTP, which the pages get from here."""

import asyncio
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import httpx
import msgspec
import pytest

from lammer.cli.app import main
from lammer.core.numbers import decimal
from lammer.games import RULESETS, load
from lammer.house import Elections, elections, example, house
from lammer.law import clauses, known
from lammer.law import readings as all_readings
from lammer.odds import Figure, sheet
from lammer.server.catalogue import catalogue
from lammer.server.http.routes.rules import BodyCache, CachedBody
from lammer.server.http.schemas import rules as shapes
from lammer.server.http.schemas.guide import FirstHandView, GuideView
from tests.server.support.over_http import Site
from tests.usual import EACH_GAME

LONGEST_LABEL = 14
"""Characters: what fits on a spot."""
ELECTED = {
    "rules": "nj-2011",
    "house": {
        "name": "Other",
        "limits": {"min": 1500, "max": 200000, "place-6": {"min": 3000}},
        "vig": {"buy": {"4": "win"}},
        "odds": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3},
        "offer": {"fire": False},
    },
}


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[httpx.Client]:
    with site.client() as client:
        yield client


def got(client: httpx.Client, path: str) -> Any:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(client: httpx.Client, path: str, status: int = 404) -> dict[str, Any]:
    answer = client.get(f"/api/v1{path}")
    assert answer.status_code == status, answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
    found: dict[str, Any] = answer.json()["error"]
    return found


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    """What the command prints with --json."""
    with pytest.raises(SystemExit) as ended:
        main([*words, "--json"])
    assert not ended.value.code
    return json.loads(capsys.readouterr().out)


def same_keys(found: Any, shape: Any) -> None:
    """The answer fits its shape, and has no key that the shape does not know."""
    again = msgspec.to_builtins(msgspec.convert(found, shape, strict=True))
    assert again == found


# Rule sets


def test_every_game_of_every_rule_set_is_listed(client: httpx.Client) -> None:
    found = got(client, "/rulesets")
    same_keys(found, shapes.Rulesets)
    offered = [(r["rules"], g) for r in got(client, "/house")["rules"] for g in r["games"]]
    assert [(each["rules"], each["game"]) for each in found["rulesets"]] == offered
    first = found["rulesets"][0]
    assert first["name"] == "Craps, New Jersey 2011"
    assert first["citation"] == "N.J.A.C. 19:47-1, as amended to January 18, 2011"
    assert first["digest"] == load("nj-2011").digest


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_a_table_can_be_opened_with_each(site: Site, rules: str, game: str) -> None:
    _, token = site.guest()
    with site.client(token) as guest:
        opened_table = guest.post("/api/v1/tables", json={"rules": rules, "game": game})
        assert opened_table.status_code == 201, opened_table.text
        table = opened_table.json()["table"]
        usual = got(guest, f"/rulesets/{rules}/{game}")
        assert got(guest, f"/tables/{table}/catalogue") == usual
        assert guest.delete(f"/api/v1/tables/{table}").status_code == 204


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_each_wager_lies_on_one_spot_and_is_explained(
    client: httpx.Client, rules: str, game: str
) -> None:
    found, law = got(client, f"/rulesets/{rules}/{game}"), load(rules, game)
    same_keys(found, shapes.Catalogue)
    spots = [spot for area in found["areas"] for spot in area["spots"]]
    lying = [key for spot in spots for key in spot["wagers"]]
    assert sorted(lying) == sorted(found["wagers"]) == sorted(law.keys())
    assert len({spot["spot"] for spot in spots}) == len(spots)
    for spot in spots:
        assert all(found["wagers"][key]["spot"] == spot["spot"] for key in spot["wagers"])
    for key, wager in found["wagers"].items():
        assert wager["name"] == law.wager(key).name
        assert 1 <= len(wager["label"]) <= LONGEST_LABEL
        assert wager["label"].strip("()") == wager["label"]
        assert wager["kind"]
        assert wager["pays"]
        assert known(wager["clause"])
        assert all(found["law"][wager["clause"]].values())
        assert wager["limits"]["min"] >= 100
        several = len(wager["pays"]) > 1
        assert all(("when" in line) == several for line in wager["pays"])
    assert set(found["law"]) == {wager["clause"] for wager in found["wagers"].values()}
    for area in found["areas"]:
        labels = [found["wagers"][k]["label"] for spot in area["spots"] for k in spot["wagers"]]
        assert len(set(labels)) == len(labels), area["title"]


@pytest.mark.parametrize(
    ("elected", "words"),
    [
        ({}, "100x odds"),
        ({"odds": 10}, "10x odds"),
        ({"odds": "5/2"}, "5/2x odds"),
        ({"odds": {"4": 3, "5": 4, "6": 5, "8": 5, "9": 4, "10": 3}}, "3-4-5x odds"),
        ({"odds": {"4": 3}}, "Odds 3x on 4; 100x on 5, 6, 8, 9, 10"),
    ],
)
def test_the_posted_odds_multiple_is_in_words(elected: dict[str, Any], words: str) -> None:
    law = load("nj-2011", "craps")
    found, faults = elections(elected, law)
    assert not faults
    assert catalogue(house(law, found))["odds"] == words


def test_labels_are_what_a_dealer_would_write() -> None:
    """Also where two texts name a wager differently."""
    wanted = {
        "pass": "Pass", "dont-come": "Don't Come", "place-6": "6", "buy-10": "Buy 10",
        "lay-4": "Lay 4", "place-lose-5": "Lose 5", "hard-8": "Hard 8", "any-seven": "Any 7",
        "craps-12": "Craps 12", "eleven": "11", "c-and-e": "C and E", "horn-high-3": "Horn High 3",
        "six-seven-eight": "6-7-8", "hop-2-2": "2-2", "hop-1-6": "1-6", "pass-odds": "Odds",
        "dont-come-odds-10": "Don't odds 10", "fire": "Fire",
    }  # fmt: skip
    for rules in ("nj-2011", "md-2013"):
        law = load(rules)
        for key, said in wanted.items():
            assert law.wager(key).label == said
    bonus = [load("md-2013").wager(key) for key in ("all-small", "all-or-nothing", "all-tall")]
    assert [each.label for each in bonus] == ["All Small", "All Or Nothing", "All Tall"]


def test_kinds_groups_and_numbers_are_data_of_the_wager() -> None:
    law = load("nj-2011")
    shown = {each.key: (each.kind, each.group, each.number) for each in law.wagers}
    assert shown["place-lose-6"] == ("number", "place-lose", 6)
    assert shown["hop-1-3"] == ("hop", "hop", None)
    assert shown["eleven"] == ("one-roll", "", 11)
    assert shown["pass"] == ("line", "", None)


def test_what_a_wager_is(client: httpx.Client) -> None:
    wagers = got(client, "/rulesets/md-2013/craps")["wagers"]

    def told(key: str) -> tuple[Any, ...]:
        return tuple(wagers[key].get(name) for name in ("kind", "number", "dice", "one_roll"))

    assert told("pass") == ("line", None, None, None)
    assert told("come") == ("come", None, None, None)
    assert wagers["come"]["travels"] is True
    bars = {key: wager["barred"] for key, wager in wagers.items() if "barred" in wager}
    assert bars == {"dont-pass": [[6, 6]], "dont-come": [[6, 6]]}
    assert told("lay-6") == ("number", 6, None, None)
    assert told("hard-8") == ("hardway", 8, [4, 4], None)
    assert told("hop-3-4") == ("hop", None, [3, 4], True)
    assert told("craps-3") == ("one-roll", 3, [1, 2], True)
    assert told("field") == ("field", None, None, True)
    assert told("come-odds-6")[:2] == ("odds", 6)
    assert wagers["come-odds-6"]["behind"] == "come"
    assert wagers["fire"]["states"] == ["4", "5", "6", "8", "9", "10"]
    assert wagers["fire"]["limits"] == {"min": 100, "max": 500, "step": 100}
    assert [line["when"] for line in wagers["fire"]["pays"]] == ["4 points", "5 points", "6 points"]
    assert wagers["all-small"]["states"] == ["2", "3", "4", "5", "6"]
    assert wagers["place-6"]["pays"] == [{"odds": "7 to 6"}]
    assert wagers["place-6"]["limits"] == {"min": 600, "step": 600}
    assert wagers["horn"]["pays"][0] == {"odds": "30 to 1", "when": "2, 12", "share": "1/4"}
    assert wagers["dont-pass-odds"]["pays"][0] == {"odds": "1 to 2", "when": "4, 10"}
    assert "may be called on" in wagers["hard-8"]["working"]
    assert wagers["pass"]["control"].startswith("may not be reduced or removed once it has")
    cards = got(client, "/rulesets/nj-2001/punto-banco")
    assert (cards["thing"], cards["trial"], cards["noun"]) == ("shoe", "deal", "coup")
    assert cards["wagers"]["tie"]["kind"] == "cards"


# Odds


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_edges_are_those_of_the_odds_sheet(client: httpx.Client, rules: str, game: str) -> None:
    wagers = got(client, f"/rulesets/{rules}/{game}")["wagers"]
    usual: dict[str, Figure] = {}
    for line in sheet(load(rules, game)):  # The usual vigorish and pay table come first.
        usual.setdefault(line.wager, line)
    for key, line in usual.items():
        edge = wagers[key]["edge"]
        assert edge["per_bet"]["exact"] == str(line.edge_per_bet_made)
        assert edge["per_bet"]["decimal"] == decimal(line.edge_per_bet_made, 6)
        assert edge["per_roll"]["exact"] == str(line.edge_per_roll)
        assert edge["rolls"]["exact"] == str(line.rolls_to_decide)
    for key in wagers.keys() - usual.keys():
        assert wagers[key]["kind"] == "odds"
        assert wagers[key]["edge"]["per_bet"] == {"exact": "0", "decimal": "0.000000"}
        assert wagers[key]["edge_percent"] == "0%"


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_the_sheet_is_the_command_lines(
    client: httpx.Client, rules: str, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = got(client, f"/rulesets/{rules}/{game}/odds")
    msgspec.convert(found, shapes.Sheet)
    for line in found["wagers"]:
        assert line.pop("name") == load(rules, game).wager(line["wager"]).name
        decimals = line.pop("decimals")
        assert decimals["p_win"] == decimal(Fraction(line["p_win"]), 6)
        percents = line.pop("percents")
        assert percents["p_win"] == f"{decimal(Fraction(line['p_win']) * 100, 3)}%"
        for each in line.get("with_odds", ()):
            assert each.pop("decimals")["edge"] == decimal(Fraction(each["edge"]), 6)
            assert each.pop("percents").keys() == {"edge"}
    assert found == printed(capsys, "odds", rules, "--game", game)


def test_comparing_is_the_command_lines(
    client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    found = got(client, "/compare?left=nj-2011/craps&right=md-2013/craps")
    same_keys(found, shapes.RulesComparison)
    assert found == printed(capsys, "compare", "nj-2011", "md-2013")
    other = got(client, "/compare?left=nj-1997/mini-dice&right=nj-2011/mini-craps")
    assert (other["left"]["game"], other["right"]["game"]) == ("mini-dice", "mini-craps")
    assert not got(client, "/compare?left=nj-2011/craps&right=nj-2011/craps")["differences"]


# A table's own


def test_a_layout_without_an_area_has_no_spot_for_it() -> None:
    """What is put down as others by the law itself keeps its spot."""

    def spots(rules: str, **options: bool) -> set[str]:
        elected = {f"layout.{key}": value for key, value in options.items()}
        found = catalogue(house(load(rules), Elections(options=elected)))
        high = {key for key in found["wagers"] if key.startswith(("horn-high", "whirl"))}
        assert len(high) == 5, "they are still wagers"
        there = {spot["spot"] for area in found["areas"] for spot in area["spots"]}
        return {each.partition("-")[0] for each in there & high}

    assert spots("nj-2011") == {"horn", "whirl"}
    assert spots("nj-2011", horn_high_area=False) == {"whirl"}
    assert spots("md-2013", whirl_area=False) == {"horn"}
    assert spots("md-2013", whirl_area=False, horn_high_area=False) == set()


@pytest.mark.parametrize("rules", RULESETS)
def test_with_any_equipment_every_wager_has_a_spot(rules: str) -> None:
    law = load(rules)
    for option in law.options:
        for value in option.open if option.equipment is not None else ():
            opened = house(law, Elections(options={option.key: value}))
            found = catalogue(opened)
            there = {key for area in found["areas"] for s in area["spots"] for key in s["wagers"]}
            assert there == set(found["wagers"]) == set(opened.rules.keys()), value


def test_the_catalogue_says_what_a_wager_is_put_down_as() -> None:
    def whirl(rules: str, **options: bool) -> dict[str, Any]:
        elected = {f"layout.{key}": value for key, value in options.items()}
        limits = {"any-seven": (200, 500), "horn": (None, 1600)}
        house_ = house(load(rules), Elections(options=elected, limits=limits))
        found: dict[str, Any] = catalogue(house_)["wagers"]["whirl"]
        return found

    assert "put_down_as" not in whirl("md-2013")
    for found in (whirl("nj-2011"), whirl("md-2013", whirl_area=False)):
        assert found["put_down_as"] == ["horn", "any-seven"]
        assert found["limits"] == {"min": 1000, "max": 2000, "step": 500}
        assert found["control"].startswith("is put down as Horn Bet and Any Seven")


def test_a_table_shows_its_own_elections(site: Site, client: httpx.Client) -> None:
    _, token = site.guest()
    with site.client(token) as guest:
        answer = guest.post("/api/v1/tables", json=ELECTED)
    assert answer.status_code == 201, answer.text
    path = f"/tables/{answer.json()['table']}"
    found, usual = got(client, f"{path}/catalogue"), got(client, "/rulesets/nj-2011/craps")
    here, there = found["wagers"], usual["wagers"]
    assert found["digest"] == usual["digest"]
    assert here["field"]["limits"] == {"min": 1500, "max": 200000, "step": 100}
    assert here["place-6"]["limits"]["min"] == 3000
    assert here["buy-4"]["edge"]["per_bet"]["exact"] == "1/60"
    assert there["buy-4"]["edge"]["per_bet"]["exact"] == "1/20"
    assert here["buy-4"]["vigorish"].endswith("collected when the wager is won")
    assert here["buy-5"]["edge"] == there["buy-5"]["edge"]
    assert here["pass-odds"]["multiples"]["5"] == "4"
    assert there["pass-odds"]["multiples"]["5"] == "100"
    assert "fire" not in here
    assert all(area["title"] != "Fire Bet" for area in found["areas"])
    guide = got(client, f"{path}/guide")
    same_keys(guide, GuideView)
    told = [item["text"] for section in guide["sections"] for item in section["items"]]
    assert any("3 times the bet on 4 or 10" in text for text in told)
    assert [area["title"] for area in guide["wagers"]] == [area["title"] for area in found["areas"]]
    legal = got(client, f"{path}/legal")["bet"]
    for key, wager in here.items():
        if "behind" not in wager:
            low, high, step = legal[key][:3]
            limits = {"min": low, "step": step} | ({"max": high} if high else {})
            assert wager["limits"] == limits, key
    with site.client(token) as guest:
        assert guest.delete(f"/api/v1{path}").status_code < 300
    assert refused(client, path)
    assert got(client, f"{path}/catalogue") == found, "closed, and its hands are still looked at"


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_guide_and_first_hand_of_every_game(client: httpx.Client, rules: str, game: str) -> None:
    guide = got(client, f"/rulesets/{rules}/{game}/guide")
    same_keys(guide, GuideView)
    catalogued = got(client, f"/rulesets/{rules}/{game}")
    lines = {each["key"]: each["plain"] for area in guide["wagers"] for each in area["wagers"]}
    assert lines == {key: wager["plain"] for key, wager in catalogued["wagers"].items()}
    shown = got(client, f"/rulesets/{rules}/{game}/first-hand")
    same_keys(shown, FirstHandView)
    assert catalogued["first_hand"] is True


def test_a_first_hand_leaves_nothing_behind(site: Site, client: httpx.Client) -> None:
    async def stored() -> tuple[list[str], Any]:
        meters = await site.house.report_meters(None)
        return sorted(site.house.tables), meters

    before = site.inside(stored)
    assert got(client, "/rulesets/md-2013/mini-craps/first-hand")["steps"]
    assert site.inside(stored) == before


def test_a_game_that_nobody_knows_has_neither(client: httpx.Client) -> None:
    assert refused(client, "/rulesets/nj-2011/poker/guide")["code"] == "not-found"
    assert refused(client, "/rulesets/nj-2011/poker/first-hand")["code"] == "not-found"
    assert refused(client, "/tables/no-such/guide")["code"] == "no-such-table"


# Law


def test_the_clauses_page_by_page(client: httpx.Client) -> None:
    seen: list[str] = []
    after = ""
    while True:
        page = got(client, f"/law?limit=200&after={after}")
        same_keys(page, shapes.Clauses)
        assert page["found"] == len(clauses())
        seen += [each["id"] for each in page["clauses"]]
        if page["next"] is None:
            break
        after = page["next"]
    assert seen == list(clauses())


def test_clauses_are_found_by_edition_status_and_words(client: httpx.Client) -> None:
    of_nj = got(client, "/law?edition=NJ11&limit=200")
    assert of_nj == got(client, "/law?edition=nj-2011&limit=200")
    assert {each["id"][:4] for each in of_nj["clauses"]} == {"NJ11"}
    physical = got(client, "/law?edition=NJ11&status=physical")
    assert {each["status"] for each in physical["clauses"]} == {"physical"}
    assert 0 < physical["found"] < of_nj["found"]
    fire = got(client, "/law?edition=MD13&q=FIRE%20Bet")
    assert fire["found"] > 3
    for each in fire["clauses"]:
        whole = " ".join((each["id"], each["citation"], each["section"], each["words"]))
        assert "fire" in whole.lower()
        assert "bet" in whole.lower()
    first, second = (got(client, f"/law?q=fire&limit=1{more}") for more in ("", "&after=NJ11-1.2a"))
    assert first["next"] == first["clauses"][0]["id"]
    assert second["clauses"][0]["id"] != first["clauses"][0]["id"]
    assert got(client, "/law?q=xyzzy") == {"clauses": [], "found": 0, "next": None}


def test_one_clause_is_the_command_lines(
    client: httpx.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("NJ11-1.2a1", "NJ11-1.6a-s1", "NJ11-1.7b1-s1", "MD13-03A"):
        found = got(client, f"/law/{name}")
        same_keys(found, shapes.ClauseView)
        before, after = found.pop("previous"), found.pop("next")
        assert found.pop("edition") in ("nj-2011", "md-2013")
        assert found == printed(capsys, "law", name)["clause"]
        order = list(clauses())
        at = order.index(name)
        if before is not None:
            assert before == order[at - 1]
        assert after == order[at + 1]
    ids = [name for name in clauses() if name.startswith("NJ05")]
    assert got(client, f"/law/{ids[0]}")["previous"] is None
    assert got(client, f"/law/{ids[-1].lower()}")["next"] is None


def test_readings(client: httpx.Client, capsys: pytest.CaptureFixture[str]) -> None:
    listed = got(client, "/readings")
    same_keys(listed, shapes.Readings)
    assert [each["id"] for each in listed["readings"]] == list(all_readings())
    for name in ("R-01", "R-04"):
        found = got(client, f"/readings/{name}")
        same_keys(found, shapes.ReadingView)
        sources = found.pop("sources")
        assert bool(sources) == (name == "R-04")
        assert found == printed(capsys, "law", name)["reading"]


# What does not exist, and what has not changed


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("/rulesets/nj-2012/craps", "Did you mean nj-2011"),
        ("/rulesets/nj-2011/crap", "Did you mean craps"),
        ("/rulesets/nj-2011/crap/odds", "Did you mean craps"),
        ("/compare?left=nj-2011/craps&right=md-2014/craps", "Did you mean md-2013"),
        ("/law/NJ11-1.2a99", "Did you mean NJ11-1.2a9"),
        ("/law/NJ11-9.9", "Did you mean NJ11-1.9"),
        ("/law/R-05", "GET /api/v1/readings/R-05"),
        ("/law?edition=NJ12", "Did you mean NJ"),
        ("/law?after=NJ11-1.2zz", "Did you mean NJ11-1.2"),
        ("/readings/R-99", "Did you mean R-"),
        ("/tables/nowhere/catalogue", "GET /api/v1/tables"),
    ],
)
def test_what_there_is_not(client: httpx.Client, path: str, near: str) -> None:
    found = refused(client, path)
    assert found["instead"].startswith(near), found


@pytest.mark.parametrize(
    "path",
    [
        "/rulesets/NJ/craps",
        "/compare?left=nj-2011/craps",
        "/compare?left=nj-2011&right=md-2013/craps",
        "/law?status=held",
        "/law?limit=1000",
        "/law?limit=0",
        f"/law?q={'a' * 101}",
        "/law?words=fire",
        "/law/...",
    ],
)
def test_what_is_not_well_asked(client: httpx.Client, path: str) -> None:
    refused(client, path, 400)


@pytest.mark.parametrize(
    "path",
    [
        "/rulesets",
        "/rulesets/nj-2001/punto-banco",
        "/rulesets/nj-1997/mini-dice/odds",
        "/compare?left=nj-2011/craps&right=nj-2005/craps",
        "/law?q=fire",
        "/law/NJ11-1.2a1",
        "/readings",
        "/readings/R-05",
        "/tables/craps-1/catalogue",
    ],
)
def test_what_a_browser_has_is_not_sent_again(client: httpx.Client, path: str) -> None:
    whole = client.get(f"/api/v1{path}")
    assert whole.headers["cache-control"] == "no-cache"
    assert whole.headers["content-type"].startswith("application/json")
    tag = whole.headers["etag"]
    for has in (tag, f"W/{tag}", f'"other", {tag}'):
        again = client.get(f"/api/v1{path}", headers={"If-None-Match": has})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == "no-cache"
        assert again.headers["x-content-type-options"] == "nosniff"
    other = client.get(f"/api/v1{path}", headers={"If-None-Match": '"other"'})
    assert (other.status_code, other.content) == (200, whole.content)


def test_what_is_long_travels_packed_to_who_can_unpack_it(client: httpx.Client) -> None:
    path = "/api/v1/rulesets/nj-2011/craps"
    asked = {"Accept-Encoding": "br, gzip"}
    packed = client.get(path, headers=asked)
    plain = client.get(path, headers={"Accept-Encoding": "gzip;q=0, identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 5
    assert packed.headers["etag"] != plain.headers["etag"]
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    for has, status in ((packed, 304), (plain, 200)):
        again = client.get(path, headers={**asked, "If-None-Match": has.headers["etag"]})
        assert again.status_code == status
    short = client.get("/api/v1/compare?left=nj-2011/craps&right=nj-2011/craps", headers=asked)
    assert "content-encoding" not in short.headers


def test_lines_and_logs_travel_packed_and_nothing_of_a_persons(site: Site) -> None:
    _, token = site.guest()
    asked = {"Accept-Encoding": "gzip"}
    with site.client(token) as guest:
        table = guest.post("/api/v1/tables", json={"rules": "nj-2011"}).json()["table"]
        while got(guest, f"/tables/{table}")["seq"] < 2:  # The seed is pledged after it is open.
            pass
        for path in (f"/api/v1/tables/{table}/lines", f"/api/v1/tables/{table}/log"):
            packed = guest.get(path, headers=asked)
            plain = guest.get(path, headers={"Accept-Encoding": "identity"})
            assert packed.headers["content-encoding"] == "gzip"
            assert "content-encoding" not in plain.headers
            assert packed.content == plain.content
            assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
        for own in ("/me", "/me/sessions", "/me/hands", "/me/transfers", f"/tables/{table}/legal"):
            assert "content-encoding" not in guest.get(f"/api/v1{own}", headers=asked).headers


def test_answers_that_differ_have_other_tags(client: httpx.Client) -> None:
    paths = ("/rulesets/nj-2011/craps", "/rulesets/nj-2005/craps", "/rulesets/nj-2011/mini-craps")
    assert len({client.get(f"/api/v1{path}").headers["etag"] for path in paths}) == 3


def test_only_the_last_answers_are_kept_and_each_is_made_once() -> None:
    made: list[int] = []

    def making(number: int) -> dict[str, int]:
        made.append(number)
        return {"number": number}

    async def ask() -> None:
        kept = BodyCache(most=2)

        async def page(number: int) -> CachedBody:
            return await kept.page(number, lambda: making(number))

        both = await asyncio.gather(page(1), page(1), page(2))
        assert both[0] is both[1]
        assert made == [1, 2]
        await page(1)
        await page(3)  # 2 was asked for longest ago.
        await page(1)
        assert made == [1, 2, 3]
        await page(2)
        assert made == [1, 2, 3, 2]

    asyncio.run(ask())


def test_what_cannot_be_made_is_asked_again() -> None:
    def fails() -> None:
        raise ValueError("not now")

    async def ask() -> None:
        kept = BodyCache()
        with pytest.raises(ValueError, match="not now"):
            await kept.page("key", fails)
        assert (await kept.page("key", lambda: 1)).body == b"1"

    asyncio.run(ask())


# House files


@pytest.mark.parametrize(("rules", "game"), EACH_GAME)
def test_a_table_is_opened_with_the_file_to_start_from(
    site: Site, client: httpx.Client, rules: str, game: str
) -> None:
    file = got(client, f"/rulesets/{rules}/{game}/house")["file"]
    assert file == example(load(rules, game))
    body = {"rules": rules, "game": game, "file": file, "house": {"limits": {"max": 600_000}}}
    with site.client(site.guest("Filer")[1]) as guest:
        answer = guest.post("/api/v1/tables", json=body)
        assert answer.status_code == 201, answer.text
        wagers = got(guest, f"/tables/{answer.json()['table']}/catalogue")["wagers"]
    first, second, *_ = wagers.values()
    assert (first["limits"]["min"], first["limits"]["max"]) == (1000, 500_000), "of the file"
    assert second["limits"]["max"] == 600_000, "beside it"


def test_a_wager_of_a_file_begins_with_its_first_state(site: Site) -> None:
    file = """
experimental = true
[[wagers]]
key = "twice"
name = "Twice"
space = "wheel"
[wagers.states.waiting]
red = "to again"
black = "lose"
[wagers.states.again]
red = "win 1 to 1"
"black, 0" = "lose"
"""
    with site.client(site.guest("Filer")[1]) as guest:
        answer = guest.post("/api/v1/tables", json={"rules": "ac-roulette", "file": file})
        assert answer.status_code == 201, answer.text
        table = answer.json()["table"]
        assert "twice" in got(guest, f"/tables/{table}/catalogue")["wagers"]
        marked = [
            each["table"] for each in got(guest, "/tables")["tables"] if "experimental" in each
        ]
    assert marked == [table]


@pytest.mark.parametrize(
    ("more", "said", "instead"),
    [
        ({"file": "odds = 3\nodds ="}, "The house file, line 2: Invalid value: odds =.", "/house"),
        ({"file": "# none\noods = 3"}, "Line 2, house.oods: there is no key", "odds"),
        ({"file": '[limits]\nmin = "5"'}, "Line 2, house.limits.min:", "500 for $5"),
        ({"file": "[odds]\n4 = 2026-01-01"}, "Line 2, house.odds.4: 2026-01-01", "5/2"),
        ({"file": "odds = nan"}, "Line 1, house.odds: nan", "5/2"),
        ({"file": 'rules = "md-2013"'}, "Line 1, house.rules: the house is one for md", "Leave"),
        ({"file": 'game = "mini-craps"'}, "Line 1, house.game: the house is one", "Leave"),
        ({"file": "odds = 3", "house": {"odds": 4}}, "odds is given twice.", "beside"),
        (
            {"file": "[limits]\nmin = 500", "house": {"limits": {"min": 100}}},
            "limits is given twice.",
            "beside",
        ),
        ({"house": {"oods": 3}}, "house.oods: there is no key", "odds"),
        ({"file": f"{'a.' * 9000}a = 1"}, "The house file has a line of more than 500", ""),
        ({"file": f"{'a.' * 240}a = 1"}, "Line 1, house.a: there is no key", ""),
        ({"file": f"a = {'[' * 240}{']' * 240}"}, "Line 1, house.a: there is no key", ""),
    ],
)
def test_a_house_file_that_cannot_be_followed(
    site: Site, more: dict[str, Any], said: str, instead: str
) -> None:
    tables = len(site.house.tables)
    with site.client(site.guest("Filer")[1]) as guest:
        answer = guest.post("/api/v1/tables", json={"rules": "nj-2011", **more})
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert error["detail"].startswith(said)
    assert error["detail"].endswith(".")
    assert instead in error.get("instead", "")
    assert len(site.house.tables) == tables


def test_a_house_file_that_the_law_forbids(site: Site) -> None:
    body = {"rules": "nj-2011", "file": 'vig_rate = "1/5"', "house": {}}
    with site.client(site.guest("Filer")[1]) as guest:
        error = guest.post("/api/v1/tables", json=body).json()["error"]
        assert (error["code"], error["clauses"][0][:8]) == ("unlawful-house", "NJ11-1.5")
        answer = guest.post("/api/v1/tables", json={"rules": "nj-2011", "file": "#" * 20_001})
        assert answer.status_code == 400
