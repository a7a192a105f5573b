"""One reading from several frames and several cameras."""
