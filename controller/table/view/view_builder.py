"""The view that screens show, made from the table's state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec.structs import asdict

from boards.kit.trays import TRAY
from controller.games.game import Requirement
from controller.games.game_registry import tabletop_named
from controller.games.stage_area import stage_of
from controller.games.tabletop import Tabletop
from controller.table.core.phases import TRANSITIONS, Phase, Signal
from controller.table.core.requirements import thrower
from controller.table.core.state import CHILD, AnyGame, TableState
from controller.table.motion.robot_assignment import assignment_for, parts_of
from controller.table.perception.program_lock import CODES
from controller.table.view.robot_messages import robot_words
from controller.table.view.table_messages import say
from controller.table.view.view import (
    ChoiceView,
    GolemView,
    HandView,
    PieceView,
    PlayView,
    RobotView,
    RowLock,
    SpotView,
    View,
)

HAND_CHORE = "hand-chore"
"""The code of what people are asked to do in a robot's stead."""

_SEATED = (Phase.SETUP, Phase.DICE, Phase.PROGRAMS, Phase.MOVE, Phase.HANDS)
"""Phases in which somebody else may sit down to play."""

_PAIRED = (Phase.SETUP, Phase.PROGRAMS, Phase.DIFFERS)
"""Phases in which robots may turn to show which golem they carry."""


def view_of(game: AnyGame, state: TableState) -> View:
    """What may be seen of a state: the game's own picture, and how the table is."""
    tabletop = tabletop_named(game.name)
    return _view_of_golems(game, state) if tabletop.mat else _view_of_pieces(game, tabletop, state)


def _view_of_pieces(game: AnyGame, tabletop: Tabletop[Any], state: TableState) -> View:
    outcome = game.outcome(state.game)
    over = state.phase is Phase.OVER
    return View(
        sequence=state.sequence,
        game=state.header.game,
        phase=state.phase.value,
        paused=state.paused,
        estopped=state.estopped,
        round=tabletop.round(state.game),
        row=state.story[-1].row if state.story else 0,
        energy=None,
        energy_max=None,
        lives_max=0,
        board={},
        golems=(),
        programs={},
        bonus={},
        hands={
            name: _hand_of_pieces(state, name)
            for request in (game.requests(state.game) if state.phase is Phase.PROGRAMS else ())
            if request.want is Requirement.PROGRAMS
            for name in request.players
        },
        story=state.story,
        notices=state.notices,
        robots=tuple(map(_explained, state.robots.values())),
        winners=outcome.winners if over and outcome else None,
        reason=outcome.reason if over and outcome else "",
        may=_may_with_pieces(game, tabletop, state),
        cameras=state.cameras,
        table=dict(state.header.about or {}),
        seats={name: state.seats.get(name, CHILD) for name in state.players},
        play=play_of(tabletop, state),
    )


def _hand_of_pieces(state: TableState, name: str) -> HandView:
    """How far a program is: its cards, while they are laid, then that it is committed to."""
    if name in state.committed:
        return HandView(0, len(state.committed[name]), True)
    laid = state.hands.get(name, HandView(0, 0, False))
    return HandView(laid.cards, laid.rows_laid, False)


def _may_with_pieces(game: AnyGame, tabletop: Tabletop[Any], state: TableState) -> tuple[str, ...]:
    usual = commands_that_make_sense(game, state, {})
    if state.paused:
        return usual
    if state.phase is Phase.DICE and thrower(game, state) is not None:
        return tuple("thrown" if name == "roll" else name for name in usual)
    more: list[str] = []
    if state.phase is Phase.OVER:
        more.append("anew")
    if state.phase is Phase.PROGRAMS:
        if any(hand.complete for name, hand in state.hands.items() if name not in state.committed):
            more.append("lock")
        more.append("program")
    if state.phase is Phase.READY and tabletop.automatic:
        # Programs are there in no time: whoever sits down now plays from the next turn on.
        more.append("seat")
    if state.phase is Phase.READY and tabletop.mover(state.game) is not None:
        return (*usual, "move")
    return (*more, *usual)


