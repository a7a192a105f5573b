"""The pictures of the five games in README: `make pictures` plays each at a simulated table."""
