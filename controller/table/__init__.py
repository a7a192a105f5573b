"""Where rules, eye and robots meet: the one writer of a game."""
