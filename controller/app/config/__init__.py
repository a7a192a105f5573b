"""What a table file says: cameras, robots, broker, games."""
