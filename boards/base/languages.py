"""The languages of the table."""

from __future__ import annotations

from typing import Literal

Language = Literal["en", "ru", "pl", "fr"]

LANGUAGES: tuple[Language, ...] = ("en", "ru", "pl", "fr")
"""English first: it is the default."""

LANGUAGE_NAMES: dict[Language, str] = {
    "en": "English",
    "ru": "Русский",
    "pl": "Polski",
    "fr": "Français",
}
