"""Thousands of positions against a second, plain implementation."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter

from controller.games.robots_hex import resolve
from tests.support.robots_hex_positions import random_document
from tests.support.robots_hex_reference import play

POSITIONS = 1500


def test_same_position_and_outcome():
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        document = random_document(random.Random(seed))
        given = copy.deepcopy(document)
        found = json.loads(resolve(document))
        assert document == given, "the input was changed"
        expected = play(document)
        assert found["after"] == expected["after"], f"seed {seed}"
        assert found["outcome"] == expected["outcome"], f"seed {seed}"
        for event in found["events"]:
            seen[" ".join([event["event"], str(event.get("cause", event.get("reason", "")))]).strip()] += 1
        seen[f"outcome {found['outcome'] and found['outcome']['reason']}"] += 1
    # The positions are worth comparing: everything happens in them.
    for name in (
        *("answered", "blocked robot", "blocked shape", "blocked computer", "died edge", "died lake", "died self"),
        *("died shot", "died explosion", "lost-step shot", "lost-step explosion", "lost-step lightning", "forfeited"),
        *("nothing destroyed", "nothing empty", "nothing program", "idle", "spent", "signalled", "no-shots"),
        *("outcome computer", "outcome invasion", "outcome last-standing", "outcome None"),
    ):
        assert seen[name] >= 4, (name, seen)


def test_whole_games_stay_the_same():
    """Played on from `after` to `after`, until somebody wins or 60 turns have gone by."""
    for seed in range(40):
        document = random_document(random.Random(10_000 + seed))
        for _ in range(60):
            found = json.loads(resolve(document))
            expected = play(document)
            assert (found["after"], found["outcome"]) == (expected["after"], expected["outcome"]), f"seed {seed}"
            document = found["after"]
            if found["outcome"]:
                break
