"""What `golem gateway` says, in four languages."""

from __future__ import annotations

from boards.base.languages import LANGUAGES, Language
from boards.base.sentences import Told, finder

TEXTS: dict[str, dict[Language, str]] = {
    "begins": {
        "en": "gateway to {0}, table {1}: {2}. Ctrl-C ends it.",
        "ru": "шлюз к {0}, стол {1}: {2}. Завершить: Ctrl-C.",
        "pl": "bramka do {0}, stół {1}: {2}. Ctrl-C kończy.",
        "fr": "passerelle vers {0}, table {1} : {2}. Ctrl-C l’arrête.",
    },
    "ended": {
        "en": "the gateway has ended; its robots are told as lost",
        "ru": "шлюз завершён; его роботы объявлены потерянными",
        "pl": "bramka zakończyła pracę; jej roboty są ogłoszone jako utracone",
        "fr": "la passerelle est arrêtée ; ses robots sont annoncés perdus",
    },
    "no-broker": {
        "en": "{0} is not like mqtt://HOST:PORT/TABLE",
        "ru": "{0} не похоже на mqtt://HOST:PORT/TABLE",
        "pl": "{0} nie wygląda jak mqtt://HOST:PORT/TABLE",
        "fr": "{0} n’est pas de la forme mqtt://HOST:PORT/TABLE",
    },
    "no-robot": {
        "en": "{0} is not like red=/dev/ttyUSB0",
        "ru": "{0} не похоже на red=/dev/ttyUSB0",
        "pl": "{0} nie wygląda jak red=/dev/ttyUSB0",
        "fr": "{0} n’est pas de la forme red=/dev/ttyUSB0",
    },
    "name-twice": {
        "en": "two robots are named {0}",
        "ru": "два робота названы {0}",
        "pl": "dwa roboty nazywają się {0}",
        "fr": "deux robots s’appellent {0}",
    },
    "port-twice": {
        "en": "two robots are on {0}",
        "ru": "два робота на {0}",
        "pl": "dwa roboty są na {0}",
        "fr": "deux robots sont sur {0}",
    },
    "no-cable": {
        "en": "a gateway joins robots on serial ports; {0} is none",
        "ru": "шлюз соединяет роботов на последовательных портах; {0} не порт",
        "pl": "bramka łączy roboty na portach szeregowych; {0} to nie port",
        "fr": "une passerelle relie des robots sur des ports série ; {0} n’en est pas un",
    },
}

NEWS: tuple[Told, ...] = (
    {
        "en": "joined to {0} as {1}",
        "ru": "подключён к {0} как {1}",
        "pl": "połączony z {0} jako {1}",
        "fr": "relié à {0} comme {1}",
    },
    {
        "en": "no broker answers at {0}; is it running, is this its address? Trying on.",
        "ru": "по адресу {0} брокер не отвечает; он запущен, адрес верный? Пробуем дальше.",
        "pl": "pod adresem {0} nie odpowiada broker; czy działa, czy to jego adres? Próbujemy dalej.",
        "fr": "aucun courtier ne répond à {0} ; tourne-t-il, est-ce son adresse ? On continue d’essayer.",
    },
    {
        "en": "a broker answers at {0}",
        "ru": "по адресу {0} брокер отвечает",
        "pl": "pod adresem {0} odpowiada broker",
        "fr": "un courtier répond à {0}",
    },
)
"""What a gateway tells under way, as it says it."""

_find = finder(NEWS)


def phrase(key: str, language: Language, *values: object) -> str:
    """A sentence in this language."""
    return TEXTS[key][language].format(*values)


def news(said: str, language: Language) -> str:
    """What a gateway told, in this language; a robot's name before it is kept. Errors are told in it already."""
    found = _find(said)
    if found is not None:
        return found[language]
    robot, colon, rest = said.partition(": ")
    inner = _find(rest)
    return f"{robot}{colon}{inner[language]}" if inner is not None else said


def words(key: str, *values: object) -> dict[Language, str]:
    """A sentence in every language."""
    return {language: phrase(key, language, *values) for language in LANGUAGES}
