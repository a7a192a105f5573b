"""A stranger's game: a package with an entry point, as docs/sixth-game.md says; and packages that are wrong."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from boards.base.errors import Problems
from controller.cli import main as golem
from controller.games import game_registry as registry
from controller.journal import read_record
from tests.support.plugin_package import installed, pyproject

FROGS = Path(__file__).parents[1] / "sixth" / "frogs"
GROUP = "golem_table.games"


def frogs(name: str = "golem-frogs", **entries: str) -> dict[str, str]:
    """The package of docs/sixth-game.md: the same three modules, and a `pyproject.toml`."""
    package = name.replace("-", "_")
    modules = {f"{package}/{path.name}": path.read_text(encoding="utf-8") for path in FROGS.glob("*.py")}
    return {**modules, "pyproject.toml": pyproject(name, GROUP, **(entries or {"frogs": package}))}


def broken(package: str, **files: str) -> dict[str, str]:
    """Frogs whose named modules have another text."""
    return {**frogs(package), **{f"{package.replace('-', '_')}/{name}.py": text for name, text in files.items()}}


def test_it_is_played_printed_resolved_and_replayed_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "frogs.jsonl"
    with installed(tmp_path, frogs()):
        words = ["demo", "--game", "frogs", "--speed", "max", "--no-web", "--seed", "3", "--journal", str(journal)]
        assert golem(words) == 0
        assert golem(["replay", str(journal)]) == 0
        assert "the game is over" in capsys.readouterr().out
        assert golem(["print", "board", "pieces", "die", "--game", "frogs", "--out", str(tmp_path / "kit")]) == 0
        assert len(list((tmp_path / "kit").glob("*.pdf"))) == 3
        assert registry.names() == (*registry.built_in(), "frogs")
    assert read_record(journal).entries[0].data["game"] == "frogs"
    # Once it is uninstalled, its record names what is missing.
    assert golem(["replay", str(journal)]) == 2
    assert "there is no game 'frogs'" in capsys.readouterr().err


def test_resolve_on_a_game_without_resolve_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "position.json"
    document.write_text('{"game": "frogs"}', encoding="utf-8")
    with installed(tmp_path, frogs()):
        assert golem(["resolve", str(document)]) == 2
    said = capsys.readouterr()
    assert "golem resolve: game: frogs has no `resolve`: it is played at a table only" in said.err
    assert '"at": "game"' in said.out


def test_a_camera_follows_it_as_it_follows_the_others(tmp_path: Path) -> None:
    with installed(tmp_path, frogs()):
        words = ["--speed", "max", "--no-web", "--camera", "--journal", str(tmp_path / "g.jsonl")]
        assert golem(["demo", "--game", "frogs", *words]) == 0


TWO = "a game of this name each; uninstall all but one"


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ([broken("golem-frogs", game="import nowhere")], "(ModuleNotFoundError: No module named 'nowhere')"),
        ([broken("golem-frogs", game="1 / 0")], "does not import (ZeroDivisionError: division by zero)"),
        ([broken("golem-frogs", __init__="GAME = None")], "has no GAME"),
        ([broken("golem-frogs", __init__="class GAME: name = 'frogs'")], "GAME has no advance, "),
        ([broken("golem-frogs", tabletop="")], "has no TABLETOP"),
        ([broken("golem-frogs", tabletop="TABLETOP = 3")], "TABLETOP has no game, spots, pieces, choices, players"),
        ([broken("golem-frogs", tabletop="x = ")], "does not import (SyntaxError: "),
        ([frogs("golem-toads", frogs="golem_toads.game:Frogs")], "is no package; name the game's package"),
        ([frogs("golem-frogs", frogs="golem_frogs"), frogs("golem-toads", frogs="golem_toads")], TWO),
    ],
)  # fmt: skip
def test_a_package_that_is_wrong_is_named_with_what_to_do_and_stops_no_other(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    packages: list[dict[str, str]],
    said: str,
) -> None:
    with installed(tmp_path, *packages):
        assert golem(["demo", "--game", "frogs", "--no-web", "--journal", str(tmp_path / "g.jsonl")]) == 2
        told = capsys.readouterr().err
        assert told.startswith("golem demo: golem_table.games: frogs") and said in told and "Traceback" not in told
        assert all(package["pyproject.toml"].split('"')[1] in told for package in packages)
        assert not (tmp_path / "g.jsonl").exists()
        # Nobody asked for it: the others are there, and it is warned of.
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            registry.forget_plugins()
            assert list(registry.tabletops()) == list(registry.built_in())
        assert said in caplog.text


def test_other_games_are_there_beside_a_broken_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with installed(tmp_path, broken("golem-frogs", game="import nowhere")):
        assert golem(["print", "die", "--game", "spiral", "--out", str(tmp_path / "kit")]) == 0
        assert len(list((tmp_path / "kit").glob("*.pdf"))) == 1


def test_a_game_that_lies_about_its_name_is_refused(tmp_path: Path) -> None:
    with installed(tmp_path, frogs("golem-frogs", newts="golem_frogs")):
        with pytest.raises(Problems) as refused:
            registry.game_named("newts")
        said = "golem_table.games: newts (of golem-frogs 1.0): GAME calls itself 'frogs'; entry point and game must"
        assert refused.value.lines()[0].startswith(said)


def test_what_is_built_in_stays_what_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with installed(tmp_path, frogs("golem-frogs", jetan="golem_frogs")), caplog.at_level(logging.WARNING):
        assert registry.game_named("jetan").__class__.__module__ == "controller.games.jetan.game"
        assert registry.names() == registry.built_in()
    assert "golem-frogs 1.0 brings a game of this name, which is built in" in caplog.text


def test_all_that_a_game_lacks_is_said_at_once(tmp_path: Path) -> None:
    text = "class GAME:\n    name = 'newts'\n    def start(self): ..."
    with installed(tmp_path, broken("golem-frogs", __init__=text)):
        with pytest.raises(Problems) as refused:
            registry.game_named("frogs")
        missing, lie = refused.value.lines()
        assert "advance" in missing and "requests" in missing and "start" not in missing.partition("GAME has no")[2]
        assert "calls itself 'newts'" in lie
