"""Judges a child's try at a puzzle, and explains the first thing that went wrong.

A program that can't be laid is not played: the first card that is wrong is named. What is played is judged by the
rules. If the goal is not reached, the solver finds the first row after which it could not be reached any more,
and the rules say what happened there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from boards.base.catalogue import Language, translate
from boards.kit.cards import CardKind
from controller.games.golems.narration.event_messages import GOLEMS
from controller.games.golems.narration.event_text import explain
from controller.games.golems.puzzles.puzzle import Conditions, Puzzle, Size, Try, cards_laid, nested_repeat
from controller.games.golems.puzzles.puzzle_messages import card_word, condition_words, goal_words
from controller.games.golems.puzzles.solver import solve
from controller.games.golems.puzzles.verdict_messages import PLACE, VERDICTS
from controller.games.golems.rules.events import Event
from controller.games.golems.rules.goals import ENERGY
from controller.games.golems.rules.position import Position
from controller.games.golems.rules.program import (
    ACTIONS,
    BONUS_CARDS,
    ROWS,
    STAND,
    Do,
    NotARow,
    Row,
    cards_of,
    parse_row,
)
from controller.games.golems.rules.round import play_row, sides

Texts = Sequence[Mapping[str, Sequence[str]]]
"""A try as text: for each round the rows of each golem, by colour."""

Fact = str | int | tuple[str, ...] | Event | Conditions


@dataclass(frozen=True)
class Verdict:
    """What became of a try: the first thing that went wrong, or that nothing did."""

    name: str
    """One of :data:`controller.games.golems.puzzles.verdict_messages.VERDICTS`."""
    puzzle: Puzzle
    facts: Mapping[str, Fact] = field(default_factory=dict)
    events: tuple[Event, ...] = ()
    """What the row did that went wrong, the golem's own part first."""
    then: str = ""
    """A second sentence of :data:`controller.games.golems.puzzles.verdict_messages.VERDICTS`."""

    @property
    def solved(self) -> bool:
        """Return whether the try solves the puzzle."""
        return self.name == "solved"

    def words(self, language: Language) -> tuple[str, ...]:
        """Return the verdict in sentences."""
        facts = {name: _fact(self.puzzle, fact, language) for name, fact in self.facts.items()}
        facts["goal"] = " / ".join(goal_words(goal, language) for goal in self.puzzle.goals)
        facts["place"] = translate(PLACE, language).format_map({"round": "", "row": "", **facts})
        told = [explain(event, language) for event in self.events]
        sentences = [
            translate(VERDICTS[self.name], language).format_map({**facts, "why": "".join(told[:1])}),
            *told[1:],
        ]
        if self.then:
            sentences.append(translate(VERDICTS[self.then], language).format_map(facts | self._least()))
        return tuple(sentences)

    def _least(self) -> dict[str, str]:
        minimal = self.puzzle.minimal
        if self.then != "shorter" or minimal is None:
            return {}
        return {"rounds": str(minimal.rounds), "cards": str(minimal.cards)}


def _fact(puzzle: Puzzle, fact: Fact, language: Language) -> str:
    """Return a value in words: cards and golems by their names, limits as sentences."""
    if isinstance(fact, Conditions):
        return condition_words(fact, False, language)[-1]
    if isinstance(fact, tuple) and not isinstance(fact, Event):
        return ", ".join(_fact(puzzle, item, language) for item in fact)
    if isinstance(fact, str) and fact in GOLEMS:
        return translate(GOLEMS[fact], language)
    if isinstance(fact, str) and fact in _KINDS:
        return card_word(fact, language)
    return str(fact)


_KINDS = tuple(kind.value for kind in CardKind)


def judge(puzzle: Puzzle, texts: Texts) -> Verdict:
    """Judge a try. Where several things are wrong, the first is told: as it is laid, then as it is played."""
    laid, wrong = _read(puzzle, texts)
    if wrong is not None:
        return wrong
    return next(_misuse(puzzle, laid), None) or _played(puzzle, laid)


