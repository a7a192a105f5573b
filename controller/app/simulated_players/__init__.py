"""Simulated people at simulated tables: one base, and what their hands do on the page, on a board, on a mat."""
