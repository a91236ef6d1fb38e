"""Commands that measure players against each other."""
