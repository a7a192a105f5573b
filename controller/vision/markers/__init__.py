"""Fiducial markers: detect, decode, refine, track."""
