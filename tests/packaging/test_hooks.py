"""The checks before a commit run the locked tools, and judge a subject by its length."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.packaging.__main__ import CHECKOUT

CONFIG = CHECKOUT / ".pre-commit-config.yaml"
PRE_COMMIT = [sys.executable, "-m", "pre_commit"]


def test_hooks_are_local_and_run_what_make_check_runs() -> None:
    subprocess.run([*PRE_COMMIT, "validate-config", str(CONFIG)], check=True)
    (repository,) = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["repos"]
    assert repository["repo"] == "local"
    tools = {hook["entry"].split()[0] for hook in repository["hooks"] if hook["language"] == "system"}
    parts = (CHECKOUT / "Makefile").read_text(encoding="utf-8").split("\n\n")
    checks, style = (
        [
            line.split()[0].replace("$(BIN)", ".venv/bin")
            for part in parts
            if part.startswith(f"{name}:")
            for line in part.splitlines()[1:]
        ]
        for name in ("check", "style")
    )
    assert tools == set(checks)
    # `make test` checks the types beside the tests.
    assert sorted([*style, ".venv/bin/mypy"]) == sorted(checks)


@pytest.mark.parametrize(("length", "passes"), [(72, True), (73, False)])
def test_a_subject_has_at_most_72_characters(
    length: int, passes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = tmp_path / "repository"
    message = tmp_path / "message"
    message.write_text(f"{'x' * length}\n\n{'a body may have longer lines ' * 4}\n", encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    (repository / CONFIG.name).write_bytes(CONFIG.read_bytes())
    subprocess.run(["git", "add", "."], cwd=repository, check=True)
    run = [*PRE_COMMIT, "run", "--hook-stage", "commit-msg", "--commit-msg-filename", str(message)]
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "home"))
    done = subprocess.run(run, cwd=repository, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) == passes, done.stdout
