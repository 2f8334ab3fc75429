"""A real nginx in front of houses, with the files of ``deploy/nginx``, in which only names, ports
and paths of certificates are filled in."""

import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server.support.certificates import Certificate, self_signed
from tests.server.support.running import wait_until

DEPLOY = Path(__file__).parents[3] / "deploy" / "nginx"
PORTS = {"8001": 0, "8002": 1}
"""Ports in the files, and which house each is."""
MAIN = """
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/error.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


class Nginx(NamedTuple):
    """A running proxy: its address, and the certificate that clients trust."""

    address: str
    trust: ssl.SSLContext
    folder: Path

    @property
    def errors(self) -> str:
        return (self.folder / "error.log").read_text(encoding="utf-8")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _site(text: str, port: int, houses: tuple[int, ...], certificate: Certificate) -> str:
    """Return the file of the repository, filled in as by an operator."""
    text = re.sub(r"listen 80;", f"listen 127.0.0.1:{free_port()};", text)
    text = re.sub(r"listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;", text)
    text = re.sub(r"(?m)^( *server_name) .*;", r"\1 127.0.0.1;", text)
    text = re.sub(r"(ssl_certificate) .*;", rf"\1 {certificate.certificate};", text)
    text = re.sub(r"(ssl_certificate_key) .*;", rf"\1 {certificate.key};", text)
    text = text.replace("include lammer-proxy.conf", f"include {DEPLOY / 'lammer-proxy.conf'}")
    for written, at in PORTS.items():
        if at < len(houses):
            text = text.replace(f"127.0.0.1:{written}", f"127.0.0.1:{houses[at]}")
    return text


@contextmanager
def nginx(site: str, folder: Path, *houses: int, port: int | None = None) -> Iterator[Nginx]:
    """Run nginx with one of the files, in front of houses at these ports."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("nginx is not installed")
    folder.mkdir(exist_ok=True)
    certificate, port = self_signed(folder), port or free_port()
    text = (DEPLOY / site).read_text(encoding="utf-8")
    (folder / "site.conf").write_text(_site(text, port, houses, certificate), encoding="utf-8")
    user = "user root;" if os.geteuid() == 0 else ""
    main = folder / "nginx.conf"
    main.write_text(MAIN.format(folder=folder, user=user), encoding="utf-8")
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            [program, "-p", folder, "-c", main, "-e", folder / "error.log"],
            stdout=said, stderr=said,
        )  # fmt: skip
    found = Nginx(
        f"https://127.0.0.1:{port}",
        ssl.create_default_context(cafile=certificate.certificate),
        folder,
    )

    def answers() -> bool:
        assert process.poll() is None, found.errors
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_until(answers, what="nginx")
        yield found
    finally:
        process.terminate()
        process.wait()
