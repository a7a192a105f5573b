"""The composition root: the only place that chooses real or simulated hardware."""
