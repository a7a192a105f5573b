"""The composition root: a table put together from rules, camera, robots and page."""
