"""`golem` alone opens the front door, with what its options say."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.app.lobby import front_door
from controller.app.lobby.front_door import FrontDoorPlan
from controller.cli import main


def test_each_option_reaches_the_front_door(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[FrontDoorPlan] = []
    monkeypatch.setattr(front_door, "open_front_door", lambda plan: opened.append(plan) or 0)
    words = ["--port", "0", "--no-browser", "--host", "0.0.0.0", "--journals", "kept", "--language", "pl"]
    assert main(words) == 0
    assert opened == [FrontDoorPlan(Path("kept"), "0.0.0.0", 0, browser=False, replay=None, language="pl")]
