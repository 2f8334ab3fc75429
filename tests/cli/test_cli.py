"""The commands as a newcomer meets them: what they print, how they refuse, what they exit with."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from lammer.cli import main
from lammer.cli.app import COMMANDS as COMMAND_GROUPS
from lammer.cli.support.output import decimal
from tests.usual import one_in

ROOT = Path(__file__).parents[2]


class CommandRun:
    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def lammer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "132")

    def run(*arguments: str) -> CommandRun:
        with pytest.raises(SystemExit) as done:
            main(list(arguments))
        captured = capsys.readouterr()
        status = done.value.code
        assert isinstance(status, int)
        return CommandRun(status, captured.out, captured.err)

    return run


def test_the_sheet(lammer: Any) -> None:
    ran = lammer("odds", "nj-2011")
    assert ran.status == 0
    for piece in ("pass", "NJ11-1.2a1", "7/495", "1.414%", "9 to 5", "Hardways", "fire (table B)"):
        assert piece in ran.out
    assert " for 1" not in ran.out


@pytest.mark.parametrize(
    "columns",
    [
        40,
        80,
        132,
        *(pytest.param(each, marks=pytest.mark.long) for each in (60, 90, 100, 104, 120, 200)),
    ],
)
@pytest.mark.parametrize("rules", ["nj-2011", "nj-2005", "md-2013"])
def test_nothing_of_the_sheet_is_cut_off(
    lammer: Any, monkeypatch: pytest.MonkeyPatch, columns: int, rules: str
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    ran = lammer("odds", rules)
    sheet = ran.out.partition("\n\nedge:")[0]
    assert "\N{HORIZONTAL ELLIPSIS}" not in sheet
    assert max(map(len, sheet.splitlines())) <= max(columns, 80)
    for piece in ("Come and don't come", "horn-high-12", "7/495", "11.111%", "30 to 1"):
        assert piece in sheet


def test_the_line_of_formats_md(lammer: Any) -> None:
    """The example of docs/formats.md, field for field."""
    ran = lammer("odds", "nj-2011", "--wager", "pass", "--json")
    assert ran.json["format"] == 1
    assert (ran.json["rules"], ran.json["game"]) == ("nj-2011", "craps")
    assert len(ran.json["digest"]) == 64
    (line,) = ran.json["wagers"]
    expected = {
        "wager": "pass", "clause": "NJ11-1.2a1", "pays": "1 to 1",
        "p_win": "244/495", "p_lose": "251/495", "p_push": "0",
        "edge_per_bet_made": "7/495", "edge_per_bet_decided": "7/495", "edge_per_roll": "7/1671",
        "rolls_to_decide": "557/165", "variance": "244976/245025",
    }  # fmt: skip
    assert expected.items() <= line.items()
    assert [each["multiple"] for each in line["with_odds"]] == ["1", "2", "3-4-5", "10", "100"]


def test_a_borrowed_wager_names_the_lending_clause(lammer: Any) -> None:
    (line,) = lammer("odds", "nj-2005", "--wager", "hop-1-3", "--json").json["wagers"]
    assert (line["clause"], line["borrowed"]) == ("NJ11-1.2a26", "R-57")


def test_csv(lammer: Any) -> None:
    ran = lammer("odds", "md-2013", "--csv")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert len(rows) == 81
    by_name = {row["wager"]: row for row in rows}
    assert by_name["all-small"]["edge_per_bet_made"] == "1687/21736"
    assert by_name["buy-4"]["vig_when"] == "win"


def test_the_hand(lammer: Any) -> None:
    ran = lammer("odds", "nj-2011", "--hand-length", "--json", "--longest", "154")
    hand = ran.json["hand_length"]
    assert hand["mean"] == "1671/196"
    last = hand["rolls"][-1]
    assert last["rolls"] == 154
    assert round(1 / Fraction(last["at_least"]) / 10**7) == 559
    assert "8.5255" in lammer("odds", "nj-2011", "--hand-length").out
    assert lammer("odds", "nj-2011", "--hand-length", "--csv").out.startswith(
        "rolls,p,at_least\n1,0,1\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("odds", "nj-2012"), 'there is no rule set "nj-2012"'),
        (("odds", "nj-2012"), "Did you mean nj-2011"),
        (("odds", "nj-1998"), "nj-1997"),
        (("odds", "nj-2001", "--decks", "9"), "1 to 8"),
        (("odds", "nj-2001", "--decks", "six"), "1 to 8"),
        (("odds", "nj-2001", "--removed", "1h"), "rank A23456789TJQK"),
        (("odds", "nj-2001", "--decks", "1", "--removed", "9h 9h"), "2 of 9h"),
        (("odds", "nj-2011", "--decks", "8"), "nj-2001"),
        (("odds", "nj-2011", "--game", "minicraps"), "mini-craps"),
        (("odds", "nj-2005", "--game", "automated-craps"), "craps, mini-craps"),
        (("odds", "nj-2011", "--wager", "hardway-8"), "hard-8"),
        (("odds", "nj-2011", "--wager", "come-odds-6"), "stands behind come"),
        (("odds", "nj-2011", "--game", "mini-craps", "--wager", "fire"), "mini-craps"),
        (("odds", "nj-2011", "--hand-length", "--longest", "0"), "1 to 2000"),
        (("odds", "nj-2011", "--hand-length", "--wager", "pass"), "--wager"),
        (("odds", "nj-2011", "--hand-length", "--longest", "many"), "many"),
        (("odds", "nj-2011", "--hand-length", "--longest", "3.7"), "3.7"),
        (("odds", "nj-2011", "--longest", "50"), "--hand-length"),
        (("odds", "nj-2011", "--json", "--csv"), "do not go together"),
        (("odds", "nj-2011", "--game", "automated-craps", "--hand-length"), "no shooter"),
        (("odds", "nj-2011", "--wager", "hop-3-1"), "hop-1-3"),
        (("odds", "nj-2011", "--wager", "big-6"), "NJ11-1.2b"),
        (("odds", "md-2013", "--wager", "over-7"), "MD13-03A"),
        (("odds", "nj-2011", "--wager", ""), "lists them"),
        (("law", "R5"), "R-05"),
        (("law", "1.99z"), "clause"),
        (("odds",), "odds --help"),
        (("odds", "nj-2011", "extra"), "extra"),
        (("odds", "nj-2011", "--bogus"), "--bogus"),
        (("odd", "nj-2011"), "Did you mean odds?"),
        (("--prot", "9000"), "--port"),
        (("--port", "99999"), "65535"),
        (("law", "NJ11-1.3c9"), "NJ11-1.3c1"),
        (("law", "R-99"), "Did you mean R-"),
        (("clauses", "nj-2010"), "nj-2011"),
        (("clauses", "--status", "done"), "enforced"),
        (("compare", "nj-2011", "md-2014"), "md-2013"),
        (("house", "--example", "nevada"), "nj-2011"),
        (("check", "no/such/file.toml"), "No such file"),
        (("check", "."), "not a plain file"),
    ],
)
def test_what_is_not_understood_is_said_so(
    lammer: Any, arguments: tuple[str, ...], said: str
) -> None:
    ran = lammer(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert said in ran.err
    assert "Traceback" not in ran.err


def test_clauses(lammer: Any) -> None:
    ran = lammer("clauses", "--json")
    found = ran.json["clauses"]
    assert len({line["id"] for line in found}) == 805
    for line in found:
        assert {"id", "kind", "status", "where", "tests", "reason"} <= line.keys()
    one = next(line for line in found if line["id"] == "NJ11-1.2a1i1")
    assert one["status"] == "enforced"
    assert "lammer.games.craps.nj2011:PASS" in one["where"]
    assert any(test.startswith("tests/law/") for test in one["tests"])
    lent = {line["id"]: line["borrowed"] for line in found if "borrowed" in line}
    assert (lent["NJ11-1.6a-s4"], lent["NJ11-1.2a26"]) == ("R-46", "R-57")


def test_clauses_of_one_edition_and_status(lammer: Any) -> None:
    assert len(lammer("clauses", "nj-2011", "--json").json["clauses"]) == 255
    assert len(lammer("clauses", "MD13", "--json").json["clauses"]) == 291
    physical = lammer("clauses", "md-2013", "--status", "physical", "--json").json["clauses"]
    assert all(line["reason"] for line in physical)
    table = lammer("clauses", "nj-2011").out
    assert "255 clauses of nj-2011" in table
    assert "craps.nj2011:PASS" in table


def test_one_clause(lammer: Any) -> None:
    ran = lammer("law", "nj11-1.4b-hard8")
    assert ran.status == 0
    for piece in (
        "NJ11-1.4b-Hard8",
        "N.J.A.C. 19:47-1.4(b)",
        "R-01",
        "PAYOUTS[hard-8]",
        "enforced",
    ):
        assert piece in ran.out
    found = lammer("law", "NJ11-1.4b-Hard8", "--json").json["clause"]
    assert [reading["id"] for reading in found["readings"]] == ["R-01"]


@pytest.mark.parametrize(
    ("citation", "ids"),
    [
        ("1.9(e)1", ["NJ11-1.9e1"]),
        ("N.J.A.C. 19:47-1.9(e)", ["NJ11-1.9e1", "NJ11-1.9e2"]),
        ("n.j.a.c. 19:47 - 1.2(a)3i(2)", ["NJ11-1.2a3i2", "NJ01-1.2a3i2"]),
        ("36.05.05.04E", ["MD13-04E-s1", "MD13-04E-s2"]),
        ("COMAR 36.05.05.03A(9)(a)", ["MD13-03A9a"]),
        (".03A(1)(b)(ii)", ["MD13-03A1bii"]),
    ],
)
def test_clauses_by_their_printed_citation(lammer: Any, citation: str, ids: list[str]) -> None:
    data = lammer("law", citation, "--json").json
    found = data["clauses"] if len(ids) > 1 else [data["clause"]]
    assert [each["id"] for each in found] == ids
    out = lammer("law", citation).out
    assert all(out.count(f"{each}  ") == 1 for each in ids)


def test_a_citation_is_no_prefix_of_a_number(lammer: Any) -> None:
    found = lammer("law", "1.1", "--json").json["clauses"]
    assert {each["citation"].split('"')[0].strip() for each in found} == {"N.J.A.C. 19:47-1.1"}
    assert lammer("law", "1.99(z)").status == 2


def test_clauses_of_an_edition_with_those_it_follows(lammer: Any) -> None:
    """The text of 2005 prints what changed; the rest of its rules stands in that of 2001."""
    found = [each["id"][:4] for each in lammer("clauses", "nj-2005", "--json").json["clauses"]]
    assert found == ["NJ05"] * found.count("NJ05") + ["NJ01"] * found.count("NJ01")
    assert found.count("NJ01") > 20
    assert "nj-2001 1.2" in lammer("clauses", "nj-2005").out


def test_a_clause_that_is_lent(lammer: Any) -> None:
    assert "Lent to md-2013 (R-46)" in lammer("law", "NJ11-1.6a-s4").out


def test_a_physical_clause(lammer: Any) -> None:
    assert "Why software cannot hold it" in lammer("law", "MD13-02B").out


def test_one_reading(lammer: Any) -> None:
    ran = lammer("law", "r-05")
    assert "Come odds on a come-out roll" in ran.out
    assert "Krigman" in ran.out
    assert lammer("law", "R-05", "--json").json["reading"]["standing"] == "Likely"


def test_compare(lammer: Any) -> None:
    ran = lammer("compare", "nj-2011", "md-2013")
    for piece in ("place-lose-N", "NJ11-1.3e-s2", "MD13-03A6a", "at least the odds listed"):
        assert piece in ran.out
    found = lammer("compare", "nj-2011", "md-2013", "--json").json
    assert found["left"]["rules"] == "nj-2011"
    assert any(each["matter"] == "unit" for each in found["differences"])


def test_an_example_is_accepted(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(lammer("house", "--example", "md-2013").out)
    ran = lammer("check", str(path))
    assert ran.status == 0
    assert "lawful for craps under md-2013" in ran.out
    assert lammer("check", str(path), "--json").json["ok"] is True


def test_breaches(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(
        'rules = "nj-2011"\nvig_rate = "6%"\nodds = 101\n[payouts]\nplace-6 = "1 to 1"\n'
    )
    ran = lammer("check", str(path))
    assert ran.status == 1
    assert "line 2, vig_rate" in ran.out
    assert "NJ11-1.5a-s2" in ran.out
    assert "line 3, odds" in ran.out
    assert "line 5, payouts.place-6" in ran.out
    found = lammer("check", str(path), "--json")
    assert found.status == 1
    assert {each["line"] for each in found.json["breaches"]} == {2, 3, 5}


def test_a_breach_in_a_table_of_payouts_is_found_on_its_line(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rules = "nj-2011"\n[payouts.field]\n12 = "3 to 1"\n2 = "1 to 1"\n')
    assert "line 4, payouts.field.2" in lammer("check", str(path)).out


def test_a_fire_bet_at_mini_craps(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rules = "nj-2011"\ngame = "mini-craps"\nfire = "A"\n')
    ran = lammer("check", str(path))
    assert ran.status == 1
    assert "NJ11-1.2a" in ran.out


def test_odds_under_a_house(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rules = "nj-2011"\nvig = { buy = "win" }\n[payouts.field]\n12 = "3 to 1"\n')
    (field,) = lammer("odds", "nj-2011", "--house", str(path), "--wager", "field", "--json").json[
        "wagers"
    ]
    assert field["edge_per_bet_made"] == "1/36"
    (buy,) = lammer("odds", "nj-2011", "--house", str(path), "--wager", "buy-4", "--json").json[
        "wagers"
    ]
    assert buy["vig"] == {"rate": "1/20", "base": "wager", "when": "win"}
    assert "under" in lammer("odds", "nj-2011", "--house", str(path)).out


def test_odds_under_an_unlawful_house(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('vig_rate = "6%"\n')
    ran = lammer("odds", "nj-2011", "--house", str(path))
    assert ran.status == 2
    assert "NJ11-1.5a-s2" in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('rules = "nj-2011"\nodds = = 3\n', ", line 2: "),
        ('rules = "nj-2011"\n\n[limits.pass\nmin = 1\n', ", line 3: "),
        ('rules = "nj-2011"\nodd = 3\n', ", line 2, odd: "),
        ('rules = "nj-2011"\n[limits.pas]\nmin = 100\n', ", line 2, limits.pas: "),
        ('rules = "nj-2011"\n[limits]\npass = { min = 1.5 }\n', ", line 3, limits.pass.min: "),
        ('rules = "nj-2011"\n[vig]\nbuy = "maybe"\n', ", line 3, vig.buy: "),
        ('rules = "nj-2011"\nlimits.pass.mini = 5\n', ", line 2, limits.pass.mini: "),
        ('rules = "nj-2011"\n[[payouts]]\nfield = 1\n', ", line 2, payouts: "),
        ('# \u2028 \x85\nrules = "nj-2011"\nodd = 3\n', ", line 3, odd: "),
        ('rules = "nj-2011"\nx = """\npay_unit = 5\n"""\npay_unit = "a"\n', ", line 5, pay_unit: "),
        ("odds = 3\n", "does not say which rules"),
        ("rules = 3\n", ", line 1, rules: "),
        ('rules = "nj-2011"\nrules = "nj-2005"\n', ", line 2: "),
        ('odds = 3\nrules = "nj-2010"\n', ", line 2, rules: "),
        ('rules = "nj-2011"\ngame = "minicraps"\n', ", line 2, game: "),
        ("\x00\x01", ", line 1: "),
        (f"rules = 'nj-2011'\nodds = {'9' * 5000}\n", "too long"),
        ("rules = 'nj-2011'\npayouts" + ".a" * 3000 + " = 1\n", ", line 2, payouts.a.a.a"),
        ("rules = 'nj-2011'\n" + "a = [" * 5000, "line"),
        ('rules = "nj-2011"\nwhen = 1979-05-27\n', ", line 2, when: "),
        ('rules = "nj-2011"\npay_unit = nan\n', ", line 2, pay_unit: "),
    ],
    ids=range(21),
)
def test_a_broken_house_file(lammer: Any, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "house.toml"
    path.write_text(text, newline="")
    ran = lammer("check", str(path))
    assert ran.status == 2
    assert str(path) in ran.err
    assert said in ran.err
    assert ran.out == ""


@pytest.mark.long
def test_a_house_file_from_a_pipe(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('rules = "nj-2011"\nodds = 101\n')
    for how in ("check - < house.toml", "check <(cat house.toml)", "check house.toml"):
        ran = shell(f"lammer {how}", tmp_path)
        assert ran.returncode == 1
        assert "line 2, odds" in ran.stdout
    (tmp_path / "house.toml").write_text('rules = "nj-2011"\nfire = "B"\n')
    odds = shell("cat house.toml | lammer odds nj-2011 --house - --wager fire --json", tmp_path)
    assert [each["pays"][:7] for each in json.loads(odds.stdout)["wagers"]] == ["39 to 1"]


def test_files_that_are_no_house_files(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(b'rules = "nj-2011"\nx = "\xff\xfe"\n')
    assert "line 2: not UTF-8" in lammer("check", str(path)).err
    path.write_bytes(b"#" * 2_000_000)
    assert "larger than" in lammer("check", str(path)).err
    os.mkfifo(tmp_path / "pipe")
    assert "does not say which rules" in lammer("check", str(tmp_path / "pipe")).err
    assert "not a plain file" in lammer("check", "/dev/zero").err
    assert "no option" in lammer("check", "--jsn").err
    assert lammer("check", "").status == 2
    path.write_bytes(b'\xef\xbb\xbfrules = "nj-2011"\r\nodds = 2\r\n')
    assert lammer("check", str(path)).status == 0


def test_a_file_of_nothing_but_slips_is_told_in_brief(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rules = "nj-2011"\n' + "".join(f"x{n} = 1\n" for n in range(20_000)))
    ran = lammer("check", str(path))
    assert ran.status == 2
    assert "and 19950 more" in ran.err


@pytest.mark.parametrize("name", ["[bold]x[nope].toml", "[/bold].toml", "\u00e9 \u2603.toml"])
def test_a_file_name_is_only_a_name(lammer: Any, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text('rules = "nj-2011"\n')
    assert f"{path}: lawful" in lammer("check", str(path)).out
    assert str(path) in lammer("odds", "nj-2011", "--house", str(path), "--wager", "pass").out
    path.write_text('rules = "nj-2011"\nodds = 101\n')
    assert f"{path}, line 2, odds" in lammer("check", str(path)).out


def test_file_and_command_line_must_agree(lammer: Any, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text('rules = "nj-2011"\n')
    assert lammer("check", str(path), "--rules", "nj-2005").status == 2
    path.write_text("odds = 2\n")
    assert lammer("check", str(path), "--rules", "nj-2005").status == 0


def test_without_a_command_a_house_is_opened(
    lammer: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The data folder cannot be made, so that it ends at once and says where it looked."""
    (tmp_path / "in-the-way").write_text("a file")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "in-the-way"))
    ran = lammer()
    assert ran.status == 2
    assert f"{tmp_path / 'in-the-way' / 'lammer'} cannot be made" in ran.err
    assert "--db" in ran.err


