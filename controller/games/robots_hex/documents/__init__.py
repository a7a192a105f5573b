"""Documents of `golem resolve` for Robots on hexagons."""
