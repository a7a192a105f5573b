"""The journal entries of a game: their types, the state folded from them, and the ledger that writes them."""
