"""The `sommet` command, one file per subcommand."""