def play_of(tabletop: Tabletop[Any], state: TableState) -> PlayView:
    """The board of a game of pieces, as the game has it."""
    now = state.game
    laid = tabletop.laid(now)
    before = tabletop.laid(state.past[-1].game) if state.past else laid
    changed = {name: (before.get(name), laid.get(name)) for name in before | laid if before.get(name) != laid.get(name)}
    requests = tabletop.game.requests(now)
    played, golems = _played(tabletop, state), _golems(tabletop, state)
    return PlayView(
        shape=tabletop.shape,
        spots=tuple(SpotView(spot.name, spot.x, spot.y, spot.look, spot.sign) for spot in tabletop.spots(now)),
        pieces=tuple(
            PieceView(
                p.name,
                p.owner,
                p.spot,
                p.mark,
                tabletop.piece_words(p.name),
                p.heading,
                p.strength,
                p.name in state.ghosts or (played is not None and p.name not in played),
                golems.get(p.name, ""),
            )
            for p in tabletop.pieces(now)
        ),
        players={player: tabletop.player_words(player) for player in state.players},
        turn=requests[0].players[0] if state.phase in (Phase.MOVE, Phase.DICE) and requests[0].players else None,
        choices=tuple(ChoiceView(c.move, c.origin, c.target, c.heading) for c in tabletop.choices(now))
        if state.phase in (Phase.MOVE, Phase.READY)
        else (),
        last=tuple(dict.fromkeys(spot.partition(" ")[0] for ends in changed.values() for spot in ends if spot)),
        facts=(
            *(say("stage-who", golem=golem, piece=tabletop.piece_words(piece)) for piece, golem in golems.items()),
            *tabletop.facts(now),
        ),
        strengths=(*(bot.name for bot in state.header.bots), *tabletop.strengths),
        faces=tabletop.faces,
        sounds=() if state.header.dice == "people" else tuple(tabletop.sounds),
        throws=state.rolled,
    )


def _golems(tabletop: Tabletop[Any], state: TableState) -> dict[str, str]:
    """Piece -> the golem that plays it throughout, of those that there are."""
    return {piece: golem for golem, piece in tabletop.roles.items() if golem in state.robots}


def _played(tabletop: Tabletop[Any], state: TableState) -> tuple[str, ...] | None:
    """The pieces that robots stand for, by the last look; None: no robot plays in this game."""
    if tabletop.stage is None or not state.robots:
        return None
    stage = stage_of(tabletop, state.game)
    at = {name: stage.grid.cell_at(pose.point) for name, pose in state.seen.items()}
    standing = {name: cell for name, cell in at.items() if cell is not None}
    assignment = assignment_for(tabletop, standing, state.players)
    return tuple(assignment.standing(standing, parts_of(tabletop.pieces(state.game), stage)).values())


def _view_of_golems(game: AnyGame, state: TableState) -> View:
    picture = game.picture(state.game)
    outcome = game.outcome(state.game)
    start = game.picture(state.start)
    # While a row is acted out, what it costs is not shown yet: a golem that falls stands until it has fallen.
    acting = state.phase is Phase.ROW
    shown = game.picture(state.past[-1].game) if acting else picture
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
        game=state.header.game,
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
            _explained(state.robots.get(name, RobotView(name, "connecting")))
            for name in state.players
            if name in start["golems"]
        ),
        winners=outcome.winners if over and outcome else None,
        reason=outcome.reason if over and outcome else "",
        may=commands_that_make_sense(game, state, picture),
        cameras=state.cameras,
        table=dict(state.header.about or {}),
        seats={name: state.seats.get(name, CHILD) for name in start["golems"]}
        if state.header.seats is not None
        else {},
        task=_task(state, picture),
        locks=_locks(state),
    )


def _locks(state: TableState) -> Mapping[str, tuple[RowLock, ...]]:
    """The commitments of this round; a row's salt and cards once it was revealed."""
    opened = {name: [row.view(opened=row.row <= state.opened) for row in rows] for name, rows in state.locks.items()}
    return {name: tuple(opened.get(name, [RowLock(told) for told in rows])) for name, rows in state.sums.items()}


def _task(state: TableState, picture: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What is played: its name and story from the header or the game, how far the sides are from the game."""
    scenario = state.header.task
    task = {**({} if scenario is None else asdict(scenario)), **picture.get("task", {})}
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
    elif state.pairing:
        may.append("pause")
    else:
        if state.phase is Phase.READY:
            may.append("go")
        if state.phase is Phase.DICE:
            may.append("roll")
        if state.phase is Phase.MOVE:
            may.append("move")
        if state.phase is Phase.HANDS or any(notice.code == HAND_CHORE for notice in state.notices):
            may.append("done")
        if state.phase is Phase.PROGRAMS and _all_complete(game, state):
            may.append("lock")
        if state.phase is Phase.DIFFERS:
            may.append("drive")
            if any(notice.code in CODES for notice in state.notices):
                may.append("waive")
        if state.phase is Phase.OVER and _out_of_charge(game, state):
            may.append("recharge")
        book = _of_a_book(state, picture)
        if state.phase is Phase.OVER:
            # After a try it is what everybody wants next; during one it must not be pressed by mistake.
            may, book = [*book, *may], []
        if state.header.seats is not None and state.phase in _SEATED:
            may.append("seat")
        may += ["pause", *book]
        if state.phase in _PAIRED and any(robot.link == "ready" for robot in state.robots.values()):
            may.append("pair")
    may += ["stop", "estop"]
    if state.past and not state.pairing and state.phase not in (Phase.ROW, Phase.CHECK):
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


def _explained(robot: RobotView) -> RobotView:
    """The robot with its reason in all languages."""
    return replace(robot, why=robot_words(robot.reason)) if robot.reason else robot
