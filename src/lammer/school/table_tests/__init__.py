"""Table tests: their files, those that are ready, a sitting and its document."""
