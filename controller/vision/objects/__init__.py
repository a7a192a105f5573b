"""From markers to cards, tokens, golems and dice."""
