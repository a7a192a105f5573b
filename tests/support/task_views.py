"""Views of scenarios and puzzles as the table makes them: entries are folded, nothing is drawn by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from boards.base.catalogue import languages
from controller.app.compose.game_setup import GamePlan, header, with_puzzle, with_scenario
from controller.app.compose.task_art import task_svg
from controller.games import game_registry as registry
from controller.games.game import GoOn
from controller.games.golems.rules.program import program_texts
from controller.table.core.record.entries import Recorded
from controller.table.core.record.entry_codec import decode_content
from controller.table.core.record.fold import begin, fold
from controller.table.core.record.recorded_text import recorded_text
from controller.table.core.requirements import numbers_of
from controller.table.core.state import TableState
from controller.table.view.view import View
from controller.table.view.view_builder import view_of

SEED = 7


class Told:
    """A game as its journal tells it, entry by entry."""

    def __init__(self, plan: GamePlan) -> None:
        plan = replace(plan, seed=SEED)
        self.game = registry.game_named(plan.game)
        self.state: TableState = begin(self.game, header(plan))

    def tell(self, kind: str, **data: Any) -> Told:
        self.state = fold(self.game, self.state, Recorded(self.state.sequence + 1, 0.0, decode_content(kind, data)))
        return self

    def signals(self, *signals: str) -> Told:
        for signal in signals:
            self.tell("signal", signal=signal)
        return self

    def rows(self, count: int) -> Told:
        """So many rows of a round; after the last one the table checks."""
        for number in range(count):
            if number:
                self.signals("acted", "wants-go")
            step = self.game.advance(self.state.game, GoOn())
            tabletop = registry.tabletop_named(self.game.name)
            round_number, row = numbers_of(tabletop, self.state, step.state)
            events = [dict(self.game.event_json(event)) for event in step.events]
            self.tell("row", round=round_number, row=row, events=events)
        return self

    def ended(self) -> Told:
        """The last row has been acted out, and what the judge says is on record."""
        self.signals("acted", "ended")
        return self.tell(
            "verdict",
            sentences=[
                recorded_text(each) for each in registry.tabletop_named(self.game.name).verdict(self.state.game)
            ],
        )

    def view(self) -> View:
        return view_of(self.game, self.state)

    def drawings(self) -> Mapping[tuple[str, str, str], str]:
        """What the page may ask for."""
        task = self.view().task
        if task is None:
            return {}
        found = {
            (task.key, what, language): task_svg(self.state.header, self.state.game, task.key, what, language)
            for what in ("card", "marks")
            for language in languages()
        }
        return {name: svg for name, svg in found.items() if svg is not None}


def siege() -> Told:
    """Castle under siege, before the first row; the computer has the castle."""
    plan = replace(with_scenario(GamePlan(), "castle-under-siege"), computers={"blue": "hard"})
    told = Told(plan).signals("wants-programs").tell("committed", player="blue", rows=["stand"] * 4)
    return told.tell("hand", player="red", cards=2, rows=2, complete=False, problems=[])


def siege_under_way() -> Told:
    """Three rows later."""
    rows = {
        "red": ["forward", "repeat 2 forward", "turn-right", "forward"],
        "blue": ["stand", "turn-right", "forward", "defend"],
    }
    return siege().tell("programs", programs=rows).signals("wants-go").rows(3)


def puzzle(key: str = "two-friends") -> Told:
    """A puzzle for whose program cards are laid."""
    return Told(with_puzzle(GamePlan(), key)).signals("wants-programs")


def tried(key: str, *, right: bool) -> Told:
    """A puzzle of one round that was solved, or not."""
    told = puzzle(key)
    (laid,) = told.state.game.puzzle.solution
    programs = {colour: program_texts(rows if right else rows[::-1]) for colour, rows in laid.items()}
    told.tell("programs", programs=programs).signals("wants-go")
    played = 0
    while told.game.outcome(told.state.game) is None:
        if played:
            told.signals("acted", "wants-go")
        told.rows(1)
        played += 1
    return told.ended()
