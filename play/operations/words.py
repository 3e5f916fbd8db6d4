"""The words of players, from which follows how a hand is dealt.

A player's browser makes a chain of hashes and tells its end; each hand has its link, one further back than that of the hand before,
whether or not that one was given. So a word was fixed when the end was told, nobody but its player knows it before it is given,
and one that came too late is never used again. A chain counts from the first hand whose roots were not published when its end
came: its maker may know a deck, or another's word, and may not choose after that.
"""

from __future__ import annotations

import re
from typing import Any

from dispatch.commands import record
from play.facts import WordGiven, WordsBegun
from play.models import DealtHand, PlayTable, Sitting
from play.operations.seats import Seated
from rules.cards import link_of
from rules.refusals import N_, Refused

_MOST_LINKS = 10_000  # more than a browser makes
_HEX = re.compile(r"[0-9a-f]{64}")


def begin_words(table: PlayTable, *, one: Seated, end: str) -> int:
    """Fix the words of a player's coming hands; the number of the first that they count for. Refusals: ``word_wrong``,
    ``words_begun``.
    """
    sitting = _sitting(table, one)
    number = table.hand_number + 2
    chain = sitting.chain
    if chain and chain["from"] == number:
        if chain["end"] == end:
            return number
        raise Refused(
            "words_begun",
            N_("Another browser of yours gives your words already. Try again in the next hand."),
            rule="PT-H.50",
        )
    sitting.chain = {
        "end": _bytes(end).hex(),
        "link": end,
        "steps": 0,
        "from": number,
        "given_for": chain.get("given_for", 0),
    }
    sitting.save(update_fields=["chain"])
    record(WordsBegun(table_id=table.pk, players=[one.player_id], seat=one.seat, end=end, from_number=number))
    return number


def take_word(table: PlayTable, *, one: Seated, number: int, word: str) -> bool:
    """Keep a player's word for a hand until it is dealt; whether it is new. Refusals: ``word_wrong``, ``word_too_late``,
    ``word_too_early``.
    """
    given = _bytes(word)
    hand = (
        DealtHand.objects.filter(table=table, number=number, dealt_at__isnull=True)
        .exclude(second_root="")
        .first()
    )
    if hand is None:
        raise Refused(
            "word_too_late", N_("That hand is not open for words. Nothing was done."), rule="PT-H.50"
        )
    given_before = next((kept[1] for kept in hand.words if kept[0] == one.seat), "")
    if given_before == word:
        return False  # from a second tab
    if given_before:
        raise _wrong()
    sitting = _sitting(table, one)
    chain = sitting.chain
    if not chain or number < chain["from"]:
        raise Refused(
            "word_too_early",
            N_("Your words count from a later hand on: one whose roots were not told when you began them."),
            rule="PT-H.50",
        )
    steps = number - chain["from"] + 1
    if not _leads_to(chain["link"], given, links=steps - chain["steps"]):
        raise _wrong()
    hand.words = sorted([*hand.words, [one.seat, word, steps]])
    hand.save(update_fields=["words"])
    sitting.chain = chain | {"link": word, "steps": steps, "given_for": number}
    sitting.save(update_fields=["chain"])
    return True


def give_word(table: PlayTable, *, one: Seated, number: int, word: str) -> None:
    """Take a word that comes by itself; the record says that it came. Refusals: those of `take_word`."""
    if take_word(table, one=one, number=number, word=word):
        record(WordGiven(table_id=table.pk, players=[one.player_id], seat=one.seat, number=number))


def word_with_act(table: PlayTable, *, one: Seated, word: str) -> int:
    """Take the word for the next hand that comes with an act; the hand's number, 0 where none was taken: an act goes before."""
    number = table.hand_number + 1
    try:
        return number if word and take_word(table, one=one, number=number, word=word) else 0
    except Refused:
        return 0


def given_words(hand: DealtHand) -> list[list[Any]]:
    """Return [seat, word] of who gave one, for a hand that is dealt."""
    return [kept[:2] for kept in hand.words]


def _sitting(table: PlayTable, one: Seated) -> Sitting:
    return Sitting.objects.get(table=table, player_id=one.player_id, left_at__isnull=True)


def _leads_to(link: str, word: bytes, *, links: int) -> bool:
    """Whether a word is so many links before one that is known."""
    if not 1 <= links <= _MOST_LINKS:
        return False
    for _ in range(links):
        word = link_of(word)
    return word.hex() == link


def _bytes(text: str) -> bytes:
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise _wrong()
    return bytes.fromhex(text)


def _wrong() -> Refused:
    return Refused(
        "word_wrong", N_("That is not the next word of your chain. Nothing was done."), rule="PT-H.50"
    )
