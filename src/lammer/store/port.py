"""The interface of a store: what is stored, and how it is written and read.

All methods are synchronous. One thread writes, several read. A write is atomic, and durable when
the method returns. After ``OutcomeUnknown`` it may or may not have been done: read ``head`` to find
out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class StoreError(Exception):
    """The store failed, and nothing was done."""


class OutcomeUnknown(StoreError):
    """The store failed, and whether the write was done is unknown."""


class Superseded(StoreError):
    """The database was restored from a backup: the server's memory is out of date."""


class Conflict(StoreError):
    """The write contradicts what is stored: an existing line, a taken name, a purse that would fall
    below zero."""


class LeaseLost(Conflict):
    """Another process has taken the table since, or this process's name."""


class MayNotOpen(StoreError):
    """This process may take no tables, and open none: its lease has ended, or one with other rules
    came before it."""


class PurseTooLow(Conflict):
    """A purse would fall below zero."""


class NameTaken(StoreError):
    """Another process has the name. ``seconds``: until its lease ends, unless it renews it;
    ``address``: where it is reached, if known."""

    def __init__(self, text: str, seconds: float, address: str = "") -> None:
        self.seconds, self.address = seconds, address
        super().__init__(text)


class TooEarly(Conflict):
    """An attempt to sign in came before its time: which of those counted together, and the
    milliseconds until it may be made."""

    def __init__(self, which: int, wait: int) -> None:
        self.which, self.wait = which, wait
        super().__init__(f"Not for {wait} ms.")


class TooManyTables(Conflict):
    """A person has as many tables open as may be."""


class InvalidData(StoreError):
    """The data cannot be stored: a number too large, an invalid text."""


# People


class Person(NamedTuple):
    """A person with a purse. ``kind``: "guest", "account" or "walk-in" (entered by a dealer).
    ``login`` and ``password`` (an argon2 hash) only for an account."""

    id: int
    kind: str
    name: str
    login: str | None = None
    password: str | None = None
    roles: tuple[str, ...] = ()
    failures: int = 0
    locked_until: str | None = None
    """What earlier versions counted of wrong passwords."""
    created: str = ""


class LoginSession(NamedTuple):
    """A session of a person. ``digest`` is the SHA-256 of the token, which is not stored."""

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


class LoginAttempt(NamedTuple):
    """An attempt to sign in from a source (a digest); ``delay``: the milliseconds until the next
    one after so many wrong ones."""

    source: str
    delay: Callable[[int], int]


class Transfer(NamedTuple):
    """Chips into a purse (above zero) or out of it. ``table`` and ``seq`` name the log line by
    which they left or reached a table; None for a grant of play chips."""

    person: int
    cents: int
    why: str
    at: str
    table: str | None = None
    seq: int | None = None


# Processes


class Member(NamedTuple):
    """A process that serves a house: its name, an ``instance`` that differs at each start, the
    digest of all rule sets it knows, and where a proxy reaches it, if that was given."""

    name: str
    instance: str
    rules: str = ""
    address: str = ""


class ProcessRecord(NamedTuple):
    """A process whose lease has not ended: since when it serves (milliseconds of 1970), how long
    its lease goes on, and whether it may take tables."""

    name: str
    instance: str
    address: str
    since: int
    lease_ms: int
    may_take: bool


class TablePlace(NamedTuple):
    """Where an open table is run: the process, None for none; ``epoch`` counts how often a process
    took it; ``orphan``: no process that lives has it; ``lines``: how many its log has."""

    table: str
    process: str | None
    epoch: int
    orphan: bool
    lines: int = 0


# Tables


class TableRecord(NamedTuple):
    """A table. ``kind``: "automatic" or "staffed"; ``clock``: seconds until the house moves by
    itself, None for never; ``house``: the elections, as JSON."""

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
    """Who sent the command that begins at line ``seq``, by which client, under which number. The
    line is one of the same tick; a client's numbers increase. ``client`` is None only where
    somebody changed the store."""

    seq: int
    person: int | None
    client: str | None
    number: int


