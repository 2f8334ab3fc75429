"""Everything of the house that is not live, over HTTP: people, tables, history, the pages."""

from lammer.server.http.app import api_document, make_app
from lammer.server.http.middleware import MiddlewareOptions

__all__ = ["MiddlewareOptions", "api_document", "make_app"]
