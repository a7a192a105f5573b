"""What is wrong with a port, a broker or the robot behind it, and what to do, in four languages."""

from __future__ import annotations

from boards.base.errors import GolemError
from boards.base.languages import Language
from controller.app.tools.os_error_messages import system_words
from controller.table.view.robot_messages import robot_words
from firmware_bridge.channels.broker import BrokerFailed, BrokerMissing, NoSuchAddress, PortTaken
from firmware_bridge.channels.mqtt_client import BrokerOutOfDate, BrokerRefused, BrokerUnreachable, BrokerUntrusted
from firmware_bridge.robots.discovery import AnotherDevice, NameTwice, NobodyThere
from firmware_bridge.robots.presence import NoGolemsWord, NoRobotName
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.robot_status import NoAnswer, RobotError

TEXTS: dict[type[GolemError], dict[Language, str]] = {
    BrokerUnreachable: {
        "en": "the broker cannot be reached ({reason}). Is it running, is the address right?",
        "ru": "брокер недоступен ({reason}). Он запущен, адрес верный?",
        "pl": "broker jest nieosiągalny ({reason}). Czy działa, czy adres jest dobry?",
        "fr": "le courtier est injoignable ({reason}). Tourne-t-il, l’adresse est-elle bonne ?",
    },
    BrokerRefused: {
        "en": "the broker does not let us in: {reason}. Are user and password right?",
        "ru": "брокер не впускает нас: {reason}. Имя и пароль верны?",
        "pl": "broker nas nie wpuszcza: {reason}. Czy użytkownik i hasło są dobre?",
        "fr": "le courtier nous refuse : {reason}. L’utilisateur et le mot de passe sont-ils bons ?",
    },
    BrokerUntrusted: {
        "en": "the broker's certificate is not accepted ({reason}). It must be made for the name {host} and signed by "
        "{signer}",
        "ru": "сертификат брокера не принят ({reason}). Он должен быть выдан на имя {host}, а подписать его должен "
        "{signer}",
        "pl": "certyfikat brokera nie jest akceptowany ({reason}). Musi być wystawiony na nazwę {host}, a podpisać go "
        "musi {signer}",
        "fr": "le certificat du courtier n’est pas accepté ({reason}). Il doit être fait au nom de {host}, et signé "
        "par {signer}",
    },
    BrokerOutOfDate: {
        "en": "the broker's certificate is out of date ({reason}). Whoever runs the broker must renew it, or this "
        "computer's clock is wrong",
        "ru": "срок сертификата брокера не подходит ({reason}). Пусть его обновит хозяин брокера, или на этом "
        "компьютере неверны часы",
        "pl": "termin certyfikatu brokera się nie zgadza ({reason}). Niech odnowi go opiekun brokera albo zegar tego "
        "komputera jest zły",
        "fr": "le certificat du courtier n’est pas à jour ({reason}). Que son responsable le renouvelle, ou l’horloge "
        "de cet ordinateur est fausse",
    },
    BrokerFailed: {
        "en": "the {kind} broker did not start: {reason}",
        "ru": "брокер {kind} не запустился: {reason}",
        "pl": "broker {kind} nie uruchomił się: {reason}",
        "fr": "le courtier {kind} n’a pas démarré : {reason}",
    },
    BrokerMissing: {
        "en": "there is no mosquitto here; run `sudo apt-get install mosquitto`",
        "ru": "mosquitto здесь нет; выполните `sudo apt-get install mosquitto`",
        "pl": "nie ma tu mosquitto; wykonaj `sudo apt-get install mosquitto`",
        "fr": "il n’y a pas de mosquitto ici ; tapez `sudo apt-get install mosquitto`",
    },
    PortTaken: {
        "en": "another program listens on {address}, port {port}. Take another port, or end that program "
        "(Debian's own: `sudo systemctl disable --now mosquitto`)",
        "ru": "на {address}, порт {port}, уже слушает другая программа. Возьмите другой порт или завершите её "
        "(если она из Debian: `sudo systemctl disable --now mosquitto`)",
        "pl": "na {address}, porcie {port}, słucha już inny program. Weź inny port albo zakończ ten program "
        "(jeśli jest z Debiana: `sudo systemctl disable --now mosquitto`)",
        "fr": "un autre programme écoute déjà sur {address}, port {port}. Prenez un autre port, ou arrêtez-le "
        "(si c’est celui de Debian : `sudo systemctl disable --now mosquitto`)",
    },
    NoSuchAddress: {
        "en": "the broker cannot listen on {address}, port {port} ({reason}). Is it an address of this computer?",
        "ru": "брокер не может слушать на {address}, порт {port} ({reason}). Это адрес этого компьютера?",
        "pl": "broker nie może słuchać na {address}, porcie {port} ({reason}). Czy to adres tego komputera?",
        "fr": "le courtier ne peut écouter sur {address}, port {port} ({reason}). Est-elle de cet ordinateur ?",
    },
    NoAnswer: {
        "en": "nothing answers. {trouble}",
        "ru": "никто не отвечает. {trouble}",
        "pl": "nikt nie odpowiada. {trouble}",
        "fr": "rien ne répond. {trouble}",
    },
    AnotherDevice: {
        "en": "no golem; {trouble}",
        "ru": "не голем; {trouble}",
        "pl": "to nie golem; {trouble}",
        "fr": "pas un golem ; {trouble}",
    },
    NobodyThere: {
        "en": "nothing answers",
        "ru": "никто не отвечает",
        "pl": "nikt nie odpowiada",
        "fr": "rien ne répond",
    },
    NoRobotName: {
        "en": "no robot can have this name (letters, digits, - and _, at most 32)",
        "ru": "такого имени у робота быть не может (буквы латиницы, цифры, - и _, не больше 32)",
        "pl": "żaden robot nie może się tak nazywać (litery, cyfry, - i _, najwyżej 32)",
        "fr": "aucun robot ne peut porter ce nom (lettres, chiffres, - et _, au plus 32)",
    },
    NoGolemsWord: {
        "en": "no golem of this name says this as its {topic}: {said}; whoever may write there clears it with an empty "
        "retained message",
        "ru": "голем с этим именем не сообщает такого в {topic}: {said}; кто может туда писать, уберёт это пустым "
        "сохраняемым (retained) сообщением",
        "pl": "żaden golem o tej nazwie nie mówi tego w {topic}: {said}; kto może tam pisać, usunie to pustą "
        "wiadomością zachowaną (retained)",
        "fr": "aucun golem de ce nom ne dit cela dans {topic} : {said} ; qui peut y écrire l’efface par un message "
        "retenu (retained) vide",
    },
    NameTwice: {
        "en": "two robots are named {name!r}, here and on {other}; rename one",
        "ru": "два робота названы {name!r}, здесь и на {other}; переименуйте одного",
        "pl": "dwa roboty nazywają się {name!r}, tutaj i na {other}; zmień nazwę jednego",
        "fr": "deux robots s’appellent {name!r}, ici et sur {other} ; renommez-en un",
    },
}

