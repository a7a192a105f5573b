"""The append-only record of a game: verify, replay, resume, undo."""
