"""What is worked out once is remembered, within a limit, and what fails is asked again."""

from __future__ import annotations

import pytest

from controller.games.golems.documents.memo_dict import Remembering


def test_each_key_is_worked_out_once_until_there_are_too_many() -> None:
    asked: list[int] = []

    def square(number: int) -> int:
        asked.append(number)
        return number * number

    squares = Remembering(square, most=3)
    assert [squares[number] for number in (1, 2, 3, 2, 1)] == [1, 4, 9, 4, 1]
    assert asked == [1, 2, 3]
    assert squares[4] == 16 and dict(squares) == {4: 16}
    assert squares[1] == 1 and asked == [1, 2, 3, 4, 1]


def test_a_failure_is_told_and_not_remembered() -> None:
    halves = Remembering(lambda number: 1 / number, most=2)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            halves[0]
    assert not halves