_SIGNERS: dict[Language, tuple[str, str]] = {
    "en": ("the authority in {0}", "an authority that this computer trusts"),
    "ru": ("центр из {0}", "центр, которому доверяет этот компьютер"),
    "pl": ("urząd z {0}", "urząd, któremu ten komputer ufa"),
    "fr": ("l’autorité de {0}", "une autorité à laquelle cet ordinateur se fie"),
}
"""Who signs a broker's certificate: the one that is named, or any that is known."""

TROUBLES: dict[str, dict[Language, str]] = {
    "a satellite receiver (GPS; it speaks NMEA 0183)": {
        "ru": "спутниковый приёмник (GPS; говорит на NMEA 0183)",
        "pl": "odbiornik satelitarny (GPS; mówi po NMEA 0183)",
        "fr": "un récepteur satellite (GPS ; il parle NMEA 0183)",
    },
    "a 3D printer (it speaks as Marlin does)": {
        "ru": "3D-принтер (говорит как Marlin)",
        "pl": "drukarka 3D (mówi jak Marlin)",
        "fr": "une imprimante 3D (elle parle comme Marlin)",
    },
    "a milling machine or plotter (it speaks as Grbl does)": {
        "ru": "фрезерный станок или плоттер (говорит как Grbl)",
        "pl": "frezarka albo ploter (mówi jak Grbl)",
        "fr": "une fraiseuse ou un traceur (il parle comme Grbl)",
    },
    "a board with MicroPython, without the golem's program": {
        "ru": "плата с MicroPython, без программы голема",
        "pl": "płytka z MicroPythonem, bez programu golema",
        "fr": "une carte avec MicroPython, sans le programme du golem",
    },
    "a modem or a Bluetooth module in command mode": {
        "ru": "модем или модуль Bluetooth в режиме команд",
        "pl": "modem albo moduł Bluetooth w trybie poleceń",
        "fr": "un modem ou un module Bluetooth en mode commande",
    },
    "a device that sends text": {
        "ru": "устройство, которое шлёт текст",
        "pl": "urządzenie, które wysyła tekst",
        "fr": "un appareil qui envoie du texte",
    },
    "a device that sends bytes which are no golem's (or at another speed)": {
        "ru": "устройство, которое шлёт не байты голема (или на другой скорости)",
        "pl": "urządzenie, które wysyła bajty nie od golema (albo z inną prędkością)",
        "fr": "un appareil qui envoie autre chose qu’un golem (ou à une autre vitesse)",
    },
}
"""What channels say of who is there, as they say it -> in the other languages."""

