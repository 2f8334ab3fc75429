"""Only one module knows where the house is; all others name paths of the house."""

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "lammer"
KNOWS = "web/js/lib/address.js"
ELSEWHERE = re.compile(
    r"location\.(?:assign|replace|href|origin|host|hostname|pathname|protocol)\b"
    r"|new WebSocket\((?!socketTo\()|\bfetch\((?!to\(|stopping)|\bimport\((?!to\(|\"\.)"
    r"|(?:push|replace)State\(null, \"\", [\"`]/"
)
ALLOWED = re.compile(r'(?:push|replace)State\(null, "", location\.pathname\)|@|^\s*(?://|\*)')
"""A page may stay where it is; comments may say what they like."""


def test_no_other_page_makes_an_address_of_its_own() -> None:
    found = [
        f"{path.relative_to(SOURCE).as_posix()}:{number}: {line.strip()}"
        for path in SOURCE.rglob("web/**/*.js")
        if path.relative_to(SOURCE).as_posix() != KNOWS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ELSEWHERE.search(line) and not ALLOWED.search(line)
    ]
    assert found == []
