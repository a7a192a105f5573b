"""What is wrong with a port, a broker or the robot behind it, and what to do, in four languages."""

from __future__ import annotations

from boards.errors import GolemError
from boards.languages import Language
from firmware_bridge.channels.channel import (
    PortBroken,
    PortBusy,
    PortForbidden,
    PortMissing,
    Unplugged,
)
from firmware_bridge.channels.mqtt_client import BrokerRefused, BrokerUnreachable, BrokerUntrusted
from firmware_bridge.link.refusals import OtherDictionary, OtherRobot
from firmware_bridge.robots.discovery import AnotherDevice, NameTwice, NobodyThere
from firmware_bridge.robots.fleet import CablesMixed, NamedTwice
from firmware_bridge.robots.robot import Robot
from firmware_bridge.robots.values import NoAnswer, RobotError

TEXTS: dict[type[GolemError], dict[Language, str]] = {
    PortMissing: {
        "en": "no such port; ports here: {known}. Is the robot plugged in and switched on?",
        "ru": "такого порта нет; здесь есть: {known}. Робот подключён и включён?",
        "pl": "nie ma takiego portu; są tu: {known}. Czy robot jest podłączony i włączony?",
        "fr": "ce port n’existe pas ; il y a ici : {known}. Le robot est-il branché et allumé ?",
    },
    PortBusy: {
        "en": "another program has this port open (a serial monitor? a second table?)",
        "ru": "порт занят другой программой (монитор порта? второй стол?)",
        "pl": "inny program ma otwarty ten port (monitor portu? drugi stół?)",
        "fr": "un autre programme a ouvert ce port (un moniteur série ? une deuxième table ?)",
    },
    PortForbidden: {
        "en": "you may not open this port; on Linux run `sudo usermod -aG dialout $USER`, then log out and in again",
        "ru": "у вас нет прав на порт; в Linux: `sudo usermod -aG dialout $USER`, затем выйдите и войдите снова",
        "pl": "nie masz prawa do tego portu; w Linuksie: `sudo usermod -aG dialout $USER`, potem wyloguj się i zaloguj",
        "fr": "ce port vous est interdit ; sous Linux : `sudo usermod -aG dialout $USER`, puis reconnectez-vous",
    },
    PortBroken: {
        "en": "this port cannot be used: {reason}",
        "ru": "этим портом нельзя пользоваться: {reason}",
        "pl": "tego portu nie można użyć: {reason}",
        "fr": "ce port est inutilisable : {reason}",
    },
    Unplugged: {
        "en": "the port went away; is the cable (or the Bluetooth link) still there?",
        "ru": "порт пропал; кабель (или связь Bluetooth) на месте?",
        "pl": "port zniknął; czy kabel (albo połączenie Bluetooth) jeszcze jest?",
        "fr": "le port a disparu ; le câble (ou la liaison Bluetooth) est-il encore là ?",
    },
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
        "en": "the broker's certificate is not accepted: {reason}",
        "ru": "сертификат брокера не принят: {reason}",
        "pl": "certyfikat brokera nie jest akceptowany: {reason}",
        "fr": "le certificat du courtier n’est pas accepté : {reason}",
    },
    NoAnswer: {
        "en": "nothing answers. Is the robot switched on, is it this port, is the golem's firmware on it? {trouble}",
        "ru": "никто не отвечает. Робот включён, порт тот, прошивка голема записана? {trouble}",
        "pl": "nikt nie odpowiada. Czy robot jest włączony, czy to ten port, czy ma program golema? {trouble}",
        "fr": "rien ne répond. Le robot est-il allumé, est-ce ce port, a-t-il le programme du golem ? {trouble}",
    },
    NobodyThere: {
        "en": "nothing answers",
        "ru": "никто не отвечает",
        "pl": "nikt nie odpowiada",
        "fr": "rien ne répond",
    },
    NameTwice: {
        "en": "two robots are named {name!r}, here and on {other}; rename one",
        "ru": "два робота названы {name!r}, здесь и на {other}; переименуйте одного",
        "pl": "dwa roboty nazywają się {name!r}, tutaj i na {other}; zmień nazwę jednego",
        "fr": "deux robots s’appellent {name!r}, ici et sur {other} ; renommez-en un",
    },
    NamedTwice: {
        "en": "two robots call themselves {own_name!r}: this one ({port}) and {other}; rename one",
        "ru": "два робота называют себя {own_name!r}: этот ({port}) и {other}; переименуйте одного",
        "pl": "dwa roboty podają nazwę {own_name!r}: ten ({port}) i {other}; zmień nazwę jednego",
        "fr": "deux robots disent s’appeler {own_name!r} : celui-ci ({port}) et {other} ; renommez-en un",
    },
    CablesMixed: {
        "en": "the robot on {port} is {own_name!r}, and not {robot!r}: are two cables mixed up?",
        "ru": "робот на {port}: {own_name!r}, а не {robot!r}. Перепутаны два кабеля?",
        "pl": "robot na {port} to {own_name!r}, a nie {robot!r}: czy dwa kable są zamienione?",
        "fr": "le robot sur {port} est {own_name!r}, et non {robot!r} : deux câbles sont-ils intervertis ?",
    },
    OtherRobot: {
        "en": "{name!r} answers here, and not {wanted!r}: are two cables mixed up?",
        "ru": "здесь отвечает {name!r}, а не {wanted!r}. Перепутаны два кабеля?",
        "pl": "odpowiada tu {name!r}, a nie {wanted!r}: czy dwa kable są zamienione?",
        "fr": "c’est {name!r} qui répond ici, et non {wanted!r} : deux câbles sont-ils intervertis ?",
    },
    OtherDictionary: {
        "en": "the robot's firmware {firmware} speaks another protocol: flash the firmware that came with this program",
        "ru": "прошивка робота {firmware} говорит на другом протоколе: запишите прошивку из этой программы",
        "pl": "oprogramowanie robota {firmware} mówi innym protokołem: zapisz to, które jest w tym programie",
        "fr": "le micrologiciel {firmware} du robot parle un autre protocole : écrivez celui de ce programme",
    },
}

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
    "the broker has lost the robot": {
        "ru": "брокер потерял робота",
        "pl": "broker zgubił robota",
        "fr": "le courtier a perdu le robot",
    },
    "no robot of this name has come to the broker yet": {
        "ru": "робот с этим именем к брокеру ещё не приходил",
        "pl": "robot o tej nazwie jeszcze nie zgłosił się do brokera",
        "fr": "aucun robot de ce nom n’est encore venu chez le courtier",
    },
}
"""What channels say of who is there, as they say it -> in the other languages."""

