"""What may be chosen for a game, and which choices exclude each other: one place, which every way in asks."""
