"""For PostgreSQL only: a fast path for appending moves, and notifications between processes."""
