"""Paper of any shape that lies in a lane: by its colour, its outline, the fibres of a tear."""
