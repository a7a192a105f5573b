"""`--computer black:hard`: who plays without cards or hands."""

from __future__ import annotations


def computers(words: list[str], game: str) -> dict[str, str]:
    """``blue:hard`` for each golem, or each player of a game of pieces, that the computer plays."""
    from boards.base.errors import Problem, Problems
    from boards.base.message import _
    from controller.games.game_registry import tabletop_named

    tabletop = tabletop_named(game)
    strengths = ", ".join(tabletop.strengths)
    if tabletop.seats:
        wanted = _(
            "{word} is not a golem ({golems}) and how well it plays ({strengths}), such as blue:hard",
            golems=", ".join(tabletop.seats),
            strengths=strengths,
        )
    else:
        wanted = _(
            "{word} is not a player and how well the computer plays ({strengths}), such as black:hard",
            strengths=strengths,
        )
    found: dict[str, str] = {}
    problems: list[Problem] = []
    for word in words:
        colour, _colon, strength = word.partition(":")
        if strength not in tabletop.strengths or (tabletop.seats and colour not in tabletop.seats):
            problems.append(Problem("--computer", wanted.bind(word=repr(word[:40]))))
        elif colour in found:
            problems.append(Problem("--computer", _("{colour} comes twice", colour=colour)))
        found[colour] = strength
    if problems:
        raise Problems(problems)
    return found
