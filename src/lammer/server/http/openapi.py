"""The OpenAPI document: Litestar's, with unknown keys forbidden."""

from collections.abc import Sequence
from typing import Any

from litestar import Litestar
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Components, SecurityScheme
from litestar.types import ControllerRouterHandler

from lammer import __version__
from lammer.server.http.schemas.base import RequestBody
from lammer.server.http.transport.middleware import COOKIE

_ABOUT = (
    "Everything of the house that is not live. Amounts are whole cents. Every error has the same "
    "shape. Come in with POST /guests or /sessions and send the token as a bearer. Play itself is "
    "a WebSocket for each table."
)


def document(handlers: Sequence[ControllerRouterHandler]) -> dict[str, Any]:
    """Return the document of these handlers. An application that serves nothing makes it, since
    Litestar adds pages of its own to one that does."""
    config = OpenAPIConfig(
        title="Lammer",
        version=__version__,
        description=_ABOUT,
        components=Components(
            security_schemes={
                "bearer": SecurityScheme(type="http", scheme="bearer"),
                "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
            }
        ),
    )
    app = Litestar(route_handlers=handlers, openapi_config=config, logging_config=None)
    found: dict[str, Any] = app.openapi_schema.to_schema()
    closed = {each.__name__ for each in RequestBody.__subclasses__()}
    for name, schema in found["components"]["schemas"].items():
        if name in closed:
            schema["additionalProperties"] = False
    for item in found["paths"].values():
        for operation in item.values():
            for bare in ("204", "304"):
                operation["responses"].get(bare, {}).pop("content", None)
    return found
