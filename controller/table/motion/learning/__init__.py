"""What motions teach: each robot's odometry, and the camera's latency."""
