"""A self-signed certificate for tests of TLS."""

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest


class Certificate(NamedTuple):
    """The paths of a self-signed certificate for 127.0.0.1 and of its key."""

    certificate: str
    key: str


def self_signed(folder: Path) -> Certificate:
    """Make one, or skip the test where there is no openssl."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    made = Certificate(str(folder / "cert.pem"), str(folder / "key.pem"))
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
         "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", made.key,
         "-out", made.certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return made
