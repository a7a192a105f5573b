"""The devices of a table: cameras and robots, real or simulated, as they are set up, kept open and told about."""
