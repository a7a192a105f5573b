"""The things themselves: the firmware, the simulated robots, the build."""
