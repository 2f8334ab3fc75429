"""``lammer serve``: a house that people join over the network; ``backup`` and ``restore``."""

import asyncio
import os
import ssl
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lammer.cli.house import lawful_house
from lammer.cli.output import CommandError, heard, write
from lammer.house import read_file

if TYPE_CHECKING:
    from lammer.server.house import Elected
    from lammer.server.serve import Opened, Settings

FILE = "house.sqlite"
MOST_PORT = 65535
MOST_SAID = 10
"""Findings about the books that are told when the house opens."""


def data_folder() -> Path:
    """Where this user's house is kept."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Lammer"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "Lammer"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "lammer"


def database(given: str | None) -> str:
    """The address of the database: the one named, or a file in the user's data folder."""
    if given is not None:
        return given
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as problem:
        raise CommandError(
            f"{folder} cannot be made: {problem.strerror}.", "Name a file with --db FILE."
        ) from None
    return str(folder / FILE)


def serve(
    db: str | None,
    house: tuple[str, ...],
    host: str,
    port: str,
    name: str,
    names: tuple[str, ...],
    certificate: str | None,
    key: str | None,
    insecure: bool,
    behind_tls: bool,
    metrics_token: str | None,
    limit: tuple[str, ...],
    open_browser: bool,
    log: str,
) -> int:
    """Open a house and keep it open until Ctrl-C."""
    try:
        from lammer.server.ops import logs
        from lammer.server.serve import Settings, is_loopback
    except ModuleNotFoundError as problem:
        raise CommandError(
            f"the server's packages are not installed ({problem.name} is missing).",
            'Install them: pip install "lammer[server]".',
        ) from None
    if (certificate is None) != (key is None):
        raise CommandError("--tls-cert and --tls-key go together.", "Give both, or neither.")
    if not is_loopback(host) and certificate is None and not insecure:
        raise CommandError(
            f"{host} can be reached from other machines, and passwords would go there in the open.",
            "Give --tls-cert and --tls-key; or listen on 127.0.0.1 behind a proxy (--behind-tls);"
            " or --insecure if you know the network.",
        )
    _fit_together(_readable(certificate), _readable(key))
    settings = Settings(
        database=database(db),
        host=host,
        port=_port(port),
        name=name,
        names=tuple(each.lower() for each in names),
        certificate=certificate,
        key=key,
        behind_tls=behind_tls,
        metrics_token=metrics_token,
        limits=_limits(limit),
        files=_elections(house),
    )
    handler = logs.set_up(log.upper())
    try:
        return _run(settings, open_browser)
    finally:
        logs.log.removeHandler(handler)


def _run(settings: "Settings", open_browser: bool) -> int:
    from lammer.server.house import NotOpened
    from lammer.server.serve import serve as serving
    from lammer.store.port import StoreError as StoreTrouble

    def opened(found: "Opened") -> None:
        with heard():
            write(_words(settings, found))
        if open_browser:
            _browse(found.public)

    def again(found: "Opened") -> None:
        with heard():
            write("\n".join(_link(found)) + "\n")

    try:
        _in_loop(serving(settings, opened, again))
    except KeyboardInterrupt:
        pass
    except StoreTrouble as problem:
        raise CommandError(str(problem), "Name another database with --db.") from None
    except NotOpened as problem:
        raise CommandError(problem.what, problem.instead) from None
    except OSError as problem:
        where = settings.address(settings.port)
        raise CommandError(
            f"nothing can listen on {where}: {problem.strerror or problem}.",
            "Name another with --port, or 0 for any that is free.",
        ) from None
    with heard():
        write("The house is closed; everything is kept.\n")
    return 0


def _browse(address: str) -> None:
    """Open a browser, beside the house: one in the terminal stays until it is left."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _in_loop(work: Coroutine[Any, Any, None]) -> None:
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(work)
    else:
        uvloop.run(work)


def _words(settings: "Settings", found: "Opened") -> str:
    tables = ", ".join(
        f"{owner.felt.name} ({owner.felt.rules})" for owner in found.house.felts.values()
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


def _link(found: "Opened") -> list[str]:
    """The first administrator's link, if there is none yet."""
    if found.administrator is None:
        return []
    return [
        "  nobody runs this house yet; whoever opens this link within a day does:",
        f"            {found.public}/administrator#{found.administrator}",
    ]


def _shown(address: str) -> str:
    """An address without its password."""
    head, at, tail = address.rpartition("@")
    scheme, found, who = head.partition("://")
    if not at or not found:
        return address
    return f"{scheme}://{who.partition(':')[0]}@{tail}"


def _port(text: str) -> int:
    if text.isascii() and text.isdecimal() and int(text) <= MOST_PORT:
        return int(text)
    raise CommandError(f'"{text}" is no port.', f"A number from 0 (any) to {MOST_PORT}.")


def _readable(path: str | None) -> str | None:
    if path is not None and not os.access(path, os.R_OK):
        raise CommandError(f"{path} cannot be read.", "Name a file in PEM format.")
    return path


def _fit_together(certificate: str | None, key: str | None) -> None:
    """Trouble, if a certificate and its key cannot be used."""
    if certificate is None or key is None:
        return
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=_no_word)
    except ssl.SSLError as problem:
        why = (problem.reason or "they cannot be read").replace("_", " ").lower()
        raise CommandError(
            f"{certificate} and {key} cannot be used: {why}.",
            "Name a certificate and the key that belongs to it, both in PEM format, without a"
            " pass phrase.",
        ) from None


def _no_word() -> str:
    """A key with a pass phrase is refused; nobody may be there to type it."""
    return ""


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


def _elections(paths: tuple[str, ...]) -> "tuple[Elected, ...]":
    """The elections of each house file, for its rules and the game it names."""
    from lammer.server.house import Elected

    found: dict[tuple[str, str | None], Elected] = {}
    for path in paths:
        law = lawful_house(path, None, None).law
        data = dict(read_file(path).data)
        data.pop("rules")
        game: str | None = data.pop("game", None)
        if (law.key, game) in found:
            which = law.key if game is None else f"{game} under {law.key}"
            raise CommandError(f"{path} is a second house file for {which}.", "Leave one out.")
        found[law.key, game] = Elected(path, law.key, game, law.game, data)
    return tuple(found.values())


def backup(file: str, db: str | None) -> int:
    """Everything in the database but the seeds in use, in a new file."""
    from lammer.store import open_store
    from lammer.store.backup import backup as write_backup

    def work() -> None:
        store = open_store(database(db))
        try:
            write_backup(store, file)
        finally:
            store.close()

    _with_store(work)
    with heard():
        write(f"{file}: the house as of now.\n")
    return 0


def restore(file: str, db: str | None) -> int:
    """The database replaced by a backup."""
    from lammer.store.backup import restore as read_backup

    _with_store(lambda: read_backup(file, database(db)))
    with heard():
        write(
            "Restored. A house that is running reads everything again by itself; seeds that were\n"
            "pledged are withdrawn, for the dice that followed from them have been seen.\n"
        )
    return 0


def _with_store(work: Callable[[], object]) -> None:
    from lammer.store.port import StoreError as StoreTrouble

    try:
        work()
    except StoreTrouble as problem:
        raise CommandError(str(problem)) from None
    except OSError as problem:
        raise CommandError(f"{problem.strerror or problem}: {problem.filename or ''}") from None
