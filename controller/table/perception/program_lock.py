"""Programs are locked: a commitment that may be published before the rows are, and a watch over the cards since.

The commitment to a row is ``SHA-256( JSON of [player, row, text, [[place, card], ...], salt] )``: a hash
commitment (G. Brassard, D. Chaum, C. Crépeau, 1988). A row is one of a few hundred, so without the salt, 128 bits
of chance that are told with the row only, anybody could try them all.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from boards.base.errors import InvalidInput, Problem, Problems
from boards.geometry import Point
from boards.kit.thing_keys import CardKey, MatKey, TrayKey, parse_card_key
from boards.kit.trays import TRAY
from controller.table.core.record.entries import ProgramsCorrected, ProgramsTaken
from controller.table.perception.program_reading import LaidCard
from controller.table.view.table_messages import say
from controller.table.view.view import Notice, RowLock
from controller.vision.scene import Scene, Seen

SALT_BITS = 128

OUT_OF_PLACE_MM = 30.0
"""A card that is farther than this from where it lay when it was locked has left its place: a little less than half a
slot, so that a sleeve does no harm and a child can put it back by hand."""

COVERS_MM = 50.0
"""A thing whose centre is nearer than this to a card's place may lie on the card."""

GONE_AFTER = 4
"""Looks in a row in which a card's place is bare. A look is three frames at least: about ten frames are asked for."""

CODES = ("card-moved", "card-added", "card-swapped", "card-gone")
"""Of the notices, in which nothing tells which card it is."""


@dataclass(frozen=True)
class LockedCard:
    """A card as it lay when it was locked."""

    card: CardKey
    place: int
    """1 is the leftmost card of its row."""
    at: Point
    """In the tray's own frame, mm."""


@dataclass(frozen=True)
class LockedRow:
    """A row, the cards that say it (none, if the computer has chosen it), and its salt."""

    player: str
    row: int
    """1 to 4; its lane is one less."""
    text: str
    cards: tuple[LockedCard, ...]
    salt: str

    @cached_property
    def sum(self) -> str:
        """The commitment, in hexadecimal digits."""
        told = [self.player, self.row, self.text, [[card.place, str(card.card)] for card in self.cards], self.salt]
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def view(self, *, opened: bool) -> RowLock:
        """Return what may be shown of it: the sum always, the rest with the row."""
        if not opened:
            return RowLock(self.sum)
        return RowLock(self.sum, self.salt, tuple(str(card.card) for card in self.cards))


Locks = Mapping[str, tuple[LockedRow, ...]]
"""By player, the first row first."""


def lock(programs: Mapping[str, Sequence[str]], laid: Iterable[LaidCard], scene: Scene, chance: Random) -> Locks:
    """Lock these programs as the cards of `laid` lie in the scene. Whoever has no cards there has only the texts."""
    lying = tuple(laid)
    return {
        player: tuple(
            LockedRow(
                player, lane + 1, text, _cards(player, lane, lying, scene), f"{chance.getrandbits(SALT_BITS):032x}"
            )
            for lane, text in enumerate(rows)
        )
        for player, rows in programs.items()
    }


def lock_rows(programs: Mapping[str, Sequence[str]], chance: Random) -> Locks:
    """Lock programs that no cards on a table say."""
    return {
        player: tuple(
            LockedRow(player, lane + 1, text, (), f"{chance.getrandbits(SALT_BITS):032x}")
            for lane, text in enumerate(rows)
        )
        for player, rows in programs.items()
    }


def _cards(player: str, lane: int, laid: Sequence[LaidCard], scene: Scene) -> tuple[LockedCard, ...]:
    tray = scene.find(TrayKey(player))
    if tray is None:
        return ()
    row = [item for item in laid if item.colour == player and item.lane == lane]
    return tuple(
        LockedCard(item.card, place, _rounded(tray.pose.local(item.pose.point))) for place, item in enumerate(row, 1)
    )


def _rounded(point: Point) -> Point:
    return Point(round(point.x, 1), round(point.y, 1))


def sums(locks: Locks) -> dict[str, tuple[str, ...]]:
    """Return what the journal says before the rows: the commitments alone."""
    return {player: tuple(row.sum for row in rows) for player, rows in locks.items()}


def locked_programs(programs: Mapping[str, Sequence[str]], locks: Locks) -> ProgramsTaken:
    """Return what the journal keeps of programs and their locks; nobody may see it before the rows."""
    return ProgramsTaken(
        {player: tuple(rows) for player, rows in programs.items()},
        {player: tuple(row.salt for row in rows) for player, rows in locks.items()},
        {
            player: tuple(tuple((str(card.card), card.at.x, card.at.y) for card in row.cards) for row in rows)
            for player, rows in locks.items()
        },
    )


def _card_of(text: str) -> CardKey:
    try:
        return parse_card_key(text)
    except InvalidInput as error:
        raise Problems([Problem("cards", error.message)]) from error


def load_locks(taken: ProgramsTaken | ProgramsCorrected) -> Locks:
    """Return the locks of a journal's entry; none from a record of before there were any.

    Raises :class:`boards.base.errors.Problems` for what is no card.
    """
    laid = taken.cards or {}
    return {
        player: tuple(
            LockedRow(
                player,
                number,
                text,
                tuple(LockedCard(_card_of(card), place, Point(x, y)) for place, (card, x, y) in enumerate(cards, 1)),
                salt,
            )
            for number, (text, cards, salt) in enumerate(
                zip(taken.programs[player], laid[player], salts, strict=True), 1
            )
        )
        for player, salts in (taken.salts or {}).items()
    }


# The watch


