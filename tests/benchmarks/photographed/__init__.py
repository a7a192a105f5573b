"""A second renderer for the proving ground: photographs of the printed kit.

It shares no code and no assumption with ``hardware/simulated``: it rasterises the PDFs that ``golem print`` writes,
lays them on a table by what the manifest says, and photographs them with its own camera and light. Modules, in the
order of their work: :mod:`prints` (PDF pages to pictures of things), :mod:`textures`, :mod:`surfaces` (what the table
is made of), :mod:`tables` (what is laid), :mod:`camera` (pinhole with Brown-Conrady distortion), :mod:`shots` (all of
these together), :mod:`light_mishaps`, :mod:`paper_mishaps`, :mod:`mishaps` and :mod:`mat_paper` (what goes wrong),
:mod:`conditions`, :mod:`canvas` and :mod:`scene` (which thing is seen where), :mod:`lights` (diffuse light, shadows,
reflections), :mod:`sensor` (blur, bloom, Bayer mosaic, noise, tone curve, JPEG), :mod:`truth` (what lies in each row,
and whether it is clear), :mod:`photograph`.
"""
