"""People: guests, accounts, sessions and invitations.

Only a digest of a token is stored. Answers about an account that does not exist cost the same time
and say the same as about one that does. Seats and chips at tables are up to the house.
"""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol, TypeVar

from argon2 import PasswordHasher

from lammer.core.money import dollars
from lammer.server.errors import Refused
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.login_delays import DelayRule, device_proof, proves
from lammer.server.people.names import (
    LOGIN,
    MOST_NAME,
    check_name,
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
    LoginAttempt,
    LoginSession,
    Person,
    Store,
    StoreError,
    TooEarly,
    Transfer,
)

T = TypeVar("T")

GUEST_CHIPS = 100_000
"""Play chips of a new guest, in cents."""

NAMELESS = "Newcomer"
"""The name of an account without one, if its login would be taken for another's name."""
SESSION_LASTS = timedelta(days=30)
SEEN_EVERY = timedelta(hours=1)
INVITATION_LASTS = timedelta(days=7)
FIRST_INVITATION_LASTS = timedelta(hours=24)
_MOST_AGENT = 120


@dataclass(frozen=True, slots=True)
class PeopleLimits:
    """Limits on what people may do. Rates are for one address; ``failure_seconds`` is the least
    time for the answer to a wrong login, so that timing reveals nothing. Wrong passwords are
    counted for a login from one source, and for a login from all strangers together."""

    failures: DelayRule = field(default=DelayRule(5, 10, 300))
    by_strangers: DelayRule = field(default=DelayRule(50, 1, 60))
    logins_burst: int = 20
    logins_per_minute: float = 2
    newcomers_burst: int = 200
    newcomers_per_minute: float = 30
    sessions: int = 20
    failure_seconds: float = 0.25
    cache_seconds: float = 5
    cache_size: int = 4096


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
        house: str = "Lammer",
    ) -> None:
        self._writer, self._clock, self._house = writer, clock, house
        self._limits = limits = PeopleLimits() if limits is None else limits
        self._passwords = Passwords(hasher)
        self._logins = TokenBuckets(limits.logins_per_minute / 60, limits.logins_burst)
        self._newcomers = TokenBuckets(limits.newcomers_per_minute / 60, limits.newcomers_burst)
        self._top_ups = TokenBuckets(1 / 60, 1)
        self._cache: dict[str, tuple[KnownPerson, datetime]] = {}
        self._epoch = 0
        self._surplus_ended: set[int] = set()
        self._listeners: list[Callable[[int], None]] = []
        self._own_listeners: list[Callable[[int], None]] = []

    def listen(self, listener: Callable[[int], None], *, own: bool = False) -> None:
        """Call a listener after each change; ``own``: only after those that this process made."""
        (self._own_listeners if own else self._listeners).append(listener)

    def close(self) -> None:
        self._passwords.close()

    # Signing in

    async def guest(self, name: str, *, address: str = "", agent: str = "") -> tuple[Person, str]:
        """Return a new guest with play chips, and the token of a session."""
        plain = clean_name(name)
        check_name(plain, self._house)
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
        called = self._name_of_account(name or (person.name if person else ""), key)
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
            store.signed_in(_source(key, "address", neighbourhood(address)), (), self._now_ms())
            return self._new_session(store, made, agent)

        made = await self._writer.write(make)
        self._notify(made[0].id)
        return made

    async def login(
        self, login: str, password: str, *, address: str = "", agent: str = "", device: str = ""
    ) -> tuple[Person, str]:
        """Sign in to an account; return the token of a new session. ``device`` is the proof that
        the device was given when it signed in before."""
        started = asyncio.get_running_loop().time()
        try:
            return await self._login(login.strip().lower()[:100], password, address, agent, device)
        except Refused:
            left = started + self._limits.failure_seconds - asyncio.get_running_loop().time()
            await asyncio.sleep(max(0.0, left))
            raise

    async def _login(
        self, key: str, password: str, address: str, agent: str, device: str
    ) -> tuple[Person, str]:
        wait = self._logins.wait(neighbourhood(address))
        if wait:
            raise _too_many("Too many logins from your address.", wait)
        # A text that cannot be a login may contain characters that not every store accepts.
        found = None
        if LOGIN.fullmatch(key):
            found = await self._writer.read(lambda store: store.person_by_login(key))
        stored = found.password if found is not None else None
        here = source = _source(key, "address", neighbourhood(address))
        known = stored is not None and proves(device, key, stored)
        if known:
            source = _source(key, "device", device)
        else:
            known = await self._writer.read(lambda store: store.signed_in_before(here))
        await self._count_attempt(key, source, known)
        good = await self._verify(stored, plain_password(password))
        if found is None or stored is None or not good:
            raise Refused(
                "wrong-login",
                "The login or the password is wrong.",
                401,
                instead=f"Check both; after {self._limits.failures.free} wrong passwords in a row "
                "each further try has to wait longer.",
            )
        fresh = (
            await self._hash(plain_password(password)) if self._passwords.is_stale(stored) else None
        )

        def enter(store: Store) -> tuple[Person, str]:
            one = store.person(found.id)
            if one is None or one.password != stored:
                raise Refused("wrong-login", "The password was changed just now.", 401)
            if fresh is not None:
                store.set_password(one.id, fresh)
            others = (source,) if known else (source, _source(key, "strangers"))
            store.signed_in(here, others, self._now_ms())
            return self._new_session(store, one, agent)

        entered = await self._writer.write(enter)
        if found.id in self._surplus_ended:
            self._surplus_ended.discard(found.id)
            self._notify(found.id)
        return entered

    async def _count_attempt(self, key: str, source: str, known: bool) -> None:
        """Count an attempt before it is checked, so that concurrent guesses count too; ``Refused``
        if it comes too early. ``known``: the source has signed in before."""
        attempts = [LoginAttempt(source, self._limits.failures.delay_ms)]
        if not known:
            attempts.append(
                LoginAttempt(_source(key, "strangers"), self._limits.by_strangers.delay_ms)
            )
        try:
            await self._writer.write(lambda store: store.count_attempt(attempts, self._now_ms()))
        except TooEarly as early:
            wait = early.wait / 1000
            if early.which == 0:
                raise _locked("Too many wrong passwords for this login from you.", wait) from None
            detail = "Others have tried too many wrong passwords for this login."
            more = " Where you have signed in before you need not wait."
            raise _locked(detail, wait, more) from None

    def device_proof(self, person: Person) -> str:
        """Return what a device that has just signed in keeps, so that strangers' wrong passwords
        never hold it up."""
        assert person.login is not None
        assert person.password is not None
        return device_proof(person.login, person.password)

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
        check_name(plain, self._house, person.roles)
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
        source = _source(person.login, "session", str(known.session.id))
        await self._count_attempt(person.login, source, known=True)
        found = await self._writer.read(lambda store: store.person(person.id))
        stored = found.password if found is not None else None
        if stored is None or not await self._verify(stored, plain_password(old)):
            raise Refused("wrong-password", "The old password is wrong.", 403)
        hashed = await self._hash(plain)

        def change(store: Store) -> None:
            store.signed_in(source, (), self._now_ms())
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
        """Grant play chips up to the amount of a new guest; return the cents granted."""

        def give(store: Store) -> int:
            has = store.purse(person.id) + store.at_tables(person.id)
            if has >= GUEST_CHIPS:
                raise _enough_chips(has)
            wait = self._top_ups.wait(str(person.id))
            if wait:
                raise _too_many("Chips were given less than a minute ago.", wait)
            given = store.grant_up_to(person.id, GUEST_CHIPS, "top-up", self._now())
            if not given:  # They were between purse and table, or given by another process.
                raise _enough_chips(GUEST_CHIPS)
            return given

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
            try:
                store.take_role(person, role, keep=1 if role == ADMINISTRATOR else 0)
            except Conflict:
                detail = "This is the last administrator."
                instead = "Invite another administrator first."
                raise Refused("last-administrator", detail, 409, instead=instead) from None

        await self._writer.write(take)
        self._notify(person)

    async def first_administrator(self, *, alone: bool = True) -> str | None:
        """If there is no administrator, return the token of an invitation to become one. It is
        valid for a day, or until there is another; earlier ones are void. Unless this process is
        ``alone``, None if another has made one that is valid."""

        def make(store: Store) -> str | None:
            if _administrators(store):
                return None
            known = None if alone else store.first_invitation()
            earlier = None if known is None else store.invitation(known)
            if earlier is not None and earlier.expires > self._now():
                return None
            token = self._new_invitation(store, ADMINISTRATOR, None, FIRST_INVITATION_LASTS)
            store.set_first_invitation(digest(token))
            return token

        return await self._writer.write(make)

    async def list_people(self, by: Person, after: int, limit: int) -> list[tuple[Person, int]]:
        """Return people in the order of their ids, each with the purse, if ``by`` may see that."""
        require_role(by, ADMINISTRATOR, SURVEILLANCE, "floorperson")
        return await self._writer.read(
            lambda store: [(each, store.purse(each.id)) for each in store.people(after, limit)]
        )

    # Helpers

    def _name_of_account(self, given: str, login: str) -> str:
        """Return the name of a new account: without one the login, if it may be a name."""
        if given:
            called = clean_name(given)
            check_name(called, self._house)
            return called
        called = login[:MOST_NAME]
        try:
            check_name(called, self._house)
        except Refused:
            return NAMELESS
        return called

    def _now(self) -> str:
        return timestamp(self._clock())

    def _now_ms(self) -> int:
        return round(self._clock().timestamp() * 1000)

    def _notify(self, person: int) -> None:
        self.changed_elsewhere(person)
        for listener in self._own_listeners:
            listener(person)

    def changed_elsewhere(self, person: int) -> None:
        """Take notice of a change that another process of the house has made."""
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
            if key != store.first_invitation() or _administrators(store):
                raise _no_invitation()
        elif not has_role(store.person(found.by), ADMINISTRATOR):
            raise _no_invitation()
        return found


