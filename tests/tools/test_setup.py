"""The set-up script on machines that lack something: what it says, and that it stops."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = "#!/bin/sh\nexit 0\n"
OLD = "#!/bin/sh\ncase $2 in *version_info*) exit 1;; esac\nexit 0\n"
NO_VENV = "#!/bin/sh\ncase $2 in *ensurepip*) exit 1;; esac\nexit 0\n"


def checkout(tmp_path: Path) -> Path:
    """The files that the script itself reads."""
    here = tmp_path / "a check out"
    (here / "tools").mkdir(parents=True)
    for name in ("lammer", "pyproject.toml", "uv.lock", "tools/setup.sh"):
        shutil.copy(ROOT / name, here / name)
    return here


def run(here: Path, pythons: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run ./lammer with these and no other Pythons on the path."""
    tools = here.parent / "bin"
    tools.mkdir()
    for name in ("sh", "readlink", "dirname", "cat", "cksum", "mkdir", "rm", "sleep"):
        found = shutil.which(name)
        assert found
        (tools / name).symlink_to(found)
    for name, script in pythons.items():
        (tools / name).write_text(script)
        (tools / name).chmod(0o755)
    return subprocess.run(
        [str(here / "lammer"), "--version"],
        env={"PATH": str(tools)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("pythons", "said"),
    [
        ({}, "Python 3.11 or newer is needed and was not found."),
        ({"python3": OLD}, "Python 3.11 or newer is needed and was not found."),
        ({"python3": NO_VENV}, "its venv module is missing"),
        ({"python3": NO_VENV, "python3.12": OLD}, "its venv module is missing"),
    ],
)
def test_a_machine_without_what_is_needed(
    pythons: dict[str, str], said: str, tmp_path: Path
) -> None:
    ran = run(checkout(tmp_path), pythons)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "apt-get install" in ran.stderr
    assert ran.stdout == ""


def test_the_first_python_that_will_do_is_taken(tmp_path: Path) -> None:
    """A Python without venv does not hide another that has it; this one then fails to make one."""
    here = checkout(tmp_path)
    ran = run(here, {"python3": NO_VENV, "python3.12": GOOD})
    assert "setting up" in ran.stderr
    assert ran.returncode == 2
    assert not (here / ".setup-lock").exists()


def test_a_lock_left_behind_is_taken_over(tmp_path: Path) -> None:
    here = checkout(tmp_path)
    (here / ".setup-lock").mkdir()
    (here / ".setup-lock" / "pid").write_text("999999999\n")
    ran = run(here, {})
    assert "was not found" in ran.stderr
    assert not (here / ".setup-lock").exists()


def test_what_lammer_can_be_started_with_is_installed() -> None:
    """The driver of each database that --db takes, from a fresh clone."""
    script = (ROOT / "tools/setup.sh").read_text()
    (groups,) = re.findall(r'groups="(--no-default-groups [^"]+)"', script)
    extras = set(re.findall(r"--extra (\S+)", groups))
    known = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert extras <= known.keys()
    assert {"sim", "server", "postgres"} <= extras
    assert any(each.startswith("psycopg") for name in extras for each in known[name])


def test_an_environment_is_made_again_when_the_script_asks_for_more() -> None:
    script = (ROOT / "tools/setup.sh").read_text()
    (wanted,) = re.findall(r'want="\$here \$UV_VERSION \$\(cat (.+) \| cksum\)"', script)
    assert '"$here/tools/setup.sh"' in wanted
