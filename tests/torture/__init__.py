"""Exactly-once under torture: a bad line, a robot that restarts, a controller that is killed; and a judge.

The judge believes the robot's wheels and the journal, and nothing that the link says. ``make torture`` runs
a million commands; a gate of 20,000 is in every test run.
"""
