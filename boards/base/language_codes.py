"""Codes of languages: ISO 639-1 (two letters) and ISO 639-3 (three), with script and country where they matter.

Source: ISO 639-1:2002 as the registration authority lists it. Some 7,900 codes of three letters are not listed here.
"""

from __future__ import annotations

import re

_CODE = re.compile(r"([a-z]{2,3})(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?")

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
    """Return whether a code is that of a language. Three letters are believed."""
    match = _CODE.fullmatch(name)
    return match is not None and (len(match[1]) > 2 or match[1] in TWO_LETTERS)
