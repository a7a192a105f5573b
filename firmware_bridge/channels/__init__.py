"""Bytes or topics in and out over serial ports and MQTT, nothing else."""
