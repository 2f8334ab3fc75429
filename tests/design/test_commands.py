"""What the commands about wager files say of files and options that cannot be."""

from pathlib import Path

import pytest

from tests.command import lammer

FIRE = Path(__file__).parents[2] / "examples" / "wagers" / "fire-bet.toml"
EMPTY, GENEROUS = "empty.toml", "generous.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / EMPTY).write_text("")
    (tmp_path / GENEROUS).write_text(
        'key = "six"\nname = "Six"\nspace = "two dice"\n'
        '[before]\nwins = "6"\nloses = "7"\npays = "2 to 1"\n'
    )
    (tmp_path / "house.toml").write_text(
        'rules = "nj-2011"\nexperimental = true\nwagers = ["nowhere.toml"]\n'
    )
    (tmp_path / "plain.toml").write_text('rules = "nj-2011"\n')
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("design", EMPTY), "empty.toml: it has no shape."),
        (("design", "--schema", "--example"), "--schema and --example do not go together."),
        (
            ("design", str(FIRE), "--solve", "4", "--edge", "99.9%"),
            'Even at 1 to 1 on "4" the edge is 40.999%, below 99.9% (999/1000).',
        ),
        (("check", "house.toml"), "house.toml, line 3, wagers: nowhere.toml: No such file"),
        (("submit", "plain.toml", "--design", EMPTY), "it names no space and no shape."),
        (
            ("submit", "plain.toml", "--design", GENEROUS),
            "generous.toml, line 4, before: the player has an edge of 36.364% (4/11).",
        ),
    ],
)
def test_what_cannot_be_done_is_said(folder: Path, arguments: tuple[str, ...], words: str) -> None:
    done = lammer(*arguments, cwd=folder)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") > 1


def test_a_payout_is_solved_for_without_a_fraction_too_long_to_read() -> None:
    said = lammer("design", str(FIRE), "--solve", "4", "--edge", "5%").stdout
    assert "4: at most 41 to 1 keeps an edge of 1/20; the edge is then 5.806%.\n" in said


def test_a_submission_says_what_it_has_written(folder: Path) -> None:
    done = lammer("submit", "plain.toml", "--out", "page.html", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "written: page.html\n")
