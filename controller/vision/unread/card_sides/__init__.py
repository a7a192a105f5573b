"""What lies below cards that were read: strips along their sides, lines that are missing, print that is not theirs."""
