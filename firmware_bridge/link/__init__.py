"""Sequence numbers, acknowledgement, retry, heartbeat: both ends of the link, without I/O. Time is passed in."""
