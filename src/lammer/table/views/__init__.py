"""What is told of a table: what a seat or the crew may do, and each event in words."""
