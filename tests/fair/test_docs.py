"""What ``docs/fair.md`` shows is what the commands print, and what the code says."""

import re
from pathlib import Path

from lammer.fair import draw, verify
from lammer.instruments.dice.acceptance import ACCEPTANCE
from lammer.instruments.dice.draw import SIDES
from lammer.instruments.shoe.draw import CUT
from tests.docs.test_console_examples import commands, matches
from tests.fair.test_cli import run

TEXT = (Path(__file__).parents[2] / "docs" / "fair.md").read_text(encoding="utf-8")


def test_console_blocks() -> None:
    blocks = re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    for block in blocks:
        ((command, expected),) = commands(block)
        status, said, complaint = run(*command.split()[1:])
        assert status == ("--loaded" in command), complaint
        assert matches(expected, said.splitlines()), said


def test_numbers_are_those_of_the_code() -> None:
    assert f"bytes of {256 - 256 % SIDES} and above" in TEXT
    assert f"before the last {CUT}" in TEXT
    assert f"1 to {draw.MOST_SEED} printable characters" in TEXT
    assert f"among the last {verify.MOST_HASHES:,}" in TEXT
    assert f"{verify.MOST_TRIALS:,} trials is a finding" in " ".join(TEXT.split())
    assert f"fewer than {ACCEPTANCE.fewest} rolls" in TEXT
