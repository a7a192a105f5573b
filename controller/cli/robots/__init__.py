"""`golem robots`: find robots, try, flash and test them."""
