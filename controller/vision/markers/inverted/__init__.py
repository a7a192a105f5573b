"""Markers that are printed inverted, white on black, and boards on which these lie between others."""
