"""Camera model, lens, table pose and robot odometry: solve, check, store. No screen."""
