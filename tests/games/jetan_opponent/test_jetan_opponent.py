"""The computer's moves: legal, the same for the same seed, the obvious ones found, the strengths in their order."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boards.base.catalogue import languages, translate
from boards.base.errors import Problems
from controller.cli import main
from controller.cli.jetan_terminal import _DECLINED, play_in_terminal
from controller.games.jetan.event_messages import SIDES
from controller.games.jetan.moves import legal_moves
from controller.games.jetan.notation import START, format_move, parse_position
from controller.games.jetan.opponent import STRENGTHS, think
from controller.games.jetan.opponent.search import WIN, Search
from controller.games.jetan.opponent.search_board import Board
from tests.support.jetan_players import any_legal, computer, greedy, match
from tests.support.jetan_positions import position, random_position, swapped, swapped_move

positions = st.builds(random_position, st.randoms(use_true_random=False), st.integers(0, 8))


def best(text: str, strength: str = "hard", seed: int = 1, nodes: int | None = 3000) -> str:
    found = parse_position(text)
    return format_move(found, think(found, strength, seed, nodes).move)


@given(positions, st.sampled_from(tuple(STRENGTHS)), st.integers(0, 2**64))
@settings(max_examples=15, deadline=None)
def test_a_move_is_legal_and_the_same_again(text: str, strength: str, seed: int) -> None:
    found = parse_position(text)
    legal = list(legal_moves(found))
    if not legal:
        with pytest.raises(Problems) as refusal:
            think(found, strength, seed)
        assert [problem.at for problem in refusal.value.problems] == ["position"]
        return
    thought = think(found, strength, seed, 200)
    assert thought.move in legal
    assert thought.line[0] == thought.move
    assert thought == think(found, strength, seed, 200)


PUZZLES = [
    # A piece on the princess wins; so does a chief that takes the chief.
    ("De7 Ca1 Rb1 Nc1 re10 cj5 nj9 nj8", "-", "e7xe10"),
    ("Ce7 Rb1 Na1 re1 ce10 nj9 nj8", "-", "e7xe10"),
    # The chief could be taken for a draw, but the princess is there too.
    ("De7 Dh8 Ca1 Rb1 re10 ch5 nj9 nj8", "-", "e7xe10"),
    # Far behind, a draw by taking the chief is best.
    ("Ne5 Ca10 Rb10 cf6 rj1 wa1 wb1 dc1 dd1 fe1 ff1 tj9", "-", "e5xf6"),
]


@pytest.mark.parametrize("strength", ["medium", "hard"])
@pytest.mark.parametrize(("pieces", "rights", "move"), PUZZLES)
def test_finds_what_is_there_to_be_found(pieces: str, rights: str, move: str, strength: str) -> None:
    text = position(pieces, rights=rights)
    assert best(text, strength) == move
    assert best(swapped(text), strength) == swapped_move(move)


def test_saves_an_attacked_princess() -> None:
    text = position("Re1 Ca1 Na2 Nb2 dd3 cj10 ri10 nh9 ng9", rights="-")
    found = parse_position(text)
    thought = think(found, "hard", 1, 3000)
    assert thought.value > -WIN // 2
    before = Board(found)
    undo = before.make(thought.move.origin | thought.move.target << 7)
    assert Search(before, 2000).best(sorted(before.moves()), [0] * len(list(before.moves())), 1).value < WIN // 2
    before.take_back(undo)


def test_escapes_when_nothing_else_saves_the_princess() -> None:
    """In the corner, all that she could reach is attacked; far away is not."""
    guards = "dd1 da4 fd4 cc4 tc5 te3 wd3"
    text = position(f"Ra1 Cj10 Ni9 Nh9 {guards} rj1", rights="R")
    assert best(text).startswith("a1~")


def test_an_unknown_strength_is_refused() -> None:
    with pytest.raises(Problems) as refusal:
        think(parse_position(START), "divine", 1)
    assert [problem.at for problem in refusal.value.problems] == ["strength"]


@pytest.mark.parametrize(
    ("strength", "nodes", "other", "games", "least"),
    [("hard", 1200, "any legal", 3, 3), ("medium", 600, "greedy", 4, 3), ("easy", 100, "any legal", 6, 4)],
)
def test_the_stronger_wins(strength: str, nodes: int, other: str, games: int, least: int) -> None:
    """A gate; the full measure is `python -m tests.benchmarks.jetan`."""
    found = match(computer(strength, nodes), any_legal if other == "any legal" else greedy, games, "gate")
    print(found)
    assert found.won >= least and found.won > found.lost


class TestCommand:
    def test_best_prints_one_object(self, capsys, tmp_path):
        text = position("De7 Ca1 Rb1 Nc1 re10 cj5 nj9 nj8")
        file = tmp_path / "position.yaml"
        file.write_text(f"game: jetan\nposition: {text}\n", encoding="utf-8")
        assert main(["jetan", "best", str(file), "--strength", "hard"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["move"], told["line"]) == ("e7xe10", ["e7xe10"])
        assert main(["jetan", "best", text]) == 0
        assert json.loads(capsys.readouterr().out) == told

    @pytest.mark.parametrize(
        ("content", "place"),
        [
            ("game: golems\n", "game:"),
            ("game: jetan\n", "position:"),
            ("game: jetan\nposition: 1/2 b\nmove: e2-e3\n", "position:"),
            ("- 1\n", "game:"),
            ("{", "line 1"),
        ],
    )
    def test_best_refuses_what_is_no_position(self, content, place, capsys, tmp_path):
        file = tmp_path / "position.yaml"
        file.write_text(content, encoding="utf-8")
        assert main(["jetan", "best", str(file)]) == 2
        assert f"golem jetan: {place}" in capsys.readouterr().err

    def test_best_refuses_a_seed_and_a_finished_game(self, capsys):
        assert main(["jetan", "best", "start", "--seed", "x"]) == 2
        assert "--seed: a number" in capsys.readouterr().err
        assert main(["jetan", "best", position("Ca1 Rb1 cj10")]) == 2
        assert "there is no legal move" in capsys.readouterr().err

    @pytest.mark.parametrize("language", languages())
    def test_a_game_in_the_terminal(self, language, capsys):
        lines = io.StringIO("d2-d9\nnonsense\nd2-d3\nmoves\ndraw\nresign\n")
        assert play_in_terminal(lines, "black", "easy", 1, language) == 0
        told = capsys.readouterr().out
        far = next(line.split()[1:] for line in told.splitlines() if line.startswith("10 "))
        # Each language has its own letters; a letter is one kind of piece.
        assert len(far) == 10 and far[:4] == far[:5:-1] and len(set(far)) == 6
        assert language != "en" or far == list("wpdfcrfdpw")
        assert "a2-a3" in told.split()
        assert translate(SIDES[0], language) in told and translate(_DECLINED, language) in told
        assert lines.read() == "", "the offer was declined, so the game went on to the end"

    def test_a_game_ends_with_the_input(self, capsys):
        assert play_in_terminal(io.StringIO("d2-d3\n"), "orange", "easy", 1, "en") == 0
        assert "Black: " in capsys.readouterr().out
