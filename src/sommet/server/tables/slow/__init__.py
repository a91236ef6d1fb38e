"""Only for slow games: stored turns, deadlines and holidays."""
