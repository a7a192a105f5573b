"""What robots, links and ports say of themselves, as they say it in English -> in four languages.

The journal keeps their own words; screens show these. Whoever changes a sentence there must change it here.
"""

from __future__ import annotations

from collections.abc import Mapping

from boards.base.languages import LANGUAGES
from boards.base.sentences import finder
from controller.table.view.view import Words

REASONS: tuple[Words, ...] = (
    {
        "en": "the emergency stop is on",
        "ru": "включён аварийный останов",
        "pl": "włączone jest zatrzymanie awaryjne",
        "fr": "l’arrêt d’urgence est actif",
    },
    {
        "en": "the battery is too low to move; charge it",
        "ru": "батарея слишком слаба, чтобы ехать; зарядите её",
        "pl": "bateria jest za słaba, by jechać; naładuj ją",
        "fr": "la batterie est trop faible pour rouler ; rechargez-la",
    },
    {
        "en": "the robot cannot do this",
        "ru": "робот этого не умеет",
        "pl": "robot tego nie umie",
        "fr": "le robot ne sait pas faire cela",
    },
    {
        "en": "a value is out of the robot's range",
        "ru": "значение за пределами возможностей робота",
        "pl": "wartość jest poza zakresem robota",
        "fr": "une valeur est hors des limites du robot",
    },
    {
        "en": "the robot has a fault",
        "ru": "робот неисправен",
        "pl": "robot ma usterkę",
        "fr": "le robot est en panne",
    },
    {
        "en": "stopped",
        "ru": "остановлен",
        "pl": "zatrzymany",
        "fr": "arrêté",
    },
    {
        "en": "emergency stop",
        "ru": "аварийный останов",
        "pl": "zatrzymanie awaryjne",
        "fr": "arrêt d’urgence",
    },
    {
        "en": "the robot heard nothing for 1 s and stopped",
        "ru": "робот 1 с ничего не слышал и остановился",
        "pl": "robot przez 1 s nic nie słyszał i stanął",
        "fr": "le robot n’a rien entendu pendant 1 s et s’est arrêté",
    },
    {
        "en": "the wheels stalled; look whether something is in the way",
        "ru": "колёса застряли; посмотрите, не мешает ли что-нибудь",
        "pl": "koła się zablokowały; sprawdź, czy coś nie stoi na drodze",
        "fr": "les roues ont calé ; regardez si quelque chose gêne",
    },
    {
        "en": "the battery sank too low under way; charge it",
        "ru": "батарея села в пути; зарядите её",
        "pl": "bateria osłabła w drodze; naładuj ją",
        "fr": "la batterie a faibli en route ; rechargez-la",
    },
    {
        "en": "another session was begun",
        "ru": "начат другой сеанс",
        "pl": "zaczęto inną sesję",
        "fr": "une autre session a commencé",
    },
    {
        "en": "a motor or its driver does not work",
        "ru": "не работает мотор или его драйвер",
        "pl": "nie działa silnik albo jego sterownik",
        "fr": "un moteur ou sa commande ne marche pas",
    },
    {
        "en": "the robot's program found a mistake in itself; switch it off and on",
        "ru": "программа робота нашла в себе ошибку; выключите и включите его",
        "pl": "program robota znalazł w sobie błąd; wyłącz go i włącz",
        "fr": "le programme du robot a trouvé une erreur en lui-même ; éteignez-le et rallumez-le",
    },
    {
        "en": "the robot restarted",
        "ru": "робот перезапустился",
        "pl": "robot uruchomił się ponownie",
        "fr": "le robot a redémarré",
    },
    {
        "en": "another controller took the robot over",
        "ru": "роботом завладел другой стол",
        "pl": "robota przejął inny stół",
        "fr": "une autre table a pris le robot",
    },
    {
        "en": "the robot counts {0} commands, the record {1}",
        "ru": "команд по счёту робота {0}, по записи {1}",
        "pl": "robot naliczył poleceń: {0}, zapis: {1}",
        "fr": "le robot compte {0} ordres, la partie enregistrée {1}",
    },
    {
        "en": "the link is {0}",
        "ru": "связи с роботом нет ({0})",
        "pl": "nie ma łączności z robotem ({0})",
        "fr": "la liaison avec le robot manque ({0})",
    },
    {
        "en": "{0} commands are waiting already",
        "ru": "уже ждут команды: {0}",
        "pl": "już czekają polecenia: {0}",
        "fr": "{0} ordres attendent déjà",
    },
    {
        "en": "stopped before it was sent",
        "ru": "остановлено до отправки",
        "pl": "zatrzymane przed wysłaniem",
        "fr": "arrêté avant l’envoi",
    },
    {
        "en": "no end within {0} s",
        "ru": "конца нет за {0} с",
        "pl": "brak końca w ciągu {0} s",
        "fr": "pas de fin en {0} s",
    },
    {
        "en": "the robot has not answered for {0} s",
        "ru": "робот не отвечает уже {0} с",
        "pl": "robot nie odpowiada od {0} s",
        "fr": "le robot ne répond plus depuis {0} s",
    },
    {
        "en": "the robot does not answer",
        "ru": "робот не отвечает",
        "pl": "robot nie odpowiada",
        "fr": "le robot ne répond pas",
    },
    {
        "en": "the table closed the connection",
        "ru": "стол закрыл связь",
        "pl": "stół zamknął połączenie",
        "fr": "la table a fermé la liaison",
    },
    {
        "en": "not connected yet",
        "ru": "ещё не подключён",
        "pl": "jeszcze nie połączony",
        "fr": "pas encore relié",
    },
    {
        "en": "this robot is not connected",
        "ru": "этот робот не подключён",
        "pl": "ten robot nie jest połączony",
        "fr": "ce robot n’est pas relié",
    },
    {
        "en": "looking for the robot",
        "ru": "ищем робота",
        "pl": "szukamy robota",
        "fr": "on cherche le robot",
    },
    {
        "en": "closed",
        "ru": "связь закрыта",
        "pl": "połączenie zamknięte",
        "fr": "liaison fermée",
    },
    {
        "en": "the robot says done, and counted {0} of {1} mm",
        "ru": "робот говорит «готово», а насчитал {0} из {1} мм",
        "pl": "robot mówi „gotowe”, a naliczył {0} z {1} mm",
        "fr": "le robot dit « fait », mais n’a compté que {0} mm sur {1}",
    },
    {
        "en": "the robot says done, and counted {0} of {1} degrees",
        "ru": "робот говорит «готово», а насчитал {0} из {1} градусов",
        "pl": "robot mówi „gotowe”, a naliczył {0} z {1} stopni",
        "fr": "le robot dit « fait », mais n’a compté que {0} degrés sur {1}",
    },
    {
        "en": "the robot says done after {0} s, which takes {1} s at its speed",
        "ru": "робот говорит «готово» через {0} с, а на это при его скорости нужно {1} с",
        "pl": "robot mówi „gotowe” po {0} s, a przy jego prędkości trwa to {1} s",
        "fr": "le robot dit « fait » après {0} s ; à sa vitesse, il en faut {1}",
    },
    {
        "en": "the robot's firmware {0} speaks protocol {1} (dictionary {2}), this program speaks {3} (dictionary {4}"
        "): flash the firmware that came with this program",
        "ru": "прошивка робота {0} говорит на протоколе {1} (словарь {2}), а эта программа на {3} (словарь {4}): "
        "запишите прошивку из этой программы",
        "pl": "oprogramowanie robota {0} mówi protokołem {1} (słownik {2}), a ten program {3} (słownik {4}): "
        "zapisz to, które jest w tym programie",
        "fr": "le micrologiciel {0} du robot parle le protocole {1} (dictionnaire {2}), ce programme le {3} "
        "(dictionnaire {4}) : écrivez celui de ce programme",
    },
    {
        "en": "a robot without a name answers here, and not {0}: are two cables mixed up?",
        "ru": "здесь отвечает робот без имени, а не {0}. Перепутаны два кабеля?",
        "pl": "odpowiada tu robot bez nazwy, a nie {0}: czy dwa kable są zamienione?",
        "fr": "c’est un robot sans nom qui répond ici, et non {0} : deux câbles sont-ils intervertis ?",
    },
    {
        "en": "the robot {0} answers here, and not {1}: are two cables mixed up?",
        "ru": "здесь отвечает {0}, а не {1}. Перепутаны два кабеля?",
        "pl": "odpowiada tu {0}, a nie {1}: czy dwa kable są zamienione?",
        "fr": "c’est {0} qui répond ici, et non {1} : deux câbles sont-ils intervertis ?",
    },
    {
        "en": "two robots call themselves {0}: this one ({1}) and {2}; rename one",
        "ru": "два робота называют себя {0}: этот ({1}) и {2}; переименуйте одного",
        "pl": "dwa roboty podają nazwę {0}: ten ({1}) i {2}; zmień nazwę jednego",
        "fr": "deux robots disent s’appeler {0} : celui-ci ({1}) et {2} ; renommez-en un",
    },
    {
        "en": "the robot on {0} is {1}, and not {2}: are two cables mixed up?",
        "ru": "робот на {0}: {1}, а не {2}. Перепутаны два кабеля?",
        "pl": "robot na {0} to {1}, a nie {2}: czy dwa kable są zamienione?",
        "fr": "le robot sur {0} est {1}, et non {2} : deux câbles sont-ils intervertis ?",
    },
    {
        "en": "two robots answer to the name {0}; switch one off, or give it another name",
        "ru": "на имя {0} отзываются два робота; выключите одного или переименуйте его",
        "pl": "na nazwę {0} odpowiadają dwa roboty; wyłącz jednego albo zmień jego nazwę",
        "fr": "deux robots répondent au nom {0} ; éteignez-en un, ou renommez-le",
    },
    {
        "en": "the robot says more than can be read; some of it was thrown away",
        "ru": "робот говорит больше, чем можно прочесть; часть отброшена",
        "pl": "robot mówi więcej, niż da się odczytać; część odrzucono",
        "fr": "le robot parle plus qu’on ne peut lire ; une partie a été jetée",
    },
    {
        "en": "no such port; there are {0}. Is the robot plugged in and switched on?",
        "ru": "такого порта нет; здесь есть: {0}. Робот подключён и включён?",
        "pl": "nie ma takiego portu; są tu: {0}. Czy robot jest podłączony i włączony?",
        "fr": "ce port n’existe pas ; il y a ici : {0}. Le robot est-il branché et allumé ?",
    },
    {
        "en": "no such port; no serial port is there at all. Is the robot plugged in and switched on?",
        "ru": "такого порта нет; здесь нет ни одного. Робот подключён и включён?",
        "pl": "nie ma takiego portu; nie ma tu żadnego. Czy robot jest podłączony i włączony?",
        "fr": "ce port n’existe pas ; il n’y en a aucun ici. Le robot est-il branché et allumé ?",
    },
    {
        "en": "another program has this port open (a serial monitor? a second table?)",
        "ru": "порт занят другой программой (монитор порта? второй стол?)",
        "pl": "inny program ma otwarty ten port (monitor portu? drugi stół?)",
        "fr": "un autre programme a ouvert ce port (un moniteur série ? une deuxième table ?)",
    },
    {
        "en": "you may not open this port; on Linux run `sudo usermod -aG dialout $USER`, then log out and in again",
        "ru": "у вас нет прав на порт; в Linux: `sudo usermod -aG dialout $USER`, затем выйдите и войдите снова",
        "pl": "nie masz prawa do tego portu; w Linuksie: `sudo usermod -aG dialout $USER`, potem wyloguj się i zaloguj",
        "fr": "ce port vous est interdit ; sous Linux : `sudo usermod -aG dialout $USER`, puis reconnectez-vous",
    },
    {
        "en": "this port cannot be used: it is no serial line; `golem robots list` shows which ports there are",
        "ru": "этим портом нельзя пользоваться: это не последовательная линия; какие порты есть, покажет "
        "`golem robots list`",
        "pl": "tego portu nie można użyć: to nie jest łącze szeregowe; jakie są porty, pokaże `golem robots list`",
        "fr": "ce port est inutilisable : ce n’est pas une ligne série ; `golem robots list` montre quels ports il y a",
    },
    {
        "en": "this port cannot be used: {0}",
        "ru": "этим портом нельзя пользоваться: {0}",
        "pl": "tego portu nie można użyć: {0}",
        "fr": "ce port est inutilisable : {0}",
    },
    {
        "en": "the port went away; is the cable (or the Bluetooth link) still there?",
        "ru": "порт пропал; кабель (или связь Bluetooth) на месте?",
        "pl": "port zniknął; czy kabel (albo połączenie Bluetooth) jeszcze jest?",
        "fr": "le port a disparu ; le câble (ou la liaison Bluetooth) est-il encore là ?",
    },
    {
        "en": "the broker has lost the robot",
        "ru": "брокер потерял робота",
        "pl": "broker zgubił robota",
        "fr": "le courtier a perdu le robot",
    },
    {
        "en": "no robot of this name has come to the broker yet",
        "ru": "робот с этим именем к брокеру ещё не приходил",
        "pl": "robot o tej nazwie jeszcze nie zgłosił się do brokera",
        "fr": "aucun robot de ce nom n’est encore venu chez le courtier",
    },
    {
        "en": "the broker does not let us in: {0}",
        "ru": "брокер не впускает нас: {0}",
        "pl": "broker nas nie wpuszcza: {0}",
        "fr": "le courtier nous refuse : {0}",
    },
    {
        "en": "the connection to the broker broke ({0})",
        "ru": "связь с брокером прервалась ({0})",
        "pl": "połączenie z brokerem się zerwało ({0})",
        "fr": "la liaison avec le courtier s’est rompue ({0})",
    },
)
"""Robots' and links' reasons, ports' and brokers' troubles. {0}, {1}... stand for their values."""

KINDS: Mapping[str, Words] = {
    "done": {"en": "done", "ru": "сделано", "pl": "wykonane", "fr": "fait"},
    "rejected": {"en": "rejected", "ru": "отклонено", "pl": "odrzucone", "fr": "refusé"},
    "cancelled": {"en": "cancelled", "ru": "прервано", "pl": "przerwane", "fr": "interrompu"},
    "uncertain": {"en": "uncertain", "ru": "неизвестно", "pl": "niepewne", "fr": "incertain"},
}
"""How a command ended."""


_find = finder(REASONS)


def robot_words(said: str) -> Words:
    """What a robot, its link or its port said, in all languages; as it is where only the device has words for it.

    A place or an ending before it (``/dev/ttyUSB0: ...``, ``uncertain: ...``) is kept and told as well.
    """
    found = _find(said)
    if found is not None:
        return found
    place, colon, rest = said.partition(": ")
    if not colon:
        return KINDS.get(said, dict.fromkeys(LANGUAGES, said))
    first, then = KINDS.get(place, dict.fromkeys(LANGUAGES, place)), robot_words(rest)
    return {language: f"{first[language]}: {then[language]}" for language in LANGUAGES}
