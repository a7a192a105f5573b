"""What does not fit a type: every mistake with its place, as codes and facts."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from boards.base.struct_problems import misfit, struct_problems


class _Dog(Struct, tag="dog", forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=5)]
    legs: Annotated[int, Meta(ge=0, le=4)] = 4
    size: Literal["small", "large"] = "small"


class _Cat(Struct, tag="cat"):
    lives: int
    friends: list[_Dog] = []
    place: tuple[float, float] | None = None
    toys: dict[str, bool] = {}


_Animal = _Dog | _Cat


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ({"type": "dog"}, ["name: missing"]),
        ({"type": "dog", "name": "", "legs": 5, "size": "huge", "tail": 1}, [
            "name: 0 characters where 1 to 5 are wanted",
            "legs: 5 is outside the range 0 to 4",
            "size: 'huge' is not one of large, small",
            "tail: unknown key; known here are name, legs, size",
        ]),
        ({"type": "cat", "lives": "nine", "friends": [{"type": "dog", "name": 7}], "place": [1]}, [
            "lives: 'nine' where a whole number is wanted",
            "friends[0].name: 7 where a text is wanted",
            "place: 1 values where 2 are wanted",
        ]),
        ({"type": "cat", "lives": True, "friends": {}, "toys": {"ball": 1}}, [
            "lives: True where a whole number is wanted",
            "friends: keys with values where a list is wanted",
            "toys.ball: 1 where true or false is wanted",
        ]),
        ([], ["a list where keys with values are wanted"]),
    ],
)  # fmt: skip
def test_every_mistake_is_named_with_its_place(value: Any, wrong: list[str]) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert(value, _Animal)
    found = struct_problems(value, _Animal, refused.value)
    assert [str(each) for each in found] == wrong
    assert str(misfit(value, _Animal, refused.value)) == "; ".join(wrong)
    assert all(each.code and each.translated("de") != str(each) for each in found)


def test_a_mistake_of_an_unknown_kind_is_told_in_msgspecs_words() -> None:
    error = msgspec.ValidationError("Expected `uuid` - at `$.a[2]`")
    (found,) = struct_problems("fits", str, error, "file")
    assert str(found) == "file.a[2]: Expected `uuid`" and found.code == ""
