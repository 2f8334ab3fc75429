"""The files of ``deploy``: what an image is built from, and what services are started with, options
that the program knows. The proxy's files run in ``tests/server/http/test_nginx.py``."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from lammer.cli.app import app
from tests.server.support.running import Running

yaml: Any = import_module("yaml")  # A dependency of pre-commit, without types.
ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINER = DEPLOY / "container"
NGINX = (DEPLOY / "nginx" / "house.conf").read_text(encoding="utf-8")
UNIT = DEPLOY / "systemd" / "lammer@.service"


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, continued lines joined."""
    text = (CONTAINER / "Containerfile").read_text(encoding="utf-8")
    whole = re.sub(r"\\\n", " ", re.sub(r"(?m)^#.*\n", "", text))
    return [
        (word, rest)
        for word, _, rest in (line.partition(" ") for line in whole.splitlines() if line)
    ]


def known_options(words: list[str]) -> dict[str, Any]:
    """What ``lammer`` makes of an order: every option must be known, and every value be one."""
    _, bound, _ = app.parse_args(words, print_error=False, exit_on_error=False)
    return dict(bound.arguments)


def services() -> dict[str, Any]:
    text = (CONTAINER / "compose.yaml").read_text(encoding="utf-8")
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def test_an_image_is_built_from_what_is_there(tmp_path: Path) -> None:
    """The wheel of what is copied into the image is that of the repository."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    let_in = {line[1:] for line in ignored if line.startswith("!")}
    for word, rest in instructions():
        if word != "COPY" or rest.startswith("--from"):
            continue
        *sources, target = rest.split()
        for source in sources:
            assert source in let_in, source
            to = tmp_path / target / (Path(source).name if target.endswith("/") else "")
            to.parent.mkdir(parents=True, exist_ok=True)
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, to, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(ROOT / source, to)
    script = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    made = [sys.executable, "-c", script, str(tmp_path)]
    subprocess.run(made, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("lammer-*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    assert {"lammer/py.typed", "lammer/law/nj11.csv", "lammer/web/icon.svg"} <= names
    locked = (tmp_path / "requirements" / "run.txt").read_text(encoding="utf-8")
    assert re.search(r"(?m)^hatchling==", locked), "it is built without a network"
    assert re.search(r"(?m)^psycopg==", locked)


def test_the_image_starts_a_house_that_others_reach() -> None:
    found = dict(instructions())
    command = json.loads(found["ENTRYPOINT"]) + json.loads(found["CMD"])
    assert command[0] == "lammer"
    options = known_options(command[1:])
    assert (options["host"], options["insecure"]) == ("0.0.0.0", True)
    assert found["EXPOSE"] == "8000"
    assert found["USER"] == "lammer"
    assert found["STOPSIGNAL"] == "SIGTERM"
    assert "XDG_DATA_HOME=/var/lib" in found["ENV"]
    assert found["VOLUME"] == "/var/lib/lammer"


def test_the_processes_are_those_that_the_proxy_knows() -> None:
    there = services()
    houses = {name: each for name, each in there.items() if each.get("image") == "lammer"}
    assert len(houses) == 2
    for name, each in houses.items():
        options = known_options(each["command"])
        assert options["name"] == name
        assert options["behind_tls"]
        assert options["db"] == "postgresql://lammer@database/lammer"
        assert (CONTAINER / each["build"]["context"]).resolve() == ROOT
        assert (ROOT / each["build"]["dockerfile"]).is_file()
        assert each["network_mode"] == "service:proxy"
        assert (
            f"location /p/{name}/ {{\n        proxy_pass http://127.0.0.1:{options['port']};"
            in NGINX
        )
        assert f"127.0.0.1:{options['port']}/health" in each["healthcheck"]["test"][-1]
        assert options["hostname"] == ("house.example.org",)
        assert f"server_name {options['hostname'][0]};" in NGINX
        assert each["depends_on"]["database"] == {"condition": "service_healthy"}
    database = there["database"]["environment"]
    assert (database["POSTGRES_USER"], database["POSTGRES_DB"]) == ("lammer", "lammer")
    assert database["POSTGRES_PASSWORD"] == houses["a"]["environment"]["PGPASSWORD"]
    mounted = dict(each.split(":")[:2][::-1] for each in there["proxy"]["volumes"])
    for file in re.findall(r"(?m)^\s*ssl_certificate(?:_key)? (.+);", NGINX):
        assert file in mounted, file
    for target, source in mounted.items():
        if target.startswith("/etc/nginx"):
            assert (CONTAINER / source).is_file(), source
    assert mounted["/etc/nginx/lammer-proxy.conf"] == "../nginx/lammer-proxy.conf"


def unit_lines() -> dict[str, str]:
    text = UNIT.read_text(encoding="utf-8")
    return dict(re.findall(r"(?m)^(\w+)=(.*)$", text))


def variables(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name: shlex.split(value)[0] for name, _, value in pairs}


def test_the_unit_starts_a_process_with_options_that_there_are() -> None:
    given = variables(DEPLOY / "systemd" / "house.env") | variables(DEPLOY / "systemd" / "a.env")
    command = []
    for word in unit_lines()["ExecStart"].replace("%i", "a").split():
        if whole := re.fullmatch(r"\$\{(\w+)\}", word):
            command.append(given[whole[1]])
        elif parts := re.fullmatch(r"\$(\w+)", word):  # Which systemd divides at blanks.
            command += given[parts[1]].split()
        else:
            command.append(word)
    assert command[0] == "/opt/lammer/bin/lammer"
    options = known_options(command[1:])
    assert (options["name"], options["port"], options["behind_tls"]) == ("a", "8001", True)
    assert options["title"] == given["TITLE"] == "House of Example"
    assert f"location /p/a/ {{\n        proxy_pass http://127.0.0.1:{options['port']};" in NGINX
    assert unit_lines()["ExecReload"].startswith("/bin/kill -HUP"), "which reads certificates again"


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    program = tmp_path / "lammer"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "lammer@a.service"
    text = UNIT.read_text(encoding="utf-8").replace("/opt/lammer/bin/lammer", str(program))
    unit.write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True
    )
    ours = [line for line in done.stderr.splitlines() if "lammer@a" in line]
    assert ours == []


def test_no_file_names_a_registry() -> None:
    for path in (CONTAINER / "compose.yaml", CONTAINER / "Containerfile"):
        for image in re.findall(r"(?m)(?:image: |FROM |PYTHON=)(\S+)", path.read_text()):
            assert re.fullmatch(r"[a-z]+(:[a-z0-9.-]+)?|\$\{PYTHON\}", image), image


@pytest.mark.long
def test_a_wheel_in_a_fresh_environment_opens_a_house(tmp_path: Path) -> None:
    """Built and installed as the Containerfile does, but for the packages, which are those here."""
    script = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("lammer-*.whl")
    home = tmp_path / "fresh"
    venv.EnvBuilder(with_pip=False, symlinks=True).create(home)
    (packages,) = home.glob("lib/python*/site-packages")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(packages)
    shared = next(path for path in sys.path if path.endswith("site-packages"))
    shown = "import lammer; print(lammer.__file__)"
    python = home / "bin" / "python"
    environment = {**os.environ, "PYTHONPATH": f"{packages}:{shared}", "PYTHONSAFEPATH": "1"}
    where = subprocess.run(
        [python, "-c", shown],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert str(packages) in where.stdout
    house = Running(str(tmp_path / "house.sqlite"), environment=environment)
    house.program = str(python)
    try:
        house.start(cwd=tmp_path)
        assert house.get("/health")["ok"]
        assert house.text("/").startswith("<!doctype html>")
    finally:
        house.shut_down()
