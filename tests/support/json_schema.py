"""As much of JSON Schema (draft 7) as this project's schemas use, to check that editors say what our readers say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_TYPES = {"integer": int, "object": dict, "array": list, "string": str, "boolean": bool}
_KNOWN = {
    "$schema", "$ref", "$defs", "title", "description", "type", "enum", "required", "additionalProperties",
    "properties", "minProperties", "items", "minItems", "maxItems", "uniqueItems", "pattern", "minimum", "maximum",
    "oneOf", "allOf", "patternProperties",
}  # fmt: skip


def mistakes(value: Any, file: Path) -> list[str]:
    """What a schema file finds wrong with a value: places and messages."""
    return list(_check(value, json.loads(file.read_text(encoding="utf-8")), file, "$"))


def _resolve(ref: str, file: Path) -> tuple[Any, Path]:
    name, _, pointer = ref.partition("#")
    target = (file.parent / name).resolve() if name else file
    schema = json.loads(target.read_text(encoding="utf-8"))
    for step in pointer.strip("/").split("/"):
        schema = schema[step]
    return schema, target


def _check(value: Any, schema: dict[str, Any], file: Path, at: str) -> Iterator[str]:
    assert schema.keys() <= _KNOWN, f"this checker does not know {schema.keys() - _KNOWN}"
    if "$ref" in schema:
        inner, there = _resolve(schema["$ref"], file)
        yield from _check(value, inner, there, at)
    for part in schema.get("allOf", ()):
        yield from _check(value, part, file, at)
    if "oneOf" in schema and sum(not list(_check(value, part, file, at)) for part in schema["oneOf"]) != 1:
        yield f"{at}: not one of the forms"
    if "enum" in schema and not any(value == each and type(value) is type(each) for each in schema["enum"]):
        yield f"{at}: not one of {schema['enum']}"
    kind = schema.get("type")
    number = kind == "number" and type(value) in (int, float)
    if kind and not number and type(value) is not _TYPES.get(kind):
        yield f"{at}: not of type {kind}"
        return
    if isinstance(value, dict):
        yield from _object(value, schema, file, at)
    elif isinstance(value, list):
        yield from _array(value, schema, file, at)
    elif isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{at}: does not match {schema['pattern']}"
    elif type(value) in (int, float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{at}: off the range"


def _object(value: dict[str, Any], schema: dict[str, Any], file: Path, at: str) -> Iterator[str]:
    if len(value) < schema.get("minProperties", 0):
        yield f"{at}: too few keys"
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{at}: {key} is missing"
    more = schema.get("additionalProperties", True)
    for key, item in value.items():
        if key in schema.get("properties", {}):
            yield from _check(item, schema["properties"][key], file, f"{at}.{key}")
        elif forms := [form for form in schema.get("patternProperties", {}) if re.search(form, key)]:
            yield from _check(item, schema["patternProperties"][forms[0]], file, f"{at}.{key}")
        elif more is False:
            yield f"{at}: unknown key {key}"
        elif more is not True:
            yield from _check(item, more, file, f"{at}.{key}")


def _array(value: list[Any], schema: dict[str, Any], file: Path, at: str) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at}: wrong number of items"
    if schema.get("uniqueItems") and any(item in value[:index] for index, item in enumerate(value)):
        yield f"{at}: an item twice"
    for index, item in enumerate(value):
        yield from _check(item, schema.get("items", {}), file, f"{at}[{index}]")
