"""The files of the page and the pictures of the kit, all in memory: exact names only, so no path can stray."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from boards.base.catalogue import Language, languages
from boards.colours import COLOURS, HEX
from boards.drawing.icon_art import ICONS, icon, icon_png
from boards.drawing.jetan_figures import FIGURES
from boards.drawing.mood_art import MOODS, mood_face
from boards.drawing.next_step_art import NEXT_STEPS
from boards.drawing.piece_art import PAINT
from boards.drawing.primitives import sheet
from boards.drawing.screen_art import board_svg, card_svg, golem_svg, token_svg
from boards.drawing.svg import svg_document, svg_shapes
from boards.kit.cards import CardKind
from boards.rulebook import Picture
from controller.console.page_texts import page_words
from controller.games.game_registry import names, rulebook_named, tabletop_named

TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}

PNG = "image/png"
_COMPRESSED = frozenset({TYPES[".woff2"], PNG, "audio/wav"})
"""What gains nothing from compression, or is sent whole: sounds are noise."""

TOKENS: tuple[str, ...] = ("barrel", "wall", "water")

LARGEST_BOARD = 26


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    type: str
    tag: str
    """The ETag: a hash of the body, so that a browser asks again but fetches only what changed."""
    packed: bytes | None = None
    """The body in gzip's format, for browsers that read it; None for what is compressed as it is."""


def _asset(body: bytes, kind: str) -> Asset:
    # The same bytes for the same body, whenever it is compressed.
    packed = gzip.compress(body, mtime=0) if kind not in _COMPRESSED else None
    return Asset(body, kind, f'"{hashlib.sha256(body).hexdigest()[:24]}"', packed)


_INCLUDE = re.compile(rb"<!-- include ([a-z_]+/[a-z_]+\.inc) -->\n")
"""What pages have in common stands in ``.inc`` files, which are not served by themselves."""


def _included(page: bytes, static: Traversable) -> bytes:
    """Return a page with the files that it includes, and those that they include."""
    return _INCLUDE.sub(
        lambda match: _included(static.joinpath(*match[1].decode().split("/")).read_bytes(), static), page
    )


def _walk(folder: Traversable, prefix: str, static: Traversable) -> Iterator[tuple[str, Asset]]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/", static)
            continue
        suffix = f".{entry.name.rpartition('.')[2]}"
        if suffix in TYPES:
            body = entry.read_bytes()
            yield f"{prefix}{entry.name}", _asset(_included(body, static) if suffix == ".html" else body, TYPES[suffix])


@lru_cache(maxsize=1)
def page_files() -> Mapping[str, Asset]:
    """Return the page's files by their path in an address: ``static/table/table.js``, its letters, its words."""
    static, fonts = files("controller.console") / "static", files("boards") / "fonts"
    return {
        **{f"static/words/{language}.json": _words(language) for language in languages()},
        **dict(_walk(static, "static/", static)),
        **dict(_walk(fonts / "web", "fonts/", static)),
        "static/shared/icon.svg": svg_asset(svg_document(icon().bounds, svg_shapes(icon().shapes))),
        # The licence goes with what was made from the fonts.
        "fonts/OFL.txt": _asset((fonts / "OFL.txt").read_bytes(), TYPES[".txt"]),
    }


def _words(language: Language) -> Asset:
    text = json.dumps(page_words(language), ensure_ascii=False, separators=(",", ":"))
    return _asset(text.encode(), TYPES[".json"])


@lru_cache(maxsize=1024)
def picture(name: str) -> Asset | None:
    """Return a picture of the kit by name, None if there is none. The same for everybody, so it can tell no secret.

    ``board/4x4/en``, ``token/barrel``, ``golem/red`` (looking up, centred at 0,0), ``card/red/if enemy/en``,
    ``rules/golems/step/1``, ``next/lay``,
    ``mood/hurt/red``.
    """
    match name.split("/"):
        case ["board", size, language] if language in languages():
            columns, _, rows = size.partition("x")
            if not (_is_side(columns) and _is_side(rows)):
                return None
            svg = board_svg(int(columns), int(rows), language)
        case ["token", kind] if kind in TOKENS:
            svg = token_svg(kind)
        case ["golem", colour] if colour in COLOURS:
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{golem_svg(colour)}</svg>'
        case ["figure", kind, owner] if kind in FIGURES and owner in PAINT:
            svg = svg_document(sheet(100, 100), svg_shapes(FIGURES[kind](*PAINT[owner])))
        case ["mood", mood, colour] if mood in MOODS and colour in HEX:
            svg = svg_document(sheet(104, 104), svg_shapes(mood_face(HEX[colour], mood)))
        case ["next", step] if step in NEXT_STEPS:
            svg = svg_document(sheet(104, 104), svg_shapes(NEXT_STEPS[step]()))
        case ["rules", game, part, number] if game in names() and number.isascii() and number.isdigit():
            shapes = _rule_picture(game, part, int(number))
            if shapes is None:
                return None
            svg = svg_document(sheet(104, 104), svg_shapes(shapes))
        case ["card", colour, kind, language] if colour in COLOURS and language in languages():
            if kind not in {card.value for card in CardKind}:
                return None
            svg = card_svg(kind, colour, language)
        case _:
            return None
    return svg_asset(svg)


def _rule_picture(game: str, part: str, number: int) -> Picture | None:
    """Return a picture of a game's rules: of its title, or by number from 1 of a step or of the legend."""
    rules = rulebook_named(game)
    if rules is None:
        return None
    pictures = {
        "title": (rules.picture,),
        "step": tuple(one.picture for one in rules.steps),
        "legend": tuple(one.picture for one in rules.legend),
    }.get(part, ())
    return pictures[number - 1] if 1 <= number <= len(pictures) else None


@lru_cache(maxsize=16)
def icon_file(form: str) -> Asset | None:
    """Return the app's icon as a PNG in a form of :data:`boards.drawing.icon_art.ICONS`, None for another form."""
    return _asset(icon_png(ICONS[form]), PNG) if form in ICONS else None


def svg_asset(svg: str) -> Asset:
    """Return a drawing as it is sent."""
    return _asset(svg.encode(), TYPES[".svg"])


def json_asset(body: bytes) -> Asset:
    """Return JSON that is the same for everybody as it is sent."""
    return _asset(body, TYPES[".json"])


@lru_cache(maxsize=64)
def sound_file(game: str, name: str) -> Asset | None:
    """Return a sound of a game by name as a WAV file, None if there is none."""
    make = tabletop_named(game).sounds.get(name) if game in names() else None
    return None if make is None else _asset(make(), "audio/wav")


def _is_side(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= LARGEST_BOARD
