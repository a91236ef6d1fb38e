"""What `sommet arena` and `sommet analyse` are made of: games between bots, kept and counted."""
