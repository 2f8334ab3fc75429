"""People over real HTTP: signing in and out, and what each may see."""

from typing import Any

import httpx
import pytest

from lammer.server.people.accounts import GUEST_CHIPS, PeopleLimits
from tests.server.support.over_http import FREE, GOOD, Site, opened

API = "/api/v1"


def code(answer: httpx.Response) -> str:
    found: dict[str, Any] = answer.json()["error"]
    assert {"code", "detail"} <= found.keys() <= {"code", "detail", "clauses", "instead"}
    assert found["detail"]
    return str(found["code"])


def test_a_guest_comes_in_with_a_cookie_and_keeps_it(site: Site) -> None:
    with site.client() as browser:
        came = browser.post(f"{API}/guests", json={"name": " Bob "})
        assert came.status_code == 201
        body = came.json()
        assert body["person"]["name"] == "Bob"
        assert body["person"]["purse"] == GUEST_CHIPS
        cookie = came.headers["set-cookie"]
        assert cookie.startswith(f"lammer_session={body['token']};")
        for flag in ("HttpOnly", "SameSite=strict", "Path=/", "Max-Age=2592000"):
            assert flag.lower() in cookie.lower()
        assert "secure" not in cookie.lower()
        assert browser.get(f"{API}/me").json() == body["person"], "by the cookie alone"
        left = browser.delete(f"{API}/sessions/current")
        assert left.status_code == 204
        assert "max-age=0" in left.headers["set-cookie"].lower()
        assert browser.get(f"{API}/me").status_code == 401
    with site.client(body["token"]) as program:
        dead = code(program.get(f"{API}/me"))
        assert dead == "not-signed-in", "and the token is dead, not only gone"


def test_a_bearer_counts_before_the_cookie(site: Site) -> None:
    first, one = site.guest("One")
    second, two = site.guest("Two")
    with site.client(one) as client:
        client.cookies.set("lammer_session", two)
        assert client.get(f"{API}/me").json()["id"] == first
        del client.headers["Authorization"]
        assert client.get(f"{API}/me").json()["id"] == second


@pytest.mark.parametrize("given", ["Basic eDp5", "Bearer", "Bearer x", "bearer " + "y" * 43, ""])
def test_a_header_that_is_no_good_is_nobody(site: Site, given: str) -> None:
    with site.client() as client:
        answer = client.get(f"{API}/me", headers={"Authorization": given})
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_guest_registers_signs_in_and_changes_the_password(site: Site) -> None:
    person, token = site.guest("Carla")
    with site.client(token) as guest:
        made = guest.post(f"{API}/accounts", json={"login": "carla", "password": GOOD})
        assert made.status_code == 201
        assert made.json()["person"]["id"] == person
        assert guest.get(f"{API}/me").status_code == 401, "the guest's token is void"
    with site.client(made.json()["token"]) as first, site.client() as second:
        came = second.post(f"{API}/sessions", json={"login": "carla", "password": GOOD})
        assert came.status_code == 201
        listed = second.get(f"{API}/me/sessions").json()["sessions"]
        assert [each["current"] for each in listed].count(True) == 1
        assert len(listed) == 2
        assert not any("digest" in each or "token" in each for each in listed)
        wrong = {"old": "wrong password", "new": "another password"}
        assert code(second.put(f"{API}/me/password", json=wrong)) == "wrong-password"
        right = {"old": GOOD, "new": "another password"}
        assert second.put(f"{API}/me/password", json=right).status_code == 204
        assert first.get(f"{API}/me").status_code == 401
        assert second.get(f"{API}/me").status_code == 200


def test_one_of_my_sessions_is_ended_and_not_one_of_yours(site: Site) -> None:
    site.account("dora")
    _, other = site.account("emil")
    tokens = []
    with site.client() as client:
        for _ in range(2):
            client.cookies.clear()
            body = {"login": "dora", "password": GOOD}
            tokens.append(client.post(f"{API}/sessions", json=body).json()["token"])
    with site.client(tokens[0]) as one, site.client(tokens[1]) as two, site.client(other) as emil:
        (ours,) = (
            e["id"] for e in two.get(f"{API}/me/sessions").json()["sessions"] if e["current"]
        )
        assert code(emil.get(f"{API}/me/sessions/{ours}")) == "no-session"
        assert one.get(f"{API}/me/sessions/{ours}").json()["current"] is False
        assert two.get(f"{API}/me/sessions/{ours}").json()["current"] is True
        assert code(emil.delete(f"{API}/me/sessions/{ours}")) == "no-session"
        assert two.get(f"{API}/me").status_code == 200
        assert one.delete(f"{API}/me/sessions/{ours}").status_code == 204
        assert two.get(f"{API}/me").status_code == 401
        assert code(one.delete(f"{API}/me/sessions/{ours}")) == "no-session"


