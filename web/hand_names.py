"""What a hand of cards is called, its ranks in words, as a card room says them; static/js/table/draw.js names hands alike."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.hands.settlement import HAND_SENTENCES, ROYAL_FLUSH, WITH_KICKER
from web.line_ends import JOINED

_SHOWN = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")

HANDS = frozenset({*HAND_SENTENCES.values(), ROYAL_FLUSH})


def rank_words() -> dict[str, str]:
    """Several cards of each rank, by the sign that its cards bear."""
    words = pgettext(
        "ranks, several cards of each, in this order",
        "aces kings queens jacks tens nines eights sevens sixes fives fours threes deuces",
    )
    return dict(zip(_SHOWN, words.split(), strict=True))


def hand_sentences() -> dict[str, str]:
    """The sentences of hands by their English, and of what a kicker decided."""
    return {one: _(one) for one in (*HAND_SENTENCES.values(), ROYAL_FLUSH)} | {"with_kicker": _(WITH_KICKER)}


def hand_said(sentence: str, *, params: Mapping[str, object]) -> str:
    """Name what cards make: "Pair of queens", "Straight, 9 high", "Par de damas, kicker A". Rule: PT-H.29, PT-H.61"""
    # several ranks stand on one line
    named = {name: str(value).replace("-", f"-{JOINED}") for name, value in params.items()}
    if "high" not in sentence.lower():  # a card that is high is written as it bears it
        named |= {key: rank_words()[named[key]] for key in ("first", "second") if named.get(key)}
    said = _(sentence) % named
    return _(WITH_KICKER) % {"hand": said, "kicker": named["kicker"]} if "kicker" in named else said
