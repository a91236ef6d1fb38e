"""Storage for slow games: turns, notices by Web Push, holidays."""
