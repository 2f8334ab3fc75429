"""The API against its OpenAPI document: every response to any request is a documented one."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy

from lammer.server.http import api_document
from tests.server.support.over_http import Site, opened
from tests.usual import case as named

FEW = settings(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with opened() as site:
        site.account("boss", "administrator")
        yield site


def are_answered(requests: SearchStrategy[Any], site: Site) -> bool:
    """Send one; return False if none can be made: where there is nothing to fill in, there is no
    wrong way to do so."""
    from tests.server.http.made_up_requests import is_answered_as_documented

    @FEW
    @given(requests)
    def each(case: Any) -> None:
        is_answered_as_documented(case, site)

    try:
        each()
    except Unsatisfiable:
        return False
    return True


def test_every_answer_is_documented_and_nothing_breaks(site: Site) -> None:
    """A request of each kind; ``test_http_schema_in_full`` makes more of them."""
    from schemathesis.core.result import Ok
    from schemathesis.generation import GenerationMode

    from tests.server.http.made_up_requests import schema

    right: set[str] = set()
    wrong: set[str] = set()
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        for mode, answered in (
            (GenerationMode.POSITIVE, right),
            (GenerationMode.NEGATIVE, wrong),
        ):
            with named(f"{mode.value}: {operation.label}"):
                if are_answered(operation.as_strategy(generation_mode=mode), site):
                    answered.add(operation.label)
    assert right == {
        f"{method.upper()} {path}"
        for path, methods in api_document()["paths"].items()
        for method in methods
    }
    assert len(wrong) > len(right) / 2
