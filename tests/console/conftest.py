"""Fixtures of the console's tests."""

from __future__ import annotations

import pytest

from tests.support.chromium import SharedBrowser
from tests.support.console_stage import Stage


@pytest.fixture(scope="module")
def stage(chrome: SharedBrowser) -> Stage:
    return Stage(chrome.runner, chrome.browser)
