"""Several processes on one database: who is alive, what they tell each other, and one clock."""
