"""The command line inside this process: a tenth of the time that a process of its own takes."""

import os
import sys
from contextlib import chdir, nullcontext
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

from lammer.cli import main


def lammer(
    *arguments: str, given: bytes = b"", cwd: Path | None = None, **environment: str
) -> "CompletedProcess[str]":
    """Run ``lammer ARGUMENTS`` with these bytes as standard input: its status and what it said."""
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    streams = [TextIOWrapper(BytesIO(each), encoding=encoding) for each in (given, b"", b"")]
    stdin, stdout, stderr = streams
    with (
        chdir(cwd) if cwd is not None else nullcontext(),
        patch.multiple(sys, stdin=stdin, stdout=stdout, stderr=stderr),
        patch.dict(os.environ, environment),
    ):
        try:
            main(list(arguments))
            status = 0
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1
    out, err = (_said(each) for each in (stdout, stderr))
    return CompletedProcess(arguments, status, out, err)


def _said(stream: TextIOWrapper) -> str:
    stream.flush()
    raw = stream.detach()
    assert isinstance(raw, BytesIO)
    return raw.getvalue().decode()
