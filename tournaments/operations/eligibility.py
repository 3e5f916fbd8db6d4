"""Whether this person may enter this tournament now."""

from __future__ import annotations

from datetime import datetime, timedelta

from ledger.queries import check_play_limits
from people.operations import lock_play_limits
from rules.entries import check_age, check_one_per_person, check_registration_open
from rules.refusals import N_, Refused
from tournaments.models import Field, TournamentState
from tournaments.queries.eligibility import check_welcome
from tournaments.queries.entry_context import EntryContext


def check_open(desk: EntryContext, *, field: Field | None, at: datetime) -> None:
    """Check whether people enter this tournament now.

    Refusals: ``registration_not_open_yet``, ``late_reg_closed``, ``tournament_over``. Rule: SCPT.B, SCPT.H, ADTP.8B
    """
    if desk.offer.state in (TournamentState.DRAFT, TournamentState.ANNOUNCED):
        raise Refused(
            "registration_not_open_yet",
            N_("Registration opens at %(opens_at)s."),
            rule="SCPT.B",
            opens_at=(
                desk.offer.registration_opens_at or desk.offer.starts_at - timedelta(hours=1)
            ).isoformat(),
        )
    check_registration_open(
        desk.situation(at, alternates_waiting=field.waiting if field else 0), desk.offer.policies
    )
    if field is not None and field.entries_closed_at is not None:
        raise Refused("late_reg_closed", N_("Registration for this tournament has closed."), rule="ADTP.8B")


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
