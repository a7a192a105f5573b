"""What has been chosen for a table so far, kept beside the records, and the table file that it becomes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import yaml
from msgspec import Meta, Struct

from boards.base.catalogue import languages
from boards.base.errors import Problem, Problems
from boards.base.message import _
from boards.base.system_errors import system_reason
from boards.colours import COLOURS
from boards.kit.thing_keys import MatKey
from boards.mats import mats

FILE = "set-up.json"
TABLE_FILE = "table.yaml"
HANDS = "hands"
"""In place of a robot: people move this golem."""

_Short = Annotated[str, Meta(min_length=1, max_length=200)]


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is being set up."""

    name: _Short = "Golem Table"
    language: _Short | None = None
    """None: not chosen yet, then English."""
    board: _Short = "4x4"
    players: Annotated[int, Meta(ge=2, le=len(COLOURS))] = 2
    printed: bool = False
    """Whether people say that the kit lies on the table, at its true size."""
    card_mm: Annotated[float, Meta(ge=40, le=170)] | None = None
    """How wide a bank card is by the print: on a sheet's ruler, or on the mat by the camera; None: not measured."""
    camera: _Short | None = None
    lens_good_enough: bool = False
    """Whether the lens is to be estimated from the table."""
    lens: _Short | None = None
    """The file of a measured lens, beside the table file."""
    robots: dict[str, _Short] = {}
    """Golem -> address, or ``hands``."""

    @property
    def colours(self) -> tuple[str, ...]:
        """The golems that play."""
        return COLOURS[: self.players]

    @property
    def spoken(self) -> str:
        """The language of the table and of what is printed."""
        return self.language or "en"

    @property
    def mat(self) -> MatKey:
        """The mat's key."""
        return MatKey(self.board)


def checked(draft: Draft) -> Draft:
    """Return the draft. Raises Problems, at its fields, for what cannot be."""
    problems = [
        Problem(field, _("{found} has signs that cannot be printed", found=ascii(text[:60])))
        for field, text in (("name", draft.name), ("camera", draft.camera or ""), *draft.robots.items())
        if not text.isprintable()
    ]
    if draft.language is not None and draft.language not in languages():
        known = ", ".join(languages())
        problems.append(
            Problem("language", _("{found} is not one of {known}", found=repr(draft.language), known=known))
        )
    if draft.mat not in mats():
        known = ", ".join(key.name for key in mats())
        problems.append(Problem("board", _("{found} is not one of {known}", found=repr(draft.board), known=known)))
    strangers = [name for name in draft.robots if name not in draft.colours]
    if strangers:
        known = ", ".join(draft.colours)
        problems.append(Problem("robots", _("{found} is not one of {known}", found=repr(strangers[0]), known=known)))
    if problems:
        raise Problems(problems)
    return draft


def table_text(draft: Draft, port: int) -> str:
    """Return the table file of a draft, as people would write it; `port`: of its page."""
    robots = {colour: draft.robots.get(colour, HANDS) for colour in draft.colours}
    told: dict[str, object] = {
        "name": draft.name,
        "camera": draft.camera,
        **({"lens": draft.lens} if draft.lens is not None else {}),
        "game": {"board": draft.board, "players": draft.players, "language": draft.spoken},
        # Who is left out is moved by hand.
        "robots": {colour: address for colour, address in robots.items() if address != HANDS},
    }
    if not told["robots"]:
        del told["robots"]
    told["page"] = {"host": "0.0.0.0", "port": port}
    head = "# Written by the set-up page; docs/facilitator.md tells what else can stand here.\n"
    return head + yaml.safe_dump(told, allow_unicode=True, sort_keys=False)


def load_draft(folder: Path) -> Draft:
    """Return the draft that was left in a folder, or a new one. A file that cannot be read begins anew."""
    try:
        return checked(msgspec.json.decode((folder / FILE).read_bytes(), type=Draft))
    except (OSError, msgspec.DecodeError, Problems):
        return Draft()


def keep_draft(folder: Path, draft: Draft) -> None:
    """Keep a draft, whole or not at all. Raises Problems if it cannot be written."""
    part = folder / f"{FILE}.part"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(draft))
        part.replace(folder / FILE)
    except OSError as error:
        message = _("what was chosen cannot be kept: {reason}", reason=system_reason(error).message)
        raise Problems([Problem(str(folder / FILE), message)]) from None


def free_table_file(here: Path) -> Path:
    """Return where the table file is written: no other one is overwritten."""
    names = [TABLE_FILE, *(f"table-{number}.yaml" for number in range(2, 1000))]
    return next(here / name for name in names if not (here / name).exists())
