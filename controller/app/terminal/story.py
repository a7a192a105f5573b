"""A game told in the terminal: a progress line, and per row who did what and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from boards.base.catalogue import translate
from boards.base.message import Fact, Message, _, pgettext
from controller.games.golems.narration.ending import ending_sentence
from controller.games.task_values import PlayedTask
from controller.table.view.table_messages import COLOUR_WORDS
from controller.table.view.view import PieceView, RowStory, View

_HEARTS = "♥"
_DOTS = "·"
_STYLE = {"red": "31", "blue": "34", "yellow": "33", "green": "32", "bold": "1", "dim": "2"}

TEXTS: dict[str, Message] = {
    "round": _("Round {round}"),
    "row": _("row {row}"),
    "energy": _("energy {energy}"),
    "won-game": _("{who} won."),
    "drawn-game": _("A draw."),
    "pictures-kept": _("Pictures of the mat, and of nothing else, are kept in {folder}, at most {mb} MB."),
    "record": _("The record: {file}"),
    "again": _("See it again: {command}"),
    "stopped": _("Stopped. The robots stand."),
    "go-on": _("The game is not over. Go on with it: {command}"),
    "undone": _("Undone: back before round {round}, row {row}."),
    "try": _("Try {number}"),
    "paused": _("PAUSED"),
    "estopped": _("EMERGENCY STOP"),
}

PHASES: dict[str, Message] = {
    "setup": pgettext("phase, one word", "setup"),
    "dice": pgettext("phase, one word", "dice"),
    "programs": pgettext("phase, one word", "programs"),
    "move": pgettext("phase, one word", "move"),
    "hands": pgettext("phase, one word", "hands"),
    "ready": pgettext("phase, one word", "ready"),
    "row": pgettext("phase, one word", "row"),
    "check": pgettext("phase, one word", "check"),
    "differs": pgettext("phase, one word", "differs"),
    "over": pgettext("phase, one word", "over"),
}
"""What the table is doing, for the progress line."""


def phrase(code: str, language: str, **facts: Fact) -> str:
    """Return a phrase of the story in a language."""
    return translate(TEXTS[code].bind(**facts), language)


class TerminalNarrator:
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
        self._verdict: tuple[Message, ...] = ()

    def anew(self) -> None:
        """Tell another game from its start."""
        self._clear_progress()
        self._told, self._round, self._rows, self._notices = 0, 0, (), ()
        self._task, self._verdict = None, ()

    def on_view(self, view: View) -> None:
        """Tell what is new in this view."""
        if view.task is not None:
            self._tell_task(view.task, view.play.pieces)
        if len(view.story) < len(self._rows):
            undone = self._rows[len(view.story)]
            self.say(f"    ↶ {phrase('undone', self._language, round=undone.round, row=undone.row)}")
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
        puzzle = view.task is not None and view.task.kind == "puzzle"
        if view.winners is None or puzzle:
            return
        if not view.trays:
            # Why, the sentences of the last step have told.
            names = (translate(view.play.players[winner], self._language) for winner in view.winners)
            code = "won-game" if view.winners else "drawn-game"
            self._line("")
            self._line(self._paint("bold", phrase(code, self._language, who=", ".join(names))))
            return
        alone = len({golem.side for golem in view.play.pieces}) < 2
        # A side of several golems is told by all of them.
        winners = [self._name(golem.name) for golem in view.play.pieces if golem.side in view.winners]
        self._line("")
        self._line(self._paint("bold", ending_sentence(winners, view.reason, self._language, alone=alone)))

    def say(self, text: str) -> None:
        """Print a plain line."""
        self._clear_progress()
        self._line(text)

    def _name(self, side: str) -> str:
        """Return a side as it is called at the beginning of a sentence."""
        word = self._colour_word(side)
        return word[:1].upper() + word[1:]

    def _colour_word(self, name: str) -> str:
        """Return a golem's colour in the story's language; its name, if that is no colour."""
        return translate(COLOUR_WORDS[name], self._language) if name in COLOUR_WORDS else name

    def _tell_task(self, task: PlayedTask, pieces: Sequence[PieceView]) -> None:
        """Tell what is played, when it begins; each attempt at a puzzle is told anew."""
        now = (task.key, task.tries)
        if now == self._task:
            return
        same = self._task is not None and self._task[0] == now[0]
        self._task, self._rows, self._round, self._told = now, (), 0, 0
        self._clear_progress()
        self._line("")
        if same:
            self._line(self._paint("bold", phrase("try", self._language, number=now[1])))
            return
        self._line(self._paint("bold", translate(task.name, self._language)))
        self._line(translate(task.story, self._language))
        for goal in task.goals:
            own = ", ".join(self._name(golem.name) for golem in pieces if golem.side == goal.side)
            self._line(f"  {own} · {translate(goal.text, self._language)}")
        for words in task.conditions:
            self._line(f"  - {translate(words, self._language)}")

    def _tell_verdict(self, task: PlayedTask) -> None:
        """Tell the judge's verdict, once."""
        if task.verdict == self._verdict:
            return
        self._verdict = task.verdict
        self._clear_progress()
        for words in self._verdict:
            self._line(self._paint("bold", f"  {translate(words, self._language)}"))

    def _tell_row(self, row: RowStory, view: View) -> None:
        self._clear_progress()
        if row.round != self._round:
            self._round = row.round
            title = phrase("round", self._language, round=row.round)
            if view.energy is not None:
                title += f" · {phrase('energy', self._language, energy=view.energy)}"
            self._line("")
            self._line(self._paint("bold", title))
        if view.trays:
            self._line(self._paint("dim", f"  {phrase('row', self._language, row=row.row)}"))
        for golem, words in zip(row.golems, row.sentences, strict=True):
            self._line(f"    {self._paint(golem or 'dim', '●')} {translate(words, self._language)}")

    def _tell_notices(self, view: View) -> None:
        now = tuple(translate(notice.text, self._language) for notice in view.notices)
        for text in now:
            if text not in self._notices:
                self._clear_progress()
                self._line(f"    ! {text}")
        self._notices = now

    def _status(self, view: View) -> str:
        golems = "  ".join(
            f"{self._paint(piece.name, self._colour_word(piece.name))} {piece.spot}{piece.facing} "
            f"{_HEARTS * piece.lives}{_DOTS * (view.lives_max - piece.lives)}"
            for piece in view.play.pieces
            if piece.lives is not None
        )
        state = "estopped" if view.estopped else "paused" if view.paused else ""
        doing = phrase(state, self._language) if state else translate(PHASES[view.phase], self._language)
        return f"  {doing:<9} {golems}"

    def _clear_progress(self) -> None:
        if self._progress:
            self._line("\r\033[K", end="")

    def _paint(self, style: str, text: str) -> str:
        return f"\033[{_STYLE.get(style, '0')}m{text}\033[0m" if self._colour else text

    def _line(self, text: str, end: str = "\n") -> None:
        self._out.write(text + end)
        self._out.flush()
