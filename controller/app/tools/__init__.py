"""What the commands of `golem` do besides playing."""
