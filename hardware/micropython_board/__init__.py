"""The MicroPython golem's program on a board of paper: its own files, run by this Python, with pins and a radio."""
