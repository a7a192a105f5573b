"""From moves of a game to motions of robots."""