def _session_of(store: Store, key: str) -> KnownPerson | None:
    session = store.session(key)
    person = store.person(session.person) if session is not None else None
    return KnownPerson(person, session) if person is not None and session is not None else None


def _source(login: str, kind: str, name: str = "") -> str:
    """Return what wrong passwords for a login are counted by, as a digest: the store need not know
    where people are. In JSON, since a login as it is typed may have anything in it."""
    return digest(json.dumps([login, kind, name]))


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


def _enough_chips(has: int) -> Refused:
    instead = f"Chips are given when you have less than {dollars(GUEST_CHIPS)}."
    return Refused("enough-chips", f"You have {dollars(has)} in play chips.", 409, instead=instead)


def _login_taken(login: str) -> Refused:
    return Refused("login-taken", f"The login {login} is taken.", 409, instead="Take another.")


def _no_invitation() -> Refused:
    detail = "This invitation is not valid: it was used, is too old, or never was."
    return Refused("no-invitation", detail, 404, instead="Ask an administrator for a new one.")


def _too_many(detail: str, wait: int) -> Refused:
    instead = f"Try again in {wait} seconds."
    return Refused("too-many", detail, 429, instead=instead, retry_after=wait)


def _locked(detail: str, seconds: float, more: str = "") -> Refused:
    wait = int(seconds) + 1
    instead = f"Try again in {wait} seconds.{more}"
    return Refused("locked", detail, 429, instead=instead, retry_after=wait)


def _busy() -> Refused:
    instead = "Try again in a few seconds."
    return Refused("busy", "Too many people sign in.", 503, instead=instead, retry_after=5)
