"""Pictures of the simulated table: drawn quickly, or taken with all that can happen to light."""
