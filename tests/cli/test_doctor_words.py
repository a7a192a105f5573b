"""`golem doctor`, faults of secrets files and `golem robots flash` speak every language."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from boards.base.catalogue import Language, languages, template, translate
from boards.base.message import Message
from controller.app.config.table_file import read_table_file
from controller.app.tools import doctor
from controller.app.tools import doctor_messages as doctor_words
from controller.table.view.table_messages import COLOUR_WORDS
from firmware_bridge.link.robot_side import Identity
from firmware_bridge.protocol.messages import DICTIONARY_HASH
from hardware.simulated.simulated_rig import serial_robots
from hardware.simulated.world import World

CYRILLIC = re.compile(r"[а-яё]{3}", re.IGNORECASE)


def check_words(texts: Mapping[str, Message]) -> None:
    """Every sentence is there in each language, in every plural form, with the same blanks, and in its own words."""
    for key, text in texts.items():
        for number in range(25) if text.plural else (None,):
            words = {language: template(text, language, number) for language in languages()}
            blanks = {language: sorted(re.findall(r"{[^}]*}", told)) for language, told in words.items()}
            assert all(found == blanks["en"] for found in blanks.values()), key
            assert CYRILLIC.search(words["ru"]) or not re.search(r"[a-z]{3} [a-z]{3}", words["ru"]), key


def test_every_sentence_of_the_doctor_is_in_every_language() -> None:
    check_words(doctor_words.TEXTS)
    check_words(doctor_words.KINDS)


@pytest.mark.parametrize("language", languages())
def test_the_doctor_speaks_the_tables_language(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "LOOK_S", 0.1)
    monkeypatch.setattr(doctor, "known_ports", lambda: ())
    path = tmp_path / "table.yaml"
    path.write_text(
        f"camera: none.mp4\ngame: {{board: 4x4, language: {language}}}\npage: {{off: true}}\n"
        "robots: {red: serial:/dev/ttyNOWHERE}\n",
        encoding="utf-8",
    )
    said: list[str] = []
    worst = asyncio.run(doctor.report(read_table_file(path), said.append, language))
    assert worst is doctor.Health.BAD
    tell = doctor_words.teller(language)
    told = "\n".join(said)
    for key in ("no-ports", "plug-robot", "by-hand", "page-off"):
        assert tell(key) in told
    english = doctor_words.teller("en")
    # What a camera says of itself is told in its own words.
    ours = [line for line in said if "none.mp4" not in line]
    assert language == "en" or not any(english(key) in " ".join(ours) for key in ("plug-robot", "by-hand", "page-off"))
    assert (f"{tell('robot')} {translate(COLOUR_WORDS['red'], language)}: " in told) and ("/dev/ttyNOWHERE" in told)


def test_the_doctor_sees_mixed_up_cables_and_another_protocol(tmp_path: Path) -> None:
    async def main() -> list[str]:
        async with serial_robots(World(), ("red", "blue", "green"), 3) as rig:
            rig.simulated_robots["red"].side.identity = Identity("blue")
            rig.simulated_robots["blue"].side.identity = Identity("red")
            rig.simulated_robots["green"].side.identity = Identity("green", dictionary=DICTIONARY_HASH ^ 1)
            path = tmp_path / "table.yaml"
            robots = "".join(f"  {name}: {url}\n" for name, url in rig.urls.items())
            path.write_text(f"camera: none.mp4\ngame: {{board: 6x6, players: 4}}\nrobots:\n{robots}", encoding="utf-8")
            found = await doctor._robots(read_table_file(path), "pl")
            return [f"{one.health.value} {one.what}: {one.found}" for one in found]

    said = dict(zip(("red", "blue", "yellow", "green"), asyncio.run(main()), strict=True))
    assert said["red"].startswith("NO") and "to 'blue', a nie 'red'" in said["red"]
    assert said["blue"].startswith("NO") and "to 'red', a nie 'blue'" in said["blue"]
    assert said["green"].startswith("NO") and f"(słownik {DICTIONARY_HASH ^ 1:08x})" in said["green"]
    assert said["yellow"].startswith("ok")
