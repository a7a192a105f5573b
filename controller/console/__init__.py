"""The page: facilitator's console and spectators' display."""
