"""What goes wrong on a simulated table, by a file, and what truly happened, into a file (docs/faults.md)."""
