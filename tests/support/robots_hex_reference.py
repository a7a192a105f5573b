"""A second implementation of a side's turn of Robots on hexagons, slow and plain, from the rules page alone.

It shares no code with the product and is built differently: cells are places in the plane (two numbers that
both grow by one half or one a step), neighbours are whatever lies at distance one, straight lines are sums of
vectors, questions are answered by a small evaluator that eats words from a list.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from tests.support.finding import part_of

VECTOR = {1: (0, 2), 2: (1, 1), 3: (1, -1), 4: (0, -2), 5: (-1, -1), 6: (-1, 1)}
"""Direction -> columns and half cells to the north."""
NOUN = {"robots": "robot", "squares": "square", "triangles": "triangle", "circles": "circle", "lakes": "lake"}
NOUN |= {"cells": "cell", "shots": "shot"}
COLOURS = ["red", "blue", "green", "yellow", "violet", "orange", "black", "white"]


class Table:
    def __init__(self, document: dict[str, Any]) -> None:
        d = copy.deepcopy(document)
        self.doc = d
        self.scenario = d.setdefault("scenario", 1)
        self.shapes_on = d.setdefault("shapes", "obstacles") == "obstacles"
        board = d.setdefault("board", {})
        board.setdefault("size", [15, 11])
        for key in ("lakes", "lightning", "starts"):
            board.setdefault(key, [])
        for key in ("shapes", "camps", "computers"):
            board.setdefault(key, {})
        self.board = board
        self.spot = {}
        for x in range(board["size"][0]):
            for y in range(board["size"][1]):
                self.spot["abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1)] = (x, 2 * y + x % 2)
        self.name = {spot: name for name, spot in self.spot.items()}
        self.robots = d["robots"]
        for robot in self.robots.values():
            robot.setdefault("pointer", 0)
            robot.setdefault("shots", 10)
            robot.setdefault("destroyed", [])
            robot.setdefault("tests", {})
        signals = d.setdefault("signals", {})
        for robot in self.robots.values():
            signals.setdefault(robot["side"], {})
        for signal in signals.values():
            signal.setdefault("left", 5)

    # geometry

    def away(self, a: str, b: str) -> int:
        """Steps between two cells: diagonal steps first, each worth one half cell of height."""
        (x1, h1), (x2, h2) = self.spot[a], self.spot[b]
        sideways, up = abs(x1 - x2), abs(h1 - h2)
        return sideways + max(0, up - sideways) // 2

    def at(self, cell: str, direction: int, steps: int) -> str | None:
        x, h = self.spot[cell]
        dx, dh = VECTOR[direction]
        return self.name.get((x + dx * steps, h + dh * steps))

    def who(self, cell: str | None) -> str | None:
        for name, robot in self.robots.items():
            if robot["at"] == cell:
                return name
        return None

    def camp(self, cell: str) -> str | None:
        for camp, cells in self.board["camps"].items():
            if cell in cells:
                return camp
        return None

    def wall(self, cell: str) -> bool:
        return cell in self.board["computers"].values() or (self.shapes_on and cell in self.board["shapes"])

    # questions

    def ask(self, name: str, text: str) -> bool:
        words = re.findall(r"[()]|[^\s()]+", text.lower())
        found = self.ask_or(name, words)
        assert not words, words
        return found

    def ask_or(self, name: str, words: list[str]) -> bool:
        results = [self.ask_and(name, words)]
        while words and words[0] == "or":
            words.pop(0)
            results.append(self.ask_and(name, words))
        return True in results

    def ask_and(self, name: str, words: list[str]) -> bool:
        results = [self.ask_one(name, words)]
        while words and words[0] == "and":
            words.pop(0)
            results.append(self.ask_one(name, words))
        return False not in results

    def ask_one(self, name: str, words: list[str]) -> bool:
        if words[0] == "not":
            words.pop(0)
            return not self.ask_one(name, words)
        if words[0] == "(":
            words.pop(0)
            found = self.ask_or(name, words)
            assert words.pop(0) == ")"
            return found
        me = self.robots[name]
        if words[:2] == ["i", "face"]:
            del words[:3]
            return me["facing"] == int(words.pop(0))
        if words[:3] == ["i", "am", "in"]:
            del words[:3]
            if words[0] == "the":
                words.pop(0)
            which = words.pop(0)
            words.pop(0)
            here = self.camp(me["at"])
            if which == "my":
                return here is not None and here == me["side"]
            if which == "opposing":
                return here is not None and here != me["side"]
            return here == which
        if words[:2] == ["i", "have"]:
            number = int(words[4])
            del words[:7]
            return me["shots"] >= number
        if words[:2] == ["the", "cell"]:
            del words[:2]
            steps = int(words.pop(0)) if words[0].isdigit() else 1
            del words[:2]
            if words[0] in ("a", "an"):
                words.pop(0)
            test = self.thing(name, words)
            cell = self.at(me["at"], me["facing"], steps)
            return cell is not None and test(cell)
        low, high = 1, 10**6
        if words[:2] == ["at", "least"]:
            low = int(words[2])
            del words[:3]
        elif words[0] == "exactly":
            low = high = int(words[1])
            del words[:2]
        elif words[0] == "no":
            low = high = 0
            words.pop(0)
        test = self.thing(name, words)
        cells = [cell for cell in self.spot if cell != me["at"]]
        if words[:2] == ["at", "exactly"]:
            number = int(words[2])
            del words[:4]
            cells = [cell for cell in cells if self.away(cell, me["at"]) == number]
        elif words[:1] == ["at"]:
            number = int(words[1])
            del words[:5]
            cells = [cell for cell in cells if self.away(cell, me["at"]) <= number]
        if words[:1] == ["in"]:
            if words[1] == "direction":
                way, reach = int(words[2]), 99
                del words[:3]
            elif words[2] == "direction":
                way, reach = me["facing"], 99
                del words[:3]
            else:
                way, reach = me["facing"], 2
                del words[:5]
            line = [self.at(me["at"], way, steps) for steps in range(1, reach + 1)]
            cells = [cell for cell in cells if cell in line]
        return low <= len([cell for cell in cells if test(cell)]) <= high

    def thing(self, name: str, words: list[str]) -> Any:
        side = self.robots[name]["side"]
        word = words.pop(0)
        if word in ("my", "enemy"):
            words.pop(0)
            return lambda cell: (
                self.who(cell) is not None and (self.robots[self.who(cell)]["side"] == side) == (word == "my")
            )
        colour = None
        if word in COLOURS:
            colour, word = word, words.pop(0)
        word = NOUN.get(word, word)
        board = self.board
        if word == "robot":
            return lambda cell: self.who(cell) is not None and colour in (None, self.robots[self.who(cell)]["side"])
        if word == "lake":
            return lambda cell: cell in board["lakes"]
        if word == "lightning":
            return lambda cell: cell in board["lightning"]
        if word == "cell":
            return lambda cell: (
                (colour in ("green", "violet") and cell in board["camps"].get(colour, []))
                or (colour == "yellow" and cell in board["lightning"])
                or (colour == "blue" and cell in board["lakes"])
            )

        def shape(cell: str) -> bool:
            text = board["shapes"].get(cell)
            if text is None or not self.shapes_on:
                return False
            return text.split()[1] == word and colour in (None, text.split()[0])

        return shape

    # the turn

    def play(self) -> dict[str, Any]:
        side = self.doc["turn"]
        signal = self.doc["signals"][side]
        order: dict[str, int] = {}
        if "robot" in signal:
            order[signal.pop("robot")] = signal.pop("step")
            signal["left"] -= 1

        def rank(name: str) -> tuple[int, str]:
            digits = part_of(r"[0-9]*$", name).group()
            return (int(digits) if digits else 0, name)

        outcome = None
        for name in sorted((n for n, r in self.robots.items() if r["side"] == side), key=rank):
            if name not in self.robots:
                continue
            outcome = self.one(name, order.get(name))
            if outcome:
                break
        left = sorted({robot["side"] for robot in self.robots.values()} | {side})
        turns = left[left.index(side) + 1 :] + left[: left.index(side)]
        self.doc["turn"] = turns[0] if turns else side
        self.tidy()
        return {"after": self.doc, "outcome": outcome}

    def tidy(self) -> None:
        def key(cell: str) -> tuple[str, int]:
            return cell[0], int(cell[1:])

        for name in ("lakes", "lightning", "starts"):
            self.board[name].sort(key=key)
        for cells in self.board["camps"].values():
            cells.sort(key=key)
        for robot in self.robots.values():
            robot["destroyed"].sort()

    def one(self, name: str, order: int | None) -> dict[str, Any] | None:
        me = self.robots[name]
        side = me["side"]
        won = self.signalled(name, order) if order is not None else self.programmed(name)
        if won:
            return {"winners": [side], "reason": "computer"}
        if self.scenario == 2 and name in self.robots and self.camp(me["at"]) not in (None, side):
            return {"winners": [side], "reason": "invasion"}
        sides = sorted({robot["side"] for robot in self.robots.values()})
        return {"winners": sides, "reason": "last-standing"} if len(sides) < 2 else None

    def steps(self, name: str) -> list[str]:
        return ["".join(text.split()).lower() for text in self.robots[name]["program"]]

    def signalled(self, name: str, order: int) -> bool:
        steps = self.steps(name)
        if order > len(steps) or order in self.robots[name]["destroyed"]:
            return False
        return self.deed(name, steps[order - 1], order)

    def programmed(self, name: str) -> bool:
        me, steps = self.robots[name], self.steps(name)
        before = me["pointer"]
        if before > len(steps):
            return False
        trail: list[int] = []
        here = before + 1
        while True:
            if here > len(steps):
                me["pointer"] = len(steps) + 1
                return False
            if here in trail:
                me["pointer"] = before
                return False
            trail.append(here)
            text = steps[here - 1]
            if here in me["destroyed"]:
                me["pointer"] = here
                return False
            if text[0] == "?":
                here += 1 if self.ask(name, me["tests"][text[1:]]) else 2
            elif text == "raz":
                here = 1
            elif text[:2] == "->":
                here = int(text[2:])
            else:
                me["pointer"] = here
                return self.deed(name, text, here)

    def deed(self, name: str, text: str, number: int) -> bool:
        """What a step does on the field; whether it shot the computer."""
        me = self.robots[name]
        if text[0] == "d":
            ahead = text[1] == "+"
            way = me["facing"] if ahead else (me["facing"] + 2) % 6 + 1
            path = [self.at(me["at"], way, step) for step in range(1, int(text[2]) + 1)]
            if any(cell and (self.who(cell) or self.wall(cell)) for cell in path):
                return False
            if None in path or any(cell in self.board["lakes"] for cell in path):
                del self.robots[name]
                return False
            me["at"] = path[-1]
            if any(cell in self.board["lightning"] for cell in path):
                me["destroyed"].append(number)
        elif text[:2] in ("r+", "r-"):
            sixths = int(text[1:])
            me["facing"] = (me["facing"] + sixths - 1) % 6 + 1
        elif text == "t":
            if not me["shots"]:
                return False
            me["shots"] -= 1
            one, two = self.at(me["at"], me["facing"], 1), self.at(me["at"], me["facing"], 2)
            self.harm([one], [two])
            home = self.camp(me["at"])
            if self.scenario == 3 and home not in (None, me["side"]):
                goal = self.board["computers"].get(home)
                return goal is not None and goal in (one, two)
        elif text == "*":
            near = [cell for cell in self.spot if self.away(cell, me["at"]) == 1]
            far = [cell for cell in self.spot if self.away(cell, me["at"]) == 2]
            self.harm(near, far)
            del self.robots[name]
        return False

    def harm(self, near: list[str | None], far: list[str | None]) -> None:
        for name in list(self.robots):
            robot = self.robots[name]
            if robot["at"] in near:
                del self.robots[name]
            elif robot["at"] in far:
                step = robot["pointer"]
                if 1 <= step <= len(robot["program"]) and step not in robot["destroyed"]:
                    robot["destroyed"].append(step)


def play(document: dict[str, Any]) -> dict[str, Any]:
    """The `after` and `outcome` of a document."""
    table = Table(document)
    return table.play()
