"""What surrounds every request: TLS, time limits, checks and headers, compression."""
