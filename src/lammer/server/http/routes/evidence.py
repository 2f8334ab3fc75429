"""What an inspector can request about a table besides its log."""

from typing import Annotated

from litestar import get
from litestar.params import QueryParameter

from lammer.server.http.access import AnyRequest, house_of, protected, require_roles, slots_of
from lammer.server.http.error_responses import answers
from lammer.server.http.routes.people import Limit
from lammer.server.http.routes.tables import Table, record_of
from lammer.server.http.schemas import tables as shapes
from lammer.server.http.schemas.base import MOST_NUMBER
from lammer.server.people.pseudonyms import pseudonym
from lammer.server.people.roles import ADMINISTRATOR, SURVEILLANCE
from lammer.store.port import Store


@get(
    "/tables/{table:str}/people",
    summary="Who the pseudonyms in a table's log are (administrator, surveillance)",
    **protected(require_roles(ADMINISTRATOR, SURVEILLANCE), 403, 404),
)
async def people_of(request: AnyRequest, table: Table) -> shapes.LoggedPeople:
    """Everybody who entered a line, with the pseudonym that follows a role in its `by`. Somebody
    who only played has one, too, though lines of players name the seat."""
    house = house_of(request)
    record = await record_of(house, table)
    slots_of(request).take(request)

    def read(store: Store) -> shapes.LoggedPeople:
        key = store.pseudonym_key(table)
        ids = {*store.people_at(table), *([record.opened_by] if record.opened_by else ())}
        people = (store.person(each) for each in sorted(ids))
        return shapes.LoggedPeople(
            people=[
                shapes.LoggedPerson(pseudonym(key, each.id), each.id, each.name, each.login)
                for each in people
                if each is not None
            ]
        )

    return await house.writer.read(read)


@get("/tables/{table:str}/heads", responses=answers(404), summary="Published heads of a log")
async def heads(
    request: AnyRequest,
    table: Table,
    after: Annotated[
        int, QueryParameter(ge=0, le=MOST_NUMBER, description="`next` of the page before.")
    ] = 0,
    limit: Limit = 50,
) -> shapes.PublishedHeads:
    """The number and hash of a line, and when everybody could first read it here; also of closed
    tables. A log that no longer has that line was changed, or cut."""
    house = house_of(request)
    await record_of(house, table)
    found = await house.writer.read(lambda store: store.published(table, after, limit + 1))
    shown = [shapes.HeadOfLog(*each) for each in found[:limit]]
    more = shown[-1].seq if len(found) > limit else None
    return shapes.PublishedHeads(heads=shown, next=more)


HANDLERS = (people_of, heads)
