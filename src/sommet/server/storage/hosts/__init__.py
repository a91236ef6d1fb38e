"""Data for the host of a server."""
