"""A game between seats: records, rounds, clocks. Time and randomness are passed in."""