def test_five_wrong_passwords_delay_the_next_and_say_for_how_long(site: Site) -> None:
    site.account("fritz")
    with site.client() as client:
        for login in ("fritz-2", "nobody-of-that-name"):
            body = {"login": login, "password": "wrong password"}
            heard = [client.post(f"{API}/sessions", json=body) for _ in range(6)]
            assert [each.status_code for each in heard] == [401] * 5 + [429]
            assert code(heard[5]) == "locked"
            assert 9 <= int(heard[5].headers["retry-after"]) <= 11


def test_a_browser_that_signed_in_before_passes_what_others_from_its_address_did(
    site: Site,
) -> None:
    site.account("gerda")
    right, wrong = ({"login": "gerda", "password": each} for each in (GOOD, "wrong password"))
    with site.client() as own, site.client() as others:
        came = own.post(f"{API}/sessions", json=right)
        kept = came.headers.get_list("set-cookie")[1]
        assert kept.startswith("lammer_device=")
        assert "HttpOnly" in kept
        assert own.delete(f"{API}/sessions/current").status_code == 204
        for _ in range(6):
            heard = others.post(f"{API}/sessions", json=wrong)
        assert code(heard) == "locked"
        assert code(others.post(f"{API}/sessions", json=right)) == "locked"
        assert own.post(f"{API}/sessions", json=right).status_code == 201


def test_logins_from_one_address_are_held_up() -> None:
    manners = PeopleLimits(failure_seconds=0, logins_burst=3, logins_per_minute=0.1)
    with opened(FREE, manners=manners) as site, site.client() as client:
        for number in range(3):
            body = {"login": f"login{number}", "password": GOOD}
            assert client.post(f"{API}/sessions", json=body).status_code == 401
        answer = client.post(f"{API}/sessions", json={"login": "other", "password": GOOD})
        assert (answer.status_code, code(answer)) == (429, "too-many")
        assert int(answer.headers["retry-after"]) > 0


def test_a_name_is_changed_or_refused_in_words(site: Site) -> None:
    _, token = site.guest("Gina")
    with site.client(token) as client:
        assert client.patch(f"{API}/me", json={"name": "Gina B."}).json()["name"] == "Gina B."
        bad = client.patch(f"{API}/me", json={"name": "G\u202eanig"})
        assert (bad.status_code, code(bad)) == (422, "bad-name")
        assert "U+202E" in bad.json()["error"]["detail"]
        assert client.get(f"{API}/me").json()["name"] == "Gina B."


def test_chips_come_back_once_they_are_gone_and_the_table_knows(site: Site) -> None:
    person, token = site.guest("Hugo")
    with site.client(token) as client:
        assert code(client.post(f"{API}/me/chips")) == "enough-chips"
        site.ask(person, "mini-dice-1", {"do": "sit", "rail": 40_000})
        me = client.get(f"{API}/me").json()
        assert (me["purse"], me["at_tables"], me["top_up"]) == (60_000, 40_000, 0)
        assert code(client.post(f"{API}/me/chips")) == "enough-chips", "chips at tables count"
        while client.get(f"{API}/me").json()["at_tables"] >= 40_000:
            if client.get(f"{API}/tables/mini-dice-1").json()["state"]["offered"]:
                site.ask(person, "mini-dice-1", {"do": "accept-shaker"})
            site.ask(person, "mini-dice-1", {"do": "bet", "wager": "any-seven", "amount": 10_000})
            site.ask(person, "mini-dice-1", {"do": "shake"})
        missing = GUEST_CHIPS - 60_000 - client.get(f"{API}/me").json()["at_tables"]
        assert client.get(f"{API}/me").json()["top_up"] == missing
        given = client.post(f"{API}/me/chips")
        assert given.status_code == 201
        assert given.json() == {"given": missing, "purse": 60_000 + missing}
        assert site.house.purses.free(person) == 60_000 + missing
        rows = client.get(f"{API}/me/transfers").json()["transfers"]
        assert sum(each["cents"] for each in rows) == 60_000 + missing
        assert rows[0]["why"] == "top-up"
        assert rows[1]["table"] == "mini-dice-1"
        site.ask(person, "mini-dice-1", {"do": "leave"})


