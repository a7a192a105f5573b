"""A game told in the terminal: a progress line, and per row who did what and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from controller.table.view.table_messages import COLOUR_WORDS
from controller.table.view.view import GolemView, RowStory, View, Words

_HEARTS = "♥"
_DOTS = "·"
_STYLE = {"red": "31", "blue": "34", "yellow": "33", "green": "32", "bold": "1", "dim": "2"}

TEXTS: dict[str, dict[str, str]] = {
    "round": {"en": "Round {0}", "ru": "Раунд {0}", "pl": "Runda {0}", "fr": "Manche {0}"},
    "row": {"en": "row {0}", "ru": "ряд {0}", "pl": "rząd {0}", "fr": "rangée {0}"},
    "energy": {"en": "energy {0}", "ru": "энергия {0}", "pl": "energia {0}", "fr": "énergie {0}"},
    "won": {
        "en": "{0} won: {1}.",
        "ru": "Победа: {0} ({1}).",
        "pl": "Wygrana: {0} ({1}).",
        "fr": "Victoire : {0} ({1}).",
    },
    "won-game": {"en": "{0} won.", "ru": "Победа: {0}.", "pl": "Wygrana: {0}.", "fr": "Victoire : {0}."},
    "drawn-game": {"en": "A draw.", "ru": "Ничья.", "pl": "Remis.", "fr": "Match nul."},
    "draw": {"en": "A draw: {1}.", "ru": "Ничья: {1}.", "pl": "Remis: {1}.", "fr": "Match nul : {1}."},
    "last-standing": {
        "en": "the last one standing",
        "ru": "остался один на поле",
        "pl": "ostatni na planszy",
        "fr": "dernier debout",
    },
    "pictures-kept": {
        "en": "Pictures of the mat, and of nothing else, are kept in {0}, at most {1} MB.",
        "ru": "Снимки поля, и ничего другого, сохраняются в {0}, не больше {1} МБ.",
        "pl": "Zdjęcia maty, i niczego więcej, są zapisywane w {0}, najwyżej {1} MB.",
        "fr": "Des images du tapis, et de rien d’autre, sont gardées dans {0}, au plus {1} Mo.",
    },
    "record": {"en": "The record: {0}", "ru": "Запись: {0}", "pl": "Zapis: {0}", "fr": "L’enregistrement : {0}"},
    "again": {
        "en": "See it again: {0}",
        "ru": "Посмотреть ещё раз: {0}",
        "pl": "Zobacz jeszcze raz: {0}",
        "fr": "Pour revoir : {0}",
    },
    "stopped": {
        "en": "Stopped. The robots stand.",
        "ru": "Остановлено. Роботы стоят.",
        "pl": "Zatrzymano. Roboty stoją.",
        "fr": "Arrêté. Les robots ne bougent plus.",
    },
    "go-on": {
        "en": "The game is not over. Go on with it: {0}",
        "ru": "Игра не окончена. Продолжить: {0}",
        "pl": "Gra nie jest skończona. Graj dalej: {0}",
        "fr": "La partie n’est pas finie. Pour continuer : {0}",
    },
    "undone": {
        "en": "Undone: back before round {0}, row {1}.",
        "ru": "Отменено: назад, до раунда {0}, ряда {1}.",
        "pl": "Cofnięto: przed rundę {0}, rząd {1}.",
        "fr": "Annulé : retour avant la manche {0}, rangée {1}.",
    },
    "try": {"en": "Try {0}", "ru": "Попытка {0}", "pl": "Próba {0}", "fr": "Essai {0}"},
    "paused": {"en": "PAUSED", "ru": "ПАУЗА", "pl": "PAUZA", "fr": "PAUSE"},
    "estopped": {
        "en": "EMERGENCY STOP",
        "ru": "АВАРИЙНАЯ ОСТАНОВКА",
        "pl": "ZATRZYMANIE AWARYJNE",
        "fr": "ARRÊT D’URGENCE",
    },
    "reach": {
        "en": "the goal is reached",
        "ru": "цель достигнута",
        "pl": "cel osiągnięty",
        "fr": "le but est atteint",
    },
    "bring-barrel": {
        "en": "the barrel is home",
        "ru": "бочка принесена",
        "pl": "beczka przyniesiona",
        "fr": "le tonneau est arrivé",
    },
    "destroy-barrels": {
        "en": "no barrel is left",
        "ru": "бочек не осталось",
        "pl": "nie ma już beczek",
        "fr": "il ne reste aucun tonneau",
    },
    "survive": {
        "en": "still standing when the energy is out",
        "ru": "устоял, пока не кончилась энергия",
        "pl": "przetrwał do końca energii",
        "fr": "encore debout à la fin de l’énergie",
    },
    "energy-out": {
        "en": "the energy is out, lives decide",
        "ru": "энергия кончилась, решают жизни",
        "pl": "koniec energii, decydują życia",
        "fr": "plus d’énergie, les vies décident",
    },
}


def phrase(code: str, language: str, *facts: object) -> str:
    """A phrase of the story in a language."""
    return TEXTS[code][language].format(*facts)


class StoryTeller:
    """Hears views and writes the story as it grows."""

    def __init__(self, out: TextIO, language: str, *, colour: bool, progress: bool) -> None:
        self._out = out
        self._language = language
        self._colour = colour
        self._progress = progress
        self._told = 0
        self._rows: tuple[RowStory, ...] = ()
        self._round = 0
        self._notices: tuple[str, ...] = ()
        self._task: tuple[str, int] | None = None
        self._verdict: tuple[Words, ...] = ()

    def on_view(self, view: View) -> None:
        """Tell what is new in this view."""
        if view.task is not None:
            self._tell_task(view.task, view.golems)
        if len(view.story) < len(self._rows):
            undone = self._rows[len(view.story)]
            self.say(f"    ↶ {phrase('undone', self._language, undone.round, undone.row)}")
        self._rows = view.story
        self._told = min(self._told, len(view.story))
        for row in view.story[self._told :]:
            self._tell_row(row, view)
        self._told = len(view.story)
        if view.task is not None:
            self._tell_verdict(view.task)
        self._tell_notices(view)
        if self._progress:
            self._line(f"\r\033[K{self._status(view)}", end="")

    def end(self, view: View) -> None:
        """How it ended."""
        self._clear_progress()
        puzzle = view.task is not None and view.task["kind"] == "puzzle"
        if view.winners is None or puzzle:
            return
        if view.play is not None:
            # Why, the sentences of the last step have told.
            names = (view.play.players[winner][self._language] for winner in view.winners)
            code = "won-game" if view.winners else "drawn-game"
            self._line("")
            self._line(self._paint("bold", phrase(code, self._language, ", ".join(names))))
            return
        reason = TEXTS.get("energy-out" if view.reason == "energy" else view.reason, {}).get(
            self._language, view.reason
        )
        code = "won" if view.winners else "draw"
        self._line("")
        self._line(self._paint("bold", phrase(code, self._language, ", ".join(map(self._name, view.winners)), reason)))

    def say(self, text: str) -> None:
        """A plain line."""
        self._clear_progress()
        self._line(text)

    def _name(self, side: str) -> str:
        """A side as it is called at the beginning of a sentence."""
        word = COLOUR_WORDS[side][self._language] if side in COLOUR_WORDS else side
        return word[:1].upper() + word[1:]

    def _tell_task(self, task: Mapping[str, Any], golems: Sequence[GolemView]) -> None:
        """What is played, when it begins; a try at a puzzle begins a story of its own."""
        now = (task["key"], task.get("tries", 1))
        if now == self._task:
            return
        same = self._task is not None and self._task[0] == now[0]
        self._task, self._rows, self._round, self._told = now, (), 0, 0
        self._clear_progress()
        self._line("")
        if same:
            self._line(self._paint("bold", phrase("try", self._language, now[1])))
            return
        self._line(self._paint("bold", task["name"][self._language]))
        self._line(task["story"][self._language])
        for goal in task["goals"]:
            own = ", ".join(self._name(golem.name) for golem in golems if golem.side == goal["side"])
            self._line(f"  {own} · {goal['text'][self._language]}")
        for words in task.get("conditions", ()):
            self._line(f"  - {words[self._language]}")

    def _tell_verdict(self, task: Mapping[str, Any]) -> None:
        """What the judge says, once."""
        if task["verdict"] == self._verdict:
            return
        self._verdict = task["verdict"]
        self._clear_progress()
        for words in self._verdict:
            self._line(self._paint("bold", f"  {words[self._language]}"))

    def _tell_row(self, row: RowStory, view: View) -> None:
        self._clear_progress()
        if row.round != self._round:
            self._round = row.round
            title = phrase("round", self._language, row.round)
            if view.energy is not None:
                title += f" · {phrase('energy', self._language, view.energy)}"
            self._line("")
            self._line(self._paint("bold", title))
        if view.play is None:
            self._line(self._paint("dim", f"  {phrase('row', self._language, row.row)}"))
        for golem, words in zip(row.golems, row.sentences, strict=True):
            self._line(f"    {self._paint(golem or 'dim', '●')} {words[self._language]}")

    def _tell_notices(self, view: View) -> None:
        now = tuple(notice.text[self._language] for notice in view.notices)
        for text in now:
            if text not in self._notices:
                self._clear_progress()
                self._line(f"    ! {text}")
        self._notices = now

    def _status(self, view: View) -> str:
        golems = "  ".join(
            f"{self._paint(golem.name, golem.name)} {golem.cell}{golem.heading} "
            f"{_HEARTS * golem.lives}{_DOTS * (view.lives_max - golem.lives)}"
            for golem in view.golems
        )
        state = "estopped" if view.estopped else "paused" if view.paused else ""
        doing = phrase(state, self._language) if state else view.phase
        return f"  {doing:<9} {golems}"

    def _clear_progress(self) -> None:
        if self._progress:
            self._line("\r\033[K", end="")

    def _paint(self, style: str, text: str) -> str:
        return f"\033[{_STYLE.get(style, '0')}m{text}\033[0m" if self._colour else text

    def _line(self, text: str, end: str = "\n") -> None:
        self._out.write(text + end)
        self._out.flush()
