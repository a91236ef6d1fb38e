"""Where strangers meet: the lobby. A server can be run without it (`--no-lobby`)."""
