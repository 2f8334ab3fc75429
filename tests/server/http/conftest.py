"""A house over HTTP for the tests of a module, and somebody who learns there."""

from collections.abc import Iterator

import httpx
import pytest

from tests.server.support.over_http import Site, opened


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with opened() as site:
        yield site


@pytest.fixture
def learner(site: Site) -> Iterator[httpx.Client]:
    _, token = site.guest("Ada")
    with site.client(token) as client:
        yield client
