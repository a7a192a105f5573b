"""What people read of matches and leagues."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from boards.base.catalogue import Language, translate
from boards.base.message import Message, _
from controller.bots.league import Standing
from controller.bots.limits import Protection
from controller.bots.match import Match
from controller.bots.turn_request import BotMistake

TEXTS: Mapping[str, Message] = {
    "won": _("seed {seed}: {a} {x}, {b} {y}: {who} wins"),
    "drawn": _("seed {seed}: {a} {x}, {b} {y}: a draw"),
    "total": _("{n} games: {a} won {x}, {b} won {y}, draws {d}"),
    "slips": _("  {bot}: {n} acts became guards ({kinds})"),
    "first": _("    first {kind}: turn {turn}, robot {robot}{line}: {text}"),
    "line": _(", line {n}"),
    "exception": _("exception"),
    "nonsense": _("no action"),
    "slow": _("too slow"),
    "gone": _("process gone"),
    "held": _("The bots are held: no network, no files, no other processes; limits on time, memory and output."),
    "open": _("Beware: this system does not hold bots back from {what}. Run only bots that you trust."),
    "rating": _("rating"),
    "bot": _("bot"),
    "games": _("games"),
    "wins": _("won"),
    "draws": _("drawn"),
    "losses": _("lost"),
    "mistakes": _("mistakes"),
    "confidence": _("Rating ± what holds the true one with 95 %; 400 points are odds of 10 to 1, 1500 is the average."),
    "stopped": _("Stopped after {done} of {total} games; the same command goes on."),
    "network": _("the network"),
    "files": _("reading files"),
    "processes": _("other processes"),
}


def say(code: str, language: Language, **facts: object) -> str:
    """Return a phrase with its facts."""
    return translate(TEXTS[code], language).format(**facts)


def protection_words(protection: Protection, language: Language) -> str:
    """Return what holds the bots on this system, or what does not."""
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
        counts = match.mistakes[player]
        if counts:
            kinds = ", ".join(f"{say(kind, language)} {number}" for kind, number in counts.items())
            lines.append(say("slips", language, bot=name, n=sum(counts.values()), kinds=kinds))
            lines += [_first_words(mistake, language) for mistake in match.first_mistakes[player]]
    return lines


def _first_words(mistake: BotMistake, language: Language) -> str:
    line = "" if mistake.line is None else say("line", language, n=mistake.line)
    kind = say(mistake.kind, language)
    return say(
        "first",
        language,
        kind=kind,
        turn=mistake.turn,
        robot=mistake.robot,
        line=line,
        text=translate(mistake.why.message, language),
    )


def total_words(matches: list[Match], language: Language) -> str:
    """Return the result of several matches of the same two."""
    wins = [sum(match.winner == player for match in matches) for player in (0, 1)]
    first, second = matches[0].names
    drawn = len(matches) - sum(wins)
    return say("total", language, n=len(matches), a=first, x=wins[0], b=second, y=wins[1], d=drawn)


def table_words(table: Sequence[Standing], language: Language) -> list[str]:
    """Return a league's table, and how to read it."""
    titles = [say(code, language) for code in ("bot", "rating", "games", "wins", "draws", "losses", "mistakes")]
    rows = [["", *titles]]
    for place, standing in enumerate(table, start=1):
        rating = f"{standing.rating.points:.0f} ± {standing.rating.error:.0f}"
        counts = standing.games, standing.won, standing.drawn, standing.lost, standing.mistakes
        rows.append([str(place), standing.name, rating, *map(str, counts)])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for row in rows:
        padded = zip(row, widths, range(len(row)), strict=True)
        cells = [text.ljust(width) if column == 1 else text.rjust(width) for text, width, column in padded]
        lines.append("  ".join(cells).rstrip())
    return [*lines, say("confidence", language)]
