"""Every reason and every trouble has words, in every language."""

from __future__ import annotations

import pytest

from boards.base.catalogue import languages, translate, translate_all
from controller.vision.scene import Trouble, Why
from controller.vision.unread.remedies import trouble_words, why_words

LONGEST_LABEL = 22


@pytest.mark.parametrize("why", Why)
def test_each_reason_is_said_and_what_to_do(why: Why) -> None:
    words = why_words(why)
    for language in languages():
        assert 0 < len(translate(words.label, language)) <= LONGEST_LABEL
        assert translate(words.advice, language).endswith(".") and translate(words.advice, language).count(".") >= 2
    assert len(set(translate_all(words.advice).values())) == len(languages())


@pytest.mark.parametrize("trouble", Trouble)
def test_each_trouble_is_said_and_what_to_do(trouble: Trouble) -> None:
    words = trouble_words(trouble)
    assert set(translate_all(words)) == set(languages()) and len(set(translate_all(words).values())) == len(languages())
    assert all(text.count(".") >= 2 for text in translate_all(words).values())