class HandRecord(NamedTuple):
    """The beginning of a hand: its number from 1, its first line, and a snapshot of the table
    before that line (JSON), from which the hand can be replayed."""

    number: int
    first_seq: int
    began: str
    snapshot: bytes


class PlayedHand(NamedTuple):
    """A person's part in a hand that is over, in cents: chips at the table before and after it,
    what was brought in less what was taken away, what was staked, what the bank paid and took, and
    the vigorish: ``before + brought + won - lost - vigorish == after``."""

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


class PublishedHead(NamedTuple):
    """A published head of a log: the number and hash of a line, and when it was published."""

    seq: int
    hash: str
    at: str


class PrunedTable(NamedTuple):
    """A closed table whose log of ``lines`` lines was written to a file, and is no longer in the
    store. ``head``: the hash of its last line; ``sha256``: of the file; ``kept``: what an audit of
    the house needs of it, as JSON."""

    table: str
    lines: int
    head: str
    file: str
    sha256: str
    at: str
    kept: str


@dataclass(slots=True)
class Tick:
    """The changes of one table that are written together. ``lines`` are (seq, the sealed line);
    ``balances`` the changed accounts with their new balances; ``seats`` the changed seats with
    their persons, None for nobody; ``meters`` additions as (times, cents); ``secret`` the seed in
    use, b"" for none, None for no change; ``transfers`` of a person are made in order;
    ``published`` is a head published with them, if any; ``pseudonym_key``, with the first tick of a
    table, is the key of the pseudonyms in its log; ``epoch`` is that of the table when this process
    took it; ``state``, now and then, is the last line and the table after it, in a long hand."""

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
    published: PublishedHead | None = None
    pseudonym_key: str = ""
    epoch: int = 0
    state: tuple[int, bytes] | None = None


# The school


class DrillProgress(NamedTuple):
    """A person's progress with a skill: how often it was asked and answered correctly, the seed and
    time of the last question, and the card of the scheduler (JSON)."""

    person: int
    rules: str
    game: str
    skill: str
    card: str
    correct: int
    asked: int
    seed: int
    at: str


class SchoolClass(NamedTuple):
    """A class: who teaches it, and the token of the link to join it. ``kind`` is ``class``, or
    ``own`` for the tests that a person takes alone."""

    id: int
    name: str
    instructor: int
    token: str
    created: str
    closed: str | None = None
    kind: str = "class"


class ClassMember(NamedTuple):
    """A person in a class."""

    person: int
    name: str
    joined: str


class ClassTest(NamedTuple):
    """A table test that a class is assigned: its definition (JSON), and how often each person may
    take it."""

    id: int
    school_class: int
    definition: str
    sittings: int
    created: str
    withdrawn: str | None = None


class SittingRecord(NamedTuple):
    """A sitting of a test; ``result`` (JSON) once it is over."""

    id: int
    test: int
    person: int
    begun: str
    result: str | None = None


class PracticeRecord(NamedTuple):
    """A session at a practice table: whose it is, under which rules, the setting and the score so
    far (JSON). ``key`` is how others name it; ``id`` is 0 before it is kept."""

    id: int
    key: str
    person: int
    rules: str
    game: str
    digest: str
    setting: str
    begun: str
    score: str
    ended: str | None = None


class PracticeProgress(NamedTuple):
    """What an answer at a practice table, or its end, changes: the score then, and when the session
    ended, if it did."""

    score: str
    ended: str | None = None


