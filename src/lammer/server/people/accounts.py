"""People: guests, accounts, sessions and invitations.

Only a digest of a token is stored. Answers about an account that does not exist cost the same time
and say the same as about one that does. Seats and chips at tables are up to the house.
"""

import asyncio
import hashlib
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol, TypeVar

from argon2 import PasswordHasher

from lammer.core.money import dollars
from lammer.server.errors import Refused
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.names import (
    LOGIN,
    clean_login,
    clean_name,
    clean_password,
    plain_password,
)
from lammer.server.people.passwords import Passwords, PasswordsBusy
from lammer.server.people.roles import (
    ADMINISTRATOR,
    ROLES,
    SURVEILLANCE,
    check_new_role,
    has_role,
    require_role,
)
from lammer.store.port import (
    Conflict,
    Invitation,
    LoginSession,
    Person,
    Store,
    StoreError,
    Transfer,
)

T = TypeVar("T")

GUEST_CHIPS = 100_000
"""Play chips of a new guest, in cents."""

SESSION_LASTS = timedelta(days=30)
SEEN_EVERY = timedelta(hours=1)
INVITATION_LASTS = timedelta(days=7)
FIRST_INVITATION_LASTS = timedelta(hours=24)
_MOST_AGENT = 120


@dataclass(frozen=True, slots=True)
class PeopleLimits:
    """Limits on what people may do. Rates are for one address; ``failure_seconds`` is the least
    time for the answer to a wrong login, so that timing reveals nothing."""

    failures: int = 5
    locked_minutes: int = 15
    logins_burst: int = 20
    logins_per_minute: float = 2
    newcomers_burst: int = 200
    newcomers_per_minute: float = 30
    sessions: int = 20
    failure_seconds: float = 0.25
    cache_seconds: float = 5
    cache_size: int = 4096
    unknown_logins: int = 10_000


class KnownPerson(NamedTuple):
    """A person, and the session of the request."""

    person: Person
    session: LoginSession


class AccountStore(Protocol):
    """The part of the store writer that accounts use."""

    async def write(self, do: Callable[[Store], T]) -> T: ...

    async def read(self, do: Callable[[Store], T]) -> T: ...


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def timestamp(at: datetime) -> str:
    """Return a time as it is stored: to the second, so that texts compare as times do."""
    return at.replace(microsecond=0).isoformat().replace("+00:00", "Z")


