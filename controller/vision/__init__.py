"""Camera to frame to sightings. Knows no rules."""