class SchoolStore(Protocol):
    """What a database keeps of drills, classes, table tests and practice tables."""

    def drill_progress(self, person: int) -> list[DrillProgress]: ...

    def keep_progress(self, progress: DrillProgress) -> None: ...

    def add_class(
        self, name: str, instructor: int, token: str, created: str, kind: str = "class"
    ) -> SchoolClass: ...

    def school_class(self, id: int) -> SchoolClass | None: ...

    def class_by_token(self, token: str) -> SchoolClass | None: ...

    def classes_of(self, person: int) -> list[SchoolClass]:
        """Return the classes that a person teaches or is in, by number."""

    def close_class(self, id: int, at: str) -> None: ...

    def join_class(self, id: int, person: int, at: str) -> None:
        """Add a person to a class; no effect if they are in it."""

    def class_members(self, id: int) -> list[ClassMember]: ...

    def add_test(self, id: int, definition: str, sittings: int, created: str) -> ClassTest:
        """Assign a test to a class."""

    def class_test(self, id: int) -> ClassTest | None: ...

    def tests_of(self, school_class: int) -> list[ClassTest]: ...

    def withdraw_test(self, id: int, at: str) -> None: ...

    def begin_sitting(
        self, test: int, person: int, begun: str, lines: Sequence[bytes]
    ) -> SittingRecord:
        """Begin a sitting with the first lines of its log. Raises ``Conflict`` for a person who has
        taken the test as often as is allowed, or is taking it."""

    def sitting(self, id: int) -> SittingRecord | None: ...

    def sittings_of(self, test: int, person: int | None = None) -> list[SittingRecord]: ...

    def sitting_lines(self, id: int) -> list[bytes]: ...

    def add_sitting_lines(
        self, id: int, first: int, lines: Sequence[bytes], result: str | None
    ) -> None:
        """Append lines from number ``first`` on. Raises ``Conflict`` unless they follow the last
        line."""

    def begin_practice(self, session: PracticeRecord, most: int) -> PracticeRecord:
        """Keep a session, and of its person's no more than ``most``, the latest."""

    def practice(self, key: str) -> PracticeRecord | None: ...

    def practices_of(self, person: int) -> list[PracticeRecord]:
        """Return a person's sessions, the latest first."""

    def practice_answers(self, id: int) -> list[str]:
        """Return what was answered in a session, in order (JSON)."""

    def add_practice_answer(
        self, id: int, number: int, at: str, body: str, progress: PracticeProgress
    ) -> None:
        """Keep an answer. Raises ``Conflict`` unless it is the next one of a session that goes
        on."""

    def end_practice(self, id: int, progress: PracticeProgress) -> None:
        """End a session; no effect on one that is over."""


class LoginStore(Protocol):
    """Wrong passwords, and from where people have signed in. Times are in milliseconds of 1970."""

    def count_attempt(self, attempts: Sequence[LoginAttempt], now: int) -> None:
        """Count one more failure for each, in one transaction; ``TooEarly``, and none is counted,
        if one of them has to wait. Failures of more than an hour ago are forgotten."""

    def signed_in(self, known: str, others: Sequence[str], now: int) -> None:
        """Forget the failures of all these sources; of the first it is ``known`` for thirty days
        that somebody has signed in from there."""

    def signed_in_before(self, source: str) -> bool: ...


