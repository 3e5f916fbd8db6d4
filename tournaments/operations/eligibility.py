"""Whether this person may enter this tournament now."""

from __future__ import annotations

from datetime import datetime

from ledger.queries import check_play_limits
from people.operations import lock_play_limits
from rules.entries import check_age, check_one_per_person
from tournaments.queries.eligibility import check_welcome
from tournaments.queries.entry_context import EntryContext


def check_person(desk: EntryContext, *, at: datetime, seen: bool = True) -> None:
    """Check that somebody is of age, identified, not excluded, here once. Nothing has touched a balance yet.

    `seen` False: the document is looked at when the payment is made.

    Refusals: ``excluded``, ``birth_date_missing``, ``under_age``, ``identity_not_checked``, ``already_registered``,
    ``re_enter_instead``. Rule: SCPT.F, SCPT.O, PT-T.21
    """
    check_welcome(desk)
    situation = desk.situation(at) if seen else desk.situation(at, identity_checked=True)
    check_age(situation, desk.offer.policies)
    check_one_per_person(situation, desk.offer.policies)


def check_limits(desk: EntryContext, *, cents: int, at: datetime) -> None:
    """Check the limits of spending a player has set. Online they come before the balance.

    Two entries at once cannot pass one limit: the second waits for the first (after Field, before Slot and ledger).
    Rule: PT-T.21, PT-T.22, REGULATIONS 2.10"""
    if desk.has_limits and lock_play_limits(desk.player_id, unit=desk.offer.currency):
        check_play_limits(desk.player_id, unit=desk.offer.currency, price_cents=cents, at=at)
