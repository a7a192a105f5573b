"""What people read of matches and leagues, in four languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.languages import Language
from controller.bots.league import Standing
from controller.bots.limits import Protection
from controller.bots.match import Match
from controller.bots.turn_request import Slip

TEXTS: Mapping[str, Mapping[Language, str]] = {
    "won": {
        "en": "seed {seed}: {a} {x}, {b} {y}: {who} wins",
        "ru": "зерно {seed}: {a} {x}, {b} {y}: победа {who}",
        "pl": "ziarno {seed}: {a} {x}, {b} {y}: wygrywa {who}",
        "fr": "graine {seed} : {a} {x}, {b} {y} : {who} gagne",
    },
    "drawn": {
        "en": "seed {seed}: {a} {x}, {b} {y}: a draw",
        "ru": "зерно {seed}: {a} {x}, {b} {y}: ничья",
        "pl": "ziarno {seed}: {a} {x}, {b} {y}: remis",
        "fr": "graine {seed} : {a} {x}, {b} {y} : match nul",
    },
    "total": {
        "en": "{n} games: {a} won {x}, {b} won {y}, draws {d}",
        "ru": "игр: {n}; побед: {a} {x}, {b} {y}; ничьих {d}",
        "pl": "gier: {n}; wygrane: {a} {x}, {b} {y}; remisy {d}",
        "fr": "parties : {n} ; victoires : {a} {x}, {b} {y} ; nuls {d}",
    },
    "slips": {
        "en": "  {bot}: {n} acts became guards ({kinds})",
        "ru": "  {bot}: {n} действий заменены защитой ({kinds})",
        "pl": "  {bot}: {n} akcji zamieniono w obronę ({kinds})",
        "fr": "  {bot} : {n} actions remplacées par une défense ({kinds})",
    },
    "first": {
        "en": "    first {kind}: turn {turn}, robot {robot}{line}: {text}",
        "ru": "    первая ({kind}): ход {turn}, робот {robot}{line}: {text}",
        "pl": "    pierwsza ({kind}): tura {turn}, robot {robot}{line}: {text}",
        "fr": "    première ({kind}) : tour {turn}, robot {robot}{line} : {text}",
    },
    "line": {"en": ", line {n}", "ru": ", строка {n}", "pl": ", wiersz {n}", "fr": ", ligne {n}"},
    "exception": {"en": "exception", "ru": "исключение", "pl": "wyjątek", "fr": "exception"},
    "nonsense": {"en": "no action", "ru": "не действие", "pl": "to nie akcja", "fr": "pas une action"},
    "slow": {"en": "too slow", "ru": "слишком долго", "pl": "za wolno", "fr": "trop lent"},
    "gone": {
        "en": "process gone",
        "ru": "процесс завершён",
        "pl": "proces zakończony",
        "fr": "processus terminé",
    },
    "held": {
        "en": "The bots are held: no network, no files, no other processes; limits on time, memory and output.",
        "ru": "Боты ограничены: без сети, без файлов, без других процессов; время, память и вывод под контролем.",
        "pl": "Boty są zamknięte: bez sieci, plików i innych procesów; limity czasu, pamięci i wyjścia.",
        "fr": "Les bots sont tenus : ni réseau, ni fichiers, ni autres processus ; temps, mémoire et sortie limités.",
    },
    "open": {
        "en": "Beware: this system does not hold bots back from {what}. Run only bots that you trust.",
        "ru": "Внимание: эта система не мешает ботам использовать: {what}. Запускайте только тех, кому доверяете.",
        "pl": "Uwaga: ten system nie broni botom dostępu do: {what}. Uruchamiaj tylko zaufane boty.",
        "fr": "Attention : ce système n’interdit pas aux bots : {what}. Ne lancez que des bots de confiance.",
    },
    "rating": {"en": "rating", "ru": "рейтинг", "pl": "ranking", "fr": "classement"},
    "bot": {"en": "bot", "ru": "бот", "pl": "bot", "fr": "bot"},
    "games": {"en": "games", "ru": "игр", "pl": "gier", "fr": "parties"},
    "wins": {"en": "won", "ru": "побед", "pl": "wygrane", "fr": "gagnées"},
    "draws": {"en": "drawn", "ru": "ничьих", "pl": "remisy", "fr": "nulles"},
    "losses": {"en": "lost", "ru": "проигрышей", "pl": "przegrane", "fr": "perdues"},
    "mistakes": {"en": "mistakes", "ru": "ошибок", "pl": "błędy", "fr": "erreurs"},
    "confidence": {
        "en": "Rating ± what holds the true one with 95 %; 400 points are odds of 10 to 1, 1500 is the average.",
        "ru": "Рейтинг ± границы, в которых он лежит с вероятностью 95 %; 400 очков — шансы 10 к 1, среднее — 1500.",
        "pl": "Ranking ± granice, w których leży z prawdopodobieństwem 95 %; 400 punktów to 10 do 1, średnia 1500.",
        "fr": "Classement ± intervalle à 95 % ; 400 points valent 10 chances contre 1, la moyenne est 1500.",
    },
    "stopped": {
        "en": "Stopped after {done} of {total} games; the same command goes on.",
        "ru": "Остановлено после {done} из {total} игр; та же команда продолжит.",
        "pl": "Zatrzymano po {done} z {total} gier; to samo polecenie gra dalej.",
        "fr": "Arrêté après {done} parties sur {total} ; la même commande continue.",
    },
    "network": {"en": "the network", "ru": "сеть", "pl": "sieć", "fr": "le réseau"},
    "files": {"en": "reading files", "ru": "чтение файлов", "pl": "czytanie plików", "fr": "la lecture de fichiers"},
    "processes": {
        "en": "other processes",
        "ru": "другие процессы",
        "pl": "inne procesy",
        "fr": "les autres processus",
    },
}


def say(code: str, language: Language, **facts: object) -> str:
    """A phrase with its facts."""
    return TEXTS[code][language].format(**facts)


def protection_words(protection: Protection, language: Language) -> str:
    """What holds the bots on this system, or what does not."""
    if protection.whole:
        return say("held", language)
    missing = [name for name in ("network", "files", "processes") if not getattr(protection, name)]
    return say("open", language, what=", ".join(say(name, language) for name in missing))


def match_words(match: Match, language: Language) -> list[str]:
    """Who won, and what went wrong, a line each."""
    (first, second), (mine, yours) = match.names, match.scores
    facts = {"seed": match.seed, "a": first, "b": second, "x": mine, "y": yours}
    if match.winner is None:
        lines = [say("drawn", language, **facts)]
    else:
        lines = [say("won", language, **facts, who=match.names[match.winner])]
    for player, name in enumerate(match.names):
        counts = match.slips[player]
        if counts:
            kinds = ", ".join(f"{say(kind, language)} {number}" for kind, number in counts.items())
            lines.append(say("slips", language, bot=name, n=sum(counts.values()), kinds=kinds))
            lines += [_first_words(slip, language) for slip in match.first_slips[player]]
    return lines


def _first_words(slip: Slip, language: Language) -> str:
    line = "" if slip.line is None else say("line", language, n=slip.line)
    kind = say(slip.kind, language)
    return say("first", language, kind=kind, turn=slip.turn, robot=slip.robot, line=line, text=slip.text)


def total_words(matches: list[Match], language: Language) -> str:
    """The result of several matches of the same two."""
    wins = [sum(match.winner == player for match in matches) for player in (0, 1)]
    first, second = matches[0].names
    drawn = len(matches) - sum(wins)
    return say("total", language, n=len(matches), a=first, x=wins[0], b=second, y=wins[1], d=drawn)


def table_words(table: Sequence[Standing], language: Language) -> list[str]:
    """A league's table, and how to read it."""
    titles = [say(code, language) for code in ("bot", "rating", "games", "wins", "draws", "losses", "mistakes")]
    rows = [["", *titles]]
    for place, standing in enumerate(table, start=1):
        rating = f"{standing.rating.points:.0f} ± {standing.rating.error:.0f}"
        counts = standing.games, standing.won, standing.drawn, standing.lost, standing.slips
        rows.append([str(place), standing.name, rating, *map(str, counts)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        padded = zip(row, widths, range(len(row)), strict=True)
        cells = [text.ljust(width) if column == 1 else text.rjust(width) for text, width, column in padded]
        lines.append("  ".join(cells).rstrip())
    return [*lines, say("confidence", language)]
