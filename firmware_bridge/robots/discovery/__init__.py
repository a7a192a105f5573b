"""Find robots: on serial ports, at a broker, and by questions that take no session."""