_WHAT_IS_THERE: dict[Language, str] = {"ru": "там {0}", "pl": "jest tam {0}", "fr": "il y a là {0}"}
_SAYS_WHAT = "what is there is "

_ADVICE: dict[Language, str] = {
    "en": "Is the robot switched on, is it this port, is the golem's firmware on it?",
    "ru": "Робот включён, порт тот, прошивка голема записана?",
    "pl": "Czy robot jest włączony, czy to ten port, czy ma program golema?",
    "fr": "Le robot est-il allumé, est-ce ce port, a-t-il le programme du golem ?",
}
"""Where nothing is known of who is there."""


def trouble_words(trouble: str, language: Language) -> str:
    """What a channel says of who is there, in this language; in English for what it says in somebody else's words."""
    if language == "en":
        return trouble
    what = trouble.removeprefix(_SAYS_WHAT)
    kind, colon, said = what.partition(": ")
    texts = TROUBLES.get(kind)
    if texts is None:
        return robot_words(trouble)[language]
    told = f"{texts[language]}{colon}{said}"
    return _WHAT_IS_THERE[language].format(told) if what != trouble else told


def channel_words(error: GolemError, language: Language) -> str:
    """What is wrong; in English for what only the device has words for."""
    if type(error) is RobotError and isinstance(error.__cause__, GolemError):
        error = error.__cause__
    texts = TEXTS.get(type(error))
    if language == "en":
        # The device's own words say a little more, and are English.
        return str(error)
    if texts is None:
        return robot_words(_bare(error))[language]
    trouble = trouble_words(getattr(error, "trouble", ""), language)
    if isinstance(error, NoAnswer):
        trouble = f"{trouble[:1].upper()}{trouble[1:]}" or _ADVICE[language]
    values = {**vars(error), "trouble": trouble}
    if "reason" in values:
        values["reason"] = system_words(values["reason"], language)
    if isinstance(error, BrokerUntrusted):
        named, any_known = _SIGNERS[language]
        values["signer"] = any_known if error.ca is None else named.format(error.ca)
    return texts[language].format(**values)


def _bare(error: GolemError) -> str:
    """An error's own words without its robot's name and its port before them."""
    text = str(error)
    for place in (getattr(error, "robot", ""), getattr(error, "port", "")):
        text = text.removeprefix(f"{place}: ")
    return text


def away(robot: Robot, error: GolemError, language: Language) -> tuple[str, str, str]:
    """A robot that could not be connected: its name, where it should be, and what is wrong, as a sentence."""
    words = channel_words(error, language).removeprefix(f"{robot.name}: ").removeprefix(f"{robot.port}: ")
    return robot.name, robot.port, f"{words[:1].upper()}{words[1:]}{'' if words[-1:] in '.?!' else '.'}"


def told_at(place: str, error: GolemError, language: Language) -> str:
    """The same in a line that begins with its place."""
    told = channel_words(error, language)
    for known in (place, getattr(error, "port", "")):
        told = told.removeprefix(f"{known}: ")
    return f"{place}: {told}"
