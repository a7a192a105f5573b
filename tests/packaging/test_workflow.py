"""The workflow of a fork runs commands that exist, on every Python that the package names, with pinned actions."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import yaml

from tests.packaging.__main__ import CHECKOUT

JOBS: dict[str, Any] = yaml.safe_load((CHECKOUT / ".github/workflows/ci.yml").read_text(encoding="utf-8"))["jobs"]
STEPS = [step for job in JOBS.values() for step in job["steps"]]


def _supported() -> list[str]:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = (re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", name) for name in project["classifiers"])
    versions = [match[1] for match in found if match]
    assert project["requires-python"] == f">={versions[0]}"
    return versions


def test_tests_run_on_every_python_that_the_package_names() -> None:
    assert JOBS["tests"]["strategy"]["matrix"]["python"] == _supported()


def test_the_wheel_is_tried_on_the_oldest_and_the_newest_python() -> None:
    assert JOBS["wheel"]["strategy"]["matrix"]["python"] == [_supported()[0], _supported()[-1]]


def test_every_job_runs_in_the_debian_of_the_system_packages() -> None:
    images = [
        job["container"] if isinstance(job["container"], str) else job["container"]["image"] for job in JOBS.values()
    ]
    assert all(re.fullmatch(r"python:(3\.\d+|\$\{\{ matrix\.python \}\})-bookworm", image) for image in images), images


def test_every_command_is_a_target_of_the_makefile() -> None:
    makefile = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    commands = [step["run"].split() for step in STEPS if step.get("run", "").startswith("make ")]
    assert {command[1] for command in commands} <= targets
    assert ["make", "test", "JOBS=4"] in commands


def test_actions_are_pinned_to_a_commit() -> None:
    used = [step["uses"] for step in STEPS if "uses" in step]
    assert used and all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action) for action in used)
