"""Drawings in millimetres, and what turns them into SVG, PDF and pixels."""
