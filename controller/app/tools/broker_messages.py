"""What `golem broker` says, in four languages."""

from __future__ import annotations

from boards.base.languages import Language

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
    "no-topic": {
        "en": "{0} can be no part of a topic: letters, digits, - and _, at most 32",
        "ru": "{0} не может быть частью темы: буквы латиницы, цифры, - и _, не больше 32",
        "pl": "{0} nie może być częścią tematu: litery, cyfry, - i _, najwyżej 32",
        "fr": "{0} ne peut faire partie d’un sujet : lettres, chiffres, - et _, au plus 32",
    },
    "no-address": {
        "en": "{0} is not like 192.168.0.5:1883",
        "ru": "{0} не похоже на 192.168.0.5:1883",
        "pl": "{0} nie wygląda jak 192.168.0.5:1883",
        "fr": "{0} n’est pas de la forme 192.168.0.5:1883",
    },
    "no-port": {
        "en": "{0} is no port: 1 to 65535",
        "ru": "{0} не может быть портом: от 1 до 65535",
        "pl": "{0} to nie port: od 1 do 65535",
        "fr": "{0} n’est pas un port : de 1 à 65535",
    },
    "not-written": {
        "en": "this file of passwords cannot be written: {0}",
        "ru": "этот файл паролей не записать: {0}",
        "pl": "tego pliku haseł nie da się zapisać: {0}",
        "fr": "ce fichier de mots de passe ne peut être écrit : {0}",
    },
    "port-taken": {
        "en": "port {0} is the table's own on this computer; take another one",
        "ru": "порт {0} на этом компьютере занят самим столом; возьмите другой",
        "pl": "port {0} na tym komputerze należy do samego stołu; weź inny",
        "fr": "le port {0} de cet ordinateur est celui de la table ; prenez-en un autre",
    },
    "other-broker": {
        "en": "this is for another broker: the user of ours is {0}",
        "ru": "это для другого брокера: пользователь нашего называется {0}",
        "pl": "to jest dla innego brokera: użytkownik naszego to {0}",
        "fr": "c’est pour un autre courtier : l’utilisateur du nôtre est {0}",
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
