"""Serve a page: the options of a server, its socket, and uvicorn in the loop of the game."""
