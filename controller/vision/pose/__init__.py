"""Where the camera hangs over the table, and where things lie on it in millimetres."""
