"""PostgreSQL's own ways: appending a move in one exchange, and news between processes."""
