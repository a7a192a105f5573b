"""A third renderer of tables: surfaces of real heights, lights of real sizes, rays.

Written from the documents and the printed PDFs alone, by somebody who had read neither the eye nor the other renderers.
It shares no code with them.
"""
