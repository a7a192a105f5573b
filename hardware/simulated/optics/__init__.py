"""What lies between a lamp and a picture file, one effect a module: pure functions of light, seeded."""
