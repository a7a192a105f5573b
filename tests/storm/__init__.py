"""``make storm``: campaigns that try to break the program, each with an oracle, for as long as one likes."""
