"""Operation of the server: limits, rates, logs, metrics and the health of writes."""