def _read(puzzle: Puzzle, texts: Texts) -> tuple[Try, Verdict | None]:
    """Return the rows of a try, or what is the first that is no row, or is missing."""
    laid: list[dict[str, tuple[Row, ...]]] = []
    if not texts:
        return (), Verdict("empty", puzzle)
    if puzzle.autonomous and len(texts) > 1:
        return (), Verdict("once", puzzle, {"rounds": len(texts)})
    fewest = 1 if puzzle.start.rules == "2.0" else ROWS
    for number, each in enumerate(texts, start=1):
        for colour in each:
            if colour not in puzzle.plays:
                return (), Verdict("no-golem", puzzle, {"golem": colour, "mine": puzzle.plays})
        rows: dict[str, tuple[Row, ...]] = {}
        for colour in puzzle.plays:
            given = each.get(colour, ())
            if not given:
                return (), Verdict("no-program", puzzle, {"round": number, "golem": colour})
            for index, text in enumerate(given, start=1):
                place = {"round": number, "row": index}
                try:
                    row = parse_row(text)
                except NotARow:
                    shown = " ".join(text[:60].split())
                    return (), Verdict("unreadable", puzzle, {**place, "text": shown, "actions": ", ".join(ACTIONS)})
                rows[colour] = (*rows.get(colour, ()), row)
            if not fewest <= len(given) <= ROWS:
                wanted = "1-4" if fewest == 1 else str(ROWS)
                facts: dict[str, Fact] = {"round": number, "golem": colour, "wanted": wanted, "rows": len(given)}
                return (), Verdict("rows", puzzle, facts)
        laid.append(rows)
    return tuple(laid), None


def _misuse(puzzle: Puzzle, laid: Try) -> Iterator[Verdict]:
    """Return what may not be laid, in the order in which a reader meets it."""
    own = {**puzzle.deck()}
    whole = replace(puzzle, conditions=Conditions()).deck()
    for number, each in enumerate(laid, start=1):
        for rows in each.values():
            used: dict[str, int] = {}
            for index, row in enumerate(rows, start=1):
                place: dict[str, Fact] = {"round": number, "row": index}
                for card in cards_of(row):
                    used[card] = used.get(card, 0) + 1
                    if not own[card]:
                        yield Verdict("forbidden", puzzle, {**place, "card": card})
                    if used[card] > whole[card]:
                        facts: dict[str, Fact] = {"card": card, "count": used[card], "have": whole[card]}
                        yield Verdict("deck", puzzle, {**place, **facts})
                if nested_repeat(row) and not puzzle.autonomous:
                    yield Verdict("nested", puzzle, place)
    if len(laid) > puzzle.last_round:
        limit = Conditions(puzzle.conditions.rounds)
        yield Verdict("too-many-rounds", puzzle, {"rounds": len(laid), "limit": limit})


@dataclass(frozen=True)
class _Run:
    """A try as it was played."""

    rows: tuple[tuple[Event, ...], ...]
    """What happened, row by row."""
    won: bool
    over: bool


def _play(puzzle: Puzzle, laid: Try) -> _Run:
    """Play all that was laid, until the game is over; an autonomous program until the last round."""
    position: Position = puzzle.start
    began = sides(position)
    told: list[tuple[Event, ...]] = []
    rounds = puzzle.last_round if puzzle.autonomous else len(laid)
    for number in range(rounds):
        programs: dict[str, Sequence[Row]] = dict(puzzle.programs)
        for colour, rows in laid[0 if puzzle.autonomous else number].items():
            programs[colour] = (*rows, *(Do(STAND),) * (ROWS - len(rows)))
        for row in range(1, ROWS + 1):
            played = play_row(position, row, programs, began)
            told.append(tuple(played.events))
            position = played.position
            if played.outcome is not None:
                won = puzzle.side in played.outcome.winners and played.outcome.reason != ENERGY
                return _Run(tuple(told), won, True)
            if not any(golem.colour in puzzle.plays for golem in position.golems):
                return _Run(tuple(told), False, True)
    return _Run(tuple(told), False, puzzle.autonomous)


