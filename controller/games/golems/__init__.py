"""Battle of Golems, rulebooks 3.1 and 2.0."""
