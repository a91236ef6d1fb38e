"""PostgreSQL's own ways: appending moves, and news between processes."""
