"""Codes of languages: ISO 639-1 (two letters) and ISO 639-3 (three), with script and country where they matter.

Source: ISO 639-1:2002 and ISO 639-3 (2026-01) as their registration authorities list them. The codes of three letters
stand in ``iso_639_3.txt``: those of languages that have a code of two letters with it (``eng=en``), the older ones of
ISO 639-2/B as well (``ger=de``); not those for no language or several (``und``, ``mul``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

_CODE = re.compile(r"([a-z]{2,3})(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?")
_PRIVATE = re.compile("q[a-t][a-z]")

_LISTED = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv
ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne
ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss
st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
"""
TWO_LETTERS = frozenset(_LISTED.split())
"""All codes of two letters."""


def is_language_code(name: str) -> bool:
    """Return whether a name has the form of a language's code: ``pl``, ``pt_BR``, ``zh_Hant``, ``csb``."""
    return _CODE.fullmatch(name) is not None


def is_known_code(name: str) -> bool:
    """Return whether a code is that of a language, or one of those for private use (``qaa`` to ``qtz``)."""
    match = _CODE.fullmatch(name)
    if match is None:
        return False
    return match[1] in TWO_LETTERS or match[1] in _three_letters() or _PRIVATE.fullmatch(match[1]) is not None


def shorter_code(name: str) -> str | None:
    """Return the code with two letters, if the language of one with three has such a code: ``de_AT`` for ``deu_AT``."""
    match = _CODE.fullmatch(name)
    short = _three_letters().get(match[1]) if match is not None else None
    return short + name[3:] if short else None


@lru_cache(1)
def _three_letters() -> Mapping[str, str]:
    """Codes of three letters, each with that of two letters; empty: it has none."""
    listed = (Path(__file__).parent / "iso_639_3.txt").read_text("ascii").split()
    return {code: short for code, _equals, short in (word.partition("=") for word in listed)}
