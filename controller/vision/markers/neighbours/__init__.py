"""Where markers may lie beside those that were read: on boards and grids."""
