"""The view that screens show, made from the table's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boards.trays import TRAY
from controller.table.phases import TRANSITIONS, Phase, Signal
from controller.table.state import CHILD, AnyGame, TableState
from controller.table.view import GolemView, HandView, RobotView, View


def view_of(game: AnyGame, state: TableState) -> View:
    """What may be seen of a state: the game's own picture, and how the table is."""
    picture = game.picture(state.game)
    outcome = game.outcome(state.game)
    start = game.picture(state.start)
    # While a row is acted out, what it costs is not shown yet: a golem that falls stands until it has fallen.
    acting = state.phase is Phase.ROW
    shown = game.picture(state.past[-1][0]) if acting else picture
    living = shown["golems"] | picture["golems"]
    golems = tuple(
        GolemView(
            name=name,
            cell=living.get(name, first)["at"],
            heading=living.get(name, first)["facing"],
            lives=living[name]["lives"] if name in living else 0,
            barrel=bool(living[name]["barrel"]) if name in living else False,
            alive=name in living,
            side=first["side"],
        )
        for name, first in start["golems"].items()
    )
    over = state.phase is Phase.OVER
    return View(
        sequence=state.sequence,
        game=str(state.header["game"]),
        phase=state.phase.value,
        paused=state.paused,
        estopped=state.estopped,
        round=picture["round"],
        row=picture["row"],
        energy=shown["energy"],
        energy_max=start["energy"],
        lives_max=picture["lives_max"],
        board=picture["board"],
        golems=golems,
        programs={name: tuple(rows) for name, rows in picture["programs"].items()},
        bonus=picture["bonus"],
        hands=_hands(state),
        story=state.story,
        notices=state.notices,
        robots=tuple(
            state.robots.get(name, RobotView(name, "connecting")) for name in state.players if name in start["golems"]
        ),
        winners=outcome.winners if over and outcome else None,
        reason=outcome.reason if over and outcome else "",
        may=commands_that_make_sense(game, state, picture),
        table={str(key): str(value) for key, value in state.header.get("about", {}).items()},
        seats={name: state.seats.get(name, CHILD) for name in start["golems"]} if "seats" in state.header else {},
        task=_task(state, picture),
    )


def _task(state: TableState, picture: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What is played: its name and story from the header or the game, how far the sides are from the game."""
    task = {**state.header.get("task", {}), **picture.get("task", {})}
    return {**task, "verdict": state.verdict} if "name" in task else None


def _hands(state: TableState) -> Mapping[str, HandView]:
    """How far everybody is; a computer golem lays no cards, and is complete when it has chosen."""
    if state.phase is not Phase.PROGRAMS:
        return state.hands
    chosen = {name: name in state.committed for name in state.seats}
    return {**state.hands, **{name: HandView(0, TRAY.lanes if done else 0, done) for name, done in chosen.items()}}


def commands_that_make_sense(game: AnyGame, state: TableState, picture: Mapping[str, Any]) -> tuple[str, ...]:
    """What a person may ask of the table now, the most usual first."""
    if state.estopped:
        return ("clear",)
    may: list[str] = []
    if state.paused:
        may.append("resume")
    else:
        if state.phase is Phase.READY:
            may.append("go")
        if state.phase is Phase.DICE:
            may.append("roll")
        if state.phase is Phase.PROGRAMS and _all_complete(game, state):
            may.append("lock")
        if state.phase is Phase.DIFFERS:
            may.append("drive")
        if state.phase is Phase.OVER and _out_of_charge(game, state):
            may.append("recharge")
        book = _of_a_book(state, picture)
        if state.phase is Phase.OVER:
            # After a try it is what everybody wants next; during one it must not be pressed by mistake.
            may, book = [*book, *may], []
        if "seats" in state.header and state.phase in (Phase.SETUP, Phase.DICE, Phase.PROGRAMS):
            may.append("seat")
        may += ["pause", *book]
    may += ["stop", "estop"]
    if state.past and state.phase not in (Phase.ROW, Phase.CHECK):
        may.append("undo")
    return tuple(may)


def _of_a_book(state: TableState, picture: Mapping[str, Any]) -> list[str]:
    """A puzzle can be begun again, once something was tried, and left for the next one."""
    task = picture.get("task", {})
    if "count" not in task or (state.phase, Signal.TAKEN_UP) not in TRANSITIONS:
        return []
    more = ["next"] if task["number"] + 1 < task["count"] else []
    again = ["again"] if state.story else []
    return [*more, *again] if task["number"] in task["solved"] else [*again, *more]


def _all_complete(game: AnyGame, state: TableState) -> bool:
    wanted = [name for request in game.requests(state.game) for name in request.players]
    hands = _hands(state)
    return all(name in hands and hands[name].complete for name in wanted)


def _out_of_charge(game: AnyGame, state: TableState) -> bool:
    """Whether the game ended in a draw for want of energy, which the players may play on."""
    outcome = game.outcome(state.game)
    return outcome is not None and outcome.reason == "energy" and not outcome.winners
