"""What slow games have and others do not: turns that are told, and holidays."""
