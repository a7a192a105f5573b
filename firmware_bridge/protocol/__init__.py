"""The one wire dictionary, and a codec without I/O."""
