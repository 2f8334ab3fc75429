"""A seed pledged, added to, revealed when the hand is over, or withdrawn: what is told when."""

from hashlib import sha256
from typing import Any

import pytest

from lammer.table import Run
from lammer.table.commands import Malformed

SEED = bytes(range(32))
HASH = sha256(SEED).hexdigest()
COMMIT = {"do": "commit", "hash": HASH}
REVEAL = {"do": "reveal", "seed": SEED.hex()}


def done(run: Run, *commands: dict[str, Any]) -> None:
    for command in commands:
        answer = run.do(command)
        assert answer.ok, (command, answer.refusal)


def code(run: Run, command: dict[str, Any]) -> str:
    refusal = run.do(command).refusal
    assert refusal is not None, command
    return refusal.code


def at_craps() -> Run:
    run = Run.at("nj-2011", rails={1: 100000, 2: 100000})
    done(run, {"do": "accept-dice", "seat": 1}, COMMIT)
    return run


def roll(*dice: int) -> dict[str, Any]:
    return {"do": "roll", "dice": list(dice)}


LINE = {"do": "bet", "seat": 1, "wager": "pass", "amount": 1000}


def test_a_seed_is_revealed_after_the_seven_out_and_not_before() -> None:
    run = at_craps()
    assert code(run, COMMIT) == "pledged"
    assert code(run, REVEAL) == "hand-goes-on"
    done(run, LINE, roll(3, 3))
    assert code(run, REVEAL) == "hand-goes-on"
    done(run, roll(3, 4))
    assert run.table.pledge is not None
    assert (run.table.pledge.trials, run.table.pledge.over) == (2, True)
    assert code(run, {"do": "reveal", "seed": "00" * 32}) == "wrong-seed"
    done(run, REVEAL)
    assert run.table.pledge is None
    assert code(run, REVEAL) == "not-pledged"


def test_a_shooter_who_passes_before_rolling_leaves_the_pledge_to_the_next() -> None:
    run = at_craps()
    done(run, {"do": "pass-dice", "seat": 1}, {"do": "accept-dice", "seat": 2})
    assert code(run, REVEAL) == "hand-goes-on"
    done(run, {**LINE, "seat": 2}, roll(1, 1), {"do": "pass-dice", "seat": 2}, REVEAL)


def test_players_add_seeds_until_the_first_trial_each_the_last_one_given() -> None:
    run = at_craps()
    give = {"do": "seed", "seat": 2, "seed": "second"}
    done(run, give, {"do": "seed", "seat": 1, "seed": "a"}, {"do": "seed", "seat": 1, "seed": "b"})
    assert run.table.pledge is not None
    assert run.table.pledge.seeds == ((1, "b"), (2, "second"))
    done(run, LINE, roll(1, 1))
    assert code(run, give) == "seeds-closed"
    assert run.table.pledge.seeds == ((1, "b"), (2, "second"))
    empty = Run.at("nj-2011", rails={1: 100000})
    assert code(empty, {**give, "seat": 1}) == "not-pledged"
    assert code(run, {**give, "seat": 9}) == "no-such-seat"


def test_seeds_and_pledges_wait_for_dice_in_the_air() -> None:
    run = at_craps()
    done(run, LINE, {"do": "throw"})
    assert code(run, {"do": "seed", "seat": 1, "seed": "late"}) == "seeds-closed"
    done(run, {"do": "withdraw", "reason": "tried"})
    assert code(run, COMMIT) == "too-late"


def test_a_withdrawn_pledge_says_why_and_another_may_follow() -> None:
    lines: list[bytes] = []
    run = Run.at("nj-2011", rails={1: 100000}, keep=lines.append)
    done(run, COMMIT, {"do": "withdraw", "reason": "the seed is lost"})
    assert b'"reason":"the seed is lost"' in lines[-1]
    assert code(run, {"do": "withdraw", "reason": "again"}) == "not-pledged"
    done(run, COMMIT)


def test_without_a_shooter_the_hand_is_over_with_the_loser_7() -> None:
    run = Run.at("nj-2011", "automated-craps", rails={1: 100000})
    done(run, COMMIT, LINE, roll(3, 3))
    for dice in ((3, 3), (4, 3), (2, 2)):
        assert code(run, REVEAL) == "hand-goes-on"
        done(run, LINE, roll(*dice)) if run.table.point is None else done(run, roll(*dice))
    done(run, roll(3, 4), REVEAL)


def test_at_mini_dice_each_shake_is_a_hand() -> None:
    run = Run.at("nj-1997", rails={1: 100000})
    done(run, {"do": "accept-shaker", "seat": 1}, COMMIT)
    assert code(run, REVEAL) == "hand-goes-on"
    done(run, {"do": "shake", "dice": [2, 3]}, REVEAL)


def test_at_punto_banco_the_shoe_is_pledged_with_what_is_out_of_it() -> None:
    run = Run.at("nj-2001", rails={1: 100000})
    done(run, {"do": "accept-shoe", "seat": 1})
    deal = {"do": "deal", "cards": ["Kd", "9h", "Ts", "Kc"]}
    done(run, deal, COMMIT)
    assert run.table.pledge is not None
    assert run.table.pledge.used_up == {"9h": 1, "Kd": 1, "Ts": 1, "Kc": 1}
    done(run, {**deal, "cut_card": True})
    assert code(run, REVEAL) == "hand-goes-on"
    done(run, deal, REVEAL, {"do": "shuffle"}, COMMIT)
    assert run.table.pledge.used_up == {}


@pytest.mark.parametrize(
    "command",
    [
        {"do": "commit", "hash": HASH.upper()},
        {"do": "commit", "hash": HASH[:-1]},
        {"do": "commit"},
        {"do": "reveal", "seed": "zz" * 32},
        {"do": "seed", "seat": 1, "seed": ""},
        {"do": "seed", "seat": 1, "seed": "x" * 65},
        {"do": "seed", "seat": 1, "seed": "a\nb"},
        {"do": "seed", "seat": 1, "seed": 7},
        {"do": "seed", "seat": 1, "seed": "\ud800"},
    ],
)
def test_what_is_no_hash_and_no_seed_is_malformed(command: dict[str, Any]) -> None:
    run = at_craps()
    with pytest.raises(Malformed):
        run.do(command)
