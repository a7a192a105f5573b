"""The next game at a table without a restart: any other game, while one runs, refused, impossible; in virtual time."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec import structs

from boards.base.errors import GolemError, Problems
from boards.base.message import literal
from controller.app.compose.next_game import check_place_of_record, table_catalogue
from controller.app.compose.play import Devices, PlayPlan, TableSession, check_resume
from controller.app.compose.screens import Screens
from controller.app.config.table_file import TableFile, read_table_file
from controller.app.lobby.lobby import LocalLobby
from controller.app.lobby.table_processes import TableProcesses
from controller.app.terminal.story import TerminalNarrator
from controller.console.front_door.messages import NewGame
from controller.journal import read_record
from controller.table.core.actor import Table
from controller.table.core.record.entry_codec import header_of
from controller.table.view.view import View
from hardware.simulated.virtual_clock import run

JETAN = "game: {kind: jetan, names: {black: Ben}}\npage: {off: true}\n"


def table_file(folder: Path, text: str = JETAN) -> TableFile:
    path = folder / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return read_table_file(path)


Scene = Callable[[TableSession, Screens, list[Table]], Awaitable[None]]


def play(folder: Path, scene: Scene) -> None:
    """One `golem play` on a table without devices, ended by Ctrl-C after the scene."""

    async def main() -> None:
        file, tables, begun = table_file(folder), [], asyncio.Event()
        devices = Devices(camera=_no_camera)
        teller = TerminalNarrator(io.StringIO(), "en", colour=False, progress=False)

        def on_table(table: Table) -> None:
            tables.append(table)
            begun.set()

        plan = PlayPlan(file, file.journals / "game.jsonl", resume=False, browser=False)
        session = TableSession(plan, teller, devices, on_table)
        playing = asyncio.create_task(session.run())
        await begun.wait()
        await asyncio.sleep(1.0)
        assert session.screens is not None
        await scene(session, session.screens, tables)
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing

    run(main())


def _no_camera(*_given: object) -> object:
    raise AssertionError("nobody looks at this table")


def names(folder: Path) -> dict[str, str]:
    records = sorted((folder / "games").glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    return {path.stem: header_of(read_record(path)).game for path in records}


def test_one_game_after_another_is_played_on_the_same_screens(tmp_path: Path) -> None:
    async def scene(session: TableSession, screens: Screens, tables: list[Table]) -> None:
        views: list[View] = []
        screens.subscribe(views.append)
        assert dict(screens.latest().names) == {"black": "Ben"}
        hexagons = {"green": "here", "violet": "easy"}
        for number, wanted in enumerate(
            (
                NewGame("spiral", {"red": "here", "blue": "easy", "yellow": "easy"}, chosen={"sum": "900"}),
                NewGame("robots_hex", hexagons, scenario="invasion"),
                NewGame("robot_game", {"0": "easy", "1": "easy"}),
                NewGame("jetan", {"black": "here", "orange": "hard"}),
            ),
            1,
        ):
            await session.games.begin(wanted)
            assert screens.game == number and screens.latest().game == wanted.game and views[-1].game == wanted.game
            assert tables[-1].header.place == "screen"
            assert (await screens.submit("pause", {})).ok and screens.latest().paused
        # Nothing of the games before is heard any more.
        count = len(views)
        before = asyncio.create_task(tables[0].submit("resume"))
        await asyncio.sleep(5.0)
        assert not before.done() and len(views) == count
        before.cancel()

    play(tmp_path, scene)
    assert names(tmp_path) == {
        "game": "jetan",
        "spiral": "spiral",
        "robots_hex": "robots_hex",
        "robot_game": "robot_game",
        "jetan": "jetan",
    }
    stopped = read_record(tmp_path / "games" / "game.jsonl").entries
    assert any(entry.data.get("do") == "stop" for entry in stopped if entry.kind == "control"), "it was stopped first"


def test_a_wish_that_cannot_be_played_changes_nothing_and_two_at_once_are_one(tmp_path: Path) -> None:
    async def scene(session: TableSession, screens: Screens, _tables: list[Table]) -> None:
        for wrong, at in (
            (NewGame("golems", {"red": "here", "blue": "easy"}), ["game"]),
            (NewGame("jetan", {"black": "here", "orange": "easy"}, place="board"), ["place"]),
            (NewGame("jetan", {"black": "phone", "orange": "easy"}), ["seats.black"]),
            (
                NewGame("spiral", {"red": "here", "blue": "easy"}, names={"pink": "x", "grey": "y"}),
                ["names.pink", "names.grey"],
            ),
        ):
            with pytest.raises(Problems) as refused:
                await session.games.begin(wrong)
            assert [problem.at for problem in refused.value.problems] == at
        assert screens.game == 0 and screens.latest().game == "jetan" and not screens.latest().paused
        wanted = NewGame("spiral", {"red": "here", "blue": "easy"})
        first, second = await asyncio.gather(
            session.games.begin(wanted), session.games.begin(wanted), return_exceptions=True
        )
        assert first is None and isinstance(second, Problems)
        assert screens.game == 1

    play(tmp_path, scene)
    assert list(names(tmp_path).values()) == ["jetan", "spiral"]


def test_a_game_that_cannot_begin_leaves_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene(session: TableSession, screens: Screens, tables: list[Table]) -> None:
        def broken(*_given: object) -> object:
            monkeypatch.undo()
            raise GolemError(literal("the line is dead"))

        monkeypatch.setattr("controller.app.compose.play.start_new", broken)
        with pytest.raises(GolemError, match="the line is dead"):
            await session.games.begin(NewGame("spiral", {"red": "here", "blue": "easy"}))
        await asyncio.sleep(1.0)
        # Gone on with from its record, on the same screens; it stands until somebody says so.
        assert screens.latest().game == "jetan" and screens.latest().paused and len(tables) == 2
        assert (await screens.submit("resume", {})).ok

    play(tmp_path, scene)
    assert names(tmp_path) == {"game": "jetan"}


def test_a_stop_between_two_games_stops_the_next_one(tmp_path: Path) -> None:
    async def scene(session: TableSession, screens: Screens, _tables: list[Table]) -> None:
        screens.leave()
        stopped, other = asyncio.create_task(screens.submit("estop", {})), await screens.submit("undo", {})
        assert not other.ok and not stopped.done()
        await session.games.begin(NewGame("robot_game", {"0": "easy", "1": "easy"}))
        assert (await stopped).ok and screens.latest().estopped

    play(tmp_path, scene)


def test_a_table_offers_what_it_has_devices_for(tmp_path: Path) -> None:
    def offered(text: str) -> dict[str, list[str]]:
        return {kind.name: kind.places for kind in table_catalogue(table_file(tmp_path, text)).games}

    screen = {name: ["screen"] for name in ("jetan", "robot_game", "robots_hex", "spiral")}
    assert offered(JETAN) == screen
    watched = {**screen, "jetan": ["screen", "board"], "spiral": ["screen", "board"], "robots_hex": ["screen", "board"]}
    assert offered("camera: 0\ngame: {board: 4x4}\n") == {"golems": [], **watched}
    robots = "camera: 0\ngame: {board: 4x4}\nrobots: {red: hands:red}\n"
    staged = {**watched, "robot_game": ["screen", "stage"], "robots_hex": ["screen", "board", "stage"]}
    assert offered(robots) == {"golems": [], **staged}


def test_a_record_from_the_page_goes_on_where_its_devices_are(tmp_path: Path) -> None:
    file = table_file(tmp_path)

    async def scene(session: TableSession, _screens: Screens, _tables: list[Table]) -> None:
        await session.games.begin(NewGame("spiral", {"red": "here", "blue": "easy"}))

    play(tmp_path, scene)
    path = tmp_path / "games" / "spiral.jsonl"
    check_resume(file, path)
    told = header_of(read_record(path))
    for place in ("mat", "board", "stage"):
        with pytest.raises(Problems, match="can't be played there"):
            check_place_of_record(file, structs.replace(told, place=place), path)


def test_a_front_door_finds_the_following_game_at_its_address_after_a_restart(tmp_path: Path) -> None:
    async def evening() -> None:
        lobby = LocalLobby(tmp_path, TableProcesses(tmp_path, tmp_path), "en")
        first = await lobby.begin(NewGame("golems", {"red": "phone", "blue": "easy"}))
        following = await lobby.begin_next(
            first.id, NewGame("golems", {"red": "phone", "blue": "hard"}, way="beginner")
        )
        assert following is first and (first.id, first.record) == ("golems-1", "golems-2")
        with pytest.raises(Problems):
            await lobby.begin_next(first.id, NewGame("golems", {"red": "nobody here"}))
        with pytest.raises(Problems):
            await lobby.begin_next("golems-7", NewGame("golems", {"red": "here", "blue": "easy"}))
        await lobby.close_all()

    async def morning(record: str) -> None:
        lobby = LocalLobby(tmp_path, TableProcesses(tmp_path, tmp_path), "en")
        await lobby.resume_all()
        game = lobby.games["golems-1"]
        assert game.record == record and game.seats["red"] == "phone"
        await lobby.close_all()

    run(evening())
    run(morning("golems-2"))
    # As it was kept before games followed each other: by their records.
    (tmp_path / ".front-door-games.json").write_text('{"golems-1": {"red": "phone", "blue": "here"}}')
    run(morning("golems-1"))
