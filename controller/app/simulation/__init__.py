"""Games on simulated hardware: `golem demo`, positions acted out, and what goes wrong by a script."""
