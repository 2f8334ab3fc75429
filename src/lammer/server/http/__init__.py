"""Everything of the house that is not live, over HTTP: people, tables, history, the pages."""

from lammer.server.http.app import api_document, make_app
from lammer.server.http.gate import Options

__all__ = ["Options", "api_document", "make_app"]
