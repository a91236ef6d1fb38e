"""Several processes on one database: who is alive, their messages to each other, and one clock."""
