"""A few seeded games: the strengths keep their order by a wide margin. The full measure is `make bench`."""

from __future__ import annotations

import pytest

from tests.support.golem_players import Player, any_legal, computer, greedy, wins


@pytest.mark.parametrize(
    ("player", "other", "games", "least"),
    [
        (computer("hard", 1000), any_legal, 5, 3),
        (computer("hard", 1000), greedy, 6, 4),
        (computer("medium"), any_legal, 12, 9),
        (computer("medium"), computer("easy"), 12, 8),
        (computer("easy"), any_legal, 30, 10),
    ],
    ids=["hard any", "hard greedy", "medium any", "medium easy", "easy any"],
)
def test_the_stronger_wins(player: Player, other: Player, games: int, least: int) -> None:
    won, lost, drawn = wins(player, other, games, "gate")
    print(f"won {won}, lost {lost}, drawn {drawn}")
    assert won >= least and won > lost