def _played(puzzle: Puzzle, laid: Try) -> Verdict:
    run = _play(puzzle, laid)
    if not run.won:
        return _unreached(puzzle, laid, run)
    conditions = puzzle.conditions
    size = Size((len(run.rows) + ROWS - 1) // ROWS, cards_laid(laid))
    if not conditions.rounds.allows(size.rounds):
        return Verdict("wrong-round", puzzle, {"rounds": size.rounds, "limit": Conditions(conditions.rounds)})
    if conditions.cards is not None and not conditions.cards.allows(size.cards):
        limit = Conditions(conditions.rounds, conditions.cards)
        return Verdict("cards", puzzle, {"cards": size.cards, "limit": limit})
    unused = _unused(puzzle, laid, len(run.rows))
    if unused:
        return Verdict("unused", puzzle, {"cards": unused})
    then = "" if puzzle.minimal is None else "shortest" if size <= puzzle.minimal else "shorter"
    return Verdict("solved", puzzle, {"rounds": size.rounds, "cards": size.cards}, then=then)


def _unused(puzzle: Puzzle, laid: Try, played: int) -> tuple[str, ...]:
    """Cards that had to be used, and do not lie in a row that was played."""
    used = [
        card
        for number, each in enumerate(laid)
        for rows in each.values()
        for index, row in enumerate(rows)
        if number * ROWS + index < played
        for card in cards_of(row)
    ]
    missing: list[str] = []
    if puzzle.conditions.all_actions_used:
        missing += [action for action in ACTIONS if action not in used]
    for wanted, kind in ((puzzle.conditions.repeat_used, "repeat"), (puzzle.conditions.if_used, "if")):
        cards = [card for card in BONUS_CARDS if card.startswith(kind)]
        if wanted and not any(card in used for card in cards):
            missing += [card for card in cards if puzzle.deck()[card]]
    return tuple(missing)


def _unreached(puzzle: Puzzle, laid: Try, run: _Run) -> Verdict:
    """Explain why the goal was not reached.

    Says after which row it could not be reached any more, and what went wrong before.
    """
    played = min(len(run.rows), ROWS) if puzzle.autonomous else len(run.rows)
    if solve(puzzle).solution is None:
        return Verdict("impossible", puzzle)
    if not run.over and solve(puzzle, (*laid, {})).solution is not None:
        return Verdict("not-yet", puzzle)
    good, bad = 0, played
    while bad - good > 1:
        middle = (good + bad) // 2
        if solve(puzzle, _beginning(laid, middle)).solution is None:
            bad = middle
        else:
            good = middle
    first = next((row for row in range(1, bad) if _mishap(puzzle, run.rows[row - 1])), bad)
    events = run.rows[first - 1]
    own = [event for event in events if event.golem in puzzle.plays]
    facts: dict[str, Fact] = {
        "round": (first - 1) // ROWS + 1,
        "row": (first - 1) % ROWS + 1,
        "last_round": (bad - 1) // ROWS + 1,
        "last_row": (bad - 1) % ROWS + 1,
    }
    over = run.over and bad == len(run.rows) and not puzzle.autonomous
    then = "lost" if over else "too-late" if first == bad else "too-late-there"
    return Verdict("row", puzzle, facts, tuple(own or events), then)


_MISHAPS = ("blocked", "missed", "not-taken", "lost-life", "lost-barrel")


def _mishap(puzzle: Puzzle, events: Sequence[Event]) -> bool:
    """Whether something did not go as the card says, for one of the player's golems."""
    return any(event.name in _MISHAPS and event.golem in puzzle.plays for event in events)


def _beginning(laid: Try, rows: int) -> Try:
    """Return the first rows of a try. An empty round at the end says that all rounds before it are whole."""
    whole, more = divmod(rows, ROWS)
    if more and any(len(program) >= more for program in laid[whole].values()):
        return (*laid[:whole], {colour: program[:more] for colour, program in laid[whole].items()})
    return (*laid[: whole + bool(more)], {})
