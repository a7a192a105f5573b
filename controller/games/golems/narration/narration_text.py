"""The sentences of :mod:`controller.games.golems.narration.golem_narration`."""

from __future__ import annotations

from boards.base.catalogue import Language, translate
from boards.base.message import Fact
from boards.kit.cards import CardKind, word
from controller.games.golems.narration.event_messages import ACCUSATIVES, FACINGS, GOLEMS
from controller.games.golems.narration.golem_narration import Clause, GolemNarration, Remark
from controller.games.golems.narration.sentence_parts import ANSWERS, BLANK_DIE, CLAUSES, HEADS, JOINT, REMARKS
from controller.games.golems.rules.program import FACES, Do, If


def sentence(narration: GolemNarration, language: Language) -> str:
    """One whole sentence: the golem, its card, the rule and the fact on the board."""
    clauses = translate(JOINT, language).join(_clause(clause, language) for clause in narration.clauses)
    return f"{_head(narration, language)} {clauses}."


def _head(narration: GolemNarration, language: Language) -> str:
    facts = {"who": translate(GOLEMS[narration.golem], language)}
    match narration.laid, narration.answer:
        case None, _:
            return HEADS["nothing"].format_map(facts)
        case If(test, yes, no), Clause() as answer:
            facts["test"] = _card(f"if {test}", language)
            facts["answer"] = translate(ANSWERS[answer.key].bind(**_facts(answer)), language)
            facts["card"] = _do(yes if narration.yes else no, language)
            return HEADS["if"].format_map(facts)
        case If(test, _, _), _:
            facts["card"] = _card(f"if {test}", language)
        case Do() as do, _:
            facts["card"] = _do(do, language)
    return HEADS["card"].format_map(facts)


def _do(do: Do, language: Language) -> str:
    action = _card(do.action, language)
    return action if do.times == 1 else f"{_card(f'repeat {do.times}', language)}, {action}"


def _card(card: str, language: Language) -> str:
    return word(CardKind(card), language)


def _clause(clause: Clause, language: Language) -> str:
    text = translate(CLAUSES[clause.key].bind(**_facts(clause)), language)
    return text if clause.times == 1 else f"{text} (×{clause.times})"


def _facts(clause: Clause) -> dict[str, Fact]:
    """Return what the placeholders of a clause stand for."""
    facts: dict[str, Fact] = dict(clause.facts)
    if "facing" in facts:
        facts["facing"] = FACINGS[str(facts["facing"])]
    if "other" in facts:
        other = str(facts["other"])
        facts["other"], facts["whom"] = GOLEMS[other], ACCUSATIVES[other]
    return facts


def remark_sentence(remark: Remark, language: Language) -> str:
    """Return the whole sentence of a remark."""
    facts: dict[str, Fact] = dict(remark.facts)
    if remark.key == "dice":
        shown = (f"{translate(GOLEMS[golem], language)} – {_face(str(face), language)}" for golem, face in remark.facts)
        return translate(REMARKS["dice"].bind(dice=", ".join(shown)), language)
    if remark.golem is not None:
        facts["who"] = GOLEMS[remark.golem]
    if "face" in facts:
        facts["cards"] = _face(str(facts["face"]), language)
    return translate(REMARKS[remark.key].bind(**facts), language)


def _face(face: str, language: Language) -> str:
    """Return the cards that a face of the bonus die allows."""
    return " / ".join(_card(card, language) for card in FACES[face]) or translate(BLANK_DIE, language)