_WHAT_IS_THERE: dict[Language, str] = {"ru": "там {0}", "pl": "jest tam {0}", "fr": "il y a là {0}"}
_SAYS_WHAT = "what is there is "

_NO_PORT: dict[Language, str] = {"en": "none", "ru": "ни одного", "pl": "żadnego", "fr": "aucun"}


def trouble_words(trouble: str, language: Language) -> str:
    """What a channel says of who is there, in this language; in English for what it says in somebody else's words."""
    if language == "en":
        return trouble
    what = trouble.removeprefix(_SAYS_WHAT)
    kind, colon, said = what.partition(": ")
    texts = TROUBLES.get(kind)
    if texts is None:
        return trouble
    told = f"{texts[language]}{colon}{said}"
    return _WHAT_IS_THERE[language].format(told) if what != trouble else told


def channel_words(error: GolemError, language: Language) -> str:
    """What is wrong; in English for what only the device has words for."""
    if type(error) is RobotError and isinstance(error.__cause__, GolemError):
        error = error.__cause__
    if isinstance(error, AnotherDevice):
        return trouble_words(error.trouble, language)
    texts = TEXTS.get(type(error))
    if texts is None or language == "en":
        # The device's own words say a little more, and are English.
        return str(error)
    values = {**vars(error), "trouble": trouble_words(getattr(error, "trouble", ""), language)}
    values["known"] = ", ".join(values.get("known", ())) or _NO_PORT[language]
    return texts[language].format(**values).rstrip()


def away(robot: Robot, error: GolemError, language: Language) -> tuple[str, str, str]:
    """A robot that could not be connected: its name, where it should be, and what is wrong, as a sentence."""
    words = channel_words(error, language).removeprefix(f"{robot.name}: ").removeprefix(f"{robot.port}: ")
    return robot.name, robot.port, f"{words[:1].upper()}{words[1:]}{'' if words[-1:] in '.?!' else '.'}"


def told_at(place: str, error: GolemError, language: Language) -> str:
    """The same in a line that begins with its place."""
    return f"{place}: {channel_words(error, language).removeprefix(f'{place}: ')}"
