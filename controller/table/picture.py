"""The view that screens show, made from the table's state."""

from __future__ import annotations

from controller.table.phases import Phase
from controller.table.state import AnyGame, TableState
from controller.table.view import GolemView, RobotView, View


def view_of(game: AnyGame, state: TableState) -> View:
    """What may be seen of a state: the game's own picture, and how the table is."""
    picture = game.picture(state.game)
    outcome = game.outcome(state.game)
    start = game.picture(game.start(state.header["setup"]))
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
        hands=state.hands,
        story=state.story,
        notices=state.notices,
        robots=tuple(state.robots.get(name, RobotView(name, "connecting")) for name in state.players),
        winners=outcome.winners if over and outcome else None,
        reason=outcome.reason if over and outcome else "",
        may=commands_that_make_sense(game, state),
        table={str(key): str(value) for key, value in state.header.get("about", {}).items()},
    )


def commands_that_make_sense(game: AnyGame, state: TableState) -> tuple[str, ...]:
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
        may.append("pause")
    may += ["stop", "estop"]
    if state.past and state.phase not in (Phase.ROW, Phase.CHECK):
        may.append("undo")
    return tuple(may)


def _all_complete(game: AnyGame, state: TableState) -> bool:
    wanted = [name for request in game.requests(state.game) for name in request.players]
    return all(name in state.hands and state.hands[name].complete for name in wanted)


def _out_of_charge(game: AnyGame, state: TableState) -> bool:
    """Whether the game ended in a draw for want of energy, which the players may play on."""
    outcome = game.outcome(state.game)
    return outcome is not None and outcome.reason == "energy" and not outcome.winners
