"""Pure rules, one folder a game."""
