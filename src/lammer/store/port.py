"""The store as the server sees it: what is kept, and the few ways it is written and read.

Everything here is synchronous. Writes come from one thread, reads from several. A write is done
whole or not at all, and when it returns it is durable. When it raises ``Unsure``, the write may or
may not have been done: ask ``head`` before going on.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class StoreError(Exception):
    """The store could not do what was asked, and nothing of it was done."""


class Unsure(StoreError):
    """The store failed in a way that leaves open whether the write was done."""


class Superseded(StoreError):
    """The database was restored from a backup: what the server has in memory no longer holds."""


class Conflict(StoreError):
    """The write does not follow on what is stored: a line that is there already, a name taken, a
    purse that would fall below zero."""


class Unfit(StoreError):
    """What was to be written cannot be kept at all: a number too large, a text that is none."""


# People


class Person(NamedTuple):
    """Somebody with a purse. ``kind``: "guest", "account" or "walk-in" (entered by a dealer).
    ``login`` and ``password`` (an argon2 hash) only for an account."""

    id: int
    kind: str
    name: str
    login: str | None = None
    password: str | None = None
    roles: tuple[str, ...] = ()
    failures: int = 0
    locked_until: str | None = None
    created: str = ""


class LoginSession(NamedTuple):
    """A person's way in. ``digest`` is the SHA-256 of the token, which is kept nowhere."""

    id: int
    digest: str
    person: int
    created: str
    expires: str
    seen: str
    agent: str = ""
    revoked: str | None = None


class Invitation(NamedTuple):
    """A link that gives a role, once."""

    digest: str
    role: str
    by: int | None
    created: str
    expires: str
    used_by: int | None = None
    used: str | None = None


class Transfer(NamedTuple):
    """Chips into a purse (above zero) or out of it. ``table`` and ``seq``: the log line by which
    they came from or went to a table; None for a grant of play chips."""

    person: int
    cents: int
    why: str
    at: str
    table: str | None = None
    seq: int | None = None


# Tables


class TableRecord(NamedTuple):
    """A table of the house. ``kind``: "automatic" or "staffed"; ``clock``: seconds until the house
    goes on by itself, None for never; ``house``: the elections, as JSON."""

    table: str
    name: str
    rules: str
    game: str
    kind: str
    clock: int | None
    house: str
    opened_by: int | None
    opened: str
    closed: str | None = None


class LogEntry(NamedTuple):
    """Who asked for what begins at line ``seq``, over which client, under which number. The line
    is one of the same tick; a client's numbers only go up."""

    seq: int
    person: int | None
    client: str
    number: int


class HandRecord(NamedTuple):
    """Where a hand begins: its number from 1, its first line, and the table just before that line
    (JSON), from which the hand can be replayed."""

    number: int
    first_seq: int
    began: str
    snapshot: bytes


class PlayedHand(NamedTuple):
    """A person's part in a hand that is over: chips at the table before and after it, in cents,
    what was brought in less what was taken away meanwhile, what was staked; what the bank paid and
    what it took, and the vigorish: ``before + brought + won - lost - vigorish == after``."""

    number: int
    person: int
    seat: int
    first_seq: int
    last_seq: int
    ended: str
    before: int
    after: int
    brought: int
    staked: int
    won: int
    lost: int
    vigorish: int


@dataclass(slots=True)
class Tick:
    """What one table does in one go: all of it is kept, or none.

    ``lines`` are (seq, the sealed line); ``balances`` the accounts of the table's books that
    changed, as they now stand; ``seats``: who has a seat now, None for nobody; ``meters``: what is
    added, as (times, cents); ``secret``: the seed of the dice now in use, b"" for none any more,
    None for no change; ``transfers`` are made in their order.
    """

    table: str
    lines: list[tuple[int, bytes]] = field(default_factory=list)
    entries: list[LogEntry] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    transfers: list[Transfer] = field(default_factory=list)
    seats: dict[int, int | None] = field(default_factory=dict)
    hands: list[HandRecord] = field(default_factory=list)
    played: list[PlayedHand] = field(default_factory=list)
    meters: dict[str, tuple[int, int]] = field(default_factory=dict)
    secret: bytes | None = None
    closed: str | None = None


