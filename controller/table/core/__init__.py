"""The actor, its state, commands and phases."""
