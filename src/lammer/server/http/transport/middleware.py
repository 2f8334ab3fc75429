"""Checks on every request, and headers on every response.

Refuses requests to another host name, from another site's page, with another type of body, with too
large a body, or too often. Every response gets the headers that protect a browser, also if there is
no such page.
"""

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from lammer.server.errors import AnotherProcess, Refused
from lammer.server.house import HouseServer
from lammer.server.http import error_responses
from lammer.server.http.pages.error_page import wants_page
from lammer.server.http.pages.html import PageFrame
from lammer.server.http.transport.paths import BY_NAME, check_process
from lammer.server.ops.logs import REQUEST, log_line
from lammer.server.ops.rate_limits import TokenBuckets, neighbourhood
from lammer.server.people.accounts import digest

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Inner = Callable[[Any, Any, Any], Awaitable[None]]

COOKIE = "lammer_session"
DEVICE_COOKIE = "lammer_device"
"""Proves that this browser has signed in to an account before."""
API = "/api/"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
UNSAFE_METHODS = frozenset(("POST", "PUT", "PATCH", "DELETE"))
PER_ADDRESS = 5
"""How many times the requests of one session an address may make."""
RELEASE = "lammer_release"
"""The key in a scope of functions to call when the response is sent."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = (
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
_HSTS = (b"strict-transport-security", b"max-age=31536000")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{20,100}")


@dataclass(frozen=True, slots=True)
class MiddlewareOptions:
    """How the house is reached: its host names, without port; whether always over TLS; the token
    with which ``/metrics`` can be read; below which path, "" for none."""

    hosts: tuple[str, ...] = LOOPBACK
    tls: bool = False
    metrics_token: str | None = None
    base: str = ""

    def answers_to(self, host: str) -> bool:
        """True if a ``Host`` header names this house.

        >>> [MiddlewareOptions().answers_to(host) for host in ("localhost:8000", "evil.example")]
        [True, False]
        """
        return _host(host) in self.hosts


def header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            found: str = value.decode("latin-1")
            return found
    return None


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else ""


def token_of(scope: Scope) -> str | None:
    """Return the token of a request: of the bearer, else of the cookie."""
    given = header(scope, b"authorization")
    if given is not None:
        kind, _, token = given.partition(" ")
        token = token.strip()
        return token if kind.lower() == "bearer" and _TOKEN.fullmatch(token) else None
    return cookie_of(scope, COOKIE, _TOKEN)


def cookie_of(scope: Scope, name: str, form: re.Pattern[str] | None = None) -> str | None:
    """Return the value of a cookie; None if there is none, or none of that form."""
    for each in (header(scope, b"cookie") or "").split(";"):
        key, _, value = each.strip().partition("=")
        if key == name and (form is None or form.fullmatch(value)):
            return value
    return None


def is_secure(scope: Scope, options: MiddlewareOptions) -> bool:
    """True if the client speaks TLS: to the house, or to a trusted proxy that says so."""
    return options.tls or scope.get("scheme") in ("https", "wss")


def check_host(scope: Scope, options: MiddlewareOptions) -> None:
    """Refuse a request to a host name that is not the house's: another site could point its own
    name here (DNS rebinding)."""
    given = [value for key, value in scope["headers"] if key == b"host"]
    if len(given) != 1 or not options.answers_to(given[0].decode("latin-1")):
        instead = "Use the address the house printed, or start it with --hostname NAME."
        raise Refused("wrong-host", "The house does not answer to this name.", 400, instead=instead)


def check_origin(scope: Scope, options: MiddlewareOptions) -> None:
    """Refuse requests from another site's page. Programs send no ``Origin``."""
    origin, host = header(scope, b"origin"), header(scope, b"host") or ""
    foreign = header(scope, b"sec-fetch-site") in ("cross-site", "same-site")
    if origin is not None:
        scheme = "https" if is_secure(scope, options) else "http"
        parts = _split(origin)
        here = parts is not None and parts == (scheme, _with_port(host, scheme))
        foreign = foreign or not here
    if foreign:
        detail = "A page of another site may not ask this of the house."
        instead = "Do it from the house's own pages, or from a program."
        raise Refused("wrong-origin", detail, 403, instead=instead)


