"""Commands for hosts of a server."""
