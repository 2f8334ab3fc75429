"""The roles that people can have, and which of them exclude each other."""

from lammer.server.errors import Refused
from lammer.store.port import Person

ADMINISTRATOR = "administrator"
SURVEILLANCE = "surveillance"
INSTRUCTOR = "instructor"
TOUCHING = ("dealer", "stickperson", "boxperson", "floorperson")
"""Roles that handle a game; surveillance excludes them."""
ROLES = (*TOUCHING, SURVEILLANCE, INSTRUCTOR, ADMINISTRATOR)
"""Roles that are given; everybody is a player."""


def has_role(person: Person | None, *roles: str) -> bool:
    return person is not None and not set(roles).isdisjoint(person.roles)


def require_role(person: Person, *roles: str) -> None:
    if not has_role(person, *roles):
        wanted = " or ".join(roles)
        raise Refused("not-your-role", f"This is for a person with the role {wanted}.", 403)


def check_new_role(person: Person, role: str, seated: bool) -> None:
    """Raise ``Refused`` if the person may not get a role; ``seated``: whether they have a seat."""
    if role in person.roles:
        raise Refused("has-role", f"You have the role {role} already.", 409)
    watches = role == SURVEILLANCE
    clash = [each for each in person.roles if each in TOUCHING] if watches else []
    if role in TOUCHING and SURVEILLANCE in person.roles:
        clash = [SURVEILLANCE]
    if clash:
        detail = f"You have the role {clash[0]}: whoever watches a game may not handle it."
        instead = "Use another account, or have an administrator take that role first."
        raise Refused("roles-clash", detail, 409, instead=instead)
    if watches and seated:
        detail = "You sit at a table: surveillance watches and does not play."
        raise Refused("seated", detail, 409, instead="Leave the table first.")
