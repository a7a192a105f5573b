"""Why: one sentence for each event, in four languages, that names the rule and the fact on the board."""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.errors import Problem, Problems
from boards.base.languages import LANGUAGES, Language
from controller.games.robot_game.events import FIELDS, Event

WHO: Mapping[Language, str] = {
    "en": "Robot {robot} (player {player})",
    "ru": "Робот {robot} (игрок {player})",
    "pl": "Robot {robot} (gracz {player})",
    "fr": "Le robot {robot} (joueur {player})",
}

PHRASES: Mapping[str, Mapping[Language, str]] = {
    "moved": {
        "en": "{who} goes from {from} to {to}.",
        "ru": "{who} идёт с {from} на {to}.",
        "pl": "{who} idzie z {from} na {to}.",
        "fr": "{who} va de {from} à {to}.",
    },
    "blocked contested": {
        "en": "{who} doesn’t get to {to}: another robot wants the same cell.",
        "ru": "{who} не попадает на {to}: эту клетку хочет занять и другой робот.",
        "pl": "{who} nie wchodzi na {to}: to samo pole chce zająć inny robot.",
        "fr": "{who} n’atteint pas {to} : un autre robot veut la même case.",
    },
    "blocked swap": {
        "en": "{who} doesn’t get to {to}: two robots can’t swap places.",
        "ru": "{who} не попадает на {to}: два робота не могут поменяться местами.",
        "pl": "{who} nie wchodzi na {to}: dwa roboty nie mogą zamienić się miejscami.",
        "fr": "{who} n’atteint pas {to} : deux robots ne peuvent échanger leurs places.",
    },
    "blocked occupied": {
        "en": "{who} doesn’t get to {to}: the robot there stays.",
        "ru": "{who} не попадает на {to}: робот там остаётся на месте.",
        "pl": "{who} nie wchodzi na {to}: stojący tam robot zostaje.",
        "fr": "{who} n’atteint pas {to} : le robot qui s’y trouve y reste.",
    },
    "blocked jammed": {
        "en": "{who} doesn’t get to {to}: the robot there wanted to leave and could not.",
        "ru": "{who} не попадает на {to}: робот там хотел уйти, но не смог.",
        "pl": "{who} nie wchodzi na {to}: stojący tam robot chciał odejść, ale nie mógł.",
        "fr": "{who} n’atteint pas {to} : le robot qui s’y trouve voulait partir et n’a pas pu.",
    },
    "collided": {
        "en": "{who} collides with enemy robot {with} and loses {damage} HP.",
        "ru": "{who} сталкивается с вражеским роботом {with} и теряет {damage} HP.",
        "pl": "{who} zderza się z wrogim robotem {with} i traci {damage} HP.",
        "fr": "{who} heurte le robot ennemi {with} et perd {damage} PV.",
    },
    "collided guarded": {
        "en": "{who} is bumped by enemy robot {with} and loses nothing: it guards.",
        "ru": "В {who_accusative} врезается вражеский робот {with}, но урона нет: он защищается.",
        "pl": "Na {who_accusative} wpada wrogi robot {with}, ale bez szkody: robot się broni.",
        "fr": "{who} est heurté par le robot ennemi {with} et ne perd rien : il se défend.",
    },
    "hit": {
        "en": "{who} attacks {at} and hits robot {target}: {damage} HP.",
        "ru": "{who} атакует {at} и попадает в робота {target}: {damage} HP.",
        "pl": "{who} atakuje {at} i trafia robota {target}: {damage} HP.",
        "fr": "{who} attaque {at} et touche le robot {target} : {damage} PV.",
    },
    "missed": {
        "en": "{who} attacks {at}, but no enemy stands there after the moves.",
        "ru": "{who} атакует {at}, но после ходов врага там нет.",
        "pl": "{who} atakuje {at}, ale po ruchach nie ma tam wroga.",
        "fr": "{who} attaque {at}, mais aucun ennemi ne s’y trouve après les déplacements.",
    },
    "exploded": {
        "en": "{who} blows itself up at {at}.",
        "ru": "{who} взрывает себя на {at}.",
        "pl": "{who} wysadza się na {at}.",
        "fr": "{who} se fait exploser en {at}.",
    },
    "burned": {
        "en": "{who} takes {damage} HP of robot {target} at {at} with it.",
        "ru": "{who} взрывом отнимает {damage} HP у робота {target} на {at}.",
        "pl": "{who} wybuchem odbiera {damage} HP robotowi {target} na {at}.",
        "fr": "{who} emporte {damage} PV du robot {target} en {at}.",
    },
    "guarded": {
        "en": "{who} guards: hits count half, collisions nothing.",
        "ru": "{who} защищается: удары вполовину, столкновения без урона.",
        "pl": "{who} broni się: trafienia za połowę, zderzenia bez szkody.",
        "fr": "{who} se défend : les coups comptent moitié, les collisions rien.",
    },
    "died damage": {
        "en": "{who} is destroyed at {at}: it has no HP left.",
        "ru": "{who} уничтожен на {at}: HP закончились.",
        "pl": "{who} ginie na {at}: nie ma już HP.",
        "fr": "{who} est détruit en {at} : il n’a plus de PV.",
    },
    "died suicide": {
        "en": "{who} is gone from {at}: it has blown itself up.",
        "ru": "{who} исчезает с {at}: он взорвал себя.",
        "pl": "{who} znika z {at}: wysadził się.",
        "fr": "{who} disparaît de {at} : il s’est fait exploser.",
    },
    "died spawn": {
        "en": "{who} dies at {at}: it stands on a spawn cell when new robots appear.",
        "ru": "{who} гибнет на {at}: он стоит на клетке входа, когда появляются новые роботы.",
        "pl": "{who} ginie na {at}: stoi na polu wejścia, gdy pojawiają się nowe roboty.",
        "fr": "{who} meurt en {at} : il se trouve sur une case d’entrée quand arrivent les nouveaux robots.",
    },
    "slipped exception": {
        "en": "{who} guards: its bot raised an error ({text}).",
        "ru": "{who} защищается: ошибка в его боте ({text}).",
        "pl": "{who} broni się: błąd w jego bocie ({text}).",
        "fr": "{who} se défend : son bot a produit une erreur ({text}).",
    },
    "slipped nonsense": {
        "en": "{who} guards: what its bot said is no action ({text}).",
        "ru": "{who} защищается: ответ его бота — не действие ({text}).",
        "pl": "{who} broni się: odpowiedź jego bota to nie akcja ({text}).",
        "fr": "{who} se défend : la réponse de son bot n’est pas une action ({text}).",
    },
    "slipped slow": {
        "en": "{who} guards: its bot took too long ({text}).",
        "ru": "{who} защищается: его бот думал слишком долго ({text}).",
        "pl": "{who} broni się: jego bot myślał za długo ({text}).",
        "fr": "{who} se défend : son bot a réfléchi trop longtemps ({text}).",
    },
    "slipped gone": {
        "en": "{who} guards: its bot’s process is gone ({text}).",
        "ru": "{who} защищается: процесс его бота завершён ({text}).",
        "pl": "{who} broni się: proces jego bota się zakończył ({text}).",
        "fr": "{who} se défend : le processus de son bot est terminé ({text}).",
    },
    "spawned": {
        "en": "{who} appears at {at} with 50 HP.",
        "ru": "{who} появляется на {at} с 50 HP.",
        "pl": "{who} pojawia się na {at} z 50 HP.",
        "fr": "{who} apparaît en {at} avec 50 PV.",
    },
}