class Store(Protocol):
    """A database with the house in it."""

    # Life

    def migrate(self) -> int:
        """Bring the schema up to date; the version it is at. ``StoreError`` if it is newer than
        this program knows."""
        ...

    def lease(self) -> None:
        """Take the house for this process; ``StoreError`` naming the other, if one has it. Kept
        until ``close`` or the end of the process. Taken again, it goes on with the database as it
        is now, restored or not."""
        ...

    def close(self) -> None: ...

    def ping(self) -> None:
        """Answer, or raise."""
        ...

    def probe(self) -> None:
        """Write something that changes nothing, as durably as anything else, or raise."""
        ...

    def generation(self) -> int:
        """Counts restores."""
        ...

    # Tables

    def open_table(self, record: TableRecord, first: Tick | None = None) -> None:
        """A new table with its first tick, in one transaction. ``Conflict`` if there is one of that
        name."""
        ...

    def commit(self, ticks: Sequence[Tick]) -> None:
        """Write these ticks, in one transaction. ``Superseded`` if the generation is not the one
        that was there when ``lease`` was taken."""
        ...

    def tables(self, closed: bool = False) -> list[TableRecord]:
        """The tables that are open, or also those that are closed; in the order of opening."""
        ...

    def table(self, table: str) -> TableRecord | None: ...

    def head(self, table: str) -> tuple[int, bytes] | None:
        """The last line: its number and its bytes."""
        ...

    def lines(self, table: str, first: int, last: int | None = None) -> Iterator[bytes]:
        """Lines from ``first`` on to ``last`` (included), in order, read in pieces so that a long
        log never stands in memory."""
        ...

    def balances(self, table: str) -> Mapping[str, int]: ...

    def seats(self, table: str) -> Mapping[int, int]: ...

    def secret(self, table: str) -> bytes | None: ...

    def last_number(self, table: str, person: int, client: str) -> tuple[int, int]:
        """The highest command number kept for this client, and the line it begins at; (0, 0) for
        none."""
        ...

    def entries(self, table: str, first: int, last: int) -> list[LogEntry]: ...

    def last_hand(self, table: str) -> HandRecord | None: ...

    def hand(self, table: str, number: int) -> HandRecord | None: ...

    def hand_at(self, table: str, seq: int) -> HandRecord | None:
        """The hand that a line is in; the first one, for lines before it."""
        ...

    def played(
        self, person: int, before: tuple[str, str, int] | None, limit: int
    ) -> list[tuple[str, PlayedHand]]:
        """A person's hands as (table, part), the latest first: those that come after ``before``,
        which is (ended, table, number) of the last one seen."""
        ...

    def parts(self, person: int, table: str, number: int) -> list[PlayedHand]:
        """A person's parts in one hand, in the order they ended."""
        ...

    def meters(self, table: str | None = None) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        """(times, cents) by table and key; of one table, or of all, the closed ones included."""
        ...

    # People

    def add_person(self, kind: str, name: str, created: str, grant: Transfer | None) -> Person:
        """A new person with a purse; ``grant`` (whose ``person`` is not looked at) goes into it."""
        ...

    def person(self, id: int) -> Person | None: ...

    def person_by_login(self, login: str) -> Person | None: ...

    def people(self, after: int, limit: int) -> list[Person]: ...

    def make_account(self, id: int, login: str, password: str, name: str) -> Person:
        """Turn a guest into an account. ``Conflict`` if the login is taken."""
        ...

    def rename(self, id: int, name: str) -> None: ...

    def set_password(
        self, id: int, password: str, revoked: str | None = None, but: int | None = None
    ) -> None:
        """A new password, and no failures held against the account; with ``revoked`` all sessions
        end at that time, but for one."""
        ...

    def set_failures(self, id: int, failures: int, locked_until: str | None) -> None: ...

    def give_role(self, id: int, role: str) -> None: ...

    def take_role(self, id: int, role: str) -> None: ...

    def holders(self, role: str) -> list[int]:
        """Everybody who has a role, at most a thousand."""
        ...

    def purse(self, id: int) -> int: ...

    def at_tables(self, id: int) -> int:
        """A person's chips at all tables, on rails and layouts."""
        ...

    def seated(self, id: int) -> list[str]:
        """The tables at which a person has a seat."""
        ...

    def transfers(self, person: int, before: int | None, limit: int) -> list[tuple[int, Transfer]]:
        """What went into and out of a purse, the latest first, each with its number."""
        ...

    def grant(self, transfer: Transfer) -> None:
        """Chips into or out of a purse by themselves. ``Conflict`` if it would fall below zero."""
        ...

    # Sessions and invitations

    def add_session(
        self, digest: str, person: int, created: str, expires: str, agent: str
    ) -> LoginSession: ...

    def session(self, digest: str) -> LoginSession | None: ...

    def sessions(self, person: int) -> list[LoginSession]: ...

    def seen(self, id: int, at: str) -> None: ...

    def revoke(self, id: int, at: str) -> None: ...

    def revoke_all(self, person: int, at: str, but: int | None = None) -> None: ...

    def add_invitation(self, invitation: Invitation) -> None: ...

    def invitation(self, digest: str) -> Invitation | None: ...

    def use_invitation(self, digest: str, person: int, at: str) -> None:
        """Give its role to the person and mark it used. ``Conflict`` if it has been used."""
        ...

    # The whole

    def verify(self) -> list[str]:
        """What is wrong with the money, in words: each table's balances sum to zero; each table's
        cage is the sum of the transfers that name it (below zero by what purses gave to the table
        less what they got); no purse is below zero or differs from its transfers. Empty if all is
        well."""
        ...

    def dump(self, keep: Callable[[str, Sequence[tuple[object, ...]]], None]) -> None:
        """Everything but secrets, as of one moment: ``keep(relation, rows)`` piece by piece."""
        ...
