"""Simulated people and players around the simulated table."""
