"""What the tests of the front door have in common."""

from __future__ import annotations

import pytest

from tests.support.chromium import SharedBrowser
from tests.support.door_pages import Stage


@pytest.fixture(scope="module")
def stage(chrome: SharedBrowser) -> Stage:
    return Stage(chrome.runner, chrome.browser)
