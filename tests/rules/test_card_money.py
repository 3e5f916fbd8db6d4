"""What of a balance came by card."""

from __future__ import annotations

import pytest

from rules.card_money import Movement, card_money, check_deposit_method, check_hand_out
from rules.refusals import Refused


def moves(*told: tuple[str, int, str] | tuple[str, int, str, int]) -> list[Movement]:
    """act, cents, how (card, drawer, play, undo, table), and what is undone, or which sitting at a table it was."""
    return [
        Movement(
            number=number, act=act, cents=cents, card=how == "card", handed_out=how == "drawer" and cents < 0,
            takes_back=undone[0] if undone and how != "table" else None,
            at_table=f"sitting:{undone[0]}" if how == "table" else "",
        )
        for number, (act, cents, how, *undone) in enumerate(told)
    ]  # fmt: skip


@pytest.mark.rule("SCPT.E")
@pytest.mark.parametrize(
    ("told", "left"),
    [
        ([], 0),
        ([("a", 450, "card")], 450),
        ([("a", 450, "card"), ("b", -450, "card")], 0),  # back to the card
        ([("a", 450, "card"), ("b", -300, "play")], 150),
        (
            [("a", 450, "drawer"), ("b", -450, "play"), ("c", 450, "card")],
            450,
        ),  # what was played before counts for nothing
        ([("a", 200, "drawer"), ("b", 450, "card"), ("c", -200, "drawer")], 450),
        ([("a", 450, "card"), ("b", -450, "drawer")], 0),  # on a director's word
        # an entry by card, called off: into the balance, or back to the card
        (
            [
                ("a", 495, "card"),
                ("a", -450, "play"),
                ("a", -45, "play"),
                ("b", 450, "undo", 1),
                ("b", 45, "undo", 2),
            ],
            495,
        ),
        (
            [
                ("o", 1000, "drawer"),
                ("a", 495, "card"),
                ("a", -495, "play"),
                ("b", -495, "card", 1),
                ("b", 495, "undo", 2),
            ],
            0,
        ),
        ([("a", 450, "card"), ("b", -450, "play"), ("c", 2000, "prize")], 0),  # a prize is no money of a card
        # brought to a cash table and back: no way round it
        ([("a", 450, "card"), ("b", -400, "table", 7)], 50),
        ([("a", 450, "card"), ("b", -400, "table", 7), ("c", 400, "table", 7)], 450),
        (
            [("a", 450, "card"), ("b", -400, "table", 7), ("c", 900, "table", 7)],
            450,
        ),  # what was won is no money of a card
        ([("a", 450, "card"), ("b", -400, "table", 7), ("c", 150, "table", 7)], 200),
        ([("a", 450, "card"), ("b", -400, "table", 7), ("c", 400, "table", 8)], 50),
    ],
)
def test_what_is_played_is_taken_from_the_card_first(told, left):
    assert card_money(moves(*told)) == left


@pytest.mark.rule("SCPT.E")
def test_money_of_a_card_is_handed_out_on_a_directors_word_alone():
    asked = {"balance_cents": 1000, "card_cents": 450, "currency": "BRL"}
    check_hand_out(**asked, amount_cents=550, by_director=False, reason="")
    with pytest.raises(Refused) as no:
        check_hand_out(**asked, amount_cents=551, by_director=False, reason="because")
    assert (no.value.code, no.value.params["free_cents"]) == ("card_money", 550)
    with pytest.raises(Refused) as no:
        check_hand_out(**asked, amount_cents=551, by_director=True, reason=" ")
    assert no.value.code == "reason_missing"
    check_hand_out(**asked, amount_cents=551, by_director=True, reason="terminal broken")
    check_deposit_method("cash", surcharges_bp={"credit": 1000})
    check_deposit_method("credit", surcharges_bp={"credit": 0})
    with pytest.raises(Refused) as no:
        check_deposit_method("credit", surcharges_bp={"credit": 1000})
    assert no.value.code == "surcharged_deposit"
