"""Complain about a hand."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import Actor, CommandId
from dispatch.fields import Id, Integer, Text
from people.models import Player
from play.facts import ComplaintMade
from play.models import Complaint, ComplaintState, DealtHand, PlayTable
from play.operations.tables import require_playing
from play.results import ComplaintDone
from rules.hands import MAX_SEATS
from rules.online import COMPLAINT_LETTERS, ComplaintPolicy, answer_due
from rules.permissions import Permission
from rules.refusals import N_, Refused, not_found
from rules.validation import text


@command(
    "play.complain",
    Card(
        permission=Permission.PLAY_HANDS,
        own_permission=Permission.PLAY_HANDS,
        address="play-tables/<id:table_id>/complain",
    ),
)
def complain(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    table_id: int,
    player_id: Id,
    number: Annotated[int, Integer(min_value=1, max_value=10**9)],
    said: Annotated[str, Text(max_length=COMPLAINT_LETTERS)],
    about_seat: Annotated[int, Integer(min_value=1, max_value=MAX_SEATS)] | None = None,
) -> ComplaintDone:
    """Complain about a hand that one played and that is over; its record is attached, and the house answers within its time.

    said: what happened, in the player's words. about_seat: whose play it is about, by the seat in that hand; the integrity officer
    reads those. Who is named learns nothing of it.
    Refusals: ``forbidden``, ``not_found``, ``text_missing``, ``text_too_long``, ``text_unreadable``, ``complaint_open``,
    ``too_many_complaints``, ``complaint_about_oneself``. Rule: PT-H.66, PT-O.66, PT-T.55
    """
    table = PlayTable.objects.filter(pk=table_id).first()
    if table is None:
        raise not_found("table")
    require_playing(by, table=table, player_id=player_id)
    # two at once of one player wait for each other
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    hand = DealtHand.objects.filter(table_id=table_id, number=number, closed_at__isnull=False).first()
    if hand is None or player_id not in {who for _seat, who, _chips in hand.stacks}:
        raise not_found("hand")
    policy = ComplaintPolicy()
    waiting = Complaint.objects.filter(player_id=player_id, state=ComplaintState.OPEN)
    if waiting.filter(hand=hand).exists():
        raise Refused(
            "complaint_open",
            N_("You complained about this hand already. The house has it and will answer."),
            rule="PT-H.66",
        )
    if waiting.count() >= policy.open_at_once:
        raise Refused(
            "too_many_complaints",
            N_("%(most)s complaints of yours wait for an answer. Wait for one of them first."),
            rule="PT-H.66",
            most=policy.open_at_once,
        )
    about = _player_in(hand, seat=about_seat) if about_seat is not None else None
    if about == player_id:
        raise Refused(
            "complaint_about_oneself",
            N_("You name yourself: choose whose play it is about, or nobody."),
            rule="PT-H.66",
        )
    made = Complaint.objects.create(
        venue_id=table.venue_id,
        hand=hand,
        player_id=player_id,
        about_id=about,
        text=text(
            "said",
            said,
            at_most=COMPLAINT_LETTERS,
            missing=N_("Write what happened in this hand, then send the complaint."),
        ),
        made_at=at,
        answer_by=answer_due(at, policy=policy),
    )
    record(
        ComplaintMade(
            table_id=table.pk,
            players=[player_id],
            complaint_id=made.pk,
            number=number,
            answer_by=made.answer_by.isoformat(),
        )
    )
    return ComplaintDone(complaint_id=made.pk, complaint_state=made.state)


def _player_in(hand: DealtHand, *, seat: int) -> int:
    """Who was dealt in, in this seat. Refusals: ``not_found``."""
    for dealt, who, _chips in hand.stacks:
        if dealt == seat:
            return int(who)
    raise not_found("seat")