COMMANDS = ("serve", "backup", "restore", "odds", "clauses", "law", "compare", "check", "house")


@pytest.mark.parametrize("command", COMMANDS)
def test_help(lammer: Any, command: str) -> None:
    ran = lammer(command, "--help")
    assert ran.status == 0
    assert f"Usage: lammer {command}" in ran.out
    assert f"For example:\n  lammer {command}" in ran.out


def test_the_list_of_commands_is_grouped_and_says_what_each_does(lammer: Any) -> None:
    ran = lammer("--help")
    assert ran.status == 0
    places = [ran.out.index(f"─ {title} ") for title in (*COMMAND_GROUPS, "Options")]
    assert places == sorted(places)
    for name in (name for commands in COMMAND_GROUPS.values() for name in commands):
        assert re.search(rf"│ {name} +[A-Z]", ran.out), name


def test_version(lammer: Any) -> None:
    assert lammer("--version").out.strip() == version("lammer")


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [("1/3", 2, "0.33"), ("-1/3", 0, "0"), ("5/2", 0, "2"), ("-5/2", 1, "-2.5"), ("0", 3, "0.000")],
)
def test_decimals(value: str, places: int, text: str) -> None:
    assert decimal(Fraction(value), places) == text


def test_the_script_at_the_root(tmp_path: Path) -> None:
    """From another folder, through a link, with rubbish beside it."""
    (tmp_path / "lammer.py").write_text("raise SystemExit('the wrong lammer')")
    (tmp_path / "rich.py").write_text("raise SystemExit('the wrong rich')")
    link = tmp_path / "dice"
    link.symlink_to(ROOT / "lammer")
    run = subprocess.run(
        [str(link), "odds", "nj-2011", "--wager", "pass", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout)["wagers"][0]["edge_per_bet_made"] == "7/495"


def shell(script: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """A line of shell, in which ``lammer`` is the script at the root."""
    return subprocess.run(
        [
            "bash",
            "-c",
            f'set -o pipefail; lammer() {{ {shlex.quote(str(ROOT))}/lammer "$@"; }}; {script}',
        ],
        cwd=tmp_path,
        env={k: v for k, v in os.environ.items() if k != "COLUMNS"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    ["clauses", "odds nj-2011", "compare nj-2011 md-2013 --json", "--help", "odds --help"],
)
def test_a_reader_who_stops_reading(command: str, tmp_path: Path) -> None:
    ran = shell(f"lammer {command} | head -n 1 >/dev/null", tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_the_shell_completes_commands_and_options(tmp_path: Path) -> None:
    home = f"HOME={shlex.quote(str(tmp_path))} SHELL=/bin/bash"
    ran = shell(f"{home} lammer --install-completion", tmp_path)
    assert ran.returncode == 0, ran.stderr
    script = tmp_path / ".local/share/bash-completion/completions/lammer"
    asked = shell(
        f"source {shlex.quote(str(script))}; COMP_WORDS=(lammer od); COMP_CWORD=1;"
        " COMP_LINE='lammer od'; COMP_POINT=9;"
        " $(complete -p lammer | sed 's/.*-F \\([^ ]*\\).*/\\1/') lammer od lammer;"
        ' echo "${COMPREPLY[@]}"',
        tmp_path,
    )
    assert asked.stdout.strip() == "odds", asked


@pytest.mark.parametrize(
    ("command", "hint"),
    [
        ("check --rule nj-2011 x.toml", "--rules"),
        ("odds nj-2011 --jsn", "--json"),
        ("odds nj-2011 --hous=x.toml", "--house"),
        ("fair --jsno x.log", "--json"),
        ("house --exmaple nj-2011", "--example"),
        ("--prt 3", "--port"),
        ("--versoin", "--version"),
    ],
)
def test_a_mistyped_option_leads_to_the_right_one(lammer: Any, command: str, hint: str) -> None:
    ran = lammer(*command.split())
    wrong = next(each for each in command.split() if each.startswith("--")).partition("=")[0]
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f'lammer: there is no option "{wrong}".\n')
    assert f"Did you mean {hint}?" in ran.err


def test_strategies_are_listed_and_printed_without_numpy(tmp_path: Path) -> None:
    script = (
        "import sys; sys.modules['numpy'] = None; from lammer.cli.app import main; "
        "main(sys.argv[1:])"
    )
    mine = tmp_path / "mine.strategy"
    mine.write_text("bet pass 10\n")
    listed = (["strategy"], ["strategy", "iron-cross"], ["strategy", "--example"])
    for arguments in (*listed, ["strategy", str(mine)]):
        ran = subprocess.run(
            [sys.executable, "-c", script, *arguments],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (ran.returncode, ran.stderr) == (0, ""), arguments
        assert ran.stdout


@pytest.mark.long
def test_a_breach_is_a_breach_though_nobody_reads_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('rules = "nj-2011"\nodds = 101\n')
    for option in ("", "--json"):
        ran = shell(f"(lammer check house.toml {option}; echo $? >&2) | true", tmp_path)
        assert ran.stderr.strip() == "1"


@pytest.mark.parametrize(
    ("script", "status"),
    one_in(
        3,
        [
            ("lammer odds nj-2011 >&-", 2),
            ("lammer odds nj-2011 --json >/dev/full", 2),
            ("COLUMNS=0 lammer law R-05", 0),
            ("COLUMNS=99999999 lammer compare nj-2011 nj-2005", 0),
            ("COLUMNS=x lammer clauses --status physical", 0),
            ("LC_ALL=C lammer law R-05", 0),
            ("PYTHONPATH=. lammer --version", 0),
            ("lammer --version <&-", 0),
        ],
    ),
)
def test_surroundings(script: str, status: int, tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(9)")
    ran = shell(script, tmp_path)
    assert ran.returncode == status, ran.stderr
    assert "Traceback" not in ran.stderr
