"""Simulated robots that speak the real wire, a camera that sees a rendered table, a virtual clock."""
