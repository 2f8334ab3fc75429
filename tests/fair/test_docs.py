"""What ``docs/fair.md`` shows is what the commands print, and what the code says."""

import json
import re
from pathlib import Path
from typing import get_args

from lammer.fair import draw, verify
from lammer.fair.instrument import FindingKind
from lammer.instruments.dice.acceptance import ACCEPTANCE
from lammer.instruments.dice.draw import SIDES
from lammer.instruments.shoe.draw import CUT
from tests.docs.test_console_examples import commands, matches
from tests.fair.test_cli import data, run

TEXT = (Path(__file__).parents[2] / "docs" / "fair.md").read_text(encoding="utf-8")


def test_console_blocks() -> None:
    blocks = re.findall(r"^```console\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    for block in blocks:
        ((command, expected),) = commands(block)
        status, said, complaint = run(*command.split()[1:])
        assert status == ("--loaded" in command), complaint
        assert matches(expected, said.splitlines()), said


def test_the_json_has_the_keys_that_are_shown(tmp_path: Path) -> None:
    """Also of a log that cannot be read to its end; the exit status says which it is."""
    (block,) = re.findall(
        r"^```json\n(\{\"format\": 1, \"file\": \"evening.*?)^```", TEXT, re.DOTALL | re.MULTILINE
    )
    shown = json.loads(block)
    kinds = re.search(r"^`kind` is (.*)\.  ?`followed`|^`kind` is ([^.]*)\.", TEXT, re.MULTILINE)
    assert kinds is not None
    assert set(re.findall(r"`(\w+)`", kinds[0])) - {"kind", "followed"} == set(
        get_args(FindingKind)
    )
    wrong = Path(__file__).parents[1] / "golden" / "files" / "damaged-pledged-wrong-dice.log"
    status, found = data("fair", str(wrong))
    assert (status, found["ok"]) == (1, False)
    assert found.keys() == shown.keys()
    for key in ("findings", "pledges"):
        assert found[key][0].keys() == shown[key][0].keys()
    assert found["verdicts"].keys() == shown["verdicts"].keys()
    cut = tmp_path / "cut.log"
    cut.write_bytes(wrong.read_bytes()[:-40])
    status, found = data("fair", str(cut))
    assert (status, found["ok"]) == (2, False)
    assert found.keys() == {*shown, "unreadable"}
    assert found["unreadable"].keys() == {"line", "what"}


def test_numbers_are_those_of_the_code() -> None:
    assert f"bytes of {256 - 256 % SIDES} and above" in TEXT
    assert f"before the last {CUT}" in TEXT
    assert f"1 to {draw.MOST_SEED} printable characters" in TEXT
    assert f"among the last {verify.MOST_HASHES:,}" in TEXT
    assert f"{verify.MOST_TRIALS:,} trials is a finding" in " ".join(TEXT.split())
    assert f"fewer than {ACCEPTANCE.fewest} rolls" in TEXT
