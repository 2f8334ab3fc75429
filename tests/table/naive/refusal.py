"""How the naive models refuse."""


class RefusedError(Exception):
    """A lawful command that the rules forbid at this moment."""


def refuse(why: str) -> RefusedError:
    return RefusedError(why)
