"""Pages of people and programs: ratings, results, opponents, games; and the leaderboard."""
