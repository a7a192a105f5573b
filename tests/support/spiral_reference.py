"""A second implementation of the dice race, slow and plain, written from the rules page alone.

The board is the picture of its numbers. A turn is a tree: `turns` gives every whole choice with what becomes of
the position, and nothing is changed in place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PICTURE = """
 8  7  6  5  4  3  2  1
 9 30 29 28 27 26 25 24
10 31 44 43 42 41 40 23
11 32 45 46 47 48 39 22
12 33 34 35 36 37 38 21
13 14 15 16 17 18 19 20
"""
NUMBERS = [[int(word) for word in line.split()] for line in PICTURE.split("\n") if line]
WHERE = {number: (x, y) for y, row in enumerate(NUMBERS) for x, number in enumerate(row)}

SIGNS = {
    "King": [10, 29],
    "Dragon": [7, 20, 36],
    "Heart": [5, 22, 37],
    "Shop": [16, 28, 40],
    "Ace": [17, 33, 43],
    "Spider": [12, 25, 38],
    "Chess": [9, 21, 31],
}
SIGN = {cell: sign for sign, cells in SIGNS.items() for cell in cells}

Doc = dict[str, Any]


def jumps(cell: int) -> list[int]:
    x, y = WHERE[cell]
    return sorted(n for n, (a, b) in WHERE.items() if {abs(a - x), abs(b - y)} == {1, 2})


def last_free(home: dict[str, list[int]]) -> int:
    held = [cell for cells in home.values() for cell in cells]
    return max(cell for cell in (45, 46, 47, 48) if cell not in held)


def without(chips: dict[str, list[int]], cell: int, spare: str) -> dict[str, list[int]]:
    """Everybody's chip on a cell is gone, but not the one of the player who is spared."""
    return {name: [at for at in cells if at != cell or name == spare] for name, cells in chips.items()}


def onward(cell: int, by: int, turn_at: int) -> list[int]:
    forward = list(range(cell + 1, turn_at + 1))
    back = list(range(turn_at - 1, 0, -1))
    return (forward + back)[:by]


class Standing:
    """Where everything stands in the middle of a turn; a new one for every change."""

    def __init__(self, chips: dict[str, list[int]], home: dict[str, list[int]], again: bool, webs: int) -> None:
        self.chips, self.home, self.again, self.webs = chips, home, again, webs

    def but(self, **more: Any) -> Standing:
        return Standing(**{**self.__dict__, **more})


def step_along(now: Standing, me: str, cell: int, way: list[int]) -> tuple[Standing, int | None]:
    """The chip from `cell` goes along a way. The cell where it stands then; None if it is home."""
    chips = {**now.chips, me: [at for at in now.chips[me] if at != cell]}
    for passed in way:
        chips = without(chips, passed, me)
    end = way[-1]
    if end == last_free(now.home):
        return now.but(chips=chips, home={**now.home, me: [*now.home[me], end]}), None
    return now.but(chips={**chips, me: [*chips[me], end]}), end


def room_for_new(now: Standing, me: str) -> bool:
    return len(now.chips[me]) + len(now.home[me]) < 4 and 1 not in now.chips[me]


def with_new(now: Standing, me: str) -> Standing:
    chips = without(now.chips, 1, me)
    return now.but(chips={**chips, me: [*chips[me], 1]})


def obey(now: Standing, me: str, cell: int | None, knights: list[int]) -> Iterator[tuple[list[int], Standing]]:
    """The figure on the cell works, and those that it leads to."""
    sign = SIGN.get(cell) if cell is not None else None
    if cell is None or sign is None:
        yield knights, now
        return
    others = [at for at in now.chips[me] if at != cell]
    if sign in ("Dragon", "Shop"):
        way = onward(cell, 6, last_free(now.home)) if sign == "Dragon" else [cell - n for n in range(1, 7)]
        if way[-1] in others:
            yield knights, now
        else:
            after, end = step_along(now, me, cell, way)
            yield from obey(after, me, end, knights)
    elif sign == "Chess":
        free = last_free(now.home)
        cells = [to for to in jumps(cell) if to not in others and (to < 45 or to == free)]
        if not cells:
            yield knights, now
        for to in cells:
            after, end = step_along(now, me, cell, [to])
            yield from obey(after, me, end, [*knights, to])
    elif sign == "King":
        yield knights, with_new(now, me) if room_for_new(now, me) else now
    elif sign == "Heart":
        yield knights, now.but(again=True)
    elif sign == "Ace":
        yield knights, now.but(chips={**now.chips, me: others})
    else:
        yield knights, now.but(webs=now.webs + 1)


def turns(doc: Doc) -> list[tuple[Any, Doc, Doc | None]]:
    """Every choice with the position after it and the outcome, in the order of `legal`."""
    me, roll, players = doc["turn"], doc["roll"], doc["players"]
    chips = {name: sorted(doc["chips"].get(name, [])) for name in players}
    home = {name: sorted(doc["home"].get(name, [])) for name in players}
    now = Standing(chips, home, roll == 6, 0)
    found: list[tuple[Any, Standing]] = []
    for cell in chips[me]:
        way = onward(cell, roll, last_free(home))
        if way[-1] != cell and way[-1] in chips[me]:
            continue
        after, end = step_along(now, me, cell, way)
        for knights, then in obey(after, me, end, []):
            choice: Doc = {"move": cell}
            found.append(({**choice, "knight": knights} if knights else choice, then))
    if roll == 6 and room_for_new(now, me):
        found.append(("new", with_new(now, me)))
    if not found:
        found.append(("pass", now))
    return [(choice, *finish(doc, then)) for choice, then in found]


def finish(doc: Doc, then: Standing) -> tuple[Doc, Doc | None]:
    """Whose turn is next, and the end."""
    players, me = doc["players"], doc["turn"]
    skips = {name: doc["skips"].get(name, 0) for name in players}
    skips[me] += then.webs
    queue = [me] if then.again else []
    seat = players.index(me)
    while True:
        if not queue:
            seat += 1
            queue = [players[seat % len(players)]]
        who = queue.pop(0)
        if skips[who] == 0:
            break
        skips[who] -= 1
    after = {
        "game": "spiral",
        "players": players,
        "chips": {name: sorted(cells) for name, cells in then.chips.items()},
        "home": {name: sorted(cells) for name, cells in then.home.items()},
        "skips": {name: missed for name, missed in skips.items() if missed},
        "turn": who,
    }
    held = {name: len(cells) for name, cells in then.home.items()}
    if sum(held.values()) < 4:
        return after, None
    sums = {name: int(str(len(then.chips[name]) + held[name]) + "0" * held[name]) for name in players}
    winners = sorted(name for name in players if held[name] == max(held.values()))
    return after, {"winners": winners, "reason": "base-full", "scores": sums}
