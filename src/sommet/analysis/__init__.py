"""What a position or a game teaches: values, reviews, the coach and its reasons, puzzles."""
