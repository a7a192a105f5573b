"""A row or stage as an execution graph: planned, cleared by confirmed progress, executed."""
