"""The driver layer: robots and wires. Knows no games and no camera."""
