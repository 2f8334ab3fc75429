"""The HTTP interface: people, tables, history and the pages. The live protocol is in ``ws``."""

from lammer.server.http.app import api_document, make_app
from lammer.server.http.transport.middleware import MiddlewareOptions

__all__ = ["MiddlewareOptions", "api_document", "make_app"]
