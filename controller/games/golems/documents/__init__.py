"""Documents of `golem resolve` and the notation of Battle of Golems."""
