"""People: guests, accounts, the ways they sign in, and the roles they have.

A token is known only to whoever has it; the store has its digest. Everything that could tell a
stranger whether an account exists costs and answers the same for one that does not. Who sits where
and whose chips lie on which table is for the house.
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
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.names import (
    LOGIN,
    clean_login,
    clean_name,
    clean_password,
    plain_password,
)
from lammer.server.people.passwords import Full, Passwords
from lammer.server.people.roles import (
    ADMINISTRATOR,
    ROLES,
    SURVEILLANCE,
    check_new_role,
    has_role,
    require_role,
)
from lammer.server.refused import Refused
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
"""Play chips somebody starts with, in cents."""

_SESSION = timedelta(days=30)
_SEEN = timedelta(hours=1)
_INVITED = timedelta(days=7)
_FIRST = timedelta(hours=24)
_MOST_AGENT = 120


@dataclass(frozen=True, slots=True)
class PeopleLimits:
    """Bounds on what people may do. Rates are for one address; ``failure_seconds`` is how long the
    answer to a wrong login takes at least, so that its time says nothing."""

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
    """Who asks, and by which session."""

    person: Person
    session: LoginSession


class AccountStore(Protocol):
    """What is needed of the desk: the store, one writer, several readers."""

    async def write(self, do: Callable[[Store], T]) -> T: ...

    async def read(self, do: Callable[[Store], T]) -> T: ...


def digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def written(at: datetime) -> str:
    """A time as it is kept: to the second, so that texts compare as times do."""
    return at.replace(microsecond=0).isoformat().replace("+00:00", "Z")


class Accounts:
    """Everybody the house knows.

    Whoever listens is told the number of each person whose sessions, roles or name changed, at
    once. Chips that were given are for the caller to tell.
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
        self._unknown: OrderedDict[str, tuple[int, str | None]] = OrderedDict()
        self._cache: dict[str, tuple[KnownPerson, datetime]] = {}
        self._epoch = 0
        self._first: str | None = None
        self._ended: set[int] = set()
        self._listeners: list[Callable[[int], None]] = []

    def listen(self, told: Callable[[int], None]) -> None:
        self._listeners.append(told)

    async def warm(self) -> None:
        """Be ready before the first login."""
        await self._passwords.warm()

    def close(self) -> None:
        self._passwords.close()

    # Coming in

    async def guest(self, name: str, *, address: str = "", agent: str = "") -> tuple[Person, str]:
        """A new guest with play chips, and the token of a session."""
        plain = clean_name(name)
        self._newcomer(address)
        return await self._writer.write(
            lambda store: self._entered(store, self._added(store, plain), agent)
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
        """Make an account of a guest, who keeps chips and seats, or of nobody yet. The sessions
        the guest had end, and a new one begins."""
        if person is not None and person.kind == "account":
            raise Refused(
                "has-account",
                f"You are signed in as {person.login} already.",
                409,
                instead="Sign out first to make another account.",
            )
        key = clean_login(login)
        plain = clean_password(password, key)
        called = clean_name(name or (person.name if person else key[:24]))
        self._newcomer(address)
        if await self._writer.read(lambda store: store.person_by_login(key)) is not None:
            raise _taken(key)
        hashed = await self._hashed(plain)

        def make(store: Store) -> tuple[Person, str]:
            if store.person_by_login(key) is not None:
                raise _taken(key)
            one = self._added(store, called) if person is None else person
            try:
                made = store.make_account(one.id, key, hashed, called)
            except Conflict:
                raise _taken(key) from None
            store.revoke_all(made.id, self._now())
            return self._entered(store, made, agent)

        made = await self._writer.write(make)
        self._changed(made[0].id)
        return made

    async def login(
        self, login: str, password: str, *, address: str = "", agent: str = ""
    ) -> tuple[Person, str]:
        """Sign in to an account; the token of a new session."""
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
        found = await self._writer.write(lambda store: self._attempt(store, key))
        plain = plain_password(password)
        stored = found.password if found is not None else None
        good = await self._verified(stored, plain)
        if found is None or stored is None or not good:
            raise Refused(
                "wrong-login",
                "The login or the password is wrong.",
                401,
                instead="Check both; after "
                f"{self._limits.failures} wrong passwords in a row the account rests for "
                f"{self._limits.locked_minutes} minutes.",
            )
        fresh = await self._hashed(plain) if self._passwords.stale(stored) else None

        def enter(store: Store) -> tuple[Person, str]:
            one = store.person(found.id)
            if one is None or one.password != stored:
                raise Refused("wrong-login", "The password was changed just now.", 401)
            store.set_failures(one.id, 0, None)
            if fresh is not None:
                store.set_password(one.id, fresh)
            return self._entered(store, one, agent)

        entered = await self._writer.write(enter)
        if found.id in self._ended:
            self._ended.discard(found.id)
            self._changed(found.id)
        return entered

    def _attempt(self, store: Store, key: str) -> Person | None:
        """Count an attempt before it is judged, so that guesses made side by side count too; a
        right password takes the count back. What cannot be a login is an unknown one: it may have
        characters in it that not every store takes."""
        found = store.person_by_login(key) if LOGIN.fullmatch(key) else None
        if found is not None:
            failures, until = self._counted(found.failures, found.locked_until)
            store.set_failures(found.id, failures, until)
            return found
        self._unknown[key] = self._counted(*self._unknown.get(key, (0, None)))
        self._unknown.move_to_end(key)
        if len(self._unknown) > self._limits.unknown_logins:
            self._unknown.popitem(last=False)
        return None

    def _counted(self, failures: int, until: str | None) -> tuple[int, str | None]:
        now = self._clock()
        if until is not None:
            left = (datetime.fromisoformat(until) - now).total_seconds()
            if left > 0:
                raise Refused(
                    "locked",
                    "Too many wrong passwords: this login rests for a while.",
                    429,
                    instead=f"Try again in {round(left / 60) or 1} minutes.",
                    retry_after=int(left) + 1,
                )
            failures = 0
        failures += 1
        if failures < self._limits.failures:
            return failures, None
        return failures, written(now + timedelta(minutes=self._limits.locked_minutes, seconds=1))

    # Who somebody is

    async def who(self, token: str) -> Person | None:
        """Whose token it is, if it is good."""
        known = await self.known(token)
        return known.person if known is not None else None

    async def known(self, token: str) -> KnownPerson | None:
        """The same with the session."""
        key = digest(token)
        while True:
            now, epoch = self._clock(), self._epoch
            kept = self._cache.get(key)
            if kept is not None and kept[1] > now:
                return kept[0] if kept[0].session.expires > written(now) else None
            found = await self._writer.read(lambda store: _found(store, key))
            if found is None or not _good(found.session, now):
                return None
            found = await self._noticed(found, now)
            if epoch == self._epoch:  # Else something changed meanwhile: look again.
                break
        if len(self._cache) >= self._limits.cache_size:
            self._cache.clear()
        self._cache[key] = found, now + timedelta(seconds=self._limits.cache_seconds)
        return found

    def forget(self) -> None:
        """Everything may have changed: look everybody up again."""
        self._epoch += 1
        self._cache.clear()

    async def _noticed(self, found: KnownPerson, now: datetime) -> KnownPerson:
        """Write down that the session is in use, now and then; it is no matter if that fails."""
        if datetime.fromisoformat(found.session.seen) > now - _SEEN:
            return found
        at = written(now)
        try:
            await self._writer.write(lambda store: store.seen(found.session.id, at))
        except StoreError:
            return found
        return found._replace(session=found.session._replace(seen=at))

    async def sessions(self, person: Person) -> list[LoginSession]:
        """The sessions of a person that are good, the latest first."""
        now = self._clock()
        found = await self._writer.read(lambda store: store.sessions(person.id))
        return sorted((each for each in found if _good(each, now)), key=_age, reverse=True)

    # Changing and ending

    async def rename(self, person: Person, name: str) -> Person:
        plain = clean_name(name)
        await self._writer.write(lambda store: store.rename(person.id, plain))
        self._changed(person.id)
        return person._replace(name=plain)

    async def change_password(
        self, known: KnownPerson, old: str, new: str, *, address: str = ""
    ) -> None:
        """A new password; all other sessions end. A wrong old one counts as a wrong login."""
        person = known.person
        if person.login is None:
            raise Refused("no-account", "A guest has no password.", 403, instead="Register first.")
        plain = clean_password(new, person.login)
        wait = self._logins.wait(neighbourhood(address))
        if wait:
            raise _too_many("Too many passwords tried from your address.", wait)
        login = person.login
        found = await self._writer.write(lambda store: self._attempt(store, login))
        stored = found.password if found is not None else None
        if stored is None or not await self._verified(stored, plain_password(old)):
            raise Refused("wrong-password", "The old password is wrong.", 403)
        hashed = await self._hashed(plain)

        def change(store: Store) -> None:
            store.set_password(person.id, hashed, self._now(), known.session.id)

        await self._writer.write(change)
        self._changed(person.id)

    async def logout(self, known: KnownPerson) -> None:
        await self._writer.write(lambda store: store.revoke(known.session.id, self._now()))
        self._changed(known.person.id)

    async def revoke(self, by: Person, session: int, person: int | None = None) -> None:
        """End one session: one's own, or by an administrator that of ``person``."""
        whose = by.id if person is None else person
        if whose != by.id:
            require_role(by, ADMINISTRATOR)
        now = self._clock()

        def end(store: Store) -> None:
            held = (each for each in store.sessions(whose) if _good(each, now))
            if all(each.id != session for each in held):
                raise Refused("no-session", "There is no such session.", 404)
            store.revoke(session, written(now))

        await self._writer.write(end)
        self._changed(whose)

    async def revoke_all(self, by: Person, person: int) -> None:
        """End all sessions of a person: one's own, or anybody's by an administrator."""
        if person != by.id:
            require_role(by, ADMINISTRATOR)
        await self._writer.write(
            lambda store: store.revoke_all(_there(store, person).id, self._now())
        )
        self._changed(person)

    # Chips

    async def top_up(self, person: Person) -> int:
        """Play chips back up to what a guest starts with; the cents that were given. Both sums are
        read where chips are written, so none is counted on its way between them."""

        def give(store: Store) -> int:
            lacking = GUEST_CHIPS - store.purse(person.id) - store.at_tables(person.id)
            if lacking <= 0:
                raise Refused(
                    "enough-chips",
                    f"You have {dollars(GUEST_CHIPS - lacking)} in play chips.",
                    409,
                    instead=f"Chips are given when you have less than {dollars(GUEST_CHIPS)}.",
                )
            wait = self._top_ups.wait(str(person.id))
            if wait:
                raise _too_many("Chips were given less than a minute ago.", wait)
            store.grant(Transfer(person.id, lacking, "top-up", self._now()))
            return lacking

        return await self._writer.write(give)

    # Roles

    async def invite(self, by: Person, role: str) -> str:
        """A link's token that gives a role, once, within seven days."""
        require_role(by, ADMINISTRATOR)
        if role not in ROLES:
            raise Refused(
                "no-role", "There is no such role to give.", 422, instead=", ".join(ROLES)
            )
        return await self._writer.write(lambda store: self._invited(store, role, by.id, _INVITED))

    async def accept(self, person: Person, token: str) -> Person:
        """Take the role an invitation gives."""
        if person.kind != "account":
            raise Refused(
                "register-first",
                "A guest cannot have a role.",
                403,
                instead="Register with a login and a password, then open the link again.",
            )
        key = digest(token)

        def take(store: Store) -> Person:
            one = _there(store, person.id)
            role = self._offered(store, key).role
            check_new_role(one, role, bool(store.seated(one.id)))
            try:
                store.use_invitation(key, one.id, self._now())
            except Conflict:
                raise _no_invitation() from None
            return _there(store, one.id)

        changed = await self._writer.write(take)
        self._changed(person.id)
        return changed

    async def take_role(self, by: Person, person: int, role: str) -> None:
        """Take a role away; the last administrator keeps it."""
        require_role(by, ADMINISTRATOR)

        def take(store: Store) -> None:
            one = _there(store, person)
            if role not in one.roles:
                raise Refused("no-role", "This person does not have that role.", 404)
            if role == ADMINISTRATOR and _administrators(store) <= 1:
                raise Refused(
                    "last-administrator",
                    "This is the last administrator.",
                    409,
                    instead="Invite another administrator first.",
                )
            store.take_role(person, role)

        await self._writer.write(take)
        self._changed(person)

    async def first_administrator(self) -> str | None:
        """Where there is no administrator, the token of an invitation to become one. It is good
        for a day, while this process runs; the ones before it are void."""

        def make(store: Store) -> str | None:
            if _administrators(store):
                return None
            token = self._invited(store, ADMINISTRATOR, None, _FIRST)
            self._first = digest(token)
            return token

        return await self._writer.write(make)

    async def everybody(self, by: Person, after: int, limit: int) -> list[tuple[Person, int]]:
        """People in the order they came, each with the purse, for those who may see that."""
        require_role(by, ADMINISTRATOR, SURVEILLANCE, "floorperson")
        return await self._writer.read(
            lambda store: [(each, store.purse(each.id)) for each in store.people(after, limit)]
        )

    # Parts

    def _now(self) -> str:
        return written(self._clock())

    def _changed(self, person: int) -> None:
        self._epoch += 1
        self._cache.clear()
        for told in self._listeners:
            told(person)

    def _newcomer(self, address: str) -> None:
        wait = self._newcomers.wait(neighbourhood(address))
        if wait:
            raise _too_many("Too many newcomers from your address.", wait)

    async def _hashed(self, plain: str) -> str:
        try:
            return await self._passwords.hash(plain)
        except Full:
            raise _busy() from None

    async def _verified(self, stored: str | None, plain: str) -> bool:
        try:
            return await self._passwords.verify(stored, plain)
        except Full:
            raise _busy() from None

    def _added(self, store: Store, name: str) -> Person:
        now = self._now()
        return store.add_person("guest", name, now, Transfer(0, GUEST_CHIPS, "welcome", now))

    def _entered(self, store: Store, person: Person, agent: str) -> tuple[Person, str]:
        """A new session; the oldest ones end where there would be too many."""
        now = self._clock()
        held = [each for each in store.sessions(person.id) if _good(each, now)]
        surplus = sorted(held, key=_age)[: max(0, len(held) - self._limits.sessions + 1)]
        for old in surplus:
            store.revoke(old.id, written(now))
        if surplus:
            self._ended.add(person.id)
        token = secrets.token_urlsafe(32)
        kept = "".join(each for each in agent if each.isprintable())[:_MOST_AGENT]
        store.add_session(digest(token), person.id, written(now), written(now + _SESSION), kept)
        return store.person(person.id) or person, token

    def _invited(self, store: Store, role: str, by: int | None, lasts: timedelta) -> str:
        token, now = secrets.token_urlsafe(32), self._clock()
        store.add_invitation(
            Invitation(digest(token), role, by, written(now), written(now + lasts))
        )
        return token

    def _offered(self, store: Store, key: str) -> Invitation:
        """An invitation that still holds: not used, not too old, and by somebody who may still
        give roles; one from the console only while there is no administrator."""
        found = store.invitation(key)
        if found is None or found.used is not None or found.expires <= self._now():
            raise _no_invitation()
        if found.by is None:
            if key != self._first or _administrators(store):
                raise _no_invitation()
        elif not has_role(store.person(found.by), ADMINISTRATOR):
            raise _no_invitation()
        return found


def _found(store: Store, key: str) -> KnownPerson | None:
    session = store.session(key)
    person = store.person(session.person) if session is not None else None
    return KnownPerson(person, session) if person is not None and session is not None else None


def _good(session: LoginSession, now: datetime) -> bool:
    return session.revoked is None and session.expires > written(now)


def _age(session: LoginSession) -> tuple[str, int]:
    return session.created, session.id


def _there(store: Store, person: int) -> Person:
    found = store.person(person)
    if found is None:
        raise Refused("no-person", "There is nobody of that number.", 404)
    return found


def _administrators(store: Store) -> int:
    return len(store.holders(ADMINISTRATOR))


def _taken(login: str) -> Refused:
    return Refused("login-taken", f"The login {login} is taken.", 409, instead="Take another.")


def _no_invitation() -> Refused:
    return Refused(
        "no-invitation",
        "This invitation is not valid: it was used, is too old, or never was.",
        404,
        instead="Ask an administrator for a new one.",
    )


def _too_many(detail: str, wait: int) -> Refused:
    instead = f"Try again in {wait} seconds."
    return Refused("too-many", detail, 429, instead=instead, retry_after=wait)


def _busy() -> Refused:
    instead = "Try again in a few seconds."
    return Refused("busy", "Too many people sign in.", 503, instead=instead, retry_after=5)