def test_chips_last_for_several_tables_and_are_found_again(site: Site) -> None:
    """Sitting down brings part of the purse; once that is empty, it is said where the chips are."""
    person, token = site.guest("Hella")
    tables = ["craps-1", "mini-craps-1", "automated-craps-1", "mini-dice-1", "punto-banco-1"]
    with site.client(token) as client:
        for table in tables:
            site.ask(person, table, {"do": "sit"})
        me = client.get(f"{API}/me").json()
        rails = {each["table"]: each["rail"] for each in me["seats"]}
        assert rails == dict(zip(tables, (50_000, 25_000, 12_500, 10_000, 2_500), strict=True))
        assert list(rails) == tables, "as they were opened, not by name"
        assert (me["purse"], me["at_tables"], me["top_up"]) == (0, GUEST_CHIPS, 0)
        assert me["seats"][-1] == {
            "table": "punto-banco-1", "name": "Punto banco 1", "rail": 2_500, "bets": 0,
        }  # fmt: skip
        site.ask(person, "craps-1", {"do": "cash-out"})
        assert client.get(f"{API}/me").json()["purse"] == 50_000
        for table in tables:
            site.ask(person, table, {"do": "leave"})
        me = client.get(f"{API}/me").json()
        assert (me["purse"], me["seats"]) == (GUEST_CHIPS, [])
    assert site.inside(lambda: site.house.writer.read(lambda store: store.verify())) == []


def test_transfers_come_in_pages(site: Site) -> None:
    person, token = site.guest("Ida")
    for table in ("craps-1", "mini-craps-1", "punto-banco-1"):
        site.ask(person, table, {"do": "sit", "rail": 1000})
        site.ask(person, table, {"do": "leave"})
    with site.client(token) as client:
        whole = client.get(f"{API}/me/transfers").json()
        assert whole["next"] is None
        assert len(whole["transfers"]) == 7
        pages: list[dict[str, Any]] = []
        at = ""
        while True:
            page = client.get(f"{API}/me/transfers?limit=2{at}").json()
            pages += page["transfers"]
            if page["next"] is None:
                break
            at = f"&before={page['next']}"
        assert pages == whole["transfers"]


def test_staff_come_by_invitation(site: Site) -> None:
    with site.client() as client:
        token = site.inside(site.house.people.first_administrator)
        made = client.post(f"{API}/accounts", json={"login": "boss", "password": GOOD}).json()
        taken = client.post(f"{API}/invitations/accept", json={"token": token})
        assert taken.json()["roles"] == ["administrator"]
        boss = made["person"]["id"]
        invited = client.post(f"{API}/invitations", json={"role": "surveillance"})
        assert invited.status_code == 201
        token = invited.json()["token"]
        last = client.delete(f"{API}/people/{boss}/roles/administrator")
        assert (last.status_code, code(last)) == (409, "last-administrator")
    _, guest = site.guest("Jan")
    with site.client(guest) as client:
        answer = client.post(f"{API}/invitations/accept", json={"token": token})
        assert (answer.status_code, code(answer)) == (403, "register-first")
        assert "register" in answer.json()["error"]["instead"].lower()
    person, account = site.account("jana")
    site.ask(person, "craps-1", {"do": "sit"})
    with site.client(account) as client:
        answer = client.post(f"{API}/invitations/accept", json={"token": token})
        assert (answer.status_code, code(answer)) == (409, "seated")
        site.ask(person, "craps-1", {"do": "leave"})
        answer = client.post(f"{API}/invitations/accept", json={"token": token})
        assert answer.json()["roles"] == ["surveillance"]


def test_nobody_is_shown_a_password_or_a_digest(site: Site) -> None:
    _, boss = site.account("karl", "administrator")
    with site.client(boss) as client:
        for path in ("/people?limit=200", "/me", "/me/sessions", "/tables", "/tables/craps-1"):
            text = client.get(f"{API}{path}").text
            assert "argon2" not in text
            assert boss not in text


def test_everybody_comes_in_pages_and_logins_are_for_administrators(site: Site) -> None:
    _, boss = site.account("lena", "administrator")
    _, floor = site.account("max", "floorperson")
    with site.client(boss) as client, site.client(floor) as other:
        whole = client.get(f"{API}/people?limit=200").json()
        first = client.get(f"{API}/people?limit=2").json()
        second = client.get(f"{API}/people?limit=2&after={first['next']}").json()
        assert first["people"] + second["people"] == whole["people"][:4]
        assert "lena" in [each["login"] for each in whole["people"]]
        seen = other.get(f"{API}/people?limit=200").json()["people"]
        assert {each["login"] for each in seen} == {None}
