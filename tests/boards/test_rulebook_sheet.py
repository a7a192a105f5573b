"""The rules of each game on one sheet: whole in every language and on every paper, with all that has a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from boards.base.catalogue import languages, translate
from boards.drawing.primitives import Text
from boards.drawing.typography import face, width_mm
from boards.kit.cards import CardKind
from boards.kit.marker_plan import TOKEN_COUNTS
from boards.printing.rulebook_sheet import SMALLEST_MM, TooMuchText, rulebook_document, rulebook_drawing
from boards.printing.sheets import PAPERS, usable
from boards.rulebook import Rulebook
from controller.cli import main
from controller.games.game_registry import built_in, rulebook_named
from controller.games.jetan.pieces import KINDS
from controller.games.spiral.board import standard_board
from controller.games.spiral.tabletop import SIGNS

READABLE_MM = 3.0
"""The least em of a sheet that children read: 8.5 points."""


def rules_of(game: str) -> Rulebook:
    found = rulebook_named(game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", built_in())
@pytest.mark.parametrize("language", languages())
def test_a_sheet_is_one_page_that_can_be_read(game: str, language: str) -> None:
    for paper in PAPERS:
        document = rulebook_document(game, rules_of(game), language, paper)
        (page,) = document.pages
        (placement,) = page.placements
        area = usable(page.size)
        low, high = placement.at + placement.drawing.bounds.low, placement.at + placement.drawing.bounds.high
        assert area.low.x <= low.x + 0.01
        assert area.low.y <= low.y + 0.01
        assert high.x <= area.high.x + 0.01
        assert high.y <= area.high.y + 0.01
        for shape in placement.drawing.shapes:
            if isinstance(shape, Text):
                assert face(shape.bold).missing(shape.text) == ()
                if shape.anchor == "start":
                    end = shape.at.x + width_mm(shape.text, shape.size_mm, shape.bold)
                    assert end <= placement.drawing.bounds.high.x + 0.01, shape.text
        sentences = [s.size_mm for s in placement.drawing.shapes if isinstance(s, Text) and len(s.text) > 20]
        assert min(sentences) >= READABLE_MM


def test_what_has_no_room_even_in_the_smallest_type_is_refused() -> None:
    with pytest.raises(TooMuchText):
        rulebook_drawing(rules_of("golems"), "en", 90.0, 40 * SMALLEST_MM)


@pytest.mark.parametrize(
    ("game", "keys"),
    [
        ("golems", {*(kind.value for kind in CardKind), *TOKEN_COUNTS}),
        ("jetan", {kind.name for kind in KINDS}),
        ("spiral", {*SIGNS, *(figure for _, figure in standard_board().figures)}),
        ("robot_game", {"move", "attack", "guard", "suicide"}),
        (
            "robots_hex",
            {"D+1", "R+1", "T", "*", "? 1", "-> 5", "RAZ", "lake", "lightning", "shape", "computer", "start"},
        ),
    ],
)
def test_the_legend_has_all_that_has_a_name(game: str, keys: set[str]) -> None:
    legend = {entry.key: entry for entry in rules_of(game).legend}
    assert keys <= set(legend)
    assert all(entry.picture and translate(entry.meaning, "en") for entry in legend.values())


def test_golem_print_makes_a_sheet_a_game_or_that_of_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["print", "rules", "--language", "pl", "--out", str(tmp_path / "all")]) == 0
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == sorted(
        f"rules-{game}.pdf" for game in built_in()
    )
    assert "Bitwa Golemów" in capsys.readouterr().out
    assert main(["print", "rules", "--game", "jetan", "--out", str(tmp_path / "one")]) == 0
    assert [path.name for path in (tmp_path / "one").iterdir()] == ["rules-jetan.pdf"]
    assert main(["print", "rules", "--game", "chess", "--out", str(tmp_path)]) == 2
    assert "chess" in capsys.readouterr().err
