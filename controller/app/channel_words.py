"""What is wrong with a port or a broker, and what to do, in four languages."""

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
from firmware_bridge.robots.values import NoAnswer

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
}

_NO_PORT: dict[Language, str] = {"en": "none", "ru": "ни одного", "pl": "żadnego", "fr": "aucun"}


def channel_words(error: GolemError, language: Language) -> str:
    """What is wrong; in English for what only the device has words for."""
    texts = TEXTS.get(type(error))
    if texts is None or language == "en":
        # The device's own words say a little more, and are English.
        return str(error)
    values = {name: getattr(error, name, "") for name in ("reason", "trouble")}
    known = ", ".join(getattr(error, "known", ())) or _NO_PORT[language]
    return texts[language].format(known=known, **values).rstrip()
