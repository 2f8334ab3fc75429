"""The bodies of requests and responses, as types.

A request with unknown keys is refused, and numbers are not converted. Amounts are cents.
"""
