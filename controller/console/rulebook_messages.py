"""What the page is sent of a game's rules."""

from __future__ import annotations

from msgspec import Struct


class RuleEntryView(Struct, frozen=True):
    """A step of the rules, or something that has a name: with its picture."""

    key: str
    """A card's, piece's or sign's name in the game; a step's number."""
    heading: dict[str, str]
    text: dict[str, str]
    picture: str
    """By its name under /art/."""


class RulebookView(Struct, frozen=True):
    """The rules of a game for people who want to play it."""

    game: str
    title: dict[str, str]
    aim: dict[str, str]
    picture: str
    steps: list[RuleEntryView]
    legend_title: dict[str, str]
    legend: list[RuleEntryView]


class RulebookIndex(Struct, frozen=True):
    """The games that have rules to read, and who reads them."""

    language: str
    """For browsers that ask for none of the languages."""
    languages: dict[str, str]
    """Code -> the language's own name."""
    games: dict[str, dict[str, str]]
    """Name -> what people call it."""
