"""Run tests with a mutant in the place of its module: `python -m tests.mutants.fresh MODULE MUTANT LIST_OF_TESTS`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.mutants.swapped import import_mutant

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    path, mutated, wanted = map(Path, sys.argv[1:])
    import_mutant(ROOT, path, mutated.read_text("utf-8"))
    tests = wanted.read_text("utf-8").splitlines()
    sys.exit(pytest.main(["-x", "-q", "-n0", "-p", "no:cacheprovider", "--no-header", *tests]))
