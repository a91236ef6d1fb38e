"""Days off of people with an account."""
