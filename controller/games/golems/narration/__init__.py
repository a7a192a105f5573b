"""What happened and why, told golem by golem."""
