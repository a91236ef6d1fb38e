"""Storage of tables, seats, events and records in a database."""
