"""Results as files to keep, over HTTP."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any

from litestar import Response
from litestar.params import QueryParameter

from lammer.school.exports import FileKind, as_file

ExportKind = Annotated[FileKind, QueryParameter(name="as", description="The kind of file.")]


def export_file(
    kind: FileKind, name: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]
) -> Response[str]:
    """Return rows as a file of this name."""
    media = "application/json" if kind == "json" else "text/csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}.{kind}"'}
    return Response(as_file(kind, columns, rows), media_type=media, headers=headers)
