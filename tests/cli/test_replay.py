"""``lammer replay`` as it is run: answers, errors, exit status, and scripts of any length."""

import json
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from lammer.cli import main
from tests.command import lammer

HERE = Path(__file__).parent
OPEN = {
    "do": "open",
    "rules": "nj-2011",
    "game": "craps",
    "seats": [{"seat": 1, "rail": 100000}, {"seat": 2, "rail": 50000}],
}
START = [
    json.dumps(OPEN),
    '{"do": "accept-dice", "seat": 1}',
    '{"do": "bet", "seat": 1, "wager": "pass", "amount": 1000}',
]
ROLL = '{"do": "roll", "dice": [3, 3]}'


def replay(script: list[str] | bytes, *options: str) -> tuple[int, list[dict[str, Any]], str]:
    text = script if isinstance(script, bytes) else "".join(f"{each}\n" for each in script).encode()
    done = lammer("replay", "-", "--json", *options, given=text)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, answers, done.stderr


def replayed(
    script: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, list[dict[str, Any]], str]:
    """The same inside this process, for the many short scripts."""
    text = "".join(f"{each}\n" for each in script).encode()
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text)))
    with pytest.raises(SystemExit) as exited:
        main(["replay", "-", "--json"])
    said = capsys.readouterr()
    answers = [json.loads(line) for line in said.out.splitlines()]
    return int(exited.value.code or 0), answers, said.err


def table_of(name: str) -> list[object]:
    rows: list[object] = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            key, _, command = line.partition(" | ")
            rows.append(pytest.param(key, command, id=f"{key} {command}"[:70]))
    return rows


def test_the_answer_of_each_line() -> None:
    status, answers, complaint = replay([*START, ROLL])
    assert (status, complaint) == (0, "")
    assert [answer["line"] for answer in answers] == [1, 2, 3, 4]
    assert all(answer["ok"] for answer in answers)
    last = answers[-1]
    assert (last["point"], last["shooter"], last["offered"]) == (6, 1, None)
    assert last["seats"] == {
        "1": {"rail": 99000, "layout": 1000},
        "2": {"rail": 50000, "layout": 0},
    }
    assert [event["event"] for event in last["events"]] == ["roll", "moves"]
    assert all(event["clauses"] for event in last["events"])


def test_a_refusal_has_code_clause_and_words() -> None:
    remove = '{"do": "remove", "seat": 1, "wager": "pass"}'
    status, answers, _ = replay([*START, ROLL, remove])
    assert status == 0
    assert answers[-1]["ok"] is False
    refusal = answers[-1]["refusal"]
    assert (refusal["code"], refusal["clause"]) == ("contract-bet", "NJ11-1.3c1")
    assert refusal["detail"]
    assert answers[-1]["seats"]["1"] == {"rail": 99000, "layout": 1000}


