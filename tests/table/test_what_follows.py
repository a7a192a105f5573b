"""What follows from one look at the table, phase by phase: nothing of the table runs here but what takes the look."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Cell, Point, Pose
from boards.kit.cards import CardKind
from boards.kit.kit import kit
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import CardKey, DieKey, GolemKey, MatKey, PieceKey, ReadyKey, StepKey, ThingKey, TrayKey
from boards.kit.trays import TRAY
from boards.mats import mat
from boards.table_layout import standard_layout
from controller.games.game import DiceRolled, PieceMoved
from controller.games.game_registry import game_named, tabletop_named
from controller.games.golems.rules.setup import standard_setup
from controller.games.printed_pieces import piece_set
from controller.table.core.context import TableContext
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import HandLaid, PiecesPlaced, ProgramCommitted, ProgramsLocked, ProgramsTaken
from controller.table.core.record.ledger import Ledger
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.perception.differences import expected_pose
from controller.table.perception.golem_perception import LOOK_AGAIN, Effect, GolemPerception
from controller.table.perception.piece_perception import PiecePerception
from controller.table.perception.program_lock import LockedCard, LockedRow, Watch
from controller.table.perception.step_perception import StepPerception
from controller.table.view.view import HandView, Notice
from controller.vision.scene import Scene, Seen, Trouble, Unread, Why

PLAYERS = ("red", "blue")
MAT = MatKey("4x4")
TRAYS = standard_layout(MAT, PLAYERS)
GOLEMS = game_named("golems")
BEGUN = GOLEMS.start(standard_setup(2, (4, 4), "3.1"))
ROLLED = GOLEMS.advance(BEGUN, DiceRolled({"red": "blank", "blue": "blank"})).state
PROGRAM = ("forward", "attack", "turn-left", "defend")


@dataclass
class Heard:
    """A ledger that remembers what it was given, and folds nothing but what people are told."""

    state: TableState
    standing_notices: tuple[Notice, ...] = ()
    told: list[tuple[Notice, ...]] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    written: list[Any] = field(default_factory=list)
    poses: list[Mapping[str, Pose]] = field(default_factory=list)

    def tell(self, notices: tuple[Notice, ...]) -> None:
        self.told.append(notices)
        self.state = replace(self.state, notices=notices)

    def signal(self, signal: Signal) -> None:
        self.signals.append(signal)
        if signal is Signal.NOT_DONE:
            self.state = replace(self.state, phase=Phase.HANDS)

    def write(self, content: Any) -> None:
        self.written.append(content)
        if isinstance(content, HandLaid):
            hand = HandView(content.cards, content.rows, content.complete, ())
            self.state = replace(self.state, hands={**self.state.hands, content.player: hand})

    def seen(self, poses: Mapping[str, Pose]) -> None:
        self.poses.append(poses)

    @property
    def codes(self) -> list[list[str]]:
        return [[notice.code for notice in notices] for notices in self.told]


class Robots:
    """Drives, as far as a test wants to know: which golems have robots, and whether there is a way home."""

    def __init__(self, *names: str, way: bool = True) -> None:
        self.names = names
        self.way = way
        self.asked: list[tuple[str, Any]] = []

    def with_robots(self, poses: Mapping[str, Pose]) -> dict[str, Pose]:
        return {name: pose for name, pose in poses.items() if name in self.names}

    def corrections(self, found: Any) -> Any:
        self.asked.append(("correct", tuple(found.corrections)))
        return "corrections"

    def home(self, found: Any, playing: tuple[str, ...], blocked: frozenset[Cell]) -> Any:
        self.asked.append(("home", tuple(found.astray)))
        return "home" if self.way else None


class GolemTable:
    """A table of two golems at one moment."""

    def __init__(self, phase: Phase, state: Any = BEGUN, game: Any = GOLEMS, **more: Any) -> None:
        self.robots: Robots = more.pop("robots", Robots(*PLAYERS))
        settings = more.pop("settings", Settings())
        header = cast(Any, SimpleNamespace(players=PLAYERS))
        self.heard = Heard(TableState(header, state, BEGUN, phase, **more))
        self.memory = TransientState()
        self.in_order: list[str] = []
        context = SimpleNamespace(
            game=game,
            tabletop=tabletop_named("golems"),
            ledger=self.heard,
            playfield=SimpleNamespace(kit=kit(), grid=mat(MAT).grid),
            settings=settings,
            memory=self.memory,
            driving=self.robots,
            guard=SimpleNamespace(in_order=lambda: self.in_order.append("in order")),
        )
        self.seeing = GolemPerception(cast(TableContext, context), Random(1))

    def look(self, scene: Scene, now: float = 100.0) -> Effect:
        return self.seeing.looked(scene, now)


def scene(*seen: Seen, unread: tuple[Unread, ...] = (), trouble: tuple[Trouble, ...] = (), **more: Any) -> Scene:
    things = tuple(sorted(seen, key=lambda item: str(item.thing)))
    return Scene(1, 0.0, (1920, 1080), MAT, things, unread, trouble, **{"settled": True, **more})


def lies(key: ThingKey, pose: Pose) -> Seen:
    return Seen(key, pose, (), 2)


RIGHT, SLIGHTLY, FAR = Pose(0.0, 0.0, 0.0), Pose(10.0, 0.0, 0.0), Pose(100.0, 0.0, 0.0)
"""How far off a golem is."""


def golems(red_off: Pose = RIGHT, *names: str) -> list[Seen]:
    """Both golems where they begin; the red one so far off."""
    grid = mat(MAT).grid
    poses = {name: expected_pose(stand, grid) for name, stand in GOLEMS.stands(BEGUN).items()}
    at = poses["red"]
    poses["red"] = Pose(at.x + red_off.x, at.y + red_off.y, at.heading + red_off.heading)
    return [lies(GolemKey(name), pose) for name, pose in poses.items() if not names or name in names]


# -- a golem's place -------------------------------------------------------------------------------------


def test_a_table_in_order_goes_on_and_forgets_what_was_told() -> None:
    for phase in (Phase.SETUP, Phase.GATHERING, Phase.CHECK, Phase.HOMING):
        table = GolemTable(phase)
        assert table.look(scene(*golems())) == Effect(go_on=True)
        assert (table.heard.told, table.heard.signals, table.in_order) == ([()], [], ["in order"])
        [poses] = table.heard.poses
        assert set(poses) == {"red", "blue"}


def test_nothing_goes_on_while_it_is_not_sure_whether_a_locked_card_is_gone() -> None:
    row = LockedRow("red", 1, "forward", (LockedCard(CardKey("red", CardKind.FORWARD, 1), 1, Point(0.0, 0.0)),), "salt")
    tray = lies(TrayKey("red"), TRAYS[TrayKey("red")])
    table = GolemTable(Phase.CHECK, ROLLED, locks={"red": (row,)})
    assert table.look(scene(*golems(), tray)) == LOOK_AGAIN
    assert table.memory.watch.doubtful and table.heard.told == [] and table.in_order == []
    looks = [table.look(scene(*golems(), tray)) for _ in range(3)]
    assert looks == [LOOK_AGAIN] * 3 and table.heard.codes == [["card-gone"]] and table.heard.signals == [Signal.ASTRAY]


def test_a_golem_that_is_a_little_off_is_corrected_so_often_and_then_left() -> None:
    table = GolemTable(Phase.CHECK)
    most = Settings().corrections
    for driven in range(most):
        table.memory.corrections = driven
        assert table.look(scene(*golems(SLIGHTLY))).drive == "corrections"
    assert table.heard.codes == [[]] * most and table.robots.asked == [("correct", ("red",))] * most
    table.memory.corrections = most
    assert table.look(scene(*golems(SLIGHTLY))) == Effect(go_on=True)


def test_a_golem_without_a_robot_need_not_stand_exactly_and_is_not_driven() -> None:
    table = GolemTable(Phase.CHECK, robots=Robots("blue"))
    assert table.look(scene(*golems(SLIGHTLY))) == Effect(go_on=True)
    table = GolemTable(Phase.HOMING, robots=Robots("blue"))
    assert table.look(scene(*golems(FAR))) == LOOK_AGAIN
    assert table.robots.asked == [] and table.heard.codes == [["golem-astray"]]
    assert table.heard.signals == [Signal.ASTRAY]


@pytest.mark.parametrize("phase", [Phase.GATHERING, Phase.HOMING, Phase.STRANDED])
def test_a_golem_that_is_astray_for_a_known_reason_drives_home(phase: Phase) -> None:
    table = GolemTable(phase)
    table.memory.corrections = 4 * Settings().corrections - 1
    assert table.look(scene(*golems(FAR))) == Effect(drive=cast(Any, "home"))
    assert table.robots.asked == [("home", ("red",))] and table.heard.told == []
    # After so many ways people are asked.
    table.memory.corrections += 1
    assert table.look(scene(*golems(FAR))) == LOOK_AGAIN
    assert len(table.robots.asked) == 1 and table.heard.codes == [["golem-astray"]]


@pytest.mark.parametrize(
    ("phase", "signals"),
    [(Phase.SETUP, []), (Phase.CHECK, [Signal.ASTRAY]), (Phase.HOMING, [Signal.ASTRAY]), (Phase.DIFFERS, [])],
)
def test_people_are_told_what_robots_do_not_mend(phase: Phase, signals: list[Signal]) -> None:
    table = GolemTable(phase, robots=Robots(*PLAYERS, way=False))
    assert table.look(scene(*golems(FAR))) == LOOK_AGAIN
    assert table.heard.codes == [["golem-astray"]] and table.heard.signals == signals
    # A golem that is not there at all drives nowhere, and the other one waits for it.
    table = GolemTable(phase)
    assert table.look(scene(*golems(FAR, "red"))) == LOOK_AGAIN
    assert table.heard.codes == [["golem-missing", "golem-astray"]] and table.robots.asked == []


def test_a_table_that_was_put_right_is_looked_at_anew_with_all_corrections() -> None:
    for phase in (Phase.DIFFERS, Phase.STRANDED):
        table = GolemTable(phase)
        table.memory.corrections = 3
        assert table.look(scene(*golems())) == LOOK_AGAIN
        assert table.heard.signals == [Signal.MENDED] and table.memory.corrections == 0


def test_when_the_game_is_over_nobody_needs_to_stand_exactly() -> None:
    class Over:
        def __getattr__(self, name: str) -> Any:
            return getattr(GOLEMS, name)

        def outcome(self, _state: Any) -> str:
            return "drawn"

    table = GolemTable(Phase.CHECK, game=Over())
    assert table.look(scene(*golems(FAR))) == LOOK_AGAIN
    assert (table.heard.told, table.heard.signals) == ([()], [Signal.ENDED])
    table = GolemTable(Phase.SETUP, game=Over())
    assert table.look(scene(*golems(FAR))) == LOOK_AGAIN
    assert table.heard.signals == [] and table.heard.codes == [["golem-astray"]]


def test_a_picture_in_trouble_or_unsettled_says_nothing_of_the_table() -> None:
    for spoilt in (scene(*golems(FAR), trouble=(Trouble.DARK,)), scene(*golems(FAR), settled=False)):
        table = GolemTable(Phase.CHECK)
        assert table.look(spoilt) == LOOK_AGAIN
        assert table.heard.poses == [] and table.heard.signals == []
        assert table.heard.codes == ([["eye-dark"]] if spoilt.trouble else [])


# -- dice ------------------------------------------------------------------------------------------------


def die(colour: str, face: str) -> Seen:
    return lies(DieKey(colour, face, 2 if face == "blank" else None), Pose(700.0, 0.0, 0.0))


def test_dice_count_once_somebody_asked_for_them_and_all_are_read() -> None:
    both = scene(die("red", "if"), die("blue", "blank"), die("green", "if"))
    table = GolemTable(Phase.DICE)
    assert table.look(both) == LOOK_AGAIN and table.heard.told == [()]
    table = GolemTable(Phase.ROLLING)
    assert table.look(scene(die("red", "if"), die("green", "if"))) == LOOK_AGAIN
    assert table.look(both) == Effect(faces={"blue": "blank", "red": "if"})


def test_whose_die_is_not_read_is_told_and_why() -> None:
    cocked = tuple(Unread(Why.COCKED, (), Pose(0.0, 0.0, 0.0), DieKey(colour, "")) for colour in ("green", "red"))
    table = GolemTable(Phase.ROLLING)
    assert table.look(scene(die("blue", "if"), unread=cocked)) == LOOK_AGAIN
    [[notice]] = table.heard.told
    assert (notice.code, notice.severity, notice.facts) == ("die-unread", "warning", {"golem": "red", "why": "cocked"})
    assert all("None" not in text for text in translate_all(notice.text).values())


# -- programs --------------------------------------------------------------------------------------------


def cards(player: str, rows: Iterable[str] = PROGRAM) -> list[Seen]:
    tray = TRAYS[TrayKey(player)]
    found = [lies(TrayKey(player), tray)]
    for lane, text in enumerate(rows):
        at = tray.place(TRAY.slot_centre(lane, 0))
        found.append(lies(CardKey(player, CardKind(text), 1), Pose(at.x, at.y, 0.0)))
    return found


def ready(player: str) -> Seen:
    return lies(ReadyKey(player), Pose(900.0, 100.0 * PLAYERS.index(player), 0.0))


LAID = [*cards("red"), *cards("blue")]


def test_programs_are_locked_when_every_ready_card_has_come_since_the_last_time() -> None:
    table = GolemTable(Phase.PROGRAMS, ROLLED)
    # Both lie there from the round before: they say nothing.
    assert table.look(scene(*LAID, ready("red"), ready("blue"))) == LOOK_AGAIN
    left = [(notice.code, notice.severity, notice.facts) for notice in table.heard.told[-1]]
    assert left == [("ready-left", "info", {"golem": name}) for name in PLAYERS]
    assert table.look(scene(*LAID)) == LOOK_AGAIN and table.heard.told[-1] == ()
    assert table.look(scene(*LAID, ready("red"))) == LOOK_AGAIN
    assert [entry for entry in table.heard.written if not isinstance(entry, HandLaid)] == []
    assert table.look(scene(*LAID, ready("red"), ready("blue"))) == Effect(go_on=True)
    sums, taken = table.heard.written[-2:]
    assert isinstance(sums, ProgramsLocked) and isinstance(taken, ProgramsTaken)
    assert taken.programs == dict.fromkeys(PLAYERS, PROGRAM)


def test_a_ready_card_locks_no_program_that_is_not_complete() -> None:
    table = GolemTable(Phase.PROGRAMS, ROLLED)
    short = [*cards("red"), *cards("blue", PROGRAM[:3])]
    table.look(scene(*short))
    assert table.look(scene(*short, ready("red"), ready("blue"))) == LOOK_AGAIN
    assert [type(entry) for entry in table.heard.written] == [HandLaid, HandLaid]
    shown = {entry.player: (entry.cards, entry.rows, entry.complete) for entry in table.heard.written}
    assert shown == {"red": (4, 4, True), "blue": (3, 3, False)}


def test_the_button_locks_without_ready_cards_and_ready_cards_do_not_where_the_button_is_asked_for() -> None:
    table = GolemTable(Phase.LOCKING, ROLLED)
    assert table.look(scene(*LAID)) == Effect(go_on=True)
    table = GolemTable(Phase.PROGRAMS, ROLLED, settings=Settings(lock="button"))
    table.look(scene(*LAID))
    assert table.look(scene(*LAID, ready("red"), ready("blue"))) == LOOK_AGAIN


def test_who_is_played_by_the_computer_lays_nothing() -> None:
    computer = {"seats": {"blue": "easy"}, "committed": {"blue": ("stand",) * 4}}
    table = GolemTable(Phase.LOCKING, ROLLED, **computer)
    assert table.look(scene(*cards("red"), ready("blue"))) == Effect(go_on=True)
    assert table.heard.told == [()], "nobody is told of a ready card of a computer's"
    assert table.heard.written[-1].programs == {"red": PROGRAM, "blue": ("stand",) * 4}


def test_a_card_that_was_touched_while_the_row_waits_stops_the_game() -> None:
    key = CardKey("red", CardKind.FORWARD, 1)
    at = TRAY.slot_centre(0, 0)
    row = LockedRow("red", 1, "forward", (LockedCard(key, 1, at),), "salt")
    table = GolemTable(Phase.READY, ROLLED, locks={"red": (row,)})
    assert (
        table.look(scene(*golems(), *cards("red"))) == LOOK_AGAIN
        and table.heard.signals == []
        and table.heard.told == [()]
    )
    away = [item for item in cards("red") if item.thing != key]
    assert table.look(scene(*golems(), *away, lies(key, Pose(900.0, 900.0, 0.0)))) == LOOK_AGAIN
    assert table.heard.signals == [Signal.ASTRAY] and table.heard.codes[-1] == ["card-moved"]
    assert table.memory.watch != Watch()


# -- programs as step cards ------------------------------------------------------------------------------

HEXAGONS = tabletop_named("robots_hex")


def steps(*texts: str) -> list[Seen]:
    return [lies(StepKey(text, number), Pose(70.0 * number, 0.0, 0.0)) for number, text in enumerate(texts)]


class StepTable:
    """A table of four robots on hexagons whose programs are awaited."""

    def __init__(self, phase: Phase = Phase.PROGRAMS, **more: Any) -> None:
        begun = HEXAGONS.game.start(HEXAGONS.setup(2))
        header = cast(Any, SimpleNamespace(players=("green", "violet")))
        self.heard = Heard(TableState(header, begun, begun, phase, **more))
        self.memory = TransientState()
        self.seeing = StepPerception(HEXAGONS, cast(Ledger, self.heard), self.memory)

    def look(self, *seen: Seen, times: int = 2, unread: tuple[Unread, ...] = (), **more: Any) -> None:
        """Looks in which the same lies there: what was seen once only is not taken."""
        for _ in range(times):
            assert self.seeing.looked(scene(*seen, unread=unread, **more), 1.0) == LOOK_AGAIN


def test_steps_are_taken_as_they_lie_in_two_looks_and_only_while_programs_are_asked_for() -> None:
    table = StepTable()
    table.look(*steps("D+1", "T"), times=1)
    assert table.heard.told == [] and table.heard.written == []
    table.look(*steps("D+1", "T"), times=1)
    assert table.heard.written == [HandLaid("green1", 2, 2, True, ())] and table.heard.codes == [["steps-count"]]
    [notice] = table.heard.told[0]
    assert (notice.severity, notice.facts) == ("info", {"golem": "green1"}) and "2" in translate(notice.text, "en")
    for phase, more in (
        (Phase.MOVE, {}),
        (Phase.PROGRAMS, {"trouble": (Trouble.DARK,)}),
        (Phase.PROGRAMS, {"settled": False}),
    ):
        other = StepTable(phase)
        other.look(*steps("D+1", "T"), **more)
        assert other.heard.written == [] and other.memory.steps is None


@pytest.mark.parametrize(
    ("laid", "unread", "code"),
    [
        ((), False, "steps-lay"),
        ((), True, "steps-unread"),
        (("D+1",), True, "steps-unread"),
        (("D+1", "T"), False, "steps-count"),
    ],
)
def test_what_lies_there_is_told_without_which_cards_they_are(laid: tuple[str, ...], unread: bool, code: str) -> None:
    table = StepTable()
    hidden = (Unread(Why.COVERED, (), Pose(0.0, 300.0, 0.0), StepKey("T", 9)),) if unread else ()
    table.look(*steps(*laid), unread=hidden)
    assert table.heard.codes[-1] == [code]
    assert all(set(translate_all(notice.text)) == set(languages()) for notice in table.heard.told[-1])
    assert not any(text in words for text in laid for words in translate_all(table.heard.told[-1][0].text).values())


def test_a_lock_takes_the_program_once_and_waits_until_its_cards_are_taken_up() -> None:
    table = StepTable(Phase.LOCKING)
    table.look(*steps("D+1", "T"))
    assert table.heard.signals == [Signal.READ]
    assert table.heard.written[-1] == ProgramCommitted("green1", ("D+1", "T"))
    table.heard.state = replace(table.heard.state, phase=Phase.PROGRAMS, committed={"green1": ("D+1", "T")})
    table.look(*steps("D+1", "T"))
    assert table.heard.codes[-1] == ["steps-left"] and "None" not in translate(table.heard.told[-1][0].text, "en")
    assert table.heard.told[-1][0].severity == "info"
    # The word to lock, while they still lie there, is taken as obeyed.
    table.heard.state = replace(table.heard.state, phase=Phase.LOCKING)
    table.look(*steps("D+1", "T"))
    assert table.heard.signals == [Signal.READ] * 3 and len(table.heard.written) == 2
    # Taken up: the same program may be laid for the next robot.
    table.heard.state = replace(table.heard.state, phase=Phase.PROGRAMS)
    table.look()
    assert table.heard.codes[-1] == ["steps-lay"] and table.memory.locked == ()
    table.heard.state = replace(table.heard.state, phase=Phase.LOCKING)
    table.look(*steps("D+1", "T"))
    assert table.heard.written[-1] == ProgramCommitted("green2", ("D+1", "T"))


def test_when_every_program_is_locked_the_last_cards_are_to_be_taken_up() -> None:
    everyone = dict.fromkeys(("green1", "green2", "violet1", "violet2"), ("T",))
    table = StepTable(committed=everyone)
    table.memory.locked = ("D+1", "T")
    table.look(*steps("D+1", "T"))
    assert [(notice.code, notice.severity) for notice in table.heard.told[-1]] == [("steps-over", "info")]
    table.look()
    assert len({str(told) for told in table.heard.told}) == 1, "nobody is asked to lay anything more"


def test_whose_robots_the_computer_programs_is_not_asked_for_cards() -> None:
    table = StepTable(seats={"green": "easy"})
    table.look()
    assert table.heard.told[-1][0].facts == {"golem": "violet1"}


# -- pieces ----------------------------------------------------------------------------------------------

JETAN = tabletop_named("jetan")
SKIRMISH = {**JETAN.setup(2), "position": "4c5/10/2t7/10/4r5/3n6/3N6/2T7/R9/2C7 b Rr 0"}
SET: PieceSet = piece_set(JETAN, SKIRMISH)
PLACES = {spot.name: spot.at for spot in SET.spots}
BEGINS = JETAN.game.start(SKIRMISH)
STANDS = JETAN.laid(BEGINS)


def pieces(changes: Mapping[str, str | Point | None] | None = None) -> list[Seen]:
    """The pieces as the game begins, but for some that stand elsewhere or nowhere."""
    at: dict[str, Point | None] = {name: PLACES[place] for name, place in STANDS.items()}
    for name, place in (changes or {}).items():
        at[name] = PLACES[place] if isinstance(place, str) else place
    count: dict[str, int] = {}
    found = []
    for name, point in at.items():
        kind = JETAN.kind(name)
        count[kind] = count.get(kind, 0) + 1
        if point is not None:
            found.append(lies(PieceKey(kind, count[kind]), Pose(point.x, point.y, 0.0)))
    return found


class PieceTable:
    """A table of Martian chess at one moment."""

    def __init__(self, phase: Phase, tabletop: Any = JETAN, state: Any = BEGINS, **more: Any) -> None:
        settings = more.pop("settings", Settings())
        header = cast(Any, SimpleNamespace(players=("black", "orange"), dice="people"))
        self.heard = Heard(TableState(header, state, state, phase, **more))
        self.memory = TransientState()
        self.seeing = PiecePerception(tabletop, cast(Ledger, self.heard), SET, settings, self.memory)

    def confirm(self) -> None:
        """Somebody says that it is done."""
        self.heard.state = replace(self.heard.state, phase=Phase.CONFIRMED)

    def look(self, seen: Iterable[Seen], times: int = 1, unread: tuple[Unread, ...] = ()) -> list[Effect]:
        every = list(seen)
        return [self.seeing.looked(scene(*every, unread=unread), 1.0) for _ in range(times)]


UNREAD = (Unread(Why.GLARE, (), Pose(0.0, 0.0, 0.0), PieceKey("black-thoat", 1)),)


def test_the_first_look_at_a_board_in_order_begins_the_game() -> None:
    table = PieceTable(Phase.SETUP)
    assert table.look(pieces()) == [Effect(go_on=True)]
    assert (table.heard.told, table.heard.signals) == ([()], [])


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.CHECK])
def test_what_is_not_as_the_game_has_it_needs_hands(phase: Phase) -> None:
    for seen, unread, ghosts, codes in (
        (pieces({"black-thoat-1": "c4"}), (), (), ["hand-move"]),
        (pieces(), UNREAD, (), ["hand-unread"]),
        (pieces(), (), ("black-chief",), []),
    ):
        table = PieceTable(phase, ghosts=ghosts)
        assert table.look(seen, unread=unread) == [LOOK_AGAIN]
        assert (table.heard.codes, table.heard.signals) == ([codes], [Signal.NEEDS_HANDS])


def test_a_ghost_that_is_still_none_on_the_board_needs_no_hands() -> None:
    table = PieceTable(Phase.CHECK, ghosts=("black-chief",))
    assert table.look(pieces({"black-chief": None})) == [Effect(go_on=True)]


def test_pieces_that_are_on_the_screen_only_need_no_look_at_the_board() -> None:
    ghosts = Settings(pieces="ghosts")
    for phase in (Phase.SETUP, Phase.CHECK):
        assert PieceTable(phase, settings=ghosts).look([]) == [Effect(go_on=True)]
    for phase in (Phase.MOVE, Phase.HANDS):
        table = PieceTable(phase, settings=ghosts)
        assert table.look([]) == [LOOK_AGAIN] and table.memory.board is None


@pytest.mark.parametrize("how", ["hands", "ghosts"])
def test_when_a_game_of_pieces_is_over_it_ends_with_the_next_look(how: Any) -> None:
    resigned = JETAN.game.advance(BEGINS, PieceMoved("black", "resign")).state
    table = PieceTable(Phase.CHECK, state=resigned, settings=Settings(pieces=how))
    assert table.look(pieces()) == [LOOK_AGAIN] and table.heard.signals == [Signal.ENDED]


def test_hands_have_done_it_when_it_stands_so_in_two_looks() -> None:
    table = PieceTable(Phase.HANDS)
    assert table.look(pieces()) == [LOOK_AGAIN] and table.heard.written == []
    assert table.look(pieces()) == [LOOK_AGAIN]
    assert table.heard.written == [PiecesPlaced(dict(STANDS), ())] and table.heard.told == [()]


def test_what_is_left_to_do_is_told_and_that_it_is_still_so_to_who_says_that_it_is_done() -> None:
    table = PieceTable(Phase.HANDS)
    wrong = pieces({"black-thoat-1": "c4"})
    table.look(wrong, times=2)
    assert table.heard.codes == [["hand-move"]] and table.heard.written == []
    table.confirm()
    table.look(wrong)
    assert table.heard.codes[-1] == ["hand-still", "hand-move"] and table.heard.signals == [Signal.NOT_DONE]
    told = len(table.heard.told)
    table.look(wrong)
    assert len(table.heard.told) == told, "it stays told as long as the same is left"
    table.look(pieces({"black-thoat-1": "d5"}), times=2)
    assert table.heard.codes[-1] == ["hand-move"] and len(table.heard.told) == told + 1


def test_who_says_that_it_is_done_is_believed_of_what_is_not_seen_anywhere_and_of_nothing_else() -> None:
    table = PieceTable(Phase.HANDS)
    gone = {"black-thoat-1": None, "black-chief": None}
    table.look(pieces(gone))
    table.confirm()
    table.look(pieces(gone))
    assert table.heard.written == [PiecesPlaced(dict(STANDS), ("black-chief", "black-thoat-1"))]
    [[notice]] = table.heard.told
    where = {STANDS["black-thoat-1"], STANDS["black-chief"]}
    assert (notice.code, notice.severity) == ("hand-ghosts", "info")
    assert all(place in translate(notice.text, "en") for place in where)
    assert table.heard.signals == []
    # One of them stands elsewhere, or something is not surely read: nobody is believed.
    for seen, unread in ((pieces({**gone, "orange-chief": "a1"}), ()), (pieces(gone), UNREAD)):
        table = PieceTable(Phase.HANDS)
        table.look(seen, unread=unread)
        table.confirm()
        table.look(seen, unread=unread)
        assert table.heard.written == [] and table.heard.codes[-1][0] == "hand-still"


def test_a_legal_move_that_stands_in_two_looks_is_played() -> None:
    seen = pieces({"black-panthan-1": "d5", "orange-panthan-1": None})
    assert PieceTable(Phase.MOVE).look(seen, times=2) == [LOOK_AGAIN, Effect(move=("black", "d4xd5"))]
    # Not for a side that the computer plays: people carry out its move, they make none.
    table = PieceTable(Phase.MOVE, seats={"black": "easy"})
    assert table.look(seen, times=3) == [LOOK_AGAIN] * 3


def test_a_wrong_move_is_told_in_the_third_look_when_the_hand_has_gone() -> None:
    table = PieceTable(Phase.MOVE)
    wrong = pieces({"black-thoat-1": "c7"})
    table.look(wrong, times=2)
    assert table.heard.told == []
    table.look(wrong)
    assert table.heard.codes == [["hand-illegal", "hand-move"]]
    # What is not read, or stands between places, likewise.
    table = PieceTable(Phase.MOVE)
    table.look(pieces(), times=2, unread=UNREAD)
    assert table.heard.told == []
    assert table.look(pieces(), unread=UNREAD) == [LOOK_AGAIN] and table.heard.codes == [["hand-unread"]]


def test_ghosts_are_told_while_a_move_is_awaited_by_their_places() -> None:
    table = PieceTable(Phase.MOVE, ghosts=("black-chief", "black-gone-1"))
    table.look(pieces({"black-chief": None}), times=3)
    assert {translate(notice.text, "en").count(STANDS["black-chief"]) for notice in table.heard.told[-1]} == {1}
    assert table.heard.codes[-1] == ["hand-ghosts"]


# -- one die ---------------------------------------------------------------------------------------------

RACE = tabletop_named("spiral")


def die_at(x: float, heading: float, face: str = "3") -> Seen:
    return lies(DieKey("white", face), Pose(x, 0.0, heading))


@pytest.mark.parametrize(
    ("later", "thrown"),
    [
        (die_at(100.0, 10.0), False),
        (die_at(109.9, 10.0), False),
        (die_at(110.1, 10.0), True),
        (die_at(100.0, 17.9), False),
        (die_at(100.0, 18.1), True),
        (die_at(100.0, -349.9), False),
        (die_at(100.0, 10.0, "4"), True),
    ],
)
def test_a_die_that_lies_as_it_lay_has_not_been_thrown(later: Seen, thrown: bool) -> None:
    begun = RACE.game.start(RACE.setup(2))
    player = RACE.game.requests(begun)[0].players[0]
    table = PieceTable(Phase.DICE, RACE, begun)
    assert table.look([die_at(100.0, 10.0)]) == [LOOK_AGAIN] and table.heard.codes == [["piece-die-old"]]
    key = cast(DieKey, later.thing)
    assert table.look([later]) == [Effect(faces={player: key.face}) if thrown else LOOK_AGAIN]
    assert table.heard.codes[-1] == ([] if thrown else ["piece-die-old"])


def test_a_die_that_was_not_there_when_it_was_asked_for_counts_at_once_and_a_cocked_one_never() -> None:
    begun = RACE.game.start(RACE.setup(2))
    player = RACE.game.requests(begun)[0].players[0]
    table = PieceTable(Phase.DICE, RACE, begun)
    assert table.look([]) == [LOOK_AGAIN] and table.heard.told == [()]
    cocked = (Unread(Why.COCKED, (), Pose(0.0, 0.0, 0.0), DieKey("white", "")),)
    assert table.look([die_at(100.0, 10.0)], unread=cocked) == [LOOK_AGAIN]
    [notice] = table.heard.told[-1]
    assert (notice.code, notice.severity, notice.facts) == ("piece-die-unread", "warning", {"why": "cocked"})
    assert table.look([die_at(100.0, 10.0)]) == [Effect(faces={player: "3"})]