ACCUSATIVE: Mapping[Language, str] = {
    "en": "robot {robot} (player {player})",
    "ru": "робота {robot} (игрок {player})",
    "pl": "robota {robot} (gracz {player})",
    "fr": "le robot {robot} (joueur {player})",
}


def explain(event: Event, language: str) -> str:
    """The sentence of an event. Raises :class:`boards.base.errors.Problems` for a language that is not spoken here."""
    for spoken in LANGUAGES:
        if spoken == language:
            facts = {field: _fact(event.value(field)) for field in FIELDS[event.name]}
            owner = {"robot": str(event.robot), "player": str(event.player + 1)}
            facts["who"] = WHO[spoken].format_map(owner)
            facts["who_accusative"] = ACCUSATIVE[spoken].format_map(owner)
            return PHRASES[phrase_of(event)][spoken].format_map(facts)
    raise Problems([Problem("language", f"the languages are {', '.join(LANGUAGES)}, not {language!r}")])


def phrase_of(event: Event) -> str:
    """Which phrase of :data:`PHRASES` tells this event."""
    if event.name == "blocked":
        return f"blocked {event.value('reason')}"
    if event.name == "died":
        return f"died {event.value('cause')}"
    if event.name == "slipped":
        return f"slipped {event.value('kind')}"
    if event.name == "collided" and event.value("damage") == 0:
        return "collided guarded"
    return event.name


def _fact(value: object) -> str:
    return f"({value[0]}, {value[1]})" if isinstance(value, tuple) else str(value)
