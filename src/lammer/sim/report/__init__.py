"""Answers for people: results, frames, plots and HTML reports."""
