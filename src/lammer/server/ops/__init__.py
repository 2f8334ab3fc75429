"""Operation of the server: limits, rates, timeouts, logs and metrics."""
