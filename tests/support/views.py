"""Views of a game as the table would show them, for tests of the page and for looking at it.

Nothing is played here: the moves are written down, so that every part of the page has something to show.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from boards.base.message import Message, given
from boards.geometry import Heading
from controller.console.console_ports import CommandAnswer, Games
from controller.games.tabletop import Spot, Token
from controller.table.view.undo_steps import UndoStep
from controller.table.view.view import HandView, Notice, PieceView, PlayView, RobotView, RowStory, View
from firmware_bridge.link.link_reasons import LinkReason

PROGRAMS: dict[str, tuple[str, ...]] = {
    "red": ("forward", "turn-right", "if enemy attack else forward", "defend"),
    "blue": ("repeat 2 forward", "turn-left", "defend", "attack"),
    "yellow": ("turn-left", "forward", "take", "repeat 3 backward"),
    "green": ("backward", "stand", "if attacked defend else take", "turn-right"),
}
"""What the players laid in secret."""

BONUS: dict[str, str | None] = {"red": "if", "blue": "repeat 2", "yellow": "blank", "green": None}
STARTS = {"red": ("a1", "N"), "blue": ("d4", "S"), "yellow": ("a4", "S"), "green": ("d1", "N")}

MAY = {
    "setup": ("pause", "stop", "estop"),
    "dice": ("roll", "pause", "stop", "estop", "undo"),
    "programs": ("lock", "pause", "stop", "estop", "undo"),
    "ready": ("go", "pause", "stop", "estop", "undo"),
    "row": ("pause", "stop", "estop"),
    "check": ("pause", "stop", "estop"),
    "differs": ("drive", "pause", "stop", "estop", "undo"),
    "over": ("undo",),
}


def words(en: str, ru: str, pl: str, fr: str) -> Message:
    told = {"en": en, "ru": ru, "pl": pl, "fr": fr}
    return given(told)


STORY: tuple[RowStory, ...] = (
    RowStory(
        2,
        4,
        (
            words(
                "Blue (Defend) guards against every strike of this row.",
                "Синий (Защита) отражает все удары этого ряда.",
                "Niebieski (Obrona) odpiera wszystkie ciosy tego rzędu.",
                "Bleu (Défense) pare tous les coups de cette rangée.",
            ),
        ),
        ("blue",),
    ),
    RowStory(
        3,
        1,
        (
            words(
                "Red (Forward) goes from a1 to a2: the cell is free.",
                "Красный (Вперёд) идёт с a1 на a2: клетка свободна.",
                "Czerwony (Naprzód) idzie z a1 na a2: pole jest wolne.",
                "Rouge (Avancer) va de a1 à a2 : la case est libre.",
            ),
            words(
                "Blue (Repeat 2, Forward) does not move: a barrel stands in d3.",
                "Синий (Повтор 2, Вперёд) не идёт: на d3 стоит бочка.",
                "Niebieski (Powtórz 2, Naprzód) stoi: na d3 jest beczka.",
                "Bleu (Répéter 2, Avancer) ne bouge pas : un tonneau est en d3.",
            ),
        ),
        ("red", "blue"),
    ),
    RowStory(
        3,
        2,
        (
            words(
                "Red (Turn right) turns and now looks east: a turn always succeeds.",
                "Красный (Поворот вправо) поворачивается и смотрит на восток: поворот удаётся всегда.",
                "Czerwony (Obrót w prawo) obraca się i patrzy na wschód: obrót zawsze się udaje.",
                "Rouge (Tourner à droite) tourne et regarde à l’est : on peut toujours tourner.",
            ),
            words(
                "Blue loses a life: Yellow strikes, and nothing protects Blue (lives left: 1).",
                "Синий теряет жизнь: Жёлтый бьёт, и Синего ничто не защищает (осталось жизней: 1).",
                "Niebieski traci życie: Żółty uderza, a Niebieskiego nic nie chroni (zostało żyć: 1).",
                "Bleu perd une vie : Jaune frappe, et rien ne protège Bleu (vies restantes : 1).",
            ),
        ),
        ("red", "blue"),
    ),
)


def long_row(sentences: int) -> RowStory:
    """Row 3 of round 3 with this many sentences, no two alike."""
    told = tuple(
        words(
            f"Red (Forward) is pushed back from a{step} to a{step + 1}: the cell behind it is free.",
            f"Красный (Вперёд) отступает с a{step} на a{step + 1}: клетка за ним свободна.",
            f"Czerwony (Naprzód) zostaje odepchnięty z a{step} na a{step + 1}: pole za nim jest wolne.",
            f"Rouge (Avancer) est repoussé de a{step} à a{step + 1} : la case derrière lui est libre.",
        )
        for step in range(1, sentences + 1)
    )
    return RowStory(3, 3, told, ("red",) * sentences)


def view(players: int = 2, **changes: Any) -> View:
    """The start of a game of the first two, three or four golems on the 4x4 board, with changes."""
    names = tuple(PROGRAMS)[:players]
    plain = View(
        sequence=1,
        game="golems",
        phase="setup",
        paused=False,
        estopped=False,
        round=1,
        row=0,
        energy=10,
        energy_max=10,
        lives_max=3,
        play=board(*(golem(name, *STARTS[name], 3) for name in names)),
        programs={},
        bonus={},
        hands={},
        story=(),
        notices=(),
        robots=tuple(RobotView(name, "ready", 7.9) for name in names),
        winners=None,
        reason="",
        may=MAY["setup"],
        table={"name": "Maker space", "seed": "7", "journal": "games/2031-05-04-golems.jsonl"},
        trays=True,
    )
    return replace(plain, **changes)


def golem(name: str, spot: str, facing: str, lives: int, *, carries: bool = False) -> PieceView:
    """A golem on the mat, alive."""
    texts = words(*([name.capitalize()] * 4))
    heading = float(Heading[facing].value)
    return PieceView(
        name, name, spot, name[0].upper(), texts, heading, None, False, name, facing, name, lives, carries, True
    )


def board(*golems: PieceView, tokens: tuple[Token, ...] = ()) -> PlayView:
    """The 4x4 mat with golems and tokens."""
    spots = tuple(Spot(f"{'abcd'[x]}{y + 1}", x, y, "light", "") for x in range(4) for y in range(4))
    players = {golem.name: golem.text for golem in golems}
    return PlayView(
        "square",
        spots,
        golems,
        players,
        None,
        (),
        (),
        (),
        ("easy", "medium", "hard"),
        (),
        mat="board/4x4",
        tokens=tokens,
    )


def with_golems(view: View, *golems: PieceView) -> View:
    """The same view with other golems on the mat."""
    return replace(view, play=replace(view.play, pieces=golems))


def in_phase(phase: str, players: int = 2, **changes: Any) -> View:
    return view(players, phase=phase, may=MAY[phase], **changes)


def laying(players: int = 2) -> View:
    """Round 3: one player is ready, one has a problem, the others have begun."""
    names = tuple(PROGRAMS)[:players]
    problem = words(
        "Row 2: an If needs two more cards beside it.",
        "Ряд 2: карте «Если» нужны ещё две карты рядом.",
        "Rząd 2: karta „Jeśli” potrzebuje obok dwóch kart.",
        "Rangée 2 : une carte Si veut deux autres cartes à côté.",
    )
    hands = {
        "red": HandView(6, 4, True),
        "blue": HandView(3, 2, False, (problem,)),
        "yellow": HandView(1, 1, False),
        "green": HandView(0, 0, False),
    }
    return in_phase(
        "programs",
        players,
        round=3,
        energy=8,
        bonus={name: BONUS[name] for name in names},
        hands={name: hands[name] for name in names},
        play=board(*standing(players), tokens=TOKENS),
        story=STORY[:1],
        notices=(
            Notice(
                "laying",
                "info",
                words(
                    "Cover the camera’s view as little as you can while you lay cards.",
                    "Раскладывая карты, старайтесь не закрывать их от камеры.",
                    "Układając karty, jak najmniej zasłaniajcie je kamerze.",
                    "En posant vos cartes, cachez-les le moins possible à la caméra.",
                ),
            ),
        ),
    )


TOKENS = (Token("water", "c2"), Token("wall", "b3"), Token("barrel", "d3"))


def standing(players: int = 2) -> tuple[PieceView, ...]:
    golems = (
        golem("red", "a2", "N", 3),
        golem("blue", "d4", "S", 2),
        golem("yellow", "b4", "E", 3, carries=True),
        golem("green", "c1", "W", 1),
    )
    return golems[:players]


def revealed(players: int, rows: int) -> dict[str, tuple[str | None, ...]]:
    """The programs as a view shows them: rows up to this one, the others hidden."""
    return {
        name: tuple(row if index < rows else None for index, row in enumerate(PROGRAMS[name]))
        for name in tuple(PROGRAMS)[:players]
    }


def acting(row: int = 2, players: int = 2) -> View:
    """Round 3, a row is being played; from row 2 on red looks east."""
    golems = standing(players)
    if row >= 2:
        golems = (golem("red", "a2", "E", 3), replace(golems[1], lives=1), *golems[2:])
    return in_phase(
        "row",
        players,
        sequence=20 + row,
        round=3,
        row=row,
        energy=8,
        bonus={name: BONUS[name] for name in tuple(PROGRAMS)[:players]},
        play=board(*golems, tokens=TOKENS),
        programs=revealed(players, row),
        story=STORY[: 1 + min(row, 2)],
        robots=tuple(RobotView(name, "busy", 7.6) for name in tuple(PROGRAMS)[:players]),
    )


def astray(players: int = 2) -> View:
    """The camera sees a golem in another place, and a robot is silent."""
    text = words(
        "The blue golem is not where it should be. Put it on d4, facing south.",
        "Не там стоит синий голем. Поставьте его на d4, лицом на юг.",
        "Golem (niebieski) nie stoi tam, gdzie powinien. Postaw go na d4, przodem na południe.",
        "Le golem bleu n’est pas à sa place. Posez-le sur d4, face vers le sud.",
    )
    silent = words(
        "The red robot does not answer. Check its power and its cable or radio.",
        "Робот (красный) не отвечает. Проверьте питание и связь.",
        "Robot (czerwony) nie odpowiada. Sprawdź zasilanie i połączenie.",
        "Le robot rouge ne répond pas. Vérifiez son alimentation et sa liaison.",
    )
    base = acting(2, players)
    why = LinkReason.NO_ANSWER().at("/dev/ttyUSB0")
    return replace(
        base,
        phase="differs",
        may=MAY["differs"],
        notices=(Notice("golem-astray", "warning", text, {"golem": "blue"}), Notice("robot-lost", "stop", silent)),
        robots=(
            RobotView("red", "lost", None, str(why), why.message),
            *base.robots[1:],
        ),
    )


def stopped(players: int = 2) -> View:
    return replace(acting(2, players), estopped=True, may=("clear",))


def paused(players: int = 2) -> View:
    return replace(acting(2, players), paused=True, may=("resume", "stop", "estop"))


def over(players: int = 2, winners: tuple[str, ...] = ("red",)) -> View:
    base = acting(4, players)
    golems = tuple(
        golem if golem.name in winners or not winners else replace(golem, alive=False, lives=0)
        for golem in base.play.pieces
    )
    return replace(with_golems(base, *golems), phase="over", may=MAY["over"], winners=winners, reason="last-standing")


@dataclass
class FakeTable:
    """Both ports of the console: shows what it is told to, remembers what it is asked for."""

    shown: View | None = None
    answer: CommandAnswer = field(
        default_factory=lambda: CommandAnswer(True, words("Done.", "Готово.", "Gotowe.", "C’est fait."))
    )
    picture: bytes | None = None
    latency_s: float | None = None
    undoable: tuple[UndoStep, ...] = ()
    game: int = 0
    games: Games | None = None
    looked_at: list[tuple[str, bool]] = field(default_factory=list)
    """Whose picture was asked for, and whether without what was read."""
    drawings: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """Of tasks: by key, what, language."""
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    listeners: list[Callable[[View], None]] = field(default_factory=list)
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    def latest(self) -> View | None:
        return self.shown

    def subscribe(self, callback: Callable[[View], None]) -> Callable[[], None]:
        self.listeners.append(callback)
        return lambda: self.listeners.remove(callback)

    def screen_hand(self, player: str) -> None:
        """At a table with a camera nobody lays cards on a screen."""

    def screen_hint(self, player: str) -> None:
        """Nobody lays cards on a screen, so nobody asks for the next one."""

    def task_svg(self, key: str, what: str, language: str) -> str | None:
        return self.drawings.get((key, what, language))

    def undo_steps(self) -> tuple[UndoStep, ...]:
        return self.undoable

    def camera_latency_s(self) -> float | None:
        return self.latency_s

    def preview_jpeg(self, camera: str = "", *, raw: bool = False) -> bytes | None:
        self.looked_at.append((camera, raw))
        return self.picture

    async def submit(self, name: str, args: Mapping[str, Any]) -> CommandAnswer:
        self.asked.append((name, dict(args)))
        self.heard.set()
        return self.answer

    def show(self, new: View) -> None:
        """Every view gets the next number, as the table's do."""
        sequence = 1 if self.shown is None else self.shown.sequence + 1
        self.shown = replace(new, sequence=sequence)
        for listener in tuple(self.listeners):
            listener(self.shown)
