"""The compiled core, one extension module per concern. Call it through the games, not directly."""
