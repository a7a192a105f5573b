"""`--computer black:hard`: who plays without cards or hands."""

from __future__ import annotations


def computers(words: list[str], game: str) -> dict[str, str]:
    """``blue:hard`` for each golem, or each player of a game of pieces, that the computer plays."""
    from boards.base.errors import Problem, Problems
    from boards.colours import COLOURS
    from controller.games.game_registry import tabletop_named

    tabletop = tabletop_named(game)
    strengths = ", ".join(tabletop.strengths)
    if tabletop.mat:
        wanted = f"a golem ({', '.join(COLOURS)}) and how well it plays ({strengths}), such as blue:hard"
    else:
        wanted = f"a player and how well the computer plays ({strengths}), such as black:hard"
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for word in words:
        colour, _, strength = word.partition(":")
        if strength not in tabletop.strengths or (tabletop.mat and colour not in COLOURS):
            problems.append(Problem("--computer", f"{word[:40]!r} is not {wanted}"))
        elif colour in found:
            problems.append(Problem("--computer", f"{colour} comes twice"))
        found[colour] = strength
    if problems:
        raise Problems(problems)
    return found
