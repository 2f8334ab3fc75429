"""The routes of the interface, a module for each part of it."""
