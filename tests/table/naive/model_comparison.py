"""The same commands at the table and at a naive model of it, written from the texts.

Whatever is asked: the same answer and the same chips; money is conserved; a refusal changes
nothing; no command raises; the log replays to the same state.
"""

from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, invariant

from lammer.audit import audit_log
from lammer.ledger import BANK, COMMISSION, balanced
from lammer.table import Run
from lammer.table.state import DueStep, TableState
from lammer.table.views.public import script_state


def as_due(table: TableState, due: DueStep) -> dict[str, Any]:
    """Return the command that enters a step as it is due."""
    named = {"number": due.number, "count": due.count, "seats": due.seats and list(due.seats)}
    command = {"do": "step", "step": due.step, "caller": table.rules.steps[due.step].by[0]}
    return command | {key: value for key, value in named.items() if value is not None}


class ModelComparison(RuleBasedStateMachine):
    """Two tables, opened alike; what is asked of them is each game's own."""

    def begin(self, opening: dict[str, Any], naive: Any) -> None:
        self.log: list[bytes] = []
        self.run = Run(self.log.append)
        assert self.run.do(opening).ok
        self.naive = naive

    def do(self, command: dict[str, Any]) -> None:
        before = self.run.table
        answer = self.run.do(command)
        second = self.naive.do(command)
        said = (command, answer.refusal, second["why"])
        assert answer.ok == second["ok"], said
        if answer.refusal is not None:
            assert self.run.table == before, said
            assert answer.refusal.clauses, said
        seen = {key: second[key] for key in ("point", "shooter", "offered", "seats")}
        assert script_state(self.run.table) == seen, said
        for number, seat in self.run.table.seats.items():
            up = {name: bet.stake for name, bet in seat.bets.items()}
            assert up == self.naive.bets(number), said

    @invariant()
    def the_books_hold(self) -> None:
        if not hasattr(self, "run"):
            return
        books = self.run.table.books
        assert balanced(books)
        assert books.get(BANK, 0) == self.naive.bank
        assert books.get(COMMISSION, 0) == self.naive.commission

    def teardown(self) -> None:
        if not hasattr(self, "run"):
            return
        self.run.close()
        assert list(audit_log(enumerate(self.log, start=1))) == []
