"""A second implementation of a round of Battle of Golems, slow and plain, written from the rules page alone.

It shares no code with the product and is built differently: cells are pairs of numbers, everything is looked
up in dicts of dicts, and the movers of a step are found by trying every set of them, the largest first.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

ORDER = ["red", "blue", "yellow", "green"]
AHEAD = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
CLOCK = "NESW"


def xy(name: str) -> tuple[int, int]:
    return "abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - 1


def name_of(cell: tuple[int, int]) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[cell[0]] + str(cell[1] + 1)


def go(cell: tuple[int, int], facing: str) -> tuple[int, int]:
    return cell[0] + AHEAD[facing][0], cell[1] + AHEAD[facing][1]


def opposite(facing: str) -> str:
    return CLOCK[(CLOCK.index(facing) + 2) % 4]


def parse(text: str) -> dict[str, Any]:
    words = text.split()
    if words[0] == "if":
        middle = words.index("else")
        return {
            "if": words[1],
            "yes": parse(" ".join(words[2:middle])),
            "no": parse(" ".join(words[middle + 1 :])),
        }
    if words[0] == "repeat":
        return {"do": words[2], "n": int(words[1])}
    return {"do": words[0], "n": 1}


MOVING = ["forward", "backward", "turn-left", "turn-right"]


class Round:
    def __init__(self, document: dict[str, Any]) -> None:
        self.given = document
        self.rules = document.get("rules", "3.1")
        board = document["board"]
        self.width, self.height = board["size"]
        self.thing: dict[tuple[int, int], str] = {}
        for kind in ("wall", "water", "barrel"):
            for name in board.get(kind + "s", []):
                self.thing[xy(name)] = kind
        self.streams = board.get("streams", [])
        for stream in self.streams:
            for name in stream["cells"]:
                self.thing[xy(name)] = "water"
        self.golems: dict[str, dict[str, Any]] = {}
        for colour in ORDER:
            if colour in document["golems"]:
                golem = document["golems"][colour]
                self.golems[colour] = {
                    "cell": xy(golem["at"]),
                    "facing": golem["facing"],
                    "lives": golem.get("lives", 3),
                    "barrel": golem.get("barrel", False),
                    "side": golem.get("side", colour),
                }
        self.began = len(self.sides())

    def sides(self) -> list[str]:
        return sorted({golem["side"] for golem in self.golems.values()})

    def on_board(self, cell: tuple[int, int]) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def golem_at(self, cell: tuple[int, int]) -> str | None:
        for colour, golem in self.golems.items():
            if golem["cell"] == cell:
                return colour
        return None

    def remove_dead(self) -> None:
        for colour in list(self.golems):
            golem = self.golems[colour]
            if golem["lives"] <= 0:
                if golem["barrel"]:
                    self.thing[golem["cell"]] = "barrel"
                del self.golems[colour]

    # --- phases 1 and 3

    def movement(self, orders: dict[str, dict[str, Any]]) -> None:
        for step in (1, 2, 3):
            self.movement_step({c: o["do"] for c, o in orders.items() if o["n"] >= step and c in self.golems})

    def movement_step(self, doing: dict[str, str]) -> None:
        wish: dict[str, tuple[int, int]] = {}
        price: list[str] = []
        for colour, action in doing.items():
            golem = self.golems[colour]
            if action == "turn-left":
                golem["facing"] = CLOCK[(CLOCK.index(golem["facing"]) - 1) % 4]
            elif action == "turn-right":
                golem["facing"] = CLOCK[(CLOCK.index(golem["facing"]) + 1) % 4]
            else:
                way = golem["facing"] if action == "forward" else opposite(golem["facing"])
                cell = go(golem["cell"], way)
                if self.thing.get(cell) == "water":
                    price.append(colour)
                    landing = self.landing(cell, opposite(way))
                    if landing is not None:
                        wish[colour] = landing
                elif self.on_board(cell):
                    wish[colour] = cell
        goes = self.largest_set_of_movers(wish)
        for colour in goes:
            self.golems[colour]["cell"] = wish[colour]
        for colour in price:
            self.golems[colour]["lives"] -= 1
        self.remove_dead()

    def landing(self, cell: tuple[int, int], side: str) -> tuple[int, int] | None:
        for stream in self.streams:
            if name_of(cell) in stream["cells"] and f"{name_of(cell)}.{side}" not in stream.get("banks", []):
                return xy(stream["exit"])
        return None

    def largest_set_of_movers(self, wish: dict[str, tuple[int, int]]) -> list[str]:
        can = []
        for colour, cell in wish.items():
            free = self.thing.get(cell) is None
            alone = [other for other in wish if wish[other] == cell] == [colour]
            owner = self.golem_at(cell)
            swap = owner is not None and owner != colour and wish.get(owner) == self.golems[colour]["cell"]
            if free and alone and not swap:
                can.append(colour)
        for size in range(len(can), 0, -1):
            for some in combinations(can, size):
                if all(self.golem_at(wish[c]) is None or self.golem_at(wish[c]) in some for c in some):
                    return list(some)
        return []

    # --- phase 2

    def choose(self, row: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        chosen = {}
        for colour, order in row.items():
            if order.get("if") == "enemy":
                golem = self.golems[colour]
                cell = go(golem["cell"], golem["facing"])
                other = self.golem_at(cell)
                seen = self.thing.get(cell) == "barrel"
                seen = seen or (other is not None and self.golems[other]["side"] != golem["side"])
                chosen[colour] = order["yes" if seen else "no"]
        attackers = [c for c in row if {**row, **chosen}[c].get("do") == "attack"]
        for colour, order in row.items():
            if order.get("if") == "attacked":
                golem = self.golems[colour]
                danger = False
                for other in attackers:
                    foe = self.golems[other]
                    if foe["side"] != golem["side"] and go(foe["cell"], foe["facing"]) == golem["cell"]:
                        danger = True
                chosen[colour] = order["yes" if danger else "no"]
        return chosen

    # --- phase 4

    def fighting(self, orders: dict[str, dict[str, Any]]) -> None:
        guards = [c for c, o in orders.items() if o["do"] == "defend"]
        for step in (1, 2, 3):
            self.fighting_step({c: o["do"] for c, o in orders.items() if o["n"] >= step and c in self.golems}, guards)

    def fighting_step(self, doing: dict[str, str], guards: list[str]) -> None:
        target = {c: go(g["cell"], g["facing"]) for c, g in self.golems.items()}
        had = {c: g["barrel"] for c, g in self.golems.items()}
        things = dict(self.thing)
        struck_cells = [target[c] for c in doing if doing[c] == "attack"]
        # takes
        for colour, action in doing.items():
            cell = target[colour]
            if action == "take" and not had[colour] and things.get(cell) == "barrel" and cell not in struck_cells:
                rivals = [c for c in doing if doing[c] == "take" and not had[c] and target[c] == cell]
                if rivals == [colour]:
                    self.golems[colour]["barrel"] = True
                    del self.thing[cell]
        # strikes
        for cell in struck_cells:
            if things.get(cell) == "barrel":
                self.thing.pop(cell, None)
        falling = []
        for colour in ORDER:
            if colour not in self.golems or colour in guards:
                continue
            strikers = [c for c in ORDER if doing.get(c) == "attack" and target[c] == self.golems[colour]["cell"]]
            if strikers and had[colour]:
                falling.append((colour, self.golems[strikers[0]]["facing"]))
            else:
                self.golems[colour]["lives"] -= len(strikers)
        for colour, facing in falling:
            self.let_go(colour, facing)
        self.remove_dead()

    def let_go(self, colour: str, facing: str) -> None:
        self.golems[colour]["barrel"] = False
        for turn in range(4):
            cell = go(self.golems[colour]["cell"], CLOCK[(CLOCK.index(facing) + turn) % 4])
            if self.on_board(cell) and self.golem_at(cell) is None and cell not in self.thing:
                self.thing[cell] = "barrel"
                return

    # --- rows, rounds, ends

    def play(self) -> dict[str, Any]:
        programs = self.given.get("programs", {})
        ended = None
        for index in range(4):
            row = {}
            for colour in self.golems:
                rows = list(programs.get(colour, [])) + ["stand"] * 4
                row[colour] = parse(rows[index])
            self.movement({c: o for c, o in row.items() if o.get("do") in MOVING})
            row = {c: o for c, o in row.items() if c in self.golems}
            chosen = self.choose(row)
            self.movement({c: o for c, o in chosen.items() if o["do"] in MOVING})
            acts = {c: chosen.get(c, row[c]) for c in row if c in self.golems}
            self.fighting({c: o for c, o in acts.items() if o["do"] not in MOVING})
            ended = self.end_of_row()
            if ended:
                break
        energy = None
        if self.rules == "3.1":
            energy = self.given.get("energy", 10) - 1
            if not ended and energy == 1:
                ended = self.out_of_energy()
        return {"after": self.after(energy), "outcome": ended}

    def end_of_row(self) -> dict[str, Any] | None:
        if (self.began >= 2 and len(self.sides()) <= 1) or (self.began == 1 and not self.sides()):
            return {"winners": self.sides(), "reason": "last-standing"}
        winners = {}
        brought = []
        for side, goals in self.given.get("goals", {}).items():
            for goal in goals:
                for colour, golem in self.golems.items():
                    if golem["side"] == side and self.reached(goal, golem):
                        winners.setdefault(side, goal if isinstance(goal, str) else next(iter(goal)))
                        if isinstance(goal, dict) and "bring-barrel" in goal:
                            brought.append(colour)
        for colour in ORDER:
            if colour in brought:
                self.let_go(colour, self.golems[colour]["facing"])
        if not winners:
            return None
        return {"winners": sorted(winners), "reason": winners[min(winners)]}

    def reached(self, goal: Any, golem: dict[str, Any]) -> bool:
        if goal == {"destroy-barrels": "all"}:
            return "barrel" not in self.thing.values()
        if isinstance(goal, dict):
            ((kind, cell),) = goal.items()
            return golem["cell"] == xy(cell) and (kind == "reach" or golem["barrel"])
        return False

    def out_of_energy(self) -> dict[str, Any]:
        goals = self.given.get("goals", {})
        survivors = [side for side in self.sides() if "survive" in goals.get(side, [])]
        if survivors:
            return {"winners": survivors, "reason": "survive"}
        total = {side: sum(g["lives"] for g in self.golems.values() if g["side"] == side) for side in self.sides()}
        best = [side for side in total if total[side] == max(total.values())]
        return {"winners": best if len(best) == 1 and len(total) > 1 else [], "reason": "energy"}

    def after(self, energy: int | None) -> dict[str, Any]:
        board = self.given["board"]
        by_place = sorted(cell for cell, kind in self.thing.items() if kind == "barrel")
        after: dict[str, Any] = {
            "game": "golems",
            "rules": self.rules,
            "way": self.given.get("way", "standard"),
            "board": {
                "size": [self.width, self.height],
                "walls": sorted(board.get("walls", []), key=xy),
                "waters": sorted(board.get("waters", []), key=xy),
                "barrels": [name_of(cell) for cell in by_place],
                "streams": self.streams,
            },
            "golems": {
                colour: {
                    "at": name_of(golem["cell"]),
                    "facing": golem["facing"],
                    "lives": golem["lives"],
                    "barrel": golem["barrel"],
                    "side": golem["side"],
                }
                for colour, golem in self.golems.items()
            },
        }
        if energy is not None:
            after["energy"] = energy
        if "goals" in self.given:
            after["goals"] = self.given["goals"]
        return after


def reference(document: dict[str, Any]) -> dict[str, Any]:
    """`after` and `outcome` of a valid document."""
    return Round(document).play()
