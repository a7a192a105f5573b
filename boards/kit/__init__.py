"""The printed kit: cards, decks, trays, pieces and their markers."""
