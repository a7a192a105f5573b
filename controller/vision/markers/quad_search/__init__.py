"""The search for quads that may be markers: thresholds, outlines, their corners, and which to leave out."""
