"""Reports as self-contained pages: what every report looks like, and that of an audit."""
