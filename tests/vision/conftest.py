"""Machines that are busy with other tests are slow: no test here fails for that."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
