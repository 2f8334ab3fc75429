"""The command line."""

from lammer.cli.app import main

__all__ = ["main"]
