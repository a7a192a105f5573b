"""Foundations of all rooms: messages and catalogues, errors and reasons, YAML, plug-ins."""