def _host(value: str) -> str:
    found = re.fullmatch(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(?::\d{1,5})?", value)
    return found[1].lower().rstrip(".") if found else ""


def _with_port(host: str, scheme: str) -> str:
    lowered = host.lower()
    return lowered.removesuffix(":443" if scheme == "https" else ":80")


def _split(origin: str) -> tuple[str, str] | None:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return None
    if parts.path or parts.query or parts.fragment or "@" in parts.netloc:
        return None
    return parts.scheme.lower(), _with_port(parts.netloc, parts.scheme.lower())


class Middleware:
    """Wraps the application."""

    def __init__(
        self, inner: Inner, house: HouseServer, options: MiddlewareOptions, frame: PageFrame
    ) -> None:
        self._inner, self._house, self._options, self._frame = inner, house, options, frame
        limits = house.limits
        rate, burst = limits.requests_per_second, limits.requests_at_once
        clock = house.monotonic
        self._sessions = TokenBuckets(rate, burst, time=clock)
        self._addresses = TokenBuckets(rate * PER_ADDRESS, burst * PER_ADDRESS, time=clock)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._inner(scope, receive, send)
            return
        if scope["method"] == "HEAD":  # Like GET; the server omits the body.
            scope = {**scope, "method": "GET"}
        number = secrets.token_hex(8)
        kept = REQUEST.set(number)
        began = time.perf_counter()
        out = _HeaderSender(send, self._response_headers(scope, number))
        releases: list[Any] = []
        scope[RELEASE] = releases
        try:
            await self._answer(scope, receive, out)
        finally:
            for release in releases:
                release()
            self._record_request(scope, out.status, time.perf_counter() - began)
            REQUEST.reset(kept)

    async def _answer(self, scope: Scope, receive: Receive, out: "_HeaderSender") -> None:
        try:
            self._check(scope)
        except AnotherProcess as moved:
            await _refuse(out, error_responses.encoded_move(moved, self._frame, scope), 307)
            return
        except Refused as refused:
            page_of = self._frame if wants_page(scope) else None
            await _refuse(out, error_responses.encoded(refused, page_of), refused.status)
            return
        await self._inner(scope, receive, out)

    def _check(self, scope: Scope) -> None:
        check_host(scope, self._options)
        check_process(scope["path"])
        self._check_rate(scope)
        length = header(scope, b"content-length")
        if length is not None and (not length.isdigit() or int(length) > self._house.limits.body):
            most = self._house.limits.body
            raise Refused("too-large", f"The body may have {most} bytes.", 413)
        if scope["method"] in UNSAFE_METHODS:
            check_origin(scope, self._options)
            _check_media_type(scope, length)
        if scope["path"].startswith(API):
            self._house.sharing.check_reachable(scope["path"], by_name=scope.get(BY_NAME, False))

    def _check_rate(self, scope: Scope) -> None:
        wait = self._addresses.wait(neighbourhood(address_of(scope)))
        token = token_of(scope)
        if not wait and token is not None:
            wait = self._sessions.wait(digest(token))
        if wait:
            instead = f"Try again in {wait} seconds."
            raise Refused("too-many", "You ask too often.", 429, instead=instead, retry_after=wait)

    def _response_headers(self, scope: Scope, number: str) -> list[tuple[bytes, bytes]]:
        cached = scope["path"].startswith("/static/")
        added = [*_HEADERS, (b"x-request-id", number.encode())]
        added.append((b"cache-control", b"no-cache" if cached else b"no-store"))
        if is_secure(scope, self._options):
            added.append(_HSTS)
        return added

    def _record_request(self, scope: Scope, status: int, seconds: float) -> None:
        route = str(scope.get("path_template") or "(none)")
        method = scope["method"] if scope["method"] in (*UNSAFE_METHODS, "GET") else "OTHER"
        metrics = self._house.metrics
        metrics.http_requests.labels(method, route, str(status or 499)).inc()
        metrics.http_seconds.labels(route).observe(seconds)
        took = round(seconds * 1000, 1)
        log_line(logging.INFO, "answered", method=method, route=route, status=status, ms=took)


def _check_media_type(scope: Scope, length: str | None) -> None:
    """Refuse a body that is not JSON, which no form of another site can send."""
    kind = header(scope, b"content-type")
    empty = length in (None, "0") and header(scope, b"transfer-encoding") is None
    if kind is None and empty:
        return
    if (kind or "").partition(";")[0].strip().lower() != "application/json":
        instead = "Send it with Content-Type: application/json."
        raise Refused("only-json", "A body must be JSON.", 415, instead=instead)


async def _refuse(send: Send, encoded: error_responses.Encoded, status: int) -> None:
    headers, content = encoded
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content, "more_body": False})


class _HeaderSender:
    """Sends a response with added headers."""

    def __init__(self, send: Send, added: list[tuple[bytes, bytes]]) -> None:
        self._send, self._added = send, added
        self.status = 0

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": self._with_headers(message["headers"])}
        await self._send(message)

    def _with_headers(self, given: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """Return the headers of a response with the house's own, which replace others; a response's
        own ``Cache-Control`` and content policy stay."""
        own = {b"cache-control", b"content-security-policy"}
        said = {name.lower() for name, _ in given} & own
        added = [each for each in self._added if each[0] not in said]
        names = {name for name, _ in added}
        return [*(each for each in given if each[0].lower() not in names), *added]
