"""Battle of Golems on the kit's mat: cells, golems, tokens, programs on trays, dice by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any

from boards.base.catalogue import Language, translate
from boards.base.message import Message
from boards.colours import COLOURS
from boards.geometry import Cell, Heading
from boards.kit.decks import deck_counts
from controller.games.golems.free_setup import ENERGY_CHOSEN
from controller.games.golems.game import Golems, next_round, takes_tokens
from controller.games.golems.narration.event_messages import GOLEMS
from controller.games.golems.opponent import STRENGTHS, choose, next_card
from controller.games.golems.puzzles.scenario import Scenario
from controller.games.golems.puzzles.scenario_art import drawing_svg, marks_svg, scenario_drawing
from controller.games.golems.puzzles.tasks import goals_told
from controller.games.golems.rules.goals import ENERGY
from controller.games.golems.rules.position import BARREL, LIVES, WALL, WATER
from controller.games.golems.rules.program import BONUS_CARDS, DIE_FACES, Terms, bonus_allowed, format_row
from controller.games.golems.rules.setup import SMALLEST, standard_setup
from controller.games.golems.rules.square_grid import Grid
from controller.games.golems.rules.state import State
from controller.games.seeded_random import mix
from controller.games.tabletop import CardHint, Choice, Piece, PlayedTask, Spot, Tabletop, Token

MEDIUM = "medium"


class GolemsTable(Tabletop[State]):
    """The table of :class:`controller.games.golems.game.Golems`."""

    kit_mat = True
    pieces_drive = True
    programs_together = True
    seats = COLOURS
    dice = "round"
    strengths = tuple(STRENGTHS)
    shown = MEDIUM
    faces = DIE_FACES
    headings: Mapping[str, float] = MappingProxyType({heading.name: float(heading.value) for heading in Heading})

    def __init__(self) -> None:
        super().__init__(Golems())

    def spots(self, state: State) -> tuple[Spot, ...]:
        """Return the places of the board."""
        return _spots(state.position.grid)

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Return the pieces on the board, sorted by name."""
        return tuple(
            Piece(
                golem.colour,
                golem.colour,
                golem.at,
                golem.colour[0].upper(),
                golem.facing,
                self.headings[golem.facing],
                lives=golem.lives,
                carries=golem.barrel,
                side=golem.side,
            )
            for golem in sorted(state.position.golems, key=lambda golem: golem.colour)
        )

    def choices(self, state: State) -> tuple[Choice, ...]:
        """None: golems are programmed."""
        return ()

    def players(self, setup: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the players of this setup."""
        return tuple(colour for colour in COLOURS if colour in setup["golems"])

    def setup(self, players: int) -> dict[str, Any]:
        """Return a usual setup for so many players."""
        return standard_setup(players, SMALLEST)

    def round(self, state: State) -> int:
        """Return the number of the game or round, from 1."""
        return state.round

    def coming(self, state: State) -> State:
        """Return the state as the next round begins, if this one is over and the game is not."""
        return next_round(state) if state.result is None else state

    def row(self, state: State, told: int) -> int:
        """Return the number of the step in its round."""
        return state.row

    def player_words(self, player: str) -> Message:
        """Return the name of a player, as it stands before a colon."""
        return GOLEMS[player]

    def piece_words(self, piece: str) -> Message:
        """Return the name of a piece or of its kind, as it stands in "move the ..."."""
        return self.player_words(piece)

    def cell(self, spot: Spot) -> Cell:
        """Return the cell at which a spot is drawn."""
        return Cell.parse(spot.name)

    def tokens(self, state: State) -> tuple[Token, ...]:
        """Return the tokens on the mat; the cells of a stream are laid with water."""
        position = state.position
        streams = tuple(cell for stream in position.streams for cell in stream.cells)
        lying = ((WATER, streams), (BARREL, position.barrels), (WALL, position.walls), (WATER, position.waters))
        return tuple(Token(kind, cell) for kind, cells in lying for cell in cells)

    def energy(self, state: State) -> int | None:
        """Return the energy left; None in games without it."""
        return state.position.energy

    def most_lives(self, state: State) -> int:
        """Return the number of lives at the start; 0 in games without lives."""
        return LIVES

    def rechargeable(self, state: State) -> bool:
        """Return whether the players may recharge and play on."""
        outcome = self.game.outcome(state)
        return outcome is not None and outcome.reason == ENERGY and not outcome.winners

    def takes_tokens(self, state: State) -> bool:
        """Return whether people may choose the tokens now."""
        return takes_tokens(state)

    def recharge_units(self, state: State) -> range:
        """Return with how many units the golems may be recharged; empty while they may not."""
        return ENERGY_CHOSEN if self.rechargeable(state) else range(0)

    def bonus(self, state: State) -> Mapping[str, str | None]:
        """Return what the dice of this round allow, by player."""
        return dict(state.faces or ())

    def supply(self, state: State, player: str) -> Mapping[str, int]:
        """Return the deck's cards; of the bonus cards those that the die, or the way to play, allows."""
        position = state.position
        allowed = bonus_allowed(Terms(position.rules, position.way, dict(state.faces or ()).get(player)))
        counts = {kind.value: count for kind, count in deck_counts(position.rules).items()}
        return {card: count for card, count in counts.items() if card not in BONUS_CARDS or card in allowed}

    def next_card(self, state: State, player: str, laid: Sequence[Sequence[str]]) -> CardHint | None:
        """Return a useful card to lay next: of a program that the computer would choose with these cards."""
        return next_card(state.position, player, laid, dict(state.faces or ()).get(player))

    def all_rows(self, state: State) -> bool:
        """Whether all four rows must be laid: not with the rules 2.0."""
        return state.position.rules != "2.0"

    def revealed(self, state: State) -> Mapping[str, tuple[str | None, ...]]:
        """Return the rows of the programs of this round, by player; None for one not played yet."""
        return {
            colour: tuple(format_row(row) if index < state.row else None for index, row in enumerate(rows))
            for colour, rows in state.laid or ()
        }

    def task(self, state: State) -> PlayedTask | None:
        """Return the scenario that is played, as far as the state tells it; None without goals."""
        goals = goals_told(state.position)
        return PlayedTask("scenario", goals) if goals else None

    def task_svg(
        self, state: State, setup: Mapping[str, Any], task: PlayedTask, what: str, language: Language
    ) -> str | None:
        """Return a drawing of the task that is played, as SVG; None if there is none."""
        if not task.key:
            return None
        scenario = Scenario(task.key, task.name, task.story, self.game.start(setup).position)
        if what == "card":
            return drawing_svg(scenario_drawing(scenario, language), translate(scenario.name, language))
        return marks_svg(scenario.position) if what == "marks" else None

    def program(self, state: State, asked: str, strength: str, seed: int) -> tuple[str, ...]:
        """Return the computer's program, chosen from what the screen shows and the golem's own die.

        The same seed chooses the same in the same state, also after a restart.
        """
        face = dict(state.faces or ()).get(asked)
        drawn = mix(mix(seed) ^ (state.round + state.round_is_over))
        return choose(state.position, asked, strength, drawn, face=face)


@cache
def _spots(grid: Grid) -> tuple[Spot, ...]:
    cells = map(Cell.parse, grid.cells)
    return tuple(Spot(str(cell), cell.column, cell.row) for cell in cells)


TABLETOP = GolemsTable()
