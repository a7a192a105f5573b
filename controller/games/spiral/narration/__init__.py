"""Events of the dice race as sentences."""
