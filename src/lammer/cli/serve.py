"""``lammer serve``: a house that people join over the network."""

import asyncio
import os
import ssl
import threading
import webbrowser
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from lammer.cli.support.database import database
from lammer.cli.support.house_files import lawful_elections
from lammer.cli.support.output import CommandError, flushing, write

if TYPE_CHECKING:
    from lammer.server.serve import RunningServer, Settings
    from lammer.server.table_requests import ElectionsFile

MOST_PORT = 65535
MOST_SAID = 10
"""Accounting errors that are listed when the house opens."""


def serve(
    *,
    db: Annotated[
        str | None,
        Parameter(help="A file, or postgresql://... (default: a file in your data folder)."),
    ] = None,
    house: Annotated[
        tuple[str, ...],
        Parameter(
            name="--house",
            help="A house file: a table is opened with its elections; may be given several times.",
        ),
    ] = (),
    host: Annotated[str, Parameter(help="Where to listen (default 127.0.0.1).")] = "127.0.0.1",
    port: Annotated[str, Parameter(help="The port (default 8000); 0 for any.")] = "8000",
    open_browser: Annotated[bool, Parameter(name="--open", help="Open a browser on it.")] = False,
    title: Annotated[
        str | None, Parameter(help="What the house is called (default Lammer).")
    ] = None,
    name: Annotated[
        str | None,
        Parameter(help="The name of this process, where several serve one house: a, b ..."),
    ] = None,
    hostname: Annotated[
        tuple[str, ...], Parameter(help="Another name under which people reach it.")
    ] = (),
    tls_cert: Annotated[str | None, Parameter(help="A certificate (PEM), for https.")] = None,
    tls_key: Annotated[str | None, Parameter(help="Its key (PEM).")] = None,
    insecure: Annotated[
        bool, Parameter(help="Listen beyond this machine without TLS all the same.")
    ] = False,
    behind_tls: Annotated[
        bool, Parameter(help="A proxy in front of it speaks https; name it with --hostname.")
    ] = False,
    base_path: Annotated[
        str, Parameter(help="The path below which people reach it, such as /games.")
    ] = "",
    trusted_proxy: Annotated[
        tuple[str, ...],
        Parameter(help="An address, or a network, of a proxy that is believed when it forwards."),
    ] = (),
    metrics_token: Annotated[
        str | None, Parameter(help="With this token, sent as a bearer, /metrics may be read.")
    ] = None,
    limit: Annotated[tuple[str, ...], Parameter(help="A limit to change, such as tables=50.")] = (),
    log: Annotated[
        Literal["debug", "info", "warning", "error"],
        Parameter(help="How much the server says on standard error (default warning)."),
    ] = "warning",
) -> int:
    """Open a house: tables of every game that people join over the network, with play chips and a
    ledger that loses nothing.

    Examples: lammer serve; lammer serve --port 9000 --open;
    lammer serve --db postgresql://lammer@localhost/lammer; lammer serve --host 0.0.0.0 --insecure
    """
    try:
        from lammer.server.ops import logs
        from lammer.server.serve import Settings, is_loopback
    except ModuleNotFoundError as problem:
        raise CommandError(
            f"the server's packages are not installed ({problem.name} is missing).",
            'Install them: pip install "lammer[server]".',
        ) from None
    if (tls_cert is None) != (tls_key is None):
        raise CommandError("--tls-cert and --tls-key go together.", "Give both, or neither.")
    if not is_loopback(host) and tls_cert is None and not insecure:
        raise CommandError(
            f"{host} can be reached from other machines, and passwords would go there in the open.",
            "Give --tls-cert and --tls-key; or listen on 127.0.0.1 behind a proxy (--behind-tls);"
            " or --insecure if you know the network.",
        )
    _check_certificate(_readable(tls_cert), _readable(tls_key))
    where = database(db)
    process, called = _names(name, title, where)
    settings = Settings(
        database=where,
        host=host,
        port=_port(port),
        name=called,
        names=tuple(each.lower() for each in hostname),
        certificate=tls_cert,
        key=tls_key,
        behind_tls=behind_tls,
        metrics_token=metrics_token,
        limits=_limits(limit),
        files=_elections(house),
        base=_base(base_path),
        proxies=_proxies(trusted_proxy),
        process=process,
    )
    handler = logs.set_up(log.upper())
    try:
        return _run(settings, open_browser)
    finally:
        logs.log.removeHandler(handler)


def _run(settings: "Settings", open_browser: bool) -> int:
    from lammer.server.serve import serve as serving
    from lammer.server.table_requests import UnusableFile
    from lammer.store.port import NameTaken
    from lammer.store.port import StoreError as StoreTrouble

    def opened(found: "RunningServer") -> None:
        with flushing():
            write(_words(settings, found))
        if open_browser:
            _browse(found.public)

    def again(found: "RunningServer") -> None:
        with flushing():
            write("\n".join(_link(found)) + "\n")

    try:
        _in_loop(serving(settings, opened, again))
    except KeyboardInterrupt:
        pass
    except NameTaken as problem:
        raise CommandError(
            f"a process with the name {settings.process or 'main'} serves this house already"
            f"{f', at {problem.address}' if problem.address else ''}.",
            "Name this one otherwise with --name, or end that one.",
        ) from None
    except StoreTrouble as problem:
        raise CommandError(str(problem), "Name another database with --db.") from None
    except UnusableFile as problem:
        raise CommandError(problem.what, problem.instead) from None
    except OSError as problem:
        where = settings.address(settings.port)
        raise CommandError(
            f"nothing can listen on {where}: {problem.strerror or problem}.",
            "Name another with --port, or 0 for any that is free.",
        ) from None
    with flushing():
        write("The house is closed; everything is kept.\n")
    return 0


