"""The certificate's words."""

from __future__ import annotations

from boards.base.languages import LANGUAGES, Language

_TITLES: dict[str, tuple[str, str, str, str]] = {
    "welcome": (
        "says who it is: this protocol, this dictionary, a printable name",
        "говорит, кто он: этот протокол, этот словарь, читаемое имя",
        "mówi, kim jest: ten protokół, ten słownik, czytelna nazwa",
        "dit qui il est : ce protocole, ce dictionnaire, un nom lisible",
    ),
    "checksum": (
        "drops a frame with a flipped bit, and counts it",
        "отбрасывает кадр с перевёрнутым битом и считает его",
        "odrzuca ramkę z przekłamanym bitem i ją zlicza",
        "jette une trame au bit inversé, et la compte",
    ),
    "length": (
        "drops a frame of the wrong length",
        "отбрасывает кадр неверной длины",
        "odrzuca ramkę o złej długości",
        "jette une trame de mauvaise longueur",
    ),
    "unknown-type": (
        "drops a frame of an unknown type",
        "отбрасывает кадр неизвестного типа",
        "odrzuca ramkę nieznanego typu",
        "jette une trame de type inconnu",
    ),
    "resynchronisation": (
        "understands the next frame after garbage, half a frame, an endless one",
        "понимает следующий кадр после мусора, половины кадра, бесконечного кадра",
        "rozumie następną ramkę po śmieciach, po połowie ramki, po ramce bez końca",
        "comprend la trame suivante après du bruit, une demi-trame, une trame sans fin",
    ),
    "byte-by-byte": (
        "understands a frame that comes one byte at a time",
        "понимает кадр, пришедший по одному байту",
        "rozumie ramkę przysłaną po jednym bajcie",
        "comprend une trame qui vient octet par octet",
    ),
    "asking": (
        "HELLO(ASK) changes nothing",
        "HELLO(ASK) ничего не меняет",
        "HELLO(ASK) niczego nie zmienia",
        "HELLO(ASK) ne change rien",
    ),
    "taking": (
        "begins a session only for who knows its boot and its session",
        "начинает сеанс только с тем, кто знает его запуск и сеанс",
        "zaczyna sesję tylko z tym, kto zna jego uruchomienie i sesję",
        "n'ouvre une session qu'à qui connaît son démarrage et sa session",
    ),
    "late-hello": (
        "a late copy of an old HELLO changes nothing",
        "опоздавшая копия старого HELLO ничего не меняет",
        "spóźniona kopia starego HELLO niczego nie zmienia",
        "une copie tardive d'un vieux HELLO ne change rien",
    ),
    "motions": (
        "MOVE and TURN are carried out and counted truly",
        "MOVE и TURN выполняются и честно отсчитываются",
        "MOVE i TURN są wykonywane i rzetelnie liczone",
        "MOVE et TURN sont exécutés et comptés fidèlement",
    ),
    "acts": (
        "shows every act that it says it can; refuses the others",
        "показывает все действия, которые заявил; от других отказывается",
        "pokazuje każdą akcję, którą zapowiada; innych odmawia",
        "montre chaque acte qu'il annonce ; refuse les autres",
    ),
    "copy-under-way": (
        "a copy of the command under way is not carried out again",
        "копия выполняемой команды не выполняется ещё раз",
        "kopia wykonywanego polecenia nie jest wykonywana drugi raz",
        "une copie de l'ordre en cours n'est pas exécutée de nouveau",
    ),
    "copy-afterwards": (
        "a copy of an ended command gets the stored answer only",
        "копия законченной команды получает лишь сохранённый ответ",
        "kopia zakończonego polecenia dostaje tylko zapamiętaną odpowiedź",
        "une copie d'un ordre terminé ne reçoit que la réponse gardée",
    ),
    "memory": (
        "keeps its answers to the last four numbers",
        "хранит ответы на последние четыре номера",
        "pamięta odpowiedzi na cztery ostatnie numery",
        "garde ses réponses aux quatre derniers numéros",
    ),
    "old-copy": (
        "a copy of a command long past is not carried out",
        "копия давней команды не выполняется",
        "kopia dawnego polecenia nie jest wykonywana",
        "une copie d'un ordre ancien n'est pas exécutée",
    ),
    "gap": (
        "a number that is not the next one is refused and not used up",
        "номер не по порядку отклоняется и не расходуется",
        "numer nie po kolei jest odrzucany i nie przepada",
        "un numéro qui n'est pas le suivant est refusé et reste libre",
    ),
    "other-session": (
        "a command of another session is not carried out",
        "команда чужого сеанса не выполняется",
        "polecenie z innej sesji nie jest wykonywane",
        "un ordre d'une autre session n'est pas exécuté",
    ),
    "busy": (
        "one command at a time; BUSY uses no number up",
        "одна команда за раз; BUSY не расходует номер",
        "jedno polecenie naraz; BUSY nie zużywa numeru",
        "un ordre à la fois ; BUSY ne consomme pas de numéro",
    ),
    "numbers": (
        "tells which number it took last, and which ended last",
        "сообщает, какой номер принят последним и какой закончен последним",
        "mówi, który numer przyjął ostatnio i który ostatnio zakończył",
        "dit quel numéro il a pris en dernier et lequel s'est terminé en dernier",
    ),
    "out-of-range": (
        "a value out of range is refused, never clipped",
        "значение вне пределов отклоняется, а не обрезается",
        "wartość spoza zakresu jest odrzucana, nigdy przycinana",
        "une valeur hors limites est refusée, jamais rognée",
    ),
    "mended": (
        "a lost DONE can be fetched",
        "потерянное DONE можно получить снова",
        "zgubione DONE można odzyskać",
        "un DONE perdu peut être redemandé",
    ),
    "stop-under-way": (
        "STOP ends the motion and tells how far it came",
        "STOP прерывает движение и говорит, сколько пройдено",
        "STOP kończy ruch i mówi, jak daleko doszedł",
        "STOP arrête le mouvement et dit jusqu'où il est allé",
    ),
    "stop-before": (
        "a command that comes after its STOP is not carried out",
        "команда, пришедшая после своего STOP, не выполняется",
        "polecenie, które przyszło po swoim STOP, nie jest wykonywane",
        "un ordre arrivé après son STOP n'est pas exécuté",
    ),
    "acts-end": (
        "STOP and the emergency stop end an act as well",
        "STOP и аварийная остановка прерывают и действие",
        "STOP i zatrzymanie awaryjne przerywają też akcję",
        "STOP et l'arrêt d'urgence interrompent aussi un acte",
    ),
    "estop": (
        "the emergency stop needs no session, ends all and latches",
        "аварийная остановка не требует сеанса, прерывает всё и защёлкивается",
        "zatrzymanie awaryjne nie wymaga sesji, kończy wszystko i blokuje",
        "l'arrêt d'urgence se passe de session, arrête tout et verrouille",
    ),
    "latched": (
        "stopped by emergency, it refuses everything, also in a new session",
        "после аварийной остановки отказывается от всего, и в новом сеансе тоже",
        "po zatrzymaniu awaryjnym odmawia wszystkiego, także w nowej sesji",
        "après un arrêt d'urgence, refuse tout, même dans une nouvelle session",
    ),
    "estop-counts": (
        "a repeated emergency stop counts once",
        "повтор аварийной остановки считается один раз",
        "powtórzone zatrzymanie awaryjne liczy się raz",
        "un arrêt d'urgence répété compte une fois",
    ),
    "clear-of-old": (
        "an old CLEAR does not release a newer emergency stop",
        "старый CLEAR не снимает более новую аварийную остановку",
        "stary CLEAR nie zwalnia nowszego zatrzymania awaryjnego",
        "un vieux CLEAR ne lève pas un arrêt d'urgence plus récent",
    ),
    "silence": (
        "stops by itself when its host is silent for 1 s",
        "сам останавливается, когда компьютер молчит 1 с",
        "sam się zatrzymuje, gdy komputer milczy przez 1 s",
        "s'arrête seul quand l'hôte se tait 1 s",
    ),
    "strangers": (
        "stops by itself also while others are spoken to",
        "сам останавливается и тогда, когда обращаются к другому сеансу",
        "sam się zatrzymuje także wtedy, gdy mowa jest do innej sesji",
        "s'arrête seul même si l'on parle à une autre session",
    ),
    "new-session": (
        "a new session ends the motion of the old one",
        "новый сеанс прерывает движение старого",
        "nowa sesja kończy ruch poprzedniej",
        "une nouvelle session arrête le mouvement de l'ancienne",
    ),
    "signs-of-life": (
        "answers PING, in a session and out of one",
        "отвечает на PING в сеансе и вне его",
        "odpowiada na PING w sesji i poza nią",
        "répond à PING, en session et hors session",
    ),
    "restart": (
        "after a start: BOOT, a new boot id, every session void",
        "после запуска: BOOT, новый номер запуска, прежние сеансы недействительны",
        "po starcie: BOOT, nowy numer uruchomienia, dawne sesje nieważne",
        "après un démarrage : BOOT, un nouveau numéro, plus aucune session",
    ),
}

