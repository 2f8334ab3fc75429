"""What produces outcomes at a table."""
