"""Every hand in this folder goes as it is written, and its log holds under audit."""

import re
from pathlib import Path

import pytest

from lammer.audit import audit_log
from lammer.games import RULESETS, load
from tests.hands.hand import play, proves

HERE = Path(__file__).parent
HANDS = sorted(HERE.glob("*.hand"))


def hands() -> list[object]:
    return [
        pytest.param(path, marks=pytest.mark.clause(*proves(path)), id=path.stem) for path in HANDS
    ]


@pytest.mark.parametrize("path", hands())
def test_hand(path: Path) -> None:
    log: list[bytes] = []
    assert play(path, log.append) == []
    assert list(audit_log(enumerate(log, start=1))) == []


def test_a_hand_that_goes_otherwise_is_noticed(tmp_path: Path) -> None:
    hand = tmp_path / "wrong.hand"
    hand.write_text(
        "# A place bet that is said to be paid even money\n"
        "table nj-2011 craps\n"
        "seat 1 $100\n"
        "seat 1 takes the dice\n"
        "seat 1 bets $10 on pass\n"
        "roll 4-4\n"
        "= point 6\n"
        "seat 1 bets $12 on place-6\n"
        "roll 3-3\n"
        "= seat 1 has $102 and $10 up\n"
        "seat 1 bets $5 on field\n"
        "! NJ11-1.3c1\n"
        "seat 1 removes pass\n"
    )
    wrong = play(hand)
    assert [each.partition(":")[0] for each in wrong] == ["line 7", "line 10", "line 11", "line 13"]


def test_there_is_a_hand_for_each_wager() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HANDS)
    for rules in RULESETS:
        for wager in load(rules).wagers:
            bet = rf"bets \$[0-9.,]+ on {wager.key}(?![\w-])"
            assert re.search(bet, text), wager.key
