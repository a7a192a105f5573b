"""What the camera sees, taken by the table."""
