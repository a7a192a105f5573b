"""Strips along the sides of cards: what a lower card hides in them, and shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from controller.vision.unread.card_sides.below_cards import find_dark_print, find_hidden_lines
from controller.vision.unread.card_sides.card_rings import AWAY_MM, FAR_OFF, WHITE, CardRings
from controller.vision.unread.card_sides.flat_sheets import lies_flat
from controller.vision.unread.card_sides.lost_lines import NOTHING, find_lost_lines
from controller.vision.unread.card_sides.lower_edges import find_lower_edges
from controller.vision.unread.card_sides.nearest_lines import find_nearest_lines
from controller.vision.unread.card_sides.outer_borders import find_hidden_outer_borders
from controller.vision.unread.card_sides.plain_strips import find_plain_strips

SEED = 7


def rings(count: int = 4) -> CardRings:
    """Strips along the upper sides of cards that lie well: white edges, then two borders of the lane."""
    random = np.random.default_rng(SEED)
    along = np.arange(-30.5, 31.0)
    wider = AWAY_MM[0] + 0.5 * np.arange(-FAR_OFF, len(AWAY_MM) + FAR_OFF)
    line = np.exp(-(((wider[:, None] - np.array([1.0, 3.0])) / 0.7) ** 2)).sum(axis=1)
    printed = np.where(wider > 0.0, -0.3 * line - 0.05, 0.0).astype(np.float32)
    strips = np.repeat(np.repeat(printed[None, :, None], count, axis=0), len(along), axis=2)
    seen = strips[:, FAR_OFF:-FAR_OFF] + random.normal(0.0, 0.01, (count, len(AWAY_MM), len(along)))
    index = np.arange(count)
    return CardRings(
        index,
        np.ones(count, np.intp),
        np.ones(count, np.bool_),
        along,
        np.ones(len(along), np.bool_),
        seen.astype(np.float32),
        np.full((count, len(along)), WHITE - 0.4, np.float32),
        strips,
        np.ones(seen.shape, np.bool_),
        np.ones(count, np.bool_),
        -0.4 * seen.astype(np.float32),
        -0.8 * strips,
    )


def changed(part: CardRings, rows: slice, columns: slice, value: float) -> CardRings:
    seen = part.seen.copy()
    seen[2, rows, columns] = value
    return replace(part, seen=seen)


def at(away: float) -> int:
    return int(np.searchsorted(AWAY_MM, away))


def test_nothing_shows_along_cards_that_lie_well() -> None:
    part = rings()
    assert find_hidden_lines((part,), 2.0, 1.3) == find_dark_print((part,), 2.0, 1.3) == []


@pytest.mark.parametrize(("first", "last"), [(0, 62), (12, 30)])
def test_white_paper_on_the_borders_of_a_lane_is_found_at_its_place(first: int, last: int) -> None:
    part = changed(rings(), slice(at(0.0), at(5.0)), slice(first, last), -0.02)
    (found,) = find_hidden_lines((part,), 2.0, 1.3)
    along = -found.shape[:, 0]
    assert found.card == 2 and along.min() >= first - 31.0 - 6.0 and along.max() <= last - 31.0 + 6.0


@pytest.mark.parametrize("value", [-0.02, 0.01])
def test_paper_on_a_line_close_to_a_card_is_found_without_the_lines_beyond(value: float) -> None:
    assert find_lost_lines((rings(),), 0.5, flat=True) == NOTHING
    part = changed(rings(), slice(at(0.0), at(2.5)), slice(10, 50), value)
    part.ink[2, at(0.0) : at(2.5), 10:50] = 0.0
    assert {found.card for found in find_lost_lines((part,), 0.5, flat=True).beside_cards} == {2}
    # On a bent sheet most lines are not where they are printed.
    bent = replace(part, seen=0.4 * part.seen)
    assert find_lost_lines((bent,), 0.5, flat=True) == NOTHING


@pytest.mark.parametrize(
    ("bright", "of_others", "cards"), [(248.0, 249.0, {2}), (248.0, 220.0, set()), (254.0, 254.0, set())]
)
def test_a_line_is_missed_in_light_in_which_others_are_seen(bright: float, of_others: float, cards: set[int]) -> None:
    part = changed(rings(), slice(at(0.0), at(2.5)), slice(10, 50), 0.0)
    part.ink[2, at(0.0) : at(2.5), 10:50] = 0.0
    part.rim[:] = np.log(of_others)
    part.rim[2] = np.log(bright)
    assert {found.card for found in find_lost_lines((part,), 0.5, flat=True).beside_cards} == cards


def with_gaps(blur_mm: float) -> CardRings:
    """Strips along cards; 2.5 mm beside two of them lie cards of the next lane, on a border. All is blurred."""
    part = rings()
    wider = AWAY_MM[0] + 0.5 * np.arange(-FAR_OFF, len(AWAY_MM) + FAR_OFF)
    fine = np.arange(-6.0, 16.0, 0.1)
    ink = np.where((fine > 0.0) & (fine < 2.5), np.exp(-(((fine - 1.0) / 0.7) ** 2)), 0.0)
    spread = np.exp(-0.5 * ((wider[:, None] - fine) / blur_mm) ** 2)
    blurred = (spread @ ink / spread.sum(axis=1))[FAR_OFF:-FAR_OFF]
    noise = np.random.default_rng(SEED).normal(0.0, 0.01, part.seen.shape)
    seen = part.seen.copy()
    seen[2:] = (-0.3 * blurred[:, None] + noise)[2:]
    free = part.free.copy()
    free[2:, AWAY_MM > 1.9] = False
    return replace(part, seen=seen, free=free)


def test_a_card_in_a_narrow_gap_between_two_rows_is_found_and_the_borders_there_are_seen() -> None:
    part = with_gaps(0.5)
    assert find_lost_lines((part,), 0.5, flat=True) == NOTHING
    hidden = changed(part, slice(at(0.0), at(2.5)), slice(10, 50), -0.02)
    (found,) = find_lost_lines((hidden,), 0.5, flat=True).in_gaps
    assert found.card == 2
    # Where it is so blurred that nobody could see them, and beside the sheet's rim, nothing is missed.
    assert find_lost_lines((hidden,), 2.5, flat=False) == NOTHING
    assert find_lost_lines((replace(hidden, inner=np.zeros(4, np.bool_)),), 0.5, flat=True).in_gaps == []


def turned_below(off_steps: int = 0) -> CardRings:
    """Strips along three cards; two sides of the last hide their lines along 15 mm, as a turned lower card does.

    ``off_steps``: half mm by which the sheet's lines are off their places.
    """
    part = replace(rings(), card=np.array([0, 1, 2, 2]))
    seen = np.roll(part.seen, off_steps, axis=1)
    for side, columns in ((2, slice(5, 22)), (3, slice(40, 56))):
        seen[side, at(0.0) : at(1.6), columns] = -0.01
    return replace(part, seen=seen)


def test_a_card_that_turns_below_another_hides_short_parts_of_lines_on_two_sides() -> None:
    part = turned_below()
    assert [found.card for found in find_nearest_lines((part,), 1.0, 245.0, 0.4)] == [2, 2]
    assert find_nearest_lines((rings(),), 1.0, 245.0, 0.4) == []
    # On one side alone it may be anything.
    assert find_nearest_lines((replace(part, card=np.arange(4)),), 1.0, 245.0, 0.4) == []
    # In light in which no print is seen.
    assert find_nearest_lines((part,), 1.0, 150.0, 0.4) == []


def test_a_sheet_lies_flat_if_its_lines_are_sharp_and_where_they_are_printed() -> None:
    assert lies_flat((turned_below(),), 0.4)
    assert not lies_flat((turned_below(),), 0.9)
    assert not lies_flat((turned_below(2),), 0.4)
    assert not lies_flat((replace(rings(), printed=np.zeros_like(rings().printed)),), 0.4)


def on_tint(slope: float, first_mm: float, value: float) -> CardRings:
    """Strips along sides of cards on a lane's tint; beside one of them something ends along a slanting line.

    ``slope``: mm per mm, of that line; ``first_mm``: its distance from the card's side at one end of it; ``value``:
    log of the brightness up to it, against the card's edge.
    """
    part = rings()
    tint = np.where(AWAY_MM[0] + 0.5 * np.arange(-FAR_OFF, len(AWAY_MM) + FAR_OFF) > 0.0, -0.09, 0.0)
    printed = np.broadcast_to(tint.astype(np.float32)[:, None], part.printed.shape[1:])
    seen = printed[FAR_OFF:-FAR_OFF] + np.random.default_rng(SEED).normal(0.0, 0.008, part.seen.shape)
    end = first_mm + slope * (part.along - part.along[0])
    seen[2] = np.where((AWAY_MM[:, None] > 0.0) & (AWAY_MM[:, None] < end), value, seen[2])
    return replace(part, printed=np.stack([printed] * 4), seen=seen.astype(np.float32))


@pytest.mark.parametrize(("slope", "first_mm"), [(0.0, 3.0), (0.1, 0.5), (-0.08, 4.5)])
def test_the_edge_of_a_lower_card_is_found_and_that_of_a_shadow_or_of_light_is_not(
    slope: float, first_mm: float
) -> None:
    (found,) = find_lower_edges((on_tint(slope, first_mm, -0.01),))
    assert found.card == 2
    # A card's own shadow is darker than the lane; light on the lane leaves it darker than the card.
    assert find_lower_edges((on_tint(slope, first_mm, -0.2),)) == []
    assert find_lower_edges((on_tint(slope, first_mm, -0.07),)) == []


def test_a_bent_cards_own_edge_is_not_a_lower_cards() -> None:
    assert find_lower_edges((on_tint(0.0, 1.7, -0.03),)) == []
    (found,) = find_lower_edges((on_tint(0.0, 3.5, -0.03),))
    assert found.card == 2


def test_edges_are_not_looked_for_where_the_tint_is_not_seen() -> None:
    part = on_tint(0.0, 3.0, -0.01)
    assert find_lower_edges((replace(part, rim=np.full(part.rim.shape, np.log(250.0), np.float32)),)) == []
    faint = np.where(part.seen < -0.05, np.float32(-0.03), part.seen)
    assert find_lower_edges((replace(part, seen=faint),)) == []
    other = part.free.copy()
    other[2, AWAY_MM > 2.0] = False
    assert find_lower_edges((replace(part, free=other),)) == []


def test_a_line_that_touches_a_card_is_missed_along_30_mm_of_one_side() -> None:
    part = changed(rings(), slice(at(0.0), at(1.6)), slice(15, 45), -0.01)
    assert [found.card for found in find_nearest_lines((part,), 1.0, 245.0, 0.4)] == [2]
    part = changed(rings(), slice(at(0.0), at(1.6)), slice(15, 40), -0.01)
    assert find_nearest_lines((part,), 1.0, 245.0, 0.4) == []


def test_borders_that_nobody_could_see_are_not_missed() -> None:
    part = changed(rings(), slice(at(0.0), at(5.0)), slice(0, 62), -0.02)
    burnt = replace(part, rim=np.full(part.rim.shape, WHITE - 0.02, np.float32))
    assert find_hidden_lines((burnt,), 2.0, 1.3) == [] == find_hidden_lines((part,), 60.0, 1.3)


def with_ends(part: CardRings, bright: float) -> CardRings:
    """The same strips with 24 mm beyond one end of the cards, on which nothing lies, in a light as bright as this."""
    extended = {
        name: np.concatenate([getattr(part, name), getattr(rings(), name)[..., :24]], axis=2)
        for name in ("seen", "printed", "free", "ink", "printed_ink")
    }
    return replace(
        part,
        along=np.append(part.along, part.along[-1] + 1.0 + np.arange(24)),
        beside=np.append(part.beside, np.zeros(24, np.bool_)),
        rim=np.full((len(part.card), len(part.along) + 24), np.log(bright), np.float32),
        **extended,
    )


@pytest.mark.parametrize(("bright", "cards"), [(220.0, [2]), (240.0, [2]), (253.0, [])])
def test_in_a_bright_light_borders_are_missed_where_they_are_seen_beyond_a_cards_ends(
    bright: float, cards: list[int]
) -> None:
    part = changed(rings(), slice(at(0.0), at(5.0)), slice(0, 62), -0.02)
    assert [found.card for found in find_hidden_lines((with_ends(part, bright),), 2.0, 1.3)] == cards
    assert find_hidden_lines((with_ends(rings(), bright),), 2.0, 1.3) == []


def test_a_slice_of_a_band_is_found_and_a_shadow_that_lies_on_the_card_as_well_is_not() -> None:
    part = changed(rings(), slice(at(4.0), at(5.5)), slice(20, 40), -0.6)
    assert [found.card for found in find_dark_print((part,), 2.0, 1.3)] == [2]
    rim = part.rim.copy()
    rim[2, 16:44] -= 0.6
    shaded = replace(rings(), rim=rim)
    assert find_dark_print((shaded,), 2.0, 1.3) == []


def test_print_beside_a_burnt_out_edge_is_found_and_fainter_things_are_not() -> None:
    rows, columns = slice(at(2.0), at(4.0)), slice(20, 30)
    for value, found in ((-1.2, [2]), (-0.45, [])):
        part = changed(rings(), rows, columns, value)
        burnt = replace(part, rim=np.full_like(part.rim, WHITE))
        assert [print_.card for print_ in find_dark_print((burnt,), 2.0, 1.3)] == found


def test_a_blank_column_beyond_a_cards_ends_says_nothing_of_where_lines_are() -> None:
    part = changed(rings(), slice(at(0.0), at(5.0)), slice(0, 62), -0.02)
    # Unlike a line, wherever one is looked for.
    ramp = np.linspace(0.02, 0.0, len(AWAY_MM), dtype=np.float32)
    seen, printed = np.broadcast_to(ramp[:, None], (4, len(AWAY_MM), 12)), np.zeros((4, part.printed.shape[1], 12))
    grown = {
        "seen": np.concatenate([part.seen, seen], axis=2),
        "printed": np.concatenate([part.printed, printed], axis=2, dtype=np.float32),
        "free": np.pad(part.free, ((0, 0), (0, 0), (0, 12)), constant_values=True),
    }
    along = np.append(part.along, part.along[-1] + 1.0 + np.arange(12))
    rim = np.pad(part.rim, ((0, 0), (0, 12)), mode="edge")
    beside = np.append(part.beside, np.zeros(12, np.bool_))
    (found,) = find_hidden_lines((replace(part, along=along, beside=beside, rim=rim, **grown),), 2.0, 1.3)
    assert found.card == 2


def beside_one_line(away_mm: float = 3.0) -> CardRings:
    """Strips along the upper sides of cards that lie well: beyond their white edges there is one border."""
    part = rings()
    wider = AWAY_MM[0] + 0.5 * np.arange(-FAR_OFF, len(AWAY_MM) + FAR_OFF)
    line = np.exp(-(((wider - away_mm) / 0.7) ** 2))
    printed = np.where(wider > 0.0, -0.25 * line - 0.05, 0.0).astype(np.float32)[None, :, None]
    strips = np.broadcast_to(printed, part.printed.shape)
    noise = np.random.default_rng(SEED).normal(0.0, 0.01, part.seen.shape)
    seen = (strips[:, FAR_OFF:-FAR_OFF] + noise).astype(np.float32)
    return replace(part, printed=strips, seen=seen, inner=np.zeros(len(part.card), np.bool_))


@pytest.mark.parametrize("away_mm", [2.0, 3.0, 4.0])
def test_the_outermost_border_some_mm_beside_a_card_is_seen_or_missed(away_mm: float) -> None:
    part = beside_one_line(away_mm)
    assert find_hidden_outer_borders((part,)) == []
    # It lies a little elsewhere.
    assert find_hidden_outer_borders((replace(part, seen=np.roll(part.seen, 2, axis=1)),)) == []
    hidden = changed(part, slice(at(0.0), at(6.0)), slice(8, 50), -0.02)
    (found,) = find_hidden_outer_borders((hidden,))
    along = -found.shape[:, 0]
    assert found.card == 2 and along.min() >= 8 - 31.0 - 5.0 and along.max() <= 50 - 31.0 + 5.0
    # A part of it, or in a light in which none is seen.
    assert find_hidden_outer_borders((changed(part, slice(at(0.0), at(6.0)), slice(8, 30), -0.02),)) == []
    assert find_hidden_outer_borders((replace(hidden, rim=np.full(part.rim.shape, WHITE - 0.02, np.float32)),)) == []


def on_floor(off_along_mm: float = 0.0) -> CardRings:
    """Strips beside cards on a column of tiles, which is displaced a little, in a light that changes along it."""
    part = rings()
    random = np.random.default_rng(SEED)
    wider = part.printed.shape[1]

    def tiles(off: float) -> np.ndarray:
        return np.where((part.along + off) % 9.2 < 6.4, -0.057, 0.0).astype(np.float32)

    light = 0.1 * (part.along / 31.0) ** 2 - 0.05 * part.along / 31.0
    shadow = np.where(np.abs(AWAY_MM) < 1.0, -0.1, 0.0)[:, None]
    seen = tiles(off_along_mm) + light + shadow + random.normal(0.0, 0.005, part.seen.shape)
    printed = np.broadcast_to(tiles(0.0), (4, wider, len(part.along)))
    return replace(part, seen=seen.astype(np.float32), printed=np.ascontiguousarray(printed))


@pytest.mark.parametrize("off_along_mm", [0.0, -1.0, 0.7])
def test_tiles_beside_a_card_are_seen_in_any_light(off_along_mm: float) -> None:
    assert find_plain_strips((on_floor(off_along_mm),)) == []


def test_paper_beside_a_card_hides_the_tiles() -> None:
    part = changed(on_floor(), slice(at(0.0), at(2.5)), slice(8, 50), 0.02)
    (found,) = find_plain_strips((part,))
    along = -found.shape[:, 0]
    assert found.card == 2 and along.min() >= 8 - 31.0 - 3.0 and along.max() <= 50 - 31.0 + 3.0


def test_tiles_that_nobody_could_see_are_not_missed() -> None:
    part = changed(on_floor(), slice(at(0.0), at(2.5)), slice(8, 50), 0.02)
    without = replace(part, printed=np.zeros_like(part.printed))
    assert find_plain_strips((without,)) == []
    rim = part.rim.copy()
    rim[2] = np.log(248.0)
    assert find_plain_strips((replace(part, rim=rim),)) == []
    # Beside the other cards they are seen in as bright a light.
    rim[:] = np.log(248.0)
    assert [found.card for found in find_plain_strips((replace(part, rim=rim),))] == [2]
