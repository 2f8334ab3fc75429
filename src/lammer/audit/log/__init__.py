"""Audits the log of a table: decisions, money and chain."""
