"""Accounts, sessions, roles and invitations, over a real store and store writer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from operator import methodcaller
from typing import TypeVar

import pytest
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from hypothesis import given
from hypothesis import strategies as st

from lammer.server.errors import Refused
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.accounts import (
    GUEST_CHIPS,
    Accounts,
    KnownPerson,
    PeopleLimits,
    digest,
)
from lammer.server.people.names import check_name, check_not_taken, clean_name
from lammer.server.people.passwords import (
    AT_ONCE,
    MOST_WAITING,
    Passwords,
    PasswordsBusy,
    hash_of_nothing,
)
from lammer.server.people.roles import ADMINISTRATOR, ROLES, TOUCHING
from lammer.server.storage.store_writer import StoreWriter
from lammer.store import open_store
from lammer.store.port import Person, Store, TableRecord, Tick, Transfer

T = TypeVar("T")
WEAK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
QUICK = PeopleLimits(failure_seconds=0)
GOOD = "correct horse battery"


class WallClock:
    def __init__(self) -> None:
        self.now = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def on(self, **span: float) -> None:
        self.now += timedelta(**span)


class Here:
    """A house door: its people, its clock and its store."""

    def __init__(
        self, store: Store, writer: StoreWriter, people: Accounts, clock: WallClock
    ) -> None:
        self.store, self.writer, self.people, self.clock = store, writer, people, clock

    async def known(self, token: str) -> KnownPerson:
        found = await self.people.known(token)
        assert found is not None
        return found

    async def account(self, login: str, *roles: str) -> tuple[Person, str]:
        _, token = await self.people.register(None, login, GOOD)
        known = await self.known(token)
        for role in roles:
            await self.writer.write(methodcaller("give_role", known.person.id, role))
        person = await self.writer.read(lambda store: store.person(known.person.id))
        assert person is not None
        return person, token


@asynccontextmanager
async def opened(limits: PeopleLimits = QUICK) -> AsyncIterator[Here]:
    store = open_store(":memory:")
    store.migrate()
    writer, clock = StoreWriter(store), WallClock()
    people = Accounts(writer, clock, limits, WEAK)
    try:
        yield Here(store, writer, people, clock)
    finally:
        people.close()
        await writer.close()
        store.close()


def run(test: Callable[[Here], Awaitable[None]], limits: PeopleLimits = QUICK) -> None:
    async def inside() -> None:
        async with opened(limits) as here:
            await test(here)

    asyncio.run(inside())


@contextmanager
def refused(code: str, status: int) -> Iterator[None]:
    with pytest.raises(Refused) as caught:
        yield
    assert (caught.value.code, caught.value.status) == (code, status), caught.value
    assert caught.value.detail.endswith((".", "?")), "says it in a sentence"


# Names


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna  K. ", "Anna K."),
        ("Ane\u0301", "An\u00e9"),
        ("Ольга", "Ольга"),
        ("李四", "李四"),
        ("7", "7"),
        ("<b>Bob</b>", "<b>Bob</b>"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_that_are_kept(given_name: str, kept: str) -> None:
    assert clean_name(given_name) == kept


@pytest.mark.parametrize(
    "name",
    ["Dealer", "D\u0435\u0430ler", "D e a l e r", "Dealer 2", "dea1er", "\U0001d403ealer",
     "The Dealer", "D\u0323ealer Anna", "Surveillance", "Box-person", "The House", "Lammer",
     "L\u0430mmer", "Larnmer", "\u2c60ammer", "lammer 7", "A d m i n",
     "Seat 2", "s\u0435at", "Boxman", "Stickman Joe", "Staff"],
)  # fmt: skip
def test_names_of_the_house_and_its_staff_are_refused(name: str) -> None:
    async def test(here: Here) -> None:
        with refused("bad-name", 422):
            await here.people.guest(name)
        anna, _ = await here.people.guest("Anna")
        with refused("bad-name", 422):
            await here.people.rename(anna, name)
        with refused("bad-name", 422):
            await here.people.register(anna, "anna", GOOD, name)

    run(test)


@pytest.mark.parametrize(
    "name",
    ["Anna", "Ideal Erika", "Badminton Ben", "Lucky Lammer", "\u0414\u0438\u043b\u0435\u0440", "7"],
)
def test_names_that_imitate_nobody_are_taken(name: str) -> None:
    check_name(clean_name(name), "Lammer")


def test_who_has_a_role_may_be_called_by_it() -> None:
    async def test(here: Here) -> None:
        dealer, _ = await here.account("dealer", "dealer")
        assert dealer.name == "Newcomer", "the login would be taken for a dealer's name"
        assert (await here.people.rename(dealer, "Dealer Dan")).name == "Dealer Dan"
        with refused("bad-name", 422):
            await here.people.rename(dealer, "Floorperson Dan")

    run(test)


@pytest.mark.parametrize("name", ["Anna", "\u0410nn\u0430", "a n n a", "ANNA", "\u00c4nna", "@nna"])
def test_a_name_that_somebody_at_the_table_has(name: str) -> None:
    with refused("name-taken", 409):
        check_not_taken(name, ["Bert", "Anna"])


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "x" * 5000,
        "...",
        "🎲",
        "Bob\n",
        "Bob\x00",
        "B\u200bob",
        "Bob\u202egnp.exe",
        "\u2066Bob\u2069",
        "B\u00adob",
        "\ufeffBob",
        "\u3164",
        "Bob\u2028",
        "B\ud800b",
        "Z" + "\u0301\u0302\u0303\u0304",
        "Bob\ue000",
    ],
)
def test_names_that_hide_or_mislead_are_refused(name: str) -> None:
    with refused("bad-name", 422):
        clean_name(name)


@given(st.text(max_size=60))
def test_a_name_is_kept_as_it_would_be_kept_again_or_refused(name: str) -> None:
    try:
        kept = clean_name(name)
    except Refused:
        return
    assert clean_name(kept) == kept
    assert 1 <= len(kept) <= 24
    assert kept.isprintable()


# Guests and tokens


def test_a_guest_has_chips_and_a_token_that_is_kept_nowhere() -> None:
    async def test(here: Here) -> None:
        person, token = await here.people.guest(" Bob ", agent="curl/8\r\nX: y")
        assert (person.kind, person.name, person.roles) == ("guest", "Bob", ())
        assert here.store.purse(person.id) == GUEST_CHIPS
        assert here.store.verify() == []
        known = await here.known(token)
        assert known.person == person
        assert known.session.digest == digest(token) != token
        assert known.session.agent == "curl/8X: y"
        rows: list[object] = []
        here.store.dump(lambda _, found: rows.extend(found))
        assert token not in repr(rows)
        assert digest(token) in repr(rows)

    run(test)


def test_a_token_nobody_has_is_nobody() -> None:
    async def test(here: Here) -> None:
        _, token = await here.people.guest("Bob")
        for wrong in ("", "x", token[:-1], token + "A", digest(token), "\ud800", "a" * 10_000):
            assert await here.people.who(wrong) is None

    run(test)


def test_a_session_lasts_thirty_days_and_is_seen_once_an_hour() -> None:
    async def test(here: Here) -> None:
        _, token = await here.people.guest("Bob")
        first = (await here.known(token)).session.seen
        here.clock.on(minutes=59)
        assert (await here.known(token)).session.seen == first
        here.clock.on(minutes=2)
        later = await here.known(token)
        assert later.session.seen == "2026-01-31T21:16:00Z" > first
        kept = here.store.session(digest(token))
        assert kept is not None
        assert kept.seen == later.session.seen
        here.clock.on(days=29, hours=22, minutes=58, seconds=58)
        assert await here.people.who(token) is not None
        here.clock.on(seconds=2)
        assert await here.people.who(token) is None, "also from the cache"

    run(test)


def test_too_many_sessions_end_the_oldest() -> None:
    async def test(here: Here) -> None:
        await here.account("anna")
        tokens = []
        for _ in range(4):
            here.clock.on(seconds=1)
            tokens.append((await here.people.login("anna", GOOD))[1])
        good = [await here.people.who(token) is not None for token in tokens]
        assert good == [False, True, True, True]

    run(test, replace(QUICK, sessions=3))


def test_newcomers_from_one_address_are_held_up_and_others_are_not() -> None:
    async def test(here: Here) -> None:
        for _ in range(2):
            await here.people.guest("Bob", address="192.0.2.1")
        with refused("too-many", 429):
            await here.people.guest("Bob", address="192.0.2.1")
        await here.people.guest("Bob", address="192.0.2.2")

    run(test, replace(QUICK, newcomers_burst=2, newcomers_per_minute=0.1))


# Accounts


def test_a_guest_becomes_an_account_and_keeps_the_chips() -> None:
    async def test(here: Here) -> None:
        guest, old = await here.people.guest("Bob")
        await here.writer.write(
            lambda store: store.grant(Transfer(guest.id, -500, "spent", "2026-01-31T20:15:00Z"))
        )
        person, token = await here.people.register(guest, " Bob.B ", GOOD)
        assert (person.id, person.kind, person.login) == (guest.id, "account", "bob.b")
        assert person.name == "Bob"
        assert here.store.purse(person.id) == GUEST_CHIPS - 500
        assert await here.people.who(old) is None, "a token from before the password is void"
        assert await here.people.who(token) == person
        assert person.password is not None
        assert person.password.startswith("$argon2id$")
        assert GOOD not in person.password
        with refused("has-account", 409):
            await here.people.register(person, "other", GOOD)

    run(test)


def test_a_login_is_taken_once_whatever_its_case() -> None:
    async def test(here: Here) -> None:
        await here.people.register(None, "anna", GOOD)
        with refused("login-taken", 409):
            await here.people.register(None, "ANNA", GOOD)
        many = [here.people.register(None, "carl", GOOD) for _ in range(8)]
        came = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(each, tuple) for each in came) == 1
        assert all(each.code == "login-taken" for each in came if isinstance(each, Refused))

    run(test)


@pytest.mark.parametrize(
    ("login", "password", "code"),
    [
        ("ab", GOOD, "bad-login"),
        ("a b c", GOOD, "bad-login"),
        ("-abc", GOOD, "bad-login"),
        ("abc-", GOOD, "bad-login"),
        ("ábc", GOOD, "bad-login"),
        ("a" * 33, GOOD, "bad-login"),
        ("anna", "short", "bad-password"),
        ("anna", "x" * 201, "bad-password"),
        ("anna.k.anna", "ANNA.K.anna", "bad-password"),
        ("anna", "half \ud800 a character", "bad-password"),
    ],
)
def test_logins_and_passwords_that_will_not_do(login: str, password: str, code: str) -> None:
    async def test(here: Here) -> None:
        with refused(code, 422):
            await here.people.register(None, login, password)
        assert here.store.people(0, 10) == [], "nothing is left behind"

    run(test)


def test_signing_in_needs_the_password_as_it_was_typed() -> None:
    async def test(here: Here) -> None:
        await here.people.register(None, "anna", "pässwörter sind lang")
        for login in ("anna", "Anna ", "ANNA"):
            person, token = await here.people.login(login, "pa\u0308sswo\u0308rter sind lang")
            assert await here.people.who(token) == person
        for wrong in ("", "passworter sind lang", "PÄSSWÖRTER SIND LANG"):
            with refused("wrong-login", 401):
                await here.people.login("anna", wrong)

    run(test)


def test_an_unknown_login_is_told_and_counted_like_a_known_one() -> None:
    async def test(here: Here) -> None:
        await here.account("anna")
        logins = ("anna", "nobody", "no\0body", "x" * 60, "\ud800")
        told: dict[str, list[tuple[str, str, str, int]]] = {login: [] for login in logins}
        for login, heard in told.items():
            for _ in range(7):
                with pytest.raises(Refused) as caught:
                    await here.people.login(login, "wrong password", address=login)
                no = caught.value
                heard.append((no.code, no.detail, no.instead, no.status))
        assert all(heard == told["anna"] for heard in told.values())
        assert [code for code, *_ in told["anna"]] == ["wrong-login"] * 5 + ["locked"] * 2

    run(test)


def test_an_unknown_login_takes_the_work_of_a_known_one() -> None:
    class Counting(PasswordHasher):
        verified = 0

        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]
            Counting.verified += 1
            return super().verify(hash, password)

    async def test() -> None:
        passwords = Passwords(Counting(time_cost=1, memory_cost=8, parallelism=1))
        stored = await passwords.hash(GOOD)
        assert not await passwords.verify(stored, "wrong")
        assert Counting.verified == 1
        assert not await passwords.verify(None, GOOD)
        assert Counting.verified == 2
        passwords.close()

    asyncio.run(test())
    with pytest.raises(VerifyMismatchError):  # It was computed, not refused for its form.
        WEAK.verify(hash_of_nothing(WEAK), GOOD)


def test_a_wrong_login_takes_its_time_to_answer() -> None:
    async def test(here: Here) -> None:
        await here.account("anna")
        loop = asyncio.get_running_loop()
        for login in ("anna", "nobody"):
            began = loop.time()
            with refused("wrong-login", 401):
                await here.people.login(login, "wrong password")
            assert loop.time() - began >= 0.099

    run(test, replace(QUICK, failure_seconds=0.1))


def test_five_wrong_passwords_delay_the_next_tries_from_there() -> None:
    async def test(here: Here) -> None:
        await here.account("anna")
        for _ in range(4):
            with refused("wrong-login", 401):
                await here.people.login("anna", "wrong password", address="192.0.2.1")
        await here.people.login("anna", GOOD, address="192.0.2.1")
        for _ in range(5):
            with refused("wrong-login", 401):
                await here.people.login("anna", "wrong password", address="192.0.2.1")
        for seconds in (10, 20, 40, 80, 160, 300, 300):
            with refused("locked", 429):
                await here.people.login("anna", GOOD, address="192.0.2.1")
            here.clock.on(seconds=seconds - 0.5)
            with refused("locked", 429):
                await here.people.login("anna", GOOD, address="192.0.2.1")
            here.clock.on(seconds=1)
            with refused("wrong-login", 401):
                await here.people.login("anna", "wrong password", address="192.0.2.1")
        await here.people.login("anna", GOOD, address="192.0.2.2")
        here.clock.on(seconds=301)
        await here.people.login("anna", GOOD, address="192.0.2.1")
        with refused("wrong-login", 401):
            await here.people.login("anna", "wrong password", address="192.0.2.1")

    run(test, replace(QUICK, logins_burst=100))


def test_strangers_do_not_keep_an_owner_out() -> None:
    async def guessed(here: Here, address: str) -> str:
        with pytest.raises(Refused) as caught:
            await here.people.login("anna", "wrong password", address=address)
        return caught.value.code

    async def test(here: Here) -> None:
        person, _ = await here.account("anna")
        proof = here.people.device_proof(person)
        await here.people.login("anna", GOOD, address="192.0.2.1")
        codes = [await guessed(here, f"198.51.100.{n}") for n in range(51)]
        assert codes == ["wrong-login"] * 50 + ["locked"]
        with refused("locked", 429):
            await here.people.login("anna", GOOD, address="203.0.113.9")
        await here.people.login("anna", GOOD, address="192.0.2.1")
        with refused("locked", 429):
            await here.people.login("anna", GOOD, address="203.0.113.9", device=proof[:-1] + "-")
        await here.people.login("anna", GOOD, address="203.0.113.9", device=proof)
        for _ in range(10):
            here.clock.on(seconds=61)
            assert await guessed(here, "198.51.100.200") in ("wrong-login", "locked")
        here.clock.on(seconds=61)
        await here.people.login("anna", GOOD, address="203.0.113.77")

    run(test, replace(QUICK, logins_burst=100))


def test_a_device_that_signed_in_before_may_not_guess_for_ever() -> None:
    async def test(here: Here) -> None:
        person, _ = await here.account("anna")
        proof = here.people.device_proof(person)
        for number in range(5):
            with refused("wrong-login", 401):
                await here.people.login("anna", "wrong", address=f"192.0.2.{number}", device=proof)
        with refused("locked", 429):
            await here.people.login("anna", GOOD, address="192.0.2.77", device=proof)

    run(test)


def test_guesses_made_side_by_side_are_counted_too() -> None:
    async def test(here: Here) -> None:
        await here.account("anna")
        guesses = [here.people.login("anna", f"wrong password {n}") for n in range(12)]
        came = await asyncio.gather(*guesses, return_exceptions=True)
        codes = [each.code for each in came if isinstance(each, Refused)]
        assert codes.count("wrong-login") == 5
        assert codes.count("locked") == 7

    run(test)


def test_logins_from_one_address_are_held_up() -> None:
    async def test(here: Here) -> None:
        for number in range(3):
            with refused("wrong-login", 401):
                await here.people.login(f"login{number}", "wrong password", address="2001:db8::1")
        with refused("too-many", 429):
            await here.people.login("anna", GOOD, address="2001:db8::2")
        with refused("wrong-login", 401):
            await here.people.login("anna", GOOD, address="2001:db8:0:1::2")

    run(test, replace(QUICK, logins_burst=3, logins_per_minute=0.1))


def test_passwords_are_hashed_two_at_a_time_and_the_queue_is_bounded() -> None:
    async def test() -> None:
        passwords = Passwords(PasswordHasher(time_cost=2, memory_cost=1024, parallelism=1))
        many = [passwords.hash(GOOD) for _ in range(AT_ONCE + MOST_WAITING + 5)]
        came = await asyncio.gather(*many, return_exceptions=True)
        assert sum(isinstance(each, PasswordsBusy) for each in came) == 5
        assert isinstance(await passwords.hash(GOOD), str), "and there is room again"
        passwords.close()

    asyncio.run(test())


def test_an_old_hash_is_made_anew_at_the_next_login() -> None:
    async def test(here: Here) -> None:
        person, _ = await here.account("anna")
        stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
        people = Accounts(here.writer, here.clock, QUICK, stronger)
        await people.login("anna", GOOD)
        kept = here.store.person(person.id)
        assert kept is not None
        assert kept.password is not None
        assert kept.password != person.password
        assert "t=2" in kept.password
        await people.login("anna", GOOD)
        assert here.store.person(person.id) == kept, "once"
        people.close()

    run(test)


# Ending sessions


def test_a_new_password_ends_the_other_sessions() -> None:
    async def test(here: Here) -> None:
        _, other = await here.account("anna")
        _, own = await here.people.login("anna", GOOD)
        known = await here.known(own)
        assert await here.people.who(other) is not None
        with refused("wrong-password", 403):
            await here.people.change_password(known, "wrong password", "a new password")
        with refused("bad-password", 422):
            await here.people.change_password(known, GOOD, "short")
        await here.people.change_password(known, GOOD, "a new password")
        assert await here.people.who(other) is None
        assert await here.people.who(own) is not None
        with refused("wrong-login", 401):
            await here.people.login("anna", GOOD)
        await here.people.login("anna", "a new password")

    run(test)


def test_a_stolen_session_cannot_guess_the_password_for_ever() -> None:
    async def test(here: Here) -> None:
        _, token = await here.account("anna")
        known = await here.known(token)
        for _ in range(5):
            with refused("wrong-password", 403):
                await here.people.change_password(known, "wrong password", "a new password")
        with refused("locked", 429):
            await here.people.change_password(known, GOOD, "a new password")

    run(test)


def test_signing_out_and_revoking_take_effect_at_once_though_cached() -> None:
    async def test(here: Here) -> None:
        told: list[int] = []
        here.people.listen(told.append)
        person, first = await here.account("anna")
        _, second = await here.people.login("anna", GOOD)
        _, third = await here.people.login("anna", GOOD)
        for token in (first, second, third):
            assert await here.people.who(token) is not None
        told.clear()
        await here.people.logout(await here.known(first))
        assert [await here.people.who(each) is not None for each in (first, second)] == [0, 1]
        await here.people.revoke(person, (await here.known(second)).session.id)
        assert [await here.people.who(each) is not None for each in (second, third)] == [0, 1]
        assert [each.digest for each in await here.people.sessions(person)] == [digest(third)]
        await here.people.revoke_all(person, person.id)
        assert await here.people.who(third) is None
        assert told == [person.id] * 3

    run(test)


def test_a_look_up_that_was_under_way_does_not_bring_a_revoked_session_back() -> None:
    async def test(here: Here) -> None:
        _, token = await here.people.guest("Bob")
        session = here.store.session(digest(token))
        assert session is not None
        found, _ = await asyncio.gather(
            here.people.known(token),
            here.people.logout(KnownPerson(Person(session.person, "guest", "Bob"), session)),
        )
        assert await here.people.who(token) is None, found

    for _ in range(20):
        run(test)


def test_only_an_administrator_ends_the_sessions_of_others() -> None:
    async def test(here: Here) -> None:
        boss, _ = await here.account("boss", ADMINISTRATOR)
        anna, token = await here.account("anna")
        eve, _ = await here.account("eve", *TOUCHING)
        session = (await here.known(token)).session.id
        with refused("no-session", 404):
            await here.people.revoke(eve, session)
        with refused("not-your-role", 403):
            await here.people.revoke(eve, session, anna.id)
        with refused("no-session", 404):
            await here.people.revoke(boss, session)
        with refused("not-your-role", 403):
            await here.people.revoke_all(eve, anna.id)
        assert await here.people.who(token) is not None
        await here.people.revoke(boss, session, anna.id)
        assert await here.people.who(token) is None
        with refused("no-person", 404):
            await here.people.revoke_all(boss, 999)

    run(test)


def test_the_cache_is_bounded() -> None:
    async def test(here: Here) -> None:
        tokens = [(await here.people.guest("Bob"))[1] for _ in range(7)]
        for token in tokens:
            assert await here.people.who(token) is not None
        assert len(here.people._cache) <= 3

    run(test, replace(QUICK, cache_size=3))


# Chips


def sits_down(store: Store, person: int, cents: int) -> None:
    """A seat with chips, as the house writes it down."""
    at, table = "2026-01-31T20:15:00Z", "craps-1"
    moved = Transfer(person, -cents, "sit", at, table, 1)
    tick = Tick(table, lines=[(1, b"{}\n")], seats={1: person}, transfers=[moved])
    tick.balances = {"cage": -cents, "rail-1": cents}
    record = TableRecord(table, "Craps 1", "nj-2011", "craps", "automatic", None, "{}", None, at)
    store.open_table(record, tick)


def test_chips_are_given_back_up_to_the_start_and_not_twice_a_minute() -> None:
    async def test(here: Here) -> None:
        person, _ = await here.people.guest("Bob")

        async def lose(cents: int) -> None:
            gone = Transfer(person.id, -cents, "lost", "2026-01-31T20:15:00Z")
            await here.writer.write(lambda store: store.grant(gone))

        with refused("enough-chips", 409):
            await here.people.top_up(person)
        sits_down(here.store, person.id, 30_000)
        with refused("enough-chips", 409):
            await here.people.top_up(person)
        await lose(20_000)
        assert await here.people.top_up(person) == 20_000
        assert here.store.purse(person.id) == GUEST_CHIPS - 30_000
        await lose(70_000)
        with refused("too-many", 429):
            await here.people.top_up(person)
        assert here.store.purse(person.id) == 0
        assert here.store.verify() == []

    run(test)


# Roles


def test_the_first_administrator_comes_by_a_link_that_works_once() -> None:
    async def test(here: Here) -> None:
        token = await here.people.first_administrator()
        assert token is not None
        guest, _ = await here.people.guest("Bob")
        with refused("register-first", 403):
            await here.people.accept(guest, token)
        anna, _ = await here.account("anna")
        changed = await here.people.accept(anna, token)
        assert changed.roles == (ADMINISTRATOR,)
        eve, _ = await here.account("eve")
        with refused("no-invitation", 404):
            await here.people.accept(eve, token)
        assert await here.people.first_administrator() is None

    run(test)


def test_each_start_voids_the_links_before_it_and_a_link_lasts_a_day() -> None:
    async def test(here: Here) -> None:
        old = await here.people.first_administrator()
        new = await here.people.first_administrator()
        again = Accounts(here.writer, here.clock, QUICK, WEAK)
        newest = await again.first_administrator()
        assert old is not None
        assert new is not None
        assert newest is not None
        eve, _ = await here.account("eve")
        for people, token in ((here.people, old), (again, old), (again, new)):
            with refused("no-invitation", 404):
                await people.accept(eve, token)
        here.clock.on(hours=24)
        with refused("no-invitation", 404):
            await again.accept(eve, newest)
        again.close()

    run(test)


def test_the_console_link_is_void_once_there_is_an_administrator() -> None:
    async def test(here: Here) -> None:
        token = await here.people.first_administrator()
        assert token is not None
        await here.account("boss", ADMINISTRATOR)
        eve, _ = await here.account("eve")
        with refused("no-invitation", 404):
            await here.people.accept(eve, token)

    run(test)


def test_only_an_administrator_invites() -> None:
    async def test(here: Here) -> None:
        for role in ROLES:
            person, _ = await here.account(f"the-{role}", role)
            if role == ADMINISTRATOR:
                assert await here.people.invite(person, "dealer")
                with refused("no-role", 422):
                    await here.people.invite(person, "king")
            else:
                with refused("not-your-role", 403):
                    await here.people.invite(person, "dealer")

    run(test)


def test_an_invitation_is_good_for_seven_days_and_while_its_giver_may_give() -> None:
    async def test(here: Here) -> None:
        boss, _ = await here.account("boss", ADMINISTRATOR)
        other, _ = await here.account("other", ADMINISTRATOR)
        anna, _ = await here.account("anna")
        old = await here.people.invite(boss, "dealer")
        here.clock.on(days=7)
        with refused("no-invitation", 404):
            await here.people.accept(anna, old)
        token = await here.people.invite(boss, "dealer")
        await here.people.take_role(other, boss.id, ADMINISTRATOR)
        with refused("no-invitation", 404):
            await here.people.accept(anna, token)
        token = await here.people.invite(other, "dealer")
        assert (await here.people.accept(anna, token)).roles == ("dealer",)
        again = await here.people.invite(other, "dealer")
        with refused("has-role", 409):
            await here.people.accept(anna, again)

    run(test)


def test_an_invitation_taken_by_many_at_once_is_taken_once() -> None:
    async def test(here: Here) -> None:
        boss, _ = await here.account("boss", ADMINISTRATOR)
        token = await here.people.invite(boss, "dealer")
        crowd = [(await here.account(f"person{n}"))[0] for n in range(5)]
        tries = [here.people.accept(each, token) for each in crowd]
        came = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(isinstance(each, Person) for each in came) == 1

    run(test)


@pytest.mark.parametrize("role", TOUCHING)
def test_whoever_watches_does_not_handle(role: str) -> None:
    async def test(here: Here) -> None:
        boss, _ = await here.account("boss", ADMINISTRATOR)
        for has, wants in ((role, "surveillance"), ("surveillance", role)):
            person, _ = await here.account(f"with-{has}", has)
            token = await here.people.invite(boss, wants)
            with refused("roles-clash", 409):
                await here.people.accept(person, token)
            assert here.store.person(person.id) == person

    run(test)


def test_whoever_sits_does_not_watch() -> None:
    async def test(here: Here) -> None:
        boss, _ = await here.account("boss", ADMINISTRATOR)
        anna, _ = await here.account("anna")
        token = await here.people.invite(boss, "surveillance")
        sits_down(here.store, anna.id, 500)
        with refused("seated", 409):
            await here.people.accept(anna, token)
        gone = Tick("craps-1", lines=[(2, b"{}\n")], seats={1: None})
        here.store.commit([gone])
        assert (await here.people.accept(anna, token)).roles == ("surveillance",)

    run(test)


def test_the_last_administrator_stays() -> None:
    async def test(here: Here) -> None:
        boss, token = await here.account("boss", ADMINISTRATOR)
        with refused("last-administrator", 409):
            await here.people.take_role(boss, boss.id, ADMINISTRATOR)
        other, _ = await here.account("other", ADMINISTRATOR)
        with refused("no-role", 404):
            await here.people.take_role(boss, other.id, "dealer")
        await here.people.take_role(boss, boss.id, ADMINISTRATOR)
        assert (await here.known(token)).person.roles == (), "the cache knows at once"
        with refused("not-your-role", 403):
            await here.people.take_role(eve := (await here.known(token)).person, eve.id, "dealer")

    run(test)


# Rates


@given(st.lists(st.tuples(st.floats(0, 3), st.sampled_from("ab")), max_size=60))
def test_a_bucket_never_gives_more_than_burst_and_rate(asks: list[tuple[float, str]]) -> None:
    now = 0.0
    buckets = TokenBuckets(rate=2, burst=3, time=lambda: now)
    given_to: dict[str, list[float]] = {"a": [], "b": []}
    for pause, key in asks:
        now += pause
        wait = buckets.wait(key)
        if wait:
            assert wait == 1
        else:
            given_to[key].append(now)
    for times in given_to.values():
        for first in range(len(times)):
            for last in range(first, len(times)):
                span = times[last] - times[first]
                assert last - first + 1 <= 3 + 2 * span + 1e-6


def test_the_map_of_buckets_is_bounded() -> None:
    buckets = TokenBuckets(rate=1, burst=1, most=10)
    for number in range(1000):
        buckets.wait(str(number))
    assert len(buckets) == 10


def test_addresses_of_one_network_are_one() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1")
    assert neighbourhood("2001:db8::1") != neighbourhood("2001:db8:0:1::1")
    assert neighbourhood("::ffff:192.0.2.1") == neighbourhood("192.0.2.1")
    assert neighbourhood("fe80::1%eth0") == "fe80::"
    assert neighbourhood("testclient") == "testclient"
