"""What follows from what is seen of step cards, of pieces and of one die."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from boards.base.catalogue import languages, translate, translate_all
from boards.geometry import Point, Pose
from boards.kit.piece_set import PieceSet
from boards.kit.thing_keys import DieKey, PieceKey, StepKey
from controller.games.game import PieceMoved
from controller.games.game_registry import tabletop_named
from controller.games.printed_pieces import piece_set
from controller.table.core.phases import Phase, Signal
from controller.table.core.record.entries import HandLaid, PiecesPlaced, ProgramCommitted
from controller.table.core.record.ledger import Ledger
from controller.table.core.settings import Settings
from controller.table.core.state import TableState
from controller.table.core.transient_state import TransientState
from controller.table.perception.golem_perception import LOOK_AGAIN, Effect
from controller.table.perception.piece_perception import PiecePerception
from controller.table.perception.step_perception import StepPerception
from controller.vision.scene import Seen, Trouble, Unread, Why
from tests.table.perceived import (
    Heard,
    lies,
    scene,
)

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
    assert translate(HEXAGONS.piece_words("green1"), "en") in translate(notice.text, "en")
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
        if unread:
            said = translate(table.heard.told[0][0].text, "en")
            assert translate(JETAN.piece_words("black-thoat"), "en") in said and "glare" in said


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
