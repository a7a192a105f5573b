"""The brain of the table."""
