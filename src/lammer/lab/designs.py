"""Works out a wager that somebody designs, from the text of its file."""

import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from lammer.core.numbers import percent
from lammer.design import (
    NoAnswer,
    SolvedDesign,
    alternative_rows,
    designed,
    distribution_rows,
    faults_of,
    figure_rows,
    plain_design,
    short,
    work_out,
)
from lammer.house import HouseFile
from lammer.house.values import rate
from lammer.lab.control import TaskControl
from lammer.lab.faults import LabFault, LabRefusal
from lammer.lab.questions import house_file

MOST_ROWS = 200
"""Results of a distribution that are shown."""
FIRST = "example"
"""The key of the file with remarks, to start from."""


def designed_wager(ask: Mapping[str, Any], _control: TaskControl) -> dict[str, Any]:
    """Work out the wager of a file: ``solve`` a payout line for an edge, and a ``table`` of other
    payouts; raises ``LabRefusal``."""
    faults: list[LabFault] = []
    file = house_file(ask["file"], "file", faults)
    if file is None:
        raise LabRefusal(*faults)
    found, _ = designed(file.data)
    if found is None:
        raise LabRefusal(*_faults(file))
    solve, table = ask["solve"], ask["table"]
    try:
        wanted = None if solve is None else (solve["line"], rate("edge", solve["edge"]))
    except ValueError:
        what = f'"{solve["edge"]}" is no share'
        raise LabRefusal(LabFault("edge", what, 'Write "3/25" or "12%".')) from None
    others = None if table is None else (table["line"], table["low"], table["high"])
    try:
        done = work_out(found, file.data, wanted, others)
    except NoAnswer as problem:
        # Asked for nothing else, it is the file that has no answer, and its lines are known.
        wrong = _faults(file) if wanted is None and others is None else []
        here = LabFault("question", problem.what, problem.instead)
        raise LabRefusal(*(wrong or [here])) from None
    return _plain(done, file)


def _faults(file: HouseFile) -> list[LabFault]:
    return [
        LabFault("file", f"{each.key}: {each.what}" if each.key else each.what, each.instead,
                 line=file.line_of(each.key) or 0)
        for each in faults_of(file.data)
    ]  # fmt: skip


def _plain(done: SolvedDesign, file: HouseFile) -> dict[str, Any]:
    rows = list(distribution_rows(done))
    solved, others = done.solved, done.others
    return {
        "format": 1,
        "name": done.design.wager.name,
        "about": done.design.about,
        "source": done.design.source,
        "space": str(file.data["space"]),
        "pays": done.figure.pays,
        "lines": list(done.design.payouts),
        "figures": [
            {"words": words, "value": value, "exactly": exactly}
            for words, value, exactly in figure_rows(done)
        ],
        "distribution": [
            {
                "result": net, "said": said, "exactly": exactly, "of_return": part,
                "net": float(value), "share": float(p),
            }
            for (net, said, exactly, part), (value, p) in zip(
                rows[:MOST_ROWS], done.figure.distribution, strict=False
            )
        ],
        "results": len(rows),
        "solved": None if solved is None else {
            "line": solved.line, "wanted": str(solved.wanted), "pays": str(solved.pays),
            "said": percent(solved.edge), "exactly": short(solved.edge),
        },
        "alternatives": [] if others is None else [
            {"pays": pays, "said": said, "exactly": exactly, "deviation": deviation}
            for pays, said, exactly, deviation in alternative_rows(others)
        ],
        "faults": [
            LabFault("file", f"{each.key}: {each.what}", each.instead,
                     line=file.line_of(each.key) or 0).as_data()
            for each in done.faults
        ],
        "data": plain_design(done, "", file.line_of),
    }  # fmt: skip


def wager_examples(_ask: Mapping[str, Any], _control: TaskControl) -> dict[str, Any]:
    """Return known wagers as files, the first of them with remarks; numbers in names by size."""
    here = files("lammer.design")
    known = sorted(
        (each for each in here.joinpath("examples").iterdir() if each.name.endswith(".toml")),
        key=lambda each: [
            int(part) if part.isdecimal() else part for part in re.split("([0-9]+)", each.name)
        ],
    )
    texts = {FIRST: here.joinpath("example.toml").read_text(encoding="utf-8")}
    texts |= {each.name.removesuffix(".toml"): each.read_text(encoding="utf-8") for each in known}
    return {
        "wagers": [
            {"wager": key, "name": _name_in(text), "text": text} for key, text in texts.items()
        ]
    }


def _name_in(text: str) -> str:
    found = re.search(r'^name = "([^"]*)"', text, re.MULTILINE)
    return found[1] if found else ""
