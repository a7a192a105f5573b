"""What screens show, made from the state of the table."""
