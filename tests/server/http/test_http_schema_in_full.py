"""The API against its OpenAPI document with many requests, also at the ends of what each parameter
may be. Collected with --long only: making the requests takes seconds."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tests.server.http.made_up_requests import is_answered_as_documented, schema
from tests.server.support.over_http import Site, opened

MANY = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with opened() as site:
        site.account("boss", "administrator")
        yield site


@schema.parametrize()
@MANY
def test_every_answer_is_documented_and_nothing_breaks(
    case: schemathesis.Case[Any], site: Site
) -> None:
    is_answered_as_documented(case, site)
