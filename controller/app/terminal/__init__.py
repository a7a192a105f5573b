"""The terminal during a game: story, keys, shutdown."""