class Accounts:
    """All people of the house.

    Listeners are called at once with the id of each person whose sessions, roles or name changed.
    Reporting granted chips is up to the caller.
    """

    def __init__(
        self,
        writer: AccountStore,
        clock: Callable[[], datetime],
        limits: PeopleLimits | None = None,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._writer, self._clock = writer, clock
        self._limits = limits = PeopleLimits() if limits is None else limits
        self._passwords = Passwords(hasher)
        self._logins = TokenBuckets(limits.logins_per_minute / 60, limits.logins_burst)
        self._newcomers = TokenBuckets(limits.newcomers_per_minute / 60, limits.newcomers_burst)
        self._top_ups = TokenBuckets(1 / 60, 1)
        self._unknown_failures: OrderedDict[str, tuple[int, str | None]] = OrderedDict()
        self._cache: dict[str, tuple[KnownPerson, datetime]] = {}
        self._epoch = 0
        self._first_invitation: str | None = None
        self._surplus_ended: set[int] = set()
        self._listeners: list[Callable[[int], None]] = []

    def listen(self, listener: Callable[[int], None]) -> None:
        self._listeners.append(listener)

    async def warm(self) -> None:
        await self._passwords.warm()

    def close(self) -> None:
        self._passwords.close()

    # Signing in

    async def guest(self, name: str, *, address: str = "", agent: str = "") -> tuple[Person, str]:
        """Return a new guest with play chips, and the token of a session."""
        plain = clean_name(name)
        self._check_newcomer(address)
        return await self._writer.write(
            lambda store: self._new_session(store, self._new_guest(store, plain), agent)
        )

    async def register(
        self,
        person: Person | None,
        login: str,
        password: str,
        name: str = "",
        *,
        address: str = "",
        agent: str = "",
    ) -> tuple[Person, str]:
        """Turn a guest, who keeps chips and seats, into an account, or create one. The guest's
        sessions end, and a new one begins."""
        if person is not None and person.kind == "account":
            detail = f"You are signed in as {person.login} already."
            instead = "Sign out first to make another account."
            raise Refused("has-account", detail, 409, instead=instead)
        key = clean_login(login)
        plain = clean_password(password, key)
        called = clean_name(name or (person.name if person else key[:24]))
        self._check_newcomer(address)
        if await self._writer.read(lambda store: store.person_by_login(key)) is not None:
            raise _login_taken(key)
        hashed = await self._hash(plain)

        def make(store: Store) -> tuple[Person, str]:
            if store.person_by_login(key) is not None:
                raise _login_taken(key)
            one = self._new_guest(store, called) if person is None else person
            try:
                made = store.make_account(one.id, key, hashed, called)
            except Conflict:
                raise _login_taken(key) from None
            store.revoke_all(made.id, self._now())
            return self._new_session(store, made, agent)

        made = await self._writer.write(make)
        self._notify(made[0].id)
        return made

    async def login(
        self, login: str, password: str, *, address: str = "", agent: str = ""
    ) -> tuple[Person, str]:
        """Sign in to an account; return the token of a new session."""
        started = asyncio.get_running_loop().time()
        try:
            return await self._login(login.strip().lower()[:100], password, address, agent)
        except Refused:
            left = started + self._limits.failure_seconds - asyncio.get_running_loop().time()
            await asyncio.sleep(max(0.0, left))
            raise

    async def _login(self, key: str, password: str, address: str, agent: str) -> tuple[Person, str]:
        wait = self._logins.wait(neighbourhood(address))
        if wait:
            raise _too_many("Too many logins from your address.", wait)
        found = await self._writer.write(lambda store: self._count_attempt(store, key))
        plain = plain_password(password)
        stored = found.password if found is not None else None
        good = await self._verify(stored, plain)
        if found is None or stored is None or not good:
            raise Refused(
                "wrong-login",
                "The login or the password is wrong.",
                401,
                instead="Check both; after "
                f"{self._limits.failures} wrong passwords in a row the account rests for "
                f"{self._limits.locked_minutes} minutes.",
            )
        fresh = await self._hash(plain) if self._passwords.is_stale(stored) else None

        def enter(store: Store) -> tuple[Person, str]:
            one = store.person(found.id)
            if one is None or one.password != stored:
                raise Refused("wrong-login", "The password was changed just now.", 401)
            store.set_failures(one.id, 0, None)
            if fresh is not None:
                store.set_password(one.id, fresh)
            return self._new_session(store, one, agent)

        entered = await self._writer.write(enter)
        if found.id in self._surplus_ended:
            self._surplus_ended.discard(found.id)
            self._notify(found.id)
        return entered

    def _count_attempt(self, store: Store, key: str) -> Person | None:
        """Count an attempt before it is checked, so that concurrent guesses count too; a right
        password resets the count. A text that cannot be a login counts as unknown, since it may
        contain characters that not every store accepts."""
        found = store.person_by_login(key) if LOGIN.fullmatch(key) else None
        if found is not None:
            failures, until = self._count_failure(found.failures, found.locked_until)
            store.set_failures(found.id, failures, until)
            return found
        self._unknown_failures[key] = self._count_failure(
            *self._unknown_failures.get(key, (0, None))
        )
        self._unknown_failures.move_to_end(key)
        if len(self._unknown_failures) > self._limits.unknown_logins:
            self._unknown_failures.popitem(last=False)
        return None

    def _count_failure(self, failures: int, until: str | None) -> tuple[int, str | None]:
        now = self._clock()
        if until is not None:
            left = (datetime.fromisoformat(until) - now).total_seconds()
            if left > 0:
                detail = "Too many wrong passwords: this login rests for a while."
                instead = f"Try again in {round(left / 60) or 1} minutes."
                raise Refused("locked", detail, 429, instead=instead, retry_after=int(left) + 1)
            failures = 0
        failures += 1
        if failures < self._limits.failures:
            return failures, None
        return failures, timestamp(now + timedelta(minutes=self._limits.locked_minutes, seconds=1))

    # Identity

    async def who(self, token: str) -> Person | None:
        """Return the person with this token, if the session is valid."""
        known = await self.known(token)
        return known.person if known is not None else None

    async def known(self, token: str) -> KnownPerson | None:
        """Return the person with this token and the session, if it is valid."""
        key = digest(token)
        while True:
            now, epoch = self._clock(), self._epoch
            kept = self._cache.get(key)
            if kept is not None and kept[1] > now:
                return kept[0] if kept[0].session.expires > timestamp(now) else None
            found = await self._writer.read(lambda store: _session_of(store, key))
            if found is None or not _is_valid(found.session, now):
                return None
            found = await self._note_use(found, now)
            if epoch == self._epoch:  # Otherwise something changed meanwhile; look it up again.
                break
        if len(self._cache) >= self._limits.cache_size:
            self._cache.clear()
        self._cache[key] = found, now + timedelta(seconds=self._limits.cache_seconds)
        return found

    def forget(self) -> None:
        self._epoch += 1
        self._cache.clear()

    async def _note_use(self, found: KnownPerson, now: datetime) -> KnownPerson:
        """Store that a session is in use, at most once in ``SEEN_EVERY``; failures are ignored."""
        if datetime.fromisoformat(found.session.seen) > now - SEEN_EVERY:
            return found
        at = timestamp(now)
        try:
            await self._writer.write(lambda store: store.seen(found.session.id, at))
        except StoreError:
            return found
        return found._replace(session=found.session._replace(seen=at))

    async def sessions(self, person: Person) -> list[LoginSession]:
        """Return a person's valid sessions, the latest first."""
        now = self._clock()
        found = await self._writer.read(lambda store: store.sessions(person.id))
        return sorted((each for each in found if _is_valid(each, now)), key=_age, reverse=True)

    # Changes

    async def rename(self, person: Person, name: str) -> Person:
        plain = clean_name(name)
        await self._writer.write(lambda store: store.rename(person.id, plain))
        self._notify(person.id)
        return person._replace(name=plain)

    async def change_password(
        self, known: KnownPerson, old: str, new: str, *, address: str = ""
    ) -> None:
        """Set a new password and end all other sessions. A wrong old password counts as a wrong
        login."""
        person = known.person
        if person.login is None:
            raise Refused("no-account", "A guest has no password.", 403, instead="Register first.")
        plain = clean_password(new, person.login)
        wait = self._logins.wait(neighbourhood(address))
        if wait:
            raise _too_many("Too many passwords tried from your address.", wait)
        login = person.login
        found = await self._writer.write(lambda store: self._count_attempt(store, login))
        stored = found.password if found is not None else None
        if stored is None or not await self._verify(stored, plain_password(old)):
            raise Refused("wrong-password", "The old password is wrong.", 403)
        hashed = await self._hash(plain)

        def change(store: Store) -> None:
            store.set_password(person.id, hashed, self._now(), known.session.id)

        await self._writer.write(change)
        self._notify(person.id)

    async def logout(self, known: KnownPerson) -> None:
        await self._writer.write(lambda store: store.revoke(known.session.id, self._now()))
        self._notify(known.person.id)

    async def revoke(self, by: Person, session: int, person: int | None = None) -> None:
        """End a session: one's own, or as an administrator one of ``person``."""
        whose = by.id if person is None else person
        if whose != by.id:
            require_role(by, ADMINISTRATOR)
        now = self._clock()

        def end(store: Store) -> None:
            held = (each for each in store.sessions(whose) if _is_valid(each, now))
            if all(each.id != session for each in held):
                raise Refused("no-session", "There is no such session.", 404)
            store.revoke(session, timestamp(now))

        await self._writer.write(end)
        self._notify(whose)

    async def revoke_all(self, by: Person, person: int) -> None:
        """End all sessions of a person: one's own, or as an administrator anybody's."""
        if person != by.id:
            require_role(by, ADMINISTRATOR)
        await self._writer.write(
            lambda store: store.revoke_all(_existing(store, person).id, self._now())
        )
        self._notify(person)

    # Chips

    async def top_up(self, person: Person) -> int:
        """Grant play chips up to the amount of a new guest; return the cents granted. Both sums are
        read in the writing thread, so no chips between them are missed."""

        def give(store: Store) -> int:
            lacking = GUEST_CHIPS - store.purse(person.id) - store.at_tables(person.id)
            if lacking <= 0:
                detail = f"You have {dollars(GUEST_CHIPS - lacking)} in play chips."
                instead = f"Chips are given when you have less than {dollars(GUEST_CHIPS)}."
                raise Refused("enough-chips", detail, 409, instead=instead)
            wait = self._top_ups.wait(str(person.id))
            if wait:
                raise _too_many("Chips were given less than a minute ago.", wait)
            store.grant(Transfer(person.id, lacking, "top-up", self._now()))
            return lacking

        return await self._writer.write(give)

    # Roles

    async def invite(self, by: Person, role: str) -> str:
        """Return the token of a link that gives a role, once, within seven days."""
        require_role(by, ADMINISTRATOR)
        if role not in ROLES:
            raise Refused(
                "no-role", "There is no such role to give.", 422, instead=", ".join(ROLES)
            )
        return await self._writer.write(
            lambda store: self._new_invitation(store, role, by.id, INVITATION_LASTS)
        )

    async def invited_to(self, token: str) -> str:
        """Return the role that an invitation gives; ``Refused`` if it is not valid."""
        key = digest(token)
        return await self._writer.read(lambda store: self._valid_invitation(store, key).role)

    async def accept(self, person: Person, token: str) -> Person:
        if person.kind != "account":
            instead = "Register with a login and a password, then open the link again."
            raise Refused("register-first", "A guest cannot have a role.", 403, instead=instead)
        key = digest(token)

        def take(store: Store) -> Person:
            one = _existing(store, person.id)
            role = self._valid_invitation(store, key).role
            check_new_role(one, role, bool(store.seated(one.id)))
            try:
                store.use_invitation(key, one.id, self._now())
            except Conflict:
                raise _no_invitation() from None
            return _existing(store, one.id)

        changed = await self._writer.write(take)
        self._notify(person.id)
        return changed

    async def take_role(self, by: Person, person: int, role: str) -> None:
        """Remove a role, except from the last administrator."""
        require_role(by, ADMINISTRATOR)

        def take(store: Store) -> None:
            one = _existing(store, person)
            if role not in one.roles:
                raise Refused("no-role", "This person does not have that role.", 404)
            if role == ADMINISTRATOR and _administrators(store) <= 1:
                detail = "This is the last administrator."
                instead = "Invite another administrator first."
                raise Refused("last-administrator", detail, 409, instead=instead)
            store.take_role(person, role)

        await self._writer.write(take)
        self._notify(person)

    async def first_administrator(self) -> str | None:
        """If there is no administrator, return the token of an invitation to become one. It is
        valid for a day while this process runs; earlier ones are void."""

        def make(store: Store) -> str | None:
            if _administrators(store):
                return None
            token = self._new_invitation(store, ADMINISTRATOR, None, FIRST_INVITATION_LASTS)
            self._first_invitation = digest(token)
            return token

        return await self._writer.write(make)

    async def list_people(self, by: Person, after: int, limit: int) -> list[tuple[Person, int]]:
        """Return people in the order of their ids, each with the purse, if ``by`` may see that."""
        require_role(by, ADMINISTRATOR, SURVEILLANCE, "floorperson")
        return await self._writer.read(
            lambda store: [(each, store.purse(each.id)) for each in store.people(after, limit)]
        )

    # Helpers

    def _now(self) -> str:
        return timestamp(self._clock())

    def _notify(self, person: int) -> None:
        self._epoch += 1
        self._cache.clear()
        for listener in self._listeners:
            listener(person)

    def _check_newcomer(self, address: str) -> None:
        wait = self._newcomers.wait(neighbourhood(address))
        if wait:
            raise _too_many("Too many newcomers from your address.", wait)

    async def _hash(self, plain: str) -> str:
        try:
            return await self._passwords.hash(plain)
        except PasswordsBusy:
            raise _busy() from None

    async def _verify(self, stored: str | None, plain: str) -> bool:
        try:
            return await self._passwords.verify(stored, plain)
        except PasswordsBusy:
            raise _busy() from None

    def _new_guest(self, store: Store, name: str) -> Person:
        now = self._now()
        return store.add_person("guest", name, now, Transfer(0, GUEST_CHIPS, "welcome", now))

    def _new_session(self, store: Store, person: Person, agent: str) -> tuple[Person, str]:
        """Begin a session; the oldest ones end if there are too many."""
        now = self._clock()
        held = [each for each in store.sessions(person.id) if _is_valid(each, now)]
        surplus = sorted(held, key=_age)[: max(0, len(held) - self._limits.sessions + 1)]
        for old in surplus:
            store.revoke(old.id, timestamp(now))
        if surplus:
            self._surplus_ended.add(person.id)
        token = secrets.token_urlsafe(32)
        kept = "".join(each for each in agent if each.isprintable())[:_MOST_AGENT]
        store.add_session(
            digest(token), person.id, timestamp(now), timestamp(now + SESSION_LASTS), kept
        )
        return store.person(person.id) or person, token

    def _new_invitation(self, store: Store, role: str, by: int | None, lasts: timedelta) -> str:
        token, now = secrets.token_urlsafe(32), self._clock()
        store.add_invitation(
            Invitation(digest(token), role, by, timestamp(now), timestamp(now + lasts))
        )
        return token

    def _valid_invitation(self, store: Store, key: str) -> Invitation:
        """Return an invitation that is not used, not expired, and by a person who may still give
        roles; one of the first start only while there is no administrator."""
        found = store.invitation(key)
        if found is None or found.used is not None or found.expires <= self._now():
            raise _no_invitation()
        if found.by is None:
            if key != self._first_invitation or _administrators(store):
                raise _no_invitation()
        elif not has_role(store.person(found.by), ADMINISTRATOR):
            raise _no_invitation()
        return found


def _session_of(store: Store, key: str) -> KnownPerson | None:
    session = store.session(key)
    person = store.person(session.person) if session is not None else None
    return KnownPerson(person, session) if person is not None and session is not None else None


def _is_valid(session: LoginSession, now: datetime) -> bool:
    return session.revoked is None and session.expires > timestamp(now)


def _age(session: LoginSession) -> tuple[str, int]:
    return session.created, session.id


def _existing(store: Store, person: int) -> Person:
    found = store.person(person)
    if found is None:
        raise Refused("no-person", "There is nobody of that number.", 404)
    return found


def _administrators(store: Store) -> int:
    return len(store.holders(ADMINISTRATOR))


def _login_taken(login: str) -> Refused:
    return Refused("login-taken", f"The login {login} is taken.", 409, instead="Take another.")


def _no_invitation() -> Refused:
    detail = "This invitation is not valid: it was used, is too old, or never was."
    return Refused("no-invitation", detail, 404, instead="Ask an administrator for a new one.")


def _too_many(detail: str, wait: int) -> Refused:
    instead = f"Try again in {wait} seconds."
    return Refused("too-many", detail, 429, instead=instead, retry_after=wait)


def _busy() -> Refused:
    instead = "Try again in a few seconds."
    return Refused("busy", "Too many people sign in.", 503, instead=instead, retry_after=5)