class LeaseStore(Protocol):
    """Which processes serve the house, and which of them runs a table.

    What decides is the ``epoch`` of a table: a tick is written only under the present one. Times,
    by the database's clock, decide only when another process may take a table.
    """

    shared: bool
    """True if several processes may serve the house at once."""

    def join(self, member: Member, lease_ms: int) -> bool:
        """Let this process serve the house, with a lease that ``renew`` extends; return whether it
        is the only one. ``NameTaken`` if another process of that name has a lease."""

    def renew(self, lease_ms: int) -> None:
        """``LeaseLost`` if another process has the name now, or it must ``join`` again."""

    def leave(self) -> None:
        """Give back all tables, and the name."""

    def processes(self) -> list[ProcessRecord]:
        """Return the processes that live, the one that serves longest first."""

    def places(self) -> list[TablePlace]:
        """Return where the open tables are run, in the order of opening."""

    def take(self, tables: Mapping[str, int]) -> Mapping[str, int]:
        """Take tables, named with the epochs they were seen at; return those taken, with their new
        epochs. Not taken is what a process that lives has, or was taken since it was seen; nor is
        anything while the process that serves longest has other rules or another schema."""

    def release(self, tables: Mapping[str, int], to: str | None = None) -> list[str]:
        """Give back tables of these epochs, to a process or to any; return those given back."""

    def changed_people(self, since: int | None) -> Mapping[int, int]:
        """Return whose name, roles or sessions another process changed since a time, and when, by
        the database's clock; also those of the minute before, whose writes may have ended later.
        For None, those up to now; the last of all is that of nobody (0)."""

    def purses(self, people: Sequence[int]) -> Mapping[int, int]:
        """Return the cents in purses."""

    def wake(self, processes: Sequence[str]) -> None:
        """Wake all processes, so that they read at once what has changed instead of a little
        later."""

    def listen(self, woken: Callable[[], None]) -> Callable[[], None]:
        """Call ``woken``, in a thread of its own, when this process is woken; return what ends
        that. Nothing is woken where only one process has the database."""


