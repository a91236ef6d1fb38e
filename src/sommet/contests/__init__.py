"""Many games between bots: tournaments, ratings, and how often the levels err."""