_WORDS: dict[str, tuple[str, str, str, str]] = {
    "passed": ("passed", "пройдено", "zaliczone", "réussi"),
    "failed": ("FAILED", "НЕ ПРОЙДЕНО", "NIEZALICZONE", "ÉCHEC"),
    "not applicable": ("does not apply", "не применимо", "nie dotyczy", "sans objet"),
    "expected": ("expected", "ожидалось", "oczekiwano", "attendu"),
    "seen": ("seen", "получено", "otrzymano", "reçu"),
    "rule": ("rule", "правило", "reguła", "règle"),
    "certificate": ("Certificate", "Свидетельство", "Świadectwo", "Certificat"),
    "tested": ("tested on", "проверен", "sprawdzono", "vérifié le"),
    "port": ("port", "порт", "port", "port"),
    "robot": ("robot", "робот", "robot", "robot"),
    "unnamed": ("without a name", "без имени", "bez nazwy", "sans nom"),
    "firmware": ("firmware", "прошивка", "oprogramowanie", "micrologiciel"),
    "protocol": ("protocol", "протокол", "protokół", "protocole"),
    "nobody": ("nobody answers", "никто не отвечает", "nikt nie odpowiada", "personne ne répond"),
    "no line": (
        "there is no serial line to disturb",
        "нет последовательной линии, на которой могли бы быть помехи",
        "nie ma linii szeregowej, którą można by zakłócić",
        "il n'y a pas de ligne série à perturber",
    ),
    "no long act": (
        "it has no act that lasts long enough",
        "у него нет достаточно долгого действия",
        "nie ma akcji, która trwałaby dość długo",
        "il n'a pas d'acte assez long",
    ),
    "no restart": (
        "nobody can switch it off and on from here",
        "отсюда его нельзя выключить и включить",
        "stąd nie można go wyłączyć i włączyć",
        "on ne peut pas l'éteindre et le rallumer d'ici",
    ),
    "by hand": (
        "a person moves it: what was asked was done, but a hand counts no way, so the camera says where it stands",
        "его двигает человек: что просили, сделано, но рука не считает путь, где он стоит, скажет камера",
        "przesuwa go człowiek: zrobiono, o co proszono, ale ręka nie liczy drogi, gdzie stoi, powie kamera",
        "une personne le déplace : ce qui était demandé est fait, mais une main ne compte pas le trajet ; la caméra "
        "dit où il est",
    ),
    "refuses": (
        "it refuses to move",
        "отказывается двигаться",
        "odmawia ruchu",
        "il refuse de bouger",
    ),
    "sound": (
        "This robot is a golem.",
        "Этот робот — голем.",
        "Ten robot jest golemem.",
        "Ce robot est un golem.",
    ),
    "unsound": (
        "This robot is no golem yet: {failed} of {all} checks failed.",
        "Этот робот пока не голем: не пройдено проверок {failed} из {all}.",
        "Ten robot nie jest jeszcze golemem: niezaliczone sprawdziany: {failed} z {all}.",
        "Ce robot n'est pas encore un golem : {failed} vérifications sur {all} ont échoué.",
    ),
    "start anew": (
        "Now press the robot's reset button, or switch it off and on if it hangs on no cable. Then press Enter here. "
        "(To leave this check out: n and Enter.)",
        "Теперь нажмите на роботе кнопку сброса или, если он без кабеля, выключите и включите его. Затем нажмите здесь "
        "Enter. (Пропустить эту проверку: n и Enter.)",
        "Teraz naciśnij w robocie przycisk resetu albo, jeśli nie wisi na kablu, wyłącz go i włącz. Potem naciśnij "
        "tutaj Enter. (Aby pominąć ten sprawdzian: n i Enter.)",
        "Appuyez maintenant sur le bouton de remise à zéro du robot ou, s'il est sans câble, éteignez-le et "
        "rallumez-le. Puis appuyez ici sur Entrée. (Pour sauter cette vérification : n et Entrée.)",
    ),
    "will move": (
        "The robot will turn on the spot and go 2 cm forth and back. Put it on the floor, 10 cm from everything.",
        "Робот будет поворачиваться на месте и проедет 2 см вперёд и назад. Поставьте его на пол, в 10 см от всего.",
        "Robot będzie się obracał w miejscu i przejedzie 2 cm tam i z powrotem. Postaw go na podłodze, 10 cm od "
        "wszystkiego.",
        "Le robot tournera sur place et fera 2 cm en avant et en arrière. Posez-le au sol, à 10 cm de tout.",
    ),
}


def title(check: str, language: Language) -> str:
    """What a check looks at, in plain words."""
    return _TITLES[check][LANGUAGES.index(language)]


def word(key: str, language: Language) -> str:
    """A word or sentence of the certificate."""
    return _WORDS[key][LANGUAGES.index(language)]


TITLES = frozenset(_TITLES)
WORDS = frozenset(_WORDS)