class Store(SchoolStore, LoginStore, LeaseStore, Protocol):
    """A database with a house in it."""

    # Lifecycle

    def migrate(self) -> int:
        """Upgrade the schema; return its version. ``StoreError`` if it is newer than this program
        knows."""

    def lease(self) -> None:
        """Take the house until ``close``, for this process; unless ``shared``, for it alone, or
        ``StoreError`` naming the other process. The schema does not change meanwhile. Calling it
        again accepts a database that was restored since."""

    def close(self) -> None: ...

    def ping(self) -> None:
        """Raise if the store does not answer."""

    def probe(self) -> None:
        """Make a durable write that changes nothing, or raise."""

    def generation(self) -> int:
        """Return how often the database was restored."""

    def house_id(self) -> str:
        """Return the public id of the house, which it keeps for ever."""

    # Tables

    def open_table(
        self,
        record: TableRecord,
        first: Tick | None = None,
        *,
        alike: bool = True,
        most: int | None = None,
    ) -> None:
        """Add a table with its first tick, in one transaction; this process has it. ``Conflict`` if
        the key is taken, or without ``alike`` if there is an open one with the same rules, game and
        elections that the house opened; ``MayNotOpen`` if this process could take no table;
        ``TooManyTables`` if who opens it has ``most`` automatic ones open, in whatever process."""

    def commit(self, ticks: Sequence[Tick]) -> None:
        """Write these ticks in one transaction. ``Superseded`` if the database was restored since
        ``lease``, ``LeaseLost`` if a table was taken since by another process, ``PurseTooLow`` if a
        purse has too few chips."""

    def tables(self, closed: bool = False) -> list[TableRecord]:
        """Return the open tables, or all of them; in the order of opening."""

    def table(self, table: str) -> TableRecord | None: ...

    def head(self, table: str) -> tuple[int, bytes] | None:
        """Return the last line: its number and its bytes."""

    def lines(self, table: str, first: int, last: int | None = None) -> Iterator[bytes]:
        """Yield the lines from ``first`` to ``last`` (included), in order, read page by page."""

    def pseudonym_key(self, table: str) -> str:
        """Return the key of the pseudonyms in a table's log."""

    def published(self, table: str, after: int, limit: int) -> list[PublishedHead]:
        """Return published heads of lines after ``after``, in their order."""

    def last_published(self, table: str) -> PublishedHead | None: ...

    def pruned(self, table: str) -> PrunedTable | None:
        """Return where the log of a table is, if it is no longer here."""

    def table_state(self, table: str) -> tuple[int, bytes] | None:
        """Return a line in the middle of a hand, and the table after it (``Tick.state``)."""

    def balances(self, table: str) -> Mapping[str, int]: ...

    def seats(self, table: str) -> Mapping[int, int]: ...

    def secret(self, table: str) -> bytes | None: ...

    def people_at(self, table: str) -> list[int]:
        """Return everybody who ever entered a command at a table, in order of their numbers."""

    def last_number(self, table: str, person: int, client: str) -> tuple[int, int]:
        """Return the highest command number of this client, and the line it begins at; (0, 0) for
        none."""

    def entries(self, table: str, first: int, last: int) -> list[LogEntry]: ...

    def last_hand(self, table: str) -> HandRecord | None: ...

    def hand(self, table: str, number: int) -> HandRecord | None: ...

    def hand_at(self, table: str, seq: int) -> HandRecord | None:
        """Return the hand that a line is in; the first one for lines before it."""

    def played(
        self, person: int, before: tuple[str, str, int] | None, limit: int
    ) -> list[tuple[str, PlayedHand]]:
        """Return a person's hands as (table, part), the latest first, after ``before``, which is
        (ended, table, number) of the last one seen."""

    def parts(self, person: int, table: str, number: int) -> list[PlayedHand]:
        """Return a person's parts in one hand, in the order they ended."""

    def meters(self, table: str | None = None) -> Mapping[str, Mapping[str, tuple[int, int]]]:
        """Return (times, cents) by table and key, of one table or of all, closed ones included."""

    # People

    def add_person(self, kind: str, name: str, created: str, grant: Transfer | None) -> Person:
        """Add a person with a purse; ``grant`` (whose ``person`` is ignored) goes into it."""

    def person(self, id: int) -> Person | None: ...

    def person_by_login(self, login: str) -> Person | None: ...

    def people(self, after: int, limit: int) -> list[Person]: ...

    def make_account(self, id: int, login: str, password: str, name: str) -> Person:
        """Turn a guest into an account. ``Conflict`` if the login is taken."""

    def rename(self, id: int, name: str) -> None: ...

    def set_password(
        self, id: int, password: str, revoked: str | None = None, but: int | None = None
    ) -> None:
        """Set a password; with ``revoked`` end all sessions but one at that
        time."""

    def give_role(self, id: int, role: str) -> None: ...

    def take_role(self, id: int, role: str, keep: int = 0) -> None:
        """Take a role from a person. ``Conflict`` if then fewer than ``keep`` people had it."""

    def holders(self, role: str) -> list[int]:
        """Return the people who have a role, at most a thousand."""

    def purse(self, id: int) -> int: ...

    def at_tables(self, id: int) -> int:
        """Return a person's chips at all tables, on rails and layouts."""

    def seated(self, id: int) -> list[str]:
        """Return the tables at which a person has a seat."""

    def transfers(self, person: int, before: int | None, limit: int) -> list[tuple[int, Transfer]]:
        """Return the transfers of a purse, the latest first, each with its number."""

    def grant_up_to(self, person: int, cents: int, why: str, at: str) -> int:
        """Grant what a person's purse and chips at tables are together below ``cents``, as of one
        moment; return how much that was. ``Conflict`` if there is no such person."""

    def grant(self, transfer: Transfer) -> None:
        """Make a transfer that no table is part of. ``Conflict`` if the purse would fall below
        zero."""

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

    def first_invitation(self) -> str | None:
        """Return the digest of the invitation by which somebody becomes the first administrator."""

    def set_first_invitation(self, digest: str) -> None: ...

    def use_invitation(self, digest: str, person: int, at: str) -> None:
        """Give its role to the person and mark it used. ``Conflict`` if it has been used."""

    # Everything

    def verify(self) -> list[str]:
        """Return accounting errors, as texts: each table's balances must sum to zero; each table's
        cage must be the sum of the transfers that name it; each purse must be the sum of its
        transfers, and not below zero. Empty if there are none."""

    def dump(self, keep: Callable[[str, Sequence[tuple[object, ...]]], None]) -> None:
        """Pass everything but secrets, as of one moment, to ``keep(relation, rows)``, page by
        page."""
