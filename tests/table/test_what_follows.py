"""What follows from one look at the table, phase by phase: nothing of the table runs here but what takes the look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import pytest

from boards.base.catalogue import translate_all
from boards.geometry import Point, Pose
from boards.kit.cards import CardKind
from boards.kit.thing_keys import CardKey, DieKey, ReadyKey, TrayKey
from boards.kit.trays import TRAY
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import HandLaid, ProgramsLocked, ProgramsTaken
from controller.table.core.settings import Settings
from controller.table.perception.golem_perception import LOOK_AGAIN, Effect
from controller.table.perception.program_lock import LockedCard, LockedRow, Watch
from controller.vision.scene import Seen, Trouble, Unread, Why
from tests.table.perceived import (
    FAR,
    GOLEMS,
    PLAYERS,
    PROGRAM,
    ROLLED,
    SLIGHTLY,
    TRAYS,
    GolemTable,
    Robots,
    golems,
    lies,
    scene,
)

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


def test_what_people_took_off_is_no_hand_when_golems_drive_again() -> None:
    """A barrel that was destroyed is gone from its cell; a golem is a little off besides, or drives home."""
    for phase, off in ((Phase.DIFFERS, SLIGHTLY), (Phase.STRANDED, SLIGHTLY), (Phase.STRANDED, FAR)):
        table = GolemTable(phase)
        assert table.look(scene(*golems(off))).drive and table.in_order == ["in order"]
    for phase, off in ((Phase.CHECK, SLIGHTLY), (Phase.HOMING, FAR)):
        table = GolemTable(phase)
        assert table.look(scene(*golems(off))).drive and table.in_order == [], "nobody was asked to touch anything"


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


def test_who_was_walled_in_is_tried_again_once_somebody_has_moved_a_golem() -> None:
    table = GolemTable(Phase.HOMING)
    table.memory.walled_in = ("red",)
    table.memory.walled_at = {str(seen.thing.colour): seen.pose for seen in golems(FAR)}  # type: ignore[union-attr]
    assert table.look(scene(*golems(FAR))) == LOOK_AGAIN and table.robots.asked == []
    assert table.heard.codes == [["golem-walled-in", "golem-astray"]]
    for nearer in (Pose(96.0, 0.0, 0.0), Pose(94.0, 0.0, 0.0)):
        found = table.look(scene(*golems(nearer)))
    assert found == Effect(drive=cast(Any, "home")) and table.robots.asked == [("home", ("red",))]
    assert table.memory.walled_in == ()


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


def test_a_die_of_which_nothing_is_seen_is_asked_for_once_dice_are_read() -> None:
    for phase, told in ((Phase.DICE, []), (Phase.ROLLING, ["die-unseen"])):
        table = GolemTable(phase)
        assert table.look(scene(die("red", "if"))) == LOOK_AGAIN
        assert [notice.code for notice in table.heard.told[0]] == told


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