@pytest.mark.parametrize(("key", "line"), table_of("malformed.lines"))
def test_what_is_no_command_stops_the_run(
    key: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = key.startswith("open ")
    script = [line, ROLL] if first else [*START, line, ROLL]
    status, answers, complaint = replayed(script, monkeypatch, capsys)
    assert status == 2
    assert [answer["ok"] for answer in answers] == [True] * (0 if first else 3)
    assert f"line {1 if first else 4}:" in complaint
    named = key.removeprefix("open ")
    assert named == "-" or named in complaint
    assert "Traceback" not in complaint


@pytest.mark.parametrize(("where", "line"), table_of("malformed-other.lines"))
def test_what_is_no_command_of_another_game_stops_the_run(
    where: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, key = where.split()
    opening = {"do": "open", "rules": rules, "seats": [{"seat": 1, "rail": 10000}]}
    buys_in = {"do": "buy-in", "seat": 1, "amount": 100}
    script = [json.dumps(opening), json.dumps(buys_in), line, json.dumps(buys_in)]
    status, answers, complaint = replayed(script, monkeypatch, capsys)
    assert status == 2
    assert [answer["ok"] for answer in answers] == [True, True]
    assert f"line 3: {key}" in complaint
    assert "Traceback" not in complaint


@pytest.mark.parametrize(("clause", "line"), table_of("refused.lines"))
def test_what_the_rules_forbid_is_refused_and_the_run_goes_on(
    clause: str, line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    status, answers, complaint = replayed([*START, line, ROLL], monkeypatch, capsys)
    assert (status, complaint) == (0, "")
    assert [answer["ok"] for answer in answers] == [True, True, True, False, True]
    assert clause in answers[3]["refusal"]["clauses"]
    assert answers[3]["seats"] == answers[2]["seats"]
    assert answers[4]["point"] == 6


@pytest.mark.parametrize(
    "script",
    [
        b"\x7fELF\x02\x01\x01\x00\xff\xfe",
        b'{"do": "open", "rules": "nj-2011"',
        b'{"do": "open", "rules": "nj-2011"}\n{"do": "sit", "seat": 1, "name": "\xff"}\n',
        b"[" * 200_000,
        b'{"do": "open", "rules": "nj-2011", "seats": [' + b" " * 2_000_000 + b"]}",
        b'{"do": "open", "rules": "nj-2011"}\n{"do": "buy-in", "seat": 1, "amount": '
        + b"9" * 5000
        + b"}\n",
        b'{"do": "throw", "do": "throw"}\n',
    ],
    ids=["binary", "truncated", "not utf-8", "deep", "long", "huge number", "twice"],
)
def test_rubbish_is_told_apart_and_nothing_breaks(script: bytes) -> None:
    status, _, complaint = replay(script)
    assert status == 2
    assert "line " in complaint
    assert "Traceback" not in complaint


def test_commands_at_a_table_that_is_not_open_are_refused() -> None:
    status, answers, _ = replay([ROLL, START[0], START[0]])
    assert status == 0
    codes = [answer.get("refusal", {}).get("code") for answer in answers]
    assert codes == ["not-open", None, "already-open"]
    assert answers[0]["seats"] == {}


def test_an_unlawful_house_is_refused_with_its_clause() -> None:
    status, answers, _ = replay([json.dumps({**OPEN, "house": {"odds": 101}}), ROLL])
    assert status == 0
    assert answers[0]["refusal"]["clause"] == "NJ11-1.6e-s1"
    assert answers[1]["refusal"]["code"] == "not-open"


def test_amounts_beyond_any_casino_are_refused() -> None:
    bet = '{"do": "bet", "seat": 1, "wager": "field", "amount": 1' + "0" * 30 + "}"
    buy = '{"do": "buy-in", "seat": 1, "amount": 1' + "0" * 30 + "}"
    status, answers, _ = replay([*START, bet, buy, ROLL])
    assert status == 0
    codes = [answer.get("refusal", {}).get("code") for answer in answers[3:]]
    assert codes == ["not-enough-chips", "too-much", None]


def test_names_may_be_anything_people_are_called() -> None:
    name = 'Zoë "Лена" \u202e\U0001d54f \\ \u0007 ,"prev":'
    seats = [{"seat": 1, "rail": 100000, "name": name}]
    status, answers, _ = replay([json.dumps({**OPEN, "seats": seats})])
    assert status == 0
    assert answers[0]["events"][0]["body"]["seats"][0]["name"] == name


def test_time_does_not_run_backwards() -> None:
    at = '{"do": "roll", "dice": [3, 3], "at": "%s"}'
    late, early = at % "2026-01-31T20:15:00Z", at % "2026-01-31T20:14:59.5Z"
    status, answers, _ = replay([*START, late, early])
    assert status == 0
    assert answers[-1]["refusal"]["code"] == "clock"


def test_the_transcript_is_in_words_with_clauses(tmp_path: Path) -> None:
    script = tmp_path / "evening.jsonl"
    yo = '{"do": "roll", "dice": [5, 6]}'
    place = '{"do": "bet", "seat": 1, "wager": "place-6", "amount": 1000}'
    script.write_text("\n".join([*START, yo, place]))
    done = lammer("replay", str(script))
    assert done.returncode == 0
    assert "5-6: Yo-leven! Front line winner." in done.stdout
    assert "Seat 1 wins $10 on the Pass Bet ($10)." in done.stdout
    assert "Refused (bet, seat 1): $10 on Place Bet 6 to Win" in done.stdout
    assert "NJ11-1.4f" in done.stdout


def test_a_line_leads_with_the_clause_that_decides() -> None:
    """The call of a roll before the way it is thrown; all clauses on request."""
    given = "".join(f"{each}\n" for each in [*START, ROLL]).encode()
    short, long = (lammer("replay", "-", *more, given=given).stdout for more in ((), ("-v",)))
    assert "3-3: Six, the hard way. The point is six. [NJ11-1.1-COP]\n" in short
    assert "Pass Bet stands on the 6. [NJ11-1.1-COP]\n" in short
    assert "[NJ11-1.8-s2, NJ11-1.10a-s1, NJ11-1.10a-s2," in long
    assert [line.partition(" [")[0] for line in short.splitlines()] == [
        line.partition(" [")[0] for line in long.splitlines()
    ]


def test_a_log_is_written_once_and_audits_clean(tmp_path: Path) -> None:
    log = tmp_path / "evening.log"
    status, _, said = replay([*START, ROLL], "--log", str(log))
    assert status == 0
    head = json.loads(log.read_bytes().splitlines()[-1])["hash"]
    assert head in said
    assert lammer("audit", str(log), "--head", head).returncode == 0
    assert lammer("audit", str(log), "--head", "0" * 64).returncode == 1
    status, _, complaint = replay([*START], "--log", str(log))
    assert status == 2
    assert "there already" in complaint


def _million(lines: int) -> str:
    """A script of a shooter who bets the field and never stops."""
    bet = '{"do": "bet", "seat": 1, "wager": "field", "amount": 500}\\n'
    line = '{"do": "bet", "seat": 1, "wager": "pass", "amount": 500}\\n'
    out = '{"do": "roll", "dice": [6, 5]}\\n'
    return (
        "import sys\n"
        f"w = sys.stdout.write\nw('''{json.dumps(OPEN)}\\n''')\n"
        'w(\'{"do": "accept-dice", "seat": 1}\\n\')\n'
        f"for _ in range({lines} // 3): w('{line}{bet}{out}')\n"
    )


@pytest.mark.long
def test_a_long_script_streams_in_constant_memory(request: pytest.FixtureRequest) -> None:
    """Peak memory of a run and of one a hundred times as long differ by next to nothing."""
    long = 1_000_000 if request.config.getoption("--long") else 20_000
    peaks = []
    for lines in (long // 100, long):
        code = (
            "import resource, sys\n"
            "from lammer.cli.replay import replay\n"
            "sys.stdout = open('/dev/null', 'w')\n"
            "status = replay('-', as_json=True)\n"
            "peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "sys.stderr.write(f'{status} {peak}')\n"
        )
        with subprocess.Popen(
            [sys.executable, "-c", _million(lines)], stdout=subprocess.PIPE
        ) as source:
            done = subprocess.run(
                [sys.executable, "-c", code], stdin=source.stdout, capture_output=True, check=True
            )
        assert source.returncode == 0
        status, peak = done.stderr.split()
        assert int(status) == 0
        peaks.append(int(peak))
    assert peaks[1] < peaks[0] + 3000, "kilobytes"


def test_a_game_the_text_does_not_have_is_refused() -> None:
    status, answers, _ = replay(
        [json.dumps({**OPEN, "rules": "md-2013", "game": "automated-craps"})]
    )
    assert status == 0
    assert answers[0]["refusal"]["clause"] == "MD13-03A"


def test_nobody_sits_down_to_what_another_left() -> None:
    seats = [{"seat": 1, "rail": 10000, "name": "Ada"}]
    status, answers, _ = replay(
        [
            json.dumps({**OPEN, "seats": seats}),
            '{"do": "bet", "seat": 1, "wager": "place-6", "amount": 1200}',
            '{"do": "leave", "seat": 1}',
            '{"do": "sit", "seat": 1, "rail": 100, "name": "Bob"}',
            '{"do": "sit", "seat": 1, "rail": 100, "name": "Ada"}',
        ]
    )
    assert status == 0
    assert answers[3]["refusal"]["code"] == "seat-taken"
    assert answers[3]["refusal"]["clause"] == "R-68"
    assert answers[4]["seats"]["1"] == {"rail": 100, "layout": 1200}


def test_the_end_of_time_and_more_cash_than_there_is() -> None:
    late = '{"do": "throw", "at": "9999-12-31T23:59:59Z"}'
    assert replay([*START, late])[0] == 2
    verbal = '{"do": "verbal", "seat": 1, "wager": "field", "amount": 500, "cash": 1%s, '
    verbal += '"confirmed_by": ["dealer"]}'
    status, answers, _ = replay([*START, verbal % ("0" * 40)])
    assert status == 0
    assert answers[-1]["refusal"]["code"] == "too-much"
    assert replay([*START, verbal % ("0" * 4200)])[0] == 2


def test_a_log_is_finished_though_nobody_reads_the_answers(tmp_path: Path) -> None:
    script, log = tmp_path / "long.jsonl", tmp_path / "long.log"
    field = '{"do": "bet", "seat": 2, "wager": "field", "amount": 500}'
    script.write_text("\n".join([*START, *([field, '{"do": "roll", "dice": [6, 5]}'] * 3000)]))
    command = f"{sys.executable} -m lammer replay {script} --json --log {log} | head -1"
    subprocess.run(["sh", "-c", command], check=True, capture_output=True)
    assert json.loads(log.read_bytes().splitlines()[-1])["event"] == "close"


def test_answers_come_as_soon_as_they_are_asked_for() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "lammer", "replay", "-", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for line in START:
            running.stdin.write(f"{line}\n".encode())
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["ok"]
        running.stdin.close()
