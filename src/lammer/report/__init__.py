"""Reports as self-contained pages: their common parts, and the report of an audit."""
