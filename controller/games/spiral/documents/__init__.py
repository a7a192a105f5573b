"""Positions and choices as documents: `golem resolve` for the dice race."""
