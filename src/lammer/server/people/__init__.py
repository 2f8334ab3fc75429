"""Accounts, names, passwords, permissions and purses."""
