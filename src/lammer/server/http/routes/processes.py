"""The processes that serve the house, over HTTP: which there are, and moving tables to others."""

from typing import Annotated

from litestar import get, post
from litestar.params import JSONBody, PathParameter

from lammer.server.http.access import (
    AnyRequest,
    administrators_only,
    house_of,
    protected,
    require_roles,
)
from lammer.server.http.routes.tables import Table
from lammer.server.http.schemas import tables as shapes
from lammer.server.people.roles import ADMINISTRATOR, SURVEILLANCE

Process = Annotated[str, PathParameter(max_length=40, description="The name of a process.")]


@get(
    "/processes",
    summary="The processes of the house (administrator, surveillance)",
    **protected(require_roles(ADMINISTRATOR, SURVEILLANCE), 403),
)
async def processes(request: AnyRequest) -> list[shapes.ProcessView]:
    """Each with how many tables it runs, since when, and for how many seconds its lease lasts."""
    return [shapes.ProcessView(**each) for each in house_of(request).sharing.processes()]


@post(
    "/tables/{table:str}/move",
    status_code=204,
    summary="Let another process run a table (administrator)",
    **protected(administrators_only, 307, 403, 404, 409, 413, 415),
)
async def move_table(request: AnyRequest, table: Table, data: JSONBody[shapes.NewPlace]) -> None:
    """Its clients are sent to the new process; nothing is lost."""
    await house_of(request).sharing.move_table(table, data.process)


@post(
    "/processes/{process:str}/share",
    status_code=200,
    summary="Let a process give tables to others that have less to do (administrator)",
    **protected(administrators_only, 307, 403, 404),
)
async def share_load(request: AnyRequest, process: Process) -> shapes.MovedTables:
    """Those with the least play in the last minute first, until it has its share of all play."""
    return shapes.MovedTables(moved=await house_of(request).sharing.share_load(process))


HANDLERS = (processes, move_table, share_load)
