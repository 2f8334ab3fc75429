"""The school in the terminal: drills, the course, table tests."""
