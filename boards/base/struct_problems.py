"""What does not fit a type that msgspec knows: all of it, each with its place, as codes and facts.

msgspec tells the first mistake only, in an English sentence. Where it refuses a value, :func:`struct_problems` walks
the value along the type (``msgspec.inspect``) and names every mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from boards.base.errors import Problem
from boards.base.message import Message, joined
from boards.base.reasons import Reason, foreign_words
from boards.base.yaml_messages import (
    KEYS,
    LIST,
    NOTHING,
    NUMBER,
    SOMETHING_ELSE,
    TEXT,
    TRUTH,
    WHOLE,
    YamlMistake,
    instead,
)

_LONGEST = 60
"""Characters of a value that are shown."""


def struct_problems(value: object, kind: Any, error: Exception, at: str = "") -> list[Problem]:
    """Return why a value is not of a type: every mistake with its place below ``at``, such as ``robots[2].name``.

    ``error`` is what msgspec said; its own words stand in for a mistake of a kind that is not known here.
    """
    # It takes 5 ms to load, and is needed for mistakes only.
    import msgspec.inspect

    found = list(_mistakes(value, msgspec.inspect.type_info(kind), at))
    if found:
        return found
    said, _between, place = str(error).partition(" - at `$")
    return [Problem(_below(at, place.rstrip("`").lstrip(".")), foreign_words(said))]


def _mistakes(value: Any, info: Any, at: str) -> Iterator[Problem]:
    """Yield what is wrong with a value of plain JSON or YAML."""
    import msgspec.inspect as types

    if isinstance(info, types.Metadata):
        yield from _mistakes(value, info.type, at)
    elif isinstance(info, types.UnionType):
        yield from _of_several(value, info, at)
    elif isinstance(info, types.StructType):
        yield from _of_struct(value, info, at)
    elif isinstance(info, types.DictType):
        if not isinstance(value, Mapping):
            yield Problem(at, instead(shown(value), KEYS))
        else:
            for key, inner in value.items():
                yield from _mistakes(key, info.key_type, _below(at, str(key)))
                yield from _mistakes(inner, info.value_type, _below(at, str(key)))
    elif isinstance(info, types.ListType | types.VarTupleType | types.SetType | types.FrozenSetType | types.TupleType):
        yield from _of_list(value, info, at)
    elif isinstance(info, types.LiteralType | types.EnumType):
        choices = info.values if isinstance(info, types.LiteralType) else [each.value for each in info.cls]
        if value not in choices:
            told = ", ".join(str(one) for one in choices if one != "")
            yield Problem(at, YamlMistake.CHOICE(found=shown(value), choices=told))
    else:
        reason = _scalar_mistake(value, info)
        if reason is not None:
            yield Problem(at, reason)


def _of_several(value: Any, info: Any, at: str) -> Iterator[Problem]:
    """Yield what is wrong with a value that may be of several types: nothing if one fits, else of the likeliest."""
    for each in info.types:
        tag = getattr(each, "tag_field", None)
        if tag is not None and isinstance(value, Mapping) and value.get(tag) == each.tag:
            yield from _of_struct(value, each, at)
            return
    tried = [list(_mistakes(value, each, at)) for each in info.types]
    if all(tried):
        # None is rarely what somebody meant; of the others the one with the fewest mistakes.
        import msgspec.inspect as types

        meant = [found for found, each in zip(tried, info.types, strict=True) if not isinstance(each, types.NoneType)]
        yield from min(meant or tried, key=len)


def _of_struct(value: Any, info: Any, at: str) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield Problem(at, instead(shown(value), KEYS))
        return
    fields = {each.encode_name: each for each in info.fields}
    for name, each in fields.items():
        if name in value:
            yield from _mistakes(value[name], each.type, _below(at, name))
        elif each.required:
            yield Problem(_below(at, name), YamlMistake.MISSING())
    if info.forbid_unknown_fields:
        known = ", ".join(fields)
        for name in value:
            if name not in fields and name != info.tag_field:
                yield Problem(_below(at, str(name)), YamlMistake.UNKNOWN(known=known))


def _of_list(value: Any, info: Any, at: str) -> Iterator[Problem]:
    import msgspec.inspect as types

    if not isinstance(value, list | tuple):
        yield Problem(at, instead(shown(value), LIST))
        return
    kinds = info.item_types if isinstance(info, types.TupleType) else [info.item_type] * len(value)
    if len(kinds) != len(value):
        yield Problem(at, YamlMistake.COUNT(found=len(value), wanted=len(kinds)))
        return
    for index, (item, kind) in enumerate(zip(value, kinds, strict=True)):
        yield from _mistakes(item, kind, f"{at}[{index}]")


def _scalar_mistake(value: Any, info: Any) -> Reason | None:
    import msgspec.inspect as types

    if isinstance(info, types.NoneType):
        return None if value is None else instead(shown(value), NOTHING)
    if isinstance(info, types.BoolType):
        return None if isinstance(value, bool) else instead(shown(value), TRUTH)
    if isinstance(info, types.StrType):
        if not isinstance(value, str):
            return instead(shown(value), TEXT)
        low, high = info.min_length or 0, info.max_length
        if len(value) < low or (high is not None and len(value) > high):
            return YamlMistake.LENGTH(found=len(value), low=low, high=high if high is not None else "…")
        return None
    if isinstance(info, types.IntType | types.FloatType):
        whole = isinstance(info, types.IntType)
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            return instead(shown(value), WHOLE if whole else NUMBER)
        return _outside(value, info)
    return None


def _outside(value: float, info: Any) -> Reason | None:
    """Return that a number is outside of its limits; None if it is not."""
    low = info.ge if info.ge is not None else info.gt
    high = info.le if info.le is not None else info.lt
    below = low is not None and (value < low or (info.gt is not None and value == low))
    above = high is not None and (value > high or (info.lt is not None and value == high))
    if not below and not above:
        return None
    ends = ["…" if end is None else f"{end:g}" for end in (low, high)]
    return YamlMistake.OUTSIDE(found=value, low=ends[0], high=ends[1])


def shown(value: object) -> Message | str:
    """Return a plain value as people are told of it."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, Mapping):
        return KEYS
    if isinstance(value, list | tuple):
        return LIST
    if isinstance(value, str | int | float):
        return f"{str(value)[:_LONGEST]!r}" if isinstance(value, str) else str(value)[:_LONGEST]
    return SOMETHING_ELSE


def _below(at: str, key: str) -> str:
    return f"{at}.{key}" if at and key else at or key


def misfit(value: object, kind: Any, error: Exception) -> Message:
    """Return all that :func:`struct_problems` finds as one message."""
    return joined([problem.placed for problem in struct_problems(value, kind, error)], "; ")
