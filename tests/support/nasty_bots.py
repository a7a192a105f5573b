"""Bots for tests, and a match of one against a bot that only guards."""

from __future__ import annotations

import textwrap
from dataclasses import replace

from controller.bots.bot_source import BotSource
from controller.bots.limits import LAYERS, Limits
from controller.bots.match import Match, arena

CALM = BotSource("calm", "calm.py", "class Robot:\n    def act(self, game):\n        return ['guard']\n")
# Short by the processor's clock, which does not mind a busy machine; patient by the wall's.
QUICK = Limits(act_cpu_s=0.05, game_cpu_s=1, load_s=120.0, turn_s=60.0, game_s=120.0, memory_bytes=128 << 20)
WITHOUT_LANDLOCK = replace(QUICK, ask=tuple(layer for layer in LAYERS if layer != "landlock"))
WITHOUT_SECCOMP = replace(QUICK, ask=tuple(layer for layer in LAYERS if layer != "seccomp"))


def bot(act: str, head: str = "") -> BotSource:
    """A bot whose act has this body, `game` and `self` known."""
    body = textwrap.indent(textwrap.dedent(act), "        ")
    text = f"{textwrap.dedent(head)}\nclass Robot:\n    def act(self, game):\n{body}\n        return ['guard']\n"
    return BotSource("nasty", "nasty.py", text)


def play(source: BotSource, limits: Limits = QUICK) -> Match:
    """A match of a bot against one that guards."""
    with arena((source, CALM), limits) as place:
        place.check()
        match = place.play(seed=1)
        assert place.in_force == limits.ask, "this system can't hold a bot as it is asked to"
    assert match.mistakes[1] == {} and match.gone[1] is None, "one bot's doings hit the other one"
    return match