def _browse(address: str) -> None:
    """Open a browser in a thread: one in the terminal blocks until it is closed."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _in_loop(work: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _words(settings: "Settings", found: "RunningServer") -> str:
    tables = ", ".join(
        f"{runner.record.name} ({runner.record.rules})" for runner in found.house.tables.values()
    )
    where = found.public
    if settings.behind_tls and found.public != found.address:
        where = f"{found.address}, for people {found.public}"
    lines = [
        f"{settings.name} is open at {where}",
        f"  tables:   {tables or 'none'}",
        f"  database: {_shown(settings.database)}",
        f"  API:      {found.public}/api/v1/docs",
    ]
    lines += [f"  stopped:  {why}" for why in found.house.stopped().values()]
    books = found.house.books
    lines += [f"  books:    {what}" for what in books[:MOST_SAID]]
    if len(books) > MOST_SAID:
        lines.append(
            f"            and {len(books) - MOST_SAID} more; the server's log has them all"
        )
    lines += _link(found)
    lines.append("Ctrl-C closes the house.")
    return "\n".join(lines) + "\n"


def _link(found: "RunningServer") -> list[str]:
    """Return the first administrator's link, if there is no administrator yet."""
    if found.administrator is None:
        return []
    return [
        "  nobody runs this house yet; whoever opens this link within a day does:",
        f"            {found.public}/administrator#{found.administrator}",
    ]


def _shown(address: str) -> str:
    """Return an address without its password."""
    head, at, tail = address.rpartition("@")
    scheme, found, who = head.partition("://")
    if not at or not found:
        return address
    return f"{scheme}://{who.partition(':')[0]}@{tail}"


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) <= MOST_PORT:
        return int(text)
    raise CommandError(f'"{text}" is no port.', f"A number from 0 (any) to {MOST_PORT}.")


def _names(name: str | None, title: str | None, where: str) -> tuple[str | None, str]:
    """Return the name of the process, if it has one, and that of the house. A name alone was that
    of the house before there were several processes; it still is where it cannot be a process's,
    and with SQLite, which has only one."""
    from lammer.server.http.transport.paths import PROCESS

    if name is None:
        return None, title or "Lammer"
    is_process = PROCESS.fullmatch(name) is not None
    if title is None and not (is_process and where.startswith(("postgres:", "postgresql:"))):
        return None, name
    if is_process:
        return name, title or "Lammer"
    raise CommandError(
        f'"{name}" cannot be the name of a process.',
        "Up to 32 small letters, digits and dashes, such as a or north-1.",
    )


def _base(text: str) -> str:
    """Return the path below which the house is reached, without a slash at its end."""
    from lammer.server.http.transport.paths import BASE, TAKEN

    path = text.rstrip("/")
    if not path:
        return ""
    if not BASE.fullmatch(path) or path.split("/")[1] in TAKEN or {".", ".."} & {*path.split("/")}:
        raise CommandError(
            f'"{text}" cannot be the path of a house.',
            "It begins with a slash and has letters, digits, dots, dashes: /games, for example; not"
            f" /{', /'.join(sorted(TAKEN))}.",
        )
    return path


def _proxies(given: tuple[str, ...]) -> Any:
    from lammer.server.http.transport.proxies import network

    try:
        return tuple(network(each) for each in given)
    except ValueError as problem:
        raise CommandError(
            f"{problem}.", "Name a proxy by its address, or its network: 10.0.0.5, 10.0.0.0/24."
        ) from None


def _readable(path: str | None) -> str | None:
    if path is not None and not os.access(path, os.R_OK):
        raise CommandError(f"{path} cannot be read.", "Name a file in PEM format.")
    return path


def _check_certificate(certificate: str | None, key: str | None) -> None:
    """Raise ``CommandError`` if a certificate and its key cannot be used."""
    from lammer.server.http.transport.tls import server_context

    if certificate is None or key is None:
        return
    try:
        server_context(certificate, key)
    except ssl.SSLError as problem:
        why = (problem.reason or "they cannot be read").replace("_", " ").lower()
        raise CommandError(
            f"{certificate} and {key} cannot be used: {why}.",
            "Name a certificate and the key that belongs to it, both in PEM format, without a"
            " pass phrase.",
        ) from None


def _limits(given: tuple[str, ...]) -> Any:
    from lammer.server.ops.limits import ServerLimits

    found = ServerLimits()
    for each in given:
        name, _, number = each.partition("=")
        if not (number.isascii() and number.isdecimal()):
            raise CommandError(f'"{each}" is no limit.', "Write --limit tables=50, for example.")
        try:
            found = found.with_(name.strip(), int(number))
        except ValueError as problem:
            raise CommandError(f"{problem}.") from None
    return found


def _elections(paths: tuple[str, ...]) -> "tuple[ElectionsFile, ...]":
    """Return the elections of each house file, for its rules and the game it names."""
    from lammer.server.table_requests import ElectionsFile

    found: dict[tuple[str, str | None], ElectionsFile] = {}
    for path in paths:
        here, data = lawful_elections(path, None, None)
        law = here.law
        data.pop("rules")
        game: str | None = data.pop("game", None)
        if (law.key, game) in found:
            which = law.key if game is None else f"{game} under {law.key}"
            raise CommandError(f"{path} is a second house file for {which}.", "Leave one out.")
        found[law.key, game] = ElectionsFile(path, law.key, game, law.game, data)
    return tuple(found.values())
