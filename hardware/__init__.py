"""The things themselves: the firmware, the simulated twins, the build."""
