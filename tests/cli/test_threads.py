"""Linear algebra runs on one thread: the fits of a reading are small, and threads would wait for each other."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from controller.cli import main

PROGRAM = """
import os, sys
from controller.cli import main
main(["markers", sys.argv[1]])
import numpy
square = numpy.ones((400, 400))
square @ square
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="threads are counted in /proc")
def test_blas_has_one_thread() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "missing.png"], env=environment, capture_output=True, text=True, check=True
    )
    assert int(done.stdout.split()[-1]) == 1, done.stderr


def test_the_environment_decides_if_it_names_a_number_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "3")
    main(["--version"])
    assert os.environ["OPENBLAS_NUM_THREADS"] == "3"
