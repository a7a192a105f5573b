"""Whether a marker that was decoded is one: by how its modules look, and by how unlikely chance makes it."""
