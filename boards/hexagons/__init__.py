"""Printed things of Robots on hexagons: board, cards, sheets."""
