"""Players of Pylos."""
