"""`--computer black:hard`: who plays without cards or hands."""

from __future__ import annotations


def computers(words: list[str], game: str) -> dict[str, str]:
    """``blue:hard`` for each golem, or each player of a game of pieces, that the computer plays."""
    from boards.base.errors import Problem, Problems
    from boards.colours import COLOURS
    from controller.games.game_registry import game_named, tabletop_named
    from controller.games.golems.opponent import STRENGTHS

    tabletop = tabletop_named(game_named(game).name)
    strengths = tuple(STRENGTHS) if tabletop is None else tabletop.strengths
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for word in words:
        colour, _, strength = word.partition(":")
        if tabletop is not None and strength not in strengths:
            wanted = f"a player and how well the computer plays ({', '.join(strengths)}), such as black:hard"
            problems.append(Problem("--computer", f"{word[:40]!r} is not {wanted}"))
        elif tabletop is None and (colour not in COLOURS or strength not in strengths):
            wanted = f"a golem ({', '.join(COLOURS)}) and how well it plays ({', '.join(strengths)}), such as blue:hard"
            problems.append(Problem("--computer", f"{word[:40]!r} is not {wanted}"))
        elif colour in found:
            problems.append(Problem("--computer", f"{colour} comes twice"))
        found[colour] = strength
    if problems:
        raise Problems(problems)
    return found
