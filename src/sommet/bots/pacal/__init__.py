"""Players of Pacal, the duel and the solo game."""
