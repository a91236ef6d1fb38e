"""Commands that examine games and positions."""
