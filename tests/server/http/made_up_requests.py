"""How requests that are made up from the OpenAPI document, right or wrong, must be answered.

Schemathesis takes a second to load, so only what is run imports this.
"""

import json
import re
from typing import Any

import schemathesis
from schemathesis.config import (
    ChecksConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection

from lammer.server.http import api_document
from tests.server.support.over_http import GOOD, Site

KNOWN = {
    "table": {"table": "craps-1"},
    "rules": {"rules": "nj-1997", "game": "mini-dice"},
    "clause": {"clause": "NJ11-1.2a1"},
    "reading": {"reading": "R-01"},
}
"""What is put in place of about half the names that are made up, so that there is something."""


@schemathesis.deserializer("application/x-ndjson")
def lines(_: Any, response: Any) -> list[Any]:
    return [json.loads(line) for line in response.content.splitlines()]


def _config() -> SchemathesisConfig:
    """What is well formed and refused in words, 422, is refused as it should be."""
    statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
    checks = ChecksConfig(
        positive_data_acceptance=PositiveDataAcceptanceConfig(expected_statuses=statuses)
    )
    return SchemathesisConfig(projects=ProjectsConfig(default=ProjectConfig(checks=checks)))


schema = schemathesis.openapi.from_dict(api_document(), config=_config())


def _signed_in(site: Site) -> str:
    """A session of the administrator's: the tests may have ended the last one."""
    _, token = site.inside(lambda: site.house.people.login("boss", GOOD))
    return token


def _is_wrong(case: schemathesis.Case[Any], where: ParameterLocation) -> bool:
    """Whether a part of it was made up to be wrong."""
    part = case.meta.components.get(where) if case.meta is not None else None
    return part is not None and part.mode is GenerationMode.NEGATIVE


def is_answered_as_documented(case: schemathesis.Case[Any], site: Site) -> None:
    # What is to be refused is left as it is made up; but the token is put in place of any other.
    for name, known in () if _is_wrong(case, ParameterLocation.PATH) else KNOWN.items():
        given = str(case.path_parameters.get(name, ""))
        if len(given) % 2 and re.fullmatch("[A-Za-z0-9-]{1,40}", given):
            case.path_parameters |= known
    replaced = _is_wrong(case, ParameterLocation.HEADER)
    case.call_and_validate(
        base_url=site.url,
        headers={"Authorization": f"Bearer {_signed_in(site)}"},
        excluded_checks=[negative_data_rejection] if replaced else [],
    )
