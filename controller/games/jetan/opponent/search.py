"""Alpha-beta with iterative deepening: the best move within a number of nodes.

Well-known parts: principal variation search, a transposition table, null moves, late moves reduced, killer moves and
history for the order, captures (and ways out for an attacked princess) searched on at the leaves. What is
Jetan's own: there is no check, so a side that can take the princess has won at once; taking the chief with another
piece is a draw that is always to be had, so it is a floor and not a branch; and escapes, forty or more a turn, are
looked at only where the princess is attacked, or nothing else can move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from controller.games.jetan.opponent.lookup_tables import TABLES, is_attacked, learn
from controller.games.jetan.opponent.piece_values import WORTH
from controller.games.jetan.opponent.search_board import ESCAPE, NONE, Board
from controller.games.jetan.pieces import CHIEF, PRINCESS
from controller.games.jetan.position import MOST_COUNT
from controller.games.jetan.squares import COUNT

WIN = 1_000_000
"""The value of a game won now; one later is worth one less a move."""
NEARLY = WIN - 1000
"""Values beyond are wins that are sure."""
_DEEPEST = 40
_ALARMS = 2
"""Plies beyond the depth in which an attacked princess is given all moves."""
_FUTILE = 260
"""What a quiet move at the last ply could gain at the most, as a rule."""
_EXACT, _LEAST, _MOST = 0, 1, 2

Choice = tuple[int, int, int]
"""A piece's code, its square, and where it may end: a set without its own side's squares."""


class OutOfNodes(Exception):
    """The budget is spent."""


class Found(NamedTuple):
    """What a search came to."""

    move: int
    value: int
    """In hundredths of a panthan, for the side to move."""
    depth: int
    """Plies of the last depth that was searched through."""
    nodes: int


class Search:
    """One search from one position.

    `budget`: positions looked at before it stops. `pride`: how much the side to move dislikes a draw.
    """

    def __init__(self, board: Board, budget: int, pride: int = 0) -> None:
        self.board = board
        self.budget = budget
        self._draw = (-pride, pride) if board.turn == 0 else (pride, -pride)
        """What a draw is worth to black and to orange."""
        self.nodes = 0
        self._known: dict[int, tuple[int, int, int, int]] = {}
        """Key -> depth, kind of value, value, move."""
        self._killers = [[NONE, NONE] for _ in range(_DEEPEST + _ALARMS + 2)]
        self._history = [0] * (16 * COUNT)

    def best(self, moves: Sequence[int], bonus: Sequence[int], deepest: int = _DEEPEST) -> Found:
        """Return the best of some legal moves, each with what is added to its value.

        The first depth is always finished.
        """
        extra = dict(zip(moves, bonus, strict=True))
        order = list(moves)
        found = Found(order[0], 0, 0, 0)
        for depth in range(1, min(deepest, _DEEPEST) + 1):
            whole = True
            best, best_value = NONE, -WIN
            for move in order:
                added = extra[move]
                try:
                    value = self._root(move, depth, best_value - added, best == NONE, depth > 1)
                except OutOfNodes:
                    whole = False
                    break
                value = value if abs(value) >= NEARLY else value + added
                if value > best_value or best == NONE:
                    best, best_value = move, value
            if best != NONE:
                found = Found(best, best_value, depth if whole else depth - 1, self.nodes)
                order.remove(best)
                order.insert(0, best)
            if not whole or abs(best_value) >= NEARLY or len(order) == 1:
                break
        return found._replace(nodes=self.nodes)

    def _root(self, move: int, depth: int, alpha: int, first: bool, limited: bool) -> int:
        """Return the value of a move: exact, or no more than `alpha`."""
        board = self.board
        mover = board.men[board.turn][move & 127] & 7
        undo = board.make(move)
        budget = self.budget
        self.budget = budget if limited else 1 << 62
        try:
            taken = NONE if undo[1] == NONE else undo[1] & 7
            if taken == PRINCESS or (taken == CHIEF == mover):
                return WIN - 1
            if taken == CHIEF or board.counted >= MOST_COUNT:
                return -self._draw[board.turn]
            if first:
                return -self._value(depth - 1, -WIN, WIN, 1, True)
            value = -self._value(depth - 1, -alpha - 1, -alpha, 1, True)
            return -self._value(depth - 1, -WIN, -alpha, 1, True) if value > alpha else value
        finally:
            self.budget = budget
            board.take_back(undo)

    def line(self, move: int, most: int = 8) -> list[int]:
        """Return the moves that are expected after and with a move."""
        board = self.board
        undone, line = [], [move]
        undone.append(board.make(move))
        while len(line) < most and not board.is_over:
            entry = self._known.get(board.key ^ board.counted)
            if entry is None or entry[3] not in set(board.moves()):
                break
            line.append(entry[3])
            undone.append(board.make(entry[3]))
        for undo in reversed(undone):
            board.take_back(undo)
        return line

    def _value(self, depth: int, alpha: int, beta: int, ply: int, may_pass: bool) -> int:
        """Return the value of the position for the side to move, a bound of it outside of `alpha` and `beta`."""
        self.nodes += 1
        if self.nodes > self.budget:
            raise OutOfNodes
        board = self.board
        side = board.turn
        own, others = board.sets[side], board.sets[1 - side]
        occupied = own | others
        prize, chief = 1 << board.princess[1 - side], 1 << board.chief[1 - side]
        royal = prize | chief
        choices: list[Choice] = []
        floor = -WIN
        for square, code in board.men[side].items():
            if code & 7 == PRINCESS:
                continue
            mask, known = TABLES[code][square]
            blockers = occupied & mask
            found = known.get(blockers)
            ends = (learn(code, square, blockers) if found is None else found) & ~own
            if ends & royal:
                if ends & prize or code & 7 == CHIEF:
                    return WIN - ply - 1
                floor = self._draw[side]
                ends &= ~chief
            if ends:
                choices.append((code, square, ends))
        if board.counted == MOST_COUNT - 1:
            return self._draw[side]
        if floor > alpha:
            if floor >= beta:
                return floor
            alpha = floor
        stand = board.value if side == 0 else -board.value
        if board.is_small:
            stand = stand * (MOST_COUNT - board.counted) // (2 * MOST_COUNT)
        foes = board.men[1 - side]
        alarm = is_attacked(board.princess[side], foes, others, occupied)
        if depth <= 0 and (
            depth <= -_ALARMS or not (alarm or (stand > 0 and is_attacked(board.chief[side], foes, others, occupied)))
        ):
            return self._captures(choices, stand, max(stand, floor), alpha, beta, depth, ply)
        return self._branch(choices, stand, floor, alarm, depth, alpha, beta, ply, may_pass)

    def _captures(
        self, choices: list[Choice], stand: int, best: int, alpha: int, beta: int, depth: int, ply: int
    ) -> int:
        """Return the value with captures alone: a side need not take."""
        if best >= beta:
            return best
        alpha = max(alpha, best)
        board = self.board
        side = board.turn
        men, foes, others = board.men[side], board.men[1 - side], board.sets[1 - side]
        occupied = others | board.sets[side]
        for _, move in _takes(choices, foes, others):
            target = move >> 7
            victim, own = WORTH[foes[target] & 7], WORTH[men[move & 127] & 7]
            if stand + victim + 100 <= alpha:
                break  # The rest takes less still.
            if victim < own and is_attacked(target, foes, others, occupied):
                continue  # The dearer piece would be lost for the cheaper one.
            undo = board.make(move)
            try:
                value = -self._value(depth - 1, -beta, -alpha, ply + 1, False)
            finally:
                board.take_back(undo)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def _branch(  # noqa: C901, PLR0913 (the inner loop of the search; calls cost more than branches)
        self,
        choices: list[Choice],
        stand: int,
        floor: int,
        alarm: bool,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        may_pass: bool,
    ) -> int:
        """Return the value by all moves."""
        board = self.board
        side = board.turn
        key = board.key ^ board.counted
        hint = NONE
        entry = self._known.get(key)
        if entry is not None:
            known_depth, kind, value, hint = entry
            holds = kind == _EXACT or (kind == _LEAST and value >= beta) or (kind == _MOST and value <= alpha)
            if holds and known_depth >= depth and abs(value) < NEARLY:
                return value
        if may_pass and depth >= 2 and not alarm and stand >= beta and beta < NEARLY and choices:
            board.pass_turn()
            try:
                value = -self._value(depth - 3, -beta, 1 - beta, ply + 1, False)
            finally:
                board.pass_turn()
            if value >= beta:
                return value if value < NEARLY else beta
        was, best, best_move = alpha, floor, NONE
        futile = depth <= 1 and not alarm and stand + _FUTILE <= alpha
        tried = 0
        killers = self._killers[ply]
        for move, quiet in self._ordered(choices, hint, killers, alarm):
            tried += 1
            if futile and quiet and best_move != NONE:
                best = max(best, min(stand + _FUTILE, alpha))
                break
            undo = board.make(move)
            try:
                if tried == 1:
                    value = -self._value(depth - 1, -beta, -alpha, ply + 1, True)
                else:
                    less = 1 if quiet and depth >= 2 and tried > 4 and not alarm else 0
                    less += 1 if less and depth >= 3 and tried > 20 else 0
                    value = -self._value(depth - 1 - less, -alpha - 1, -alpha, ply + 1, True)
                    if value > alpha and less:
                        value = -self._value(depth - 1, -alpha - 1, -alpha, ply + 1, True)
                    if alpha < value < beta:
                        value = -self._value(depth - 1, -beta, -alpha, ply + 1, True)
            finally:
                board.take_back(undo)
            if value > best or best_move == NONE:
                best, best_move = max(best, value), move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if quiet:
                            self._remember(move, depth, killers)
                        break
        if not tried:
            return self._draw[side]  # No move at all, or none but the one that takes the chief.
        kind = _EXACT if was < best < beta else _LEAST if best >= beta else _MOST
        self._known[key] = (depth, kind, best, best_move)
        return best

    def _ordered(self, choices: list[Choice], hint: int, killers: list[int], alarm: bool) -> Iterator[tuple[int, bool]]:  # noqa: C901 (the inner loop of the search; calls cost more than branches)
        """Move that promise most come first, each with whether it is quiet: takes nothing."""
        board = self.board
        side = board.turn
        others = board.sets[1 - side]
        allowed = {square: ends for _, square, ends in choices}
        first = (hint, *killers)
        done = set()
        if hint != NONE and (hint & ESCAPE or allowed.get(hint & 127, 0) >> (hint >> 7 & 127) & 1):
            done.add(hint)
            yield hint, not others >> (hint >> 7 & 127) & 1
        for _, move in _takes(choices, board.men[1 - side], others):
            if move not in done:
                yield move, False
        for move in first:
            target = move >> 7 & 127
            if move != NONE and move not in done and allowed.get(move & 127, 0) & ~others & 1 << target:
                done.add(move)
                yield move, True
        princess_moves, escapes = board.princess_moves() if alarm else ([], [])
        for move in princess_moves:
            yield move, True
        history = self._history
        quiets = []
        for code, square, ends in choices:
            rest = ends & ~others
            row = code * COUNT
            while rest:
                low = rest & -rest
                target = low.bit_length() - 1
                rest ^= low
                quiets.append((-history[row + target], square | target << 7))
        quiets.sort()
        for _, move in quiets:
            if move not in done:
                yield move, True
        if not alarm:
            princess_moves, escapes = board.princess_moves()
            for move in princess_moves:
                if move not in done:
                    yield move, True
        if alarm or not (choices or princess_moves):
            for move in escapes:
                if move not in done:
                    yield move, True

    def _remember(self, move: int, depth: int, killers: list[int]) -> None:
        """Note a quiet move that caused a cutoff, to be tried early elsewhere (killer move)."""
        if killers[0] != move:
            killers[1], killers[0] = killers[0], move
        board = self.board
        code = board.men[board.turn][move & 127]
        self._history[code * COUNT + (move >> 7 & 127)] += max(depth, 1) ** 2


def _takes(choices: list[Choice], men: dict[int, int], others: int) -> list[tuple[int, int]]:
    """Return captures, the most valuable victim by the cheapest piece first, with what is won times 1024."""
    found = []
    for code, square, ends in choices:
        taken = ends & others
        while taken:
            low = taken & -taken
            target = low.bit_length() - 1
            taken ^= low
            found.append(((WORTH[men[target] & 7] << 10) - WORTH[code & 7], square | target << 7))
    found.sort(reverse=True)
    return found
