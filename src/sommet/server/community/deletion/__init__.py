"""What is left to do after an account was deleted."""
