"""The set-up script on machines that lack something: what it says, and that it stops."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
GOOD = "#!/bin/sh\nexit 0\n"
OLD = "#!/bin/sh\ncase $2 in *version_info*) exit 1;; esac\nexit 0\n"
NO_VENV = "#!/bin/sh\ncase $2 in *ensurepip*) exit 1;; esac\nexit 0\n"


def checkout(tmp_path: Path) -> Path:
    """The files that the script itself reads."""
    here = tmp_path / "a check out"
    (here / "tools").mkdir(parents=True)
    for name in ("lammer", "pyproject.toml", "tools/setup.sh"):
        shutil.copy(ROOT / name, here / name)
    shutil.copytree(ROOT / "requirements", here / "requirements")
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


def locked(name: str) -> dict[str, str]:
    """The packages of a lock file, each with its version; the first where that depends."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text()
    found = re.findall(r"^([a-z0-9.-]+)==([^ ;]+)", text, re.MULTILINE)
    return dict(reversed(found))


def test_what_lammer_can_be_started_with_is_installed() -> None:
    """The simulator, the server, the driver of each database, and what builds the project."""
    assert {"polars", "litestar", "uvicorn", "psycopg", "hatchling"} <= locked("run").keys()


def test_one_environment_is_for_running_and_for_tests() -> None:
    """What ./test installs beside ./lammer replaces nothing."""
    assert locked("run").items() <= locked("test").items()


@pytest.mark.parametrize(
    ("name", "extras", "groups"),
    [
        ("run", ("sim", "server", "postgres"), ("build",)),
        ("test", ("sim", "server", "postgres", "cluster", "gym"), ("build", "dev", "bench")),
    ],
)
def test_a_lock_has_all_that_the_project_asks_for(
    name: str, extras: tuple[str, ...], groups: tuple[str, ...]
) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = list(project["project"]["dependencies"])
    asked += [
        each for extra in extras for each in project["project"]["optional-dependencies"][extra]
    ]
    asked += [each for group in groups for each in project["dependency-groups"][group]]
    found = locked(name)
    for each in map(Requirement, asked):
        assert each.name == "lammer" or each.specifier.contains(found[each.name]), each


def test_an_environment_is_made_again_when_the_script_asks_for_more() -> None:
    script = (ROOT / "tools/setup.sh").read_text()
    (wanted,) = re.findall(r'want="\$here \$\(cat (.+) \| cksum\)"', script)
    for name in ('"$here/tools/setup.sh"', '"$here/pyproject.toml"', '"$here"/requirements/*.txt'):
        assert name in wanted


def test_a_wheel_has_the_data_files_and_says_that_it_is_typed(tmp_path: Path) -> None:
    """Built as uv builds it, by the backend that is installed here."""
    script = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=True, capture_output=True
    )
    (wheel,) = tmp_path.glob("lammer-*.whl")
    source = ROOT / "src"
    wanted = {
        str(path.relative_to(source))
        for path in (source / "lammer").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as packed:
        assert wanted <= set(packed.namelist())
    assert {"lammer/py.typed", "lammer/law/nj11.csv", "lammer/web/icon.svg"} <= wanted
