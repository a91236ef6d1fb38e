"""Commands that make, check and read the solution of Pylos."""
