"""What `golem broker` says, in four languages."""

from __future__ import annotations

from boards.languages import Language

TEXTS: dict[str, dict[Language, str]] = {
    "listens": {
        "en": "The broker of table {0} listens on this computer, port {1}.",
        "ru": "Брокер стола {0} слушает на этом компьютере, порт {1}.",
        "pl": "Broker stołu {0} słucha na tym komputerze, port {1}.",
        "fr": "Le courtier de la table {0} écoute sur cet ordinateur, port {1}.",
    },
    "table-file": {
        "en": "  in table.yaml: `broker: {{secrets: {0}}}`, and under `robots:`",
        "ru": "  в table.yaml: `broker: {{secrets: {0}}}`, а в `robots:`",
        "pl": "  w table.yaml: `broker: {{secrets: {0}}}`, a pod `robots:`",
        "fr": "  dans table.yaml : `broker: {{secrets: {0}}}`, et sous `robots:`",
    },
    "closed": {
        "en": "The network does not reach it; `--open ADDRESS:PORT` lets robots in.",
        "ru": "Из сети он недоступен; роботов впустит `--open ADDRESS:PORT`.",
        "pl": "Sieć do niego nie dociera; `--open ADDRESS:PORT` wpuści roboty.",
        "fr": "Le réseau ne l’atteint pas ; `--open ADDRESS:PORT` laisse entrer les robots.",
    },
    "open": {
        "en": "Robots come in at {0}, port {1}, each as itself:",
        "ru": "Роботы входят по адресу {0}, порт {1}, каждый под своим именем:",
        "pl": "Roboty wchodzą pod adresem {0}, port {1}, każdy pod swoją nazwą:",
        "fr": "Les robots entrent par {0}, port {1}, chacun sous son nom :",
    },
    "user": {
        "en": "    user {0}, its password is in {1}",
        "ru": "    пользователь {0}, его пароль в {1}",
        "pl": "    użytkownik {0}, jego hasło jest w {1}",
        "fr": "    utilisateur {0}, son mot de passe est dans {1}",
    },
    "how-to-end": {
        "en": "Ctrl-C ends it.",
        "ru": "Завершить: Ctrl-C.",
        "pl": "Ctrl-C kończy.",
        "fr": "Ctrl-C l’arrête.",
    },
    "ended": {
        "en": "the broker has ended",
        "ru": "брокер завершён",
        "pl": "broker zakończył pracę",
        "fr": "le courtier est arrêté",
    },
}


def phrase(key: str, language: Language, *values: object) -> str:
    """A sentence in this language."""
    return TEXTS[key][language].format(*values)
