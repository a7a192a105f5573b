"""A game of Jetan against the computer, line by line in the terminal."""

from __future__ import annotations

from typing import TextIO

from boards.base.catalogue import Language, translate
from boards.base.message import Message, _
from controller.games.game import PieceMoved
from controller.games.jetan import GAME
from controller.games.jetan.event_messages import LETTERS as LETTER_WORDS
from controller.games.jetan.event_messages import PIECES
from controller.games.jetan.event_messages import SIDES as SIDE_WORDS
from controller.games.jetan.event_text import tell_reason
from controller.games.jetan.events import Event
from controller.games.jetan.game import DRAW, RESIGN
from controller.games.jetan.illegal_moves import why_not
from controller.games.jetan.moves import legal_moves
from controller.games.jetan.notation import format_move, format_position, parse_move
from controller.games.jetan.opponent import think
from controller.games.jetan.pieces import KINDS, SIDES
from controller.games.jetan.state import State
from controller.games.seeded_random import mix

_MOVES, _QUIT = "moves", "quit"
_JUDGE = "medium"
"""The strength that judges an offer; a weaker one overlooks too much to be fair."""
_AHEAD = 100
"""Hundredths of a panthan that the player must be ahead for the computer to agree to a draw."""

_HELP: Message = _("A move is e2-e3, a capture e2xe3, an escape f1~c7. Also: moves, draw, resign, quit.")
_DECLINED: Message = _("No draw yet.")


def play_in_terminal(lines: TextIO, side: str, strength: str, seed: int, language: Language) -> int:
    """Play until the game is over, or nobody says anything more. Returns the exit status."""
    state = GAME.start({})
    print(f"{translate(_HELP, language)}\n{legend_text(language)}")
    ply = 0
    while state.result is None:
        player = SIDES[state.position.turn]
        if player != side:
            ply += 1
            thought = think(state.position, strength, mix(mix(seed) ^ ply))
            state = _tell(state, PieceMoved(player, format_move(state.position, thought.move)), language)
            continue
        print(
            f"\n{board_text(state, language)}\n{translate(SIDE_WORDS[SIDES.index(side)], language)}: ",
            end="",
            flush=True,
        )
        line = lines.readline()
        word = line.strip()
        if not line or word == _QUIT:
            print()
            return 0
        state = _said(state, side, word, seed, language)
    return 0


def legend_text(language: Language) -> str:
    """Return which letter is which piece, in a language."""
    return ", ".join(
        f"{translate(letter, language)} {translate(piece, language)}"
        for letter, piece in zip(LETTER_WORDS, PIECES, strict=True)
    )


def board_text(state: State, language: Language) -> str:
    """Return the board as letters of a language: black in capitals, files below, rows at the left."""
    told_by = {kind.letter: translate(words, language) for kind, words in zip(KINDS, LETTER_WORDS, strict=True)}
    letters = {key: told.lower() for key, told in told_by.items()}
    letters |= {key.upper(): told.upper() for key, told in told_by.items()}
    rows = format_position(state.position).split(" ")[0].split("/")
    told = []
    for number, row in zip(range(10, 0, -1), rows, strict=True):
        squares = "".join("·" * int(part) if part.isdigit() else letters[part] for part in row.replace("10", "55"))
        told.append(f"{number:>2} {' '.join(squares)}")
    return "\n".join([*told, "   a b c d e f g h i j"])


def _said(state: State, side: str, word: str, seed: int, language: Language) -> State:
    """Return what a line of the player's leads to."""
    other = SIDES[1 - SIDES.index(side)]
    if word == _MOVES:
        print(" ".join(sorted(format_move(state.position, move) for move in legal_moves(state.position))))
        return state
    if word == RESIGN:
        return _tell(state, PieceMoved(side, RESIGN), language)
    if word == DRAW:
        # The computer looks from the player's side: it agrees where it thinks itself behind.
        if think(state.position, _JUDGE, seed).value < _AHEAD:
            print(translate(_DECLINED, language))
            return state
        return _tell(_tell(state, PieceMoved(side, DRAW), language), PieceMoved(other, DRAW), language)
    try:
        written = parse_move(word)
    except ValueError:
        print(translate(_HELP, language))
        return state
    reason = why_not(state.position, written)
    if reason is not None:
        print(tell_reason(reason, language))
        return state
    return _tell(state, PieceMoved(side, word), language)


def _tell(state: State, decision: PieceMoved, language: Language) -> State:
    step = GAME.advance(state, decision)
    events: tuple[Event, ...] = tuple(step.events)
    for event in events:
        print(GAME.explain(event, language))
    return step.state
