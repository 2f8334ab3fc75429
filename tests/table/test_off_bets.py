"""Which bets are off, as the puck lies and as they are called."""

import pytest

from lammer.core.wager import Call
from lammer.table.run import Run


@pytest.mark.parametrize("rules", ["nj-2011", "md-2013"])
@pytest.mark.parametrize(
    ("wager", "called", "come_out", "point_on"),
    [
        ("fire", None, False, False),  # A come-out roll does not affect it, and it is on.
        ("pass", None, False, False),
        ("place-8", None, True, False),
        ("place-8", "on", False, False),
        ("hard-8", None, True, False),
        ("hard-8", "on", False, False),
        ("buy-4", None, True, False),
        ("come-odds-6", None, True, False),
        ("dont-come-odds-6", None, False, False),
        ("lay-4", None, False, False),
        ("field", None, False, False),
    ],
)
def test_on_and_off(
    rules: str, wager: str, called: Call | None, come_out: bool, point_on: bool
) -> None:
    run = Run()
    run.do({"do": "open", "rules": rules, "seats": []})
    here = run.table.rules
    assert here.is_off("off", wager, called) == come_out
    assert here.is_off("6", wager, called) == point_on
