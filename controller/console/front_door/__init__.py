"""The front door: what a person sees first, and the way to every game and table."""