@dataclass(frozen=True)
class Breach:
    """A locked row is not as it was: whose, where and how; never which card."""

    code: str
    """One of `CODES`."""
    player: str
    row: int
    place: int

    @property
    def notice(self) -> Notice:
        """What people have to do."""
        facts = {"golem": self.player, "row": str(self.row), "place": str(self.place)}
        return Notice(self.code, "stop", say(self.code, **facts), facts)


@dataclass(frozen=True)
class Watch:
    """What is known of the locked cards, from look to look."""

    bare: Mapping[CardKey, int] = field(default_factory=dict)
    """By card: for how many looks its place has been bare and it was nowhere."""
    breaches: Mapping[CardKey, Breach] = field(default_factory=dict)
    """By card. One that was found holds until the card is surely back, or surely away if it was one too many."""

    @property
    def doubtful(self) -> bool:
        """Whether another look at once would tell more."""
        return any(0 < looks < GONE_AFTER for looks in self.bare.values())

    @property
    def notices(self) -> tuple[Notice, ...]:
        """By player, row and place; none twice."""
        found = sorted(set(self.breaches.values()), key=lambda b: (b.player, b.row, b.place, b.code))
        return tuple(breach.notice for breach in found)


def watch(before: Watch, rows: Iterable[LockedRow], scene: Scene) -> Watch:
    """Return what a look at the table at rest says of rows that are locked and not revealed.

    Only what is sure counts: a card that is seen elsewhere, another that is seen in its place or in its lane, a place
    that is bare for `GONE_AFTER` looks. A card that is covered or unread, or whose tray is, is *hidden*: nothing
    follows from that.
    """
    seen = {item.thing: item for item in scene.things if isinstance(item.thing, CardKey)}
    by_player: dict[str, list[LockedRow]] = {}
    for row in rows:
        by_player.setdefault(row.player, []).append(row)
    bare: dict[CardKey, int] = {}
    breaches: dict[CardKey, Breach] = {}
    for player, watched in by_player.items():
        tray = scene.find(TrayKey(player))
        if tray is None:
            cards = {card.card for row in watched for card in row.cards}
            bare |= {card: looks for card, looks in before.bare.items() if card in cards}
            breaches |= {card: breach for card, breach in before.breaches.items() if breach.player == player}
            continue
        _watch_tray(_Tray(player, watched, tray, scene), seen, before, bare, breaches)
    return Watch(bare, breaches)


class _Tray:
    """A tray and what may be hidden on it."""

    def __init__(self, player: str, rows: Sequence[LockedRow], tray: Seen, scene: Scene) -> None:
        self.player = player
        self.rows = rows
        self._tray = tray
        self._unread_keys = {item.thing for item in scene.unread}
        places = [tray.pose.local(item.pose.point) for item in scene.unread if item.pose is not None]
        self._unread_lanes = {TRAY.lane_of(place) for place in places}
        self._on_top = [self.local(item) for item in scene.things if not isinstance(item.thing, MatKey | TrayKey)]

    def local(self, seen: Seen) -> Point:
        """Return where something lies in the tray's own frame, mm."""
        return self._tray.pose.local(seen.pose.point)

    def may_hide(self, card: CardKey, row: LockedRow, at: Point | None = None) -> bool:
        """Whether a card of this row (that lay here) may lie there, and not be read."""
        if card in self._unread_keys or row.row - 1 in self._unread_lanes:
            return True
        return at is not None and any(place.distance(at) < COVERS_MM for place in self._on_top)

    def row_at(self, place: Point) -> LockedRow | None:
        """Return the locked row of the lane at a place of the tray, mm; None for a lane without one."""
        lane = TRAY.lane_of(place)
        return next((row for row in self.rows if row.row - 1 == lane), None)


def _watch_tray(  # noqa: C901 (the cases of one card that was moved)
    tray: _Tray, seen: Mapping[CardKey, Seen], before: Watch, bare: dict[CardKey, int], breaches: dict[CardKey, Breach]
) -> None:
    locked = {card.card for row in tray.rows for card in row.cards}
    others = {key: tray.local(item) for key, item in seen.items() if key not in locked}
    instead: set[CardKey] = set()
    for row in tray.rows:
        for card in row.cards:
            known = before.breaches.get(card.card)
            if card.card in seen:
                if tray.local(seen[card.card]).distance(card.at) > OUT_OF_PLACE_MM:
                    breaches[card.card] = Breach("card-moved", tray.player, row.row, card.place)
                continue
            there = [key for key, place in others.items() if place.distance(card.at) <= OUT_OF_PLACE_MM]
            if there:
                instead.update(there)
                breaches[card.card] = Breach("card-swapped", tray.player, row.row, card.place)
            elif tray.may_hide(card.card, row, card.at):
                bare[card.card] = before.bare.get(card.card, 0)
                if known is not None:
                    breaches[card.card] = known
            else:
                bare[card.card] = before.bare.get(card.card, 0) + 1
                if known is not None or bare[card.card] >= GONE_AFTER:
                    breaches[card.card] = known or Breach("card-gone", tray.player, row.row, card.place)
    for key, place in others.items():
        row_there = tray.row_at(place)
        if row_there is not None and key not in instead:
            nth = 1 + sum(card.at.x < place.x for card in row_there.cards)
            breaches[key] = Breach("card-added", tray.player, row_there.row, nth)
    for key, known in before.breaches.items():
        if known.player == tray.player and key not in locked and key not in seen:
            row_then = next((row for row in tray.rows if row.row == known.row), None)
            if row_then is not None and tray.may_hide(key, row_then):
                breaches[key] = known
