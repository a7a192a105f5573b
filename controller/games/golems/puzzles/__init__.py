"""Scenarios and puzzles: goals, solvers, the judge."""
