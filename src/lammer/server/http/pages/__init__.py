"""HTML that the server writes: the shells of pages, errors, invitations, the documentation."""
