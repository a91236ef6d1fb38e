"""Playing at a text terminal: the console, the tables, the turn loop, saved games."""
