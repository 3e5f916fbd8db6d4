"""Who may enter, come back, add chips, leave or hand over: decisions over a frozen situation.

Every check takes (situation, policies), returns nothing when it is lawful and raises Refused when it is not,
so that they can be called and listed alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum

from rules.entries.terms import EntryTerms, Phase, RebuyCondition, Situation, registration_opens
from rules.policies import Policies
from rules.refusals import N_, Refused

# of age where this is played: what the house asks of whom no tournament asks more of (SCPT.F)
OF_AGE_YEARS = 18


class Admission(StrEnum):
    """Where a new entry goes first.

    Rule: SCPT.H, REGULATIONS 2.8
    """

    SEAT = "seat"
    ALTERNATE = "alternate"


def late_registration_open(situation: Situation) -> bool:
    """Return whether the normal or late period still runs (before the start: yes).

    Rule: SCPT.F, SCPT.H, PT-T.23
    """
    s = situation
    if s.phase is Phase.SCHEDULED:
        return True
    if s.phase is not Phase.RUNNING:
        return False
    terms = s.terms
    if terms.late_registration_level is not None:
        if s.level < terms.late_registration_level:
            return True
        if s.level == terms.late_registration_level:
            return not s.in_recess or terms.late_registration_with_recess
        return False
    if terms.late_registration_seconds is not None:
        begun = s.started_at or s.starts_at
        return s.at < begun + timedelta(seconds=terms.late_registration_seconds)
    return False


def check_registration_open(situation: Situation, policies: Policies) -> None:
    """Check whether a new person may enter now.

    After late registration only where the rule set allows it and alternates are still waiting.
    Refusals: ``registration_not_open_yet``, ``tournament_over``, ``late_reg_closed``.
    Rule: SCPT.B, SCPT.H, ADTP.8B, PT-T.23, REGULATIONS 1.2
    """
    s = situation
    _check_not_over(s)
    opens = registration_opens(s.registration_opens_at, starts_at=s.starts_at)
    if s.at < opens:
        raise Refused(
            "registration_not_open_yet",
            N_("Registration opens at %(opens_at)s."),
            rule="SCPT.B",
            opens_at=opens.isoformat(),
        )
    if late_registration_open(s):
        return
    if policies.late_entry_while_alternates_wait and s.alternates_waiting > 0:
        return
    raise _closed(s)


def _check_not_over(s: Situation) -> None:
    if s.phase in (Phase.FINISHED, Phase.CANCELLED):
        raise Refused(
            "tournament_over", N_("This tournament is over; nobody can enter it any more."), rule="ADTP.8B"
        )


def _closed(s: Situation) -> Refused:
    if s.terms.late_registration_level is not None:
        return Refused(
            "late_reg_closed",
            N_("Late registration closed at the end of level %(level)s."),
            rule="ADTP.8B",
            level=s.terms.late_registration_level,
        )
    return Refused("late_reg_closed", N_("Registration for this tournament has closed."), rule="ADTP.8B")


def age_on(born_on: date, *, day: date) -> int:
    """Whole years on a day; who was born on 29 February has the birthday on 1 March in other years."""
    return day.year - born_on.year - ((day.month, day.day) < (born_on.month, born_on.day))


def check_age(situation: Situation, policies: Policies) -> None:
    """Check that a player is of age on the day of registration, by a checked document.

    Refusals: ``birth_date_missing``, ``under_age``, ``identity_not_checked``.
    Rule: SCPT.F
    """
    s = situation
    if policies.minimum_age_years == 0:
        return
    if s.born_on is None or s.today is None:
        raise Refused(
            "birth_date_missing",
            N_("Enter the date of birth from the identity document first."),
            rule="SCPT.F",
        )
    if age_on(s.born_on, day=s.today) < policies.minimum_age_years:
        raise Refused(
            "under_age",
            N_("Players must be at least %(years)s years old on the day of registration."),
            rule="SCPT.F",
            years=policies.minimum_age_years,
        )
    if not s.identity_checked:
        raise Refused(
            "identity_not_checked",
            N_("Check the identity document with photo and confirm it, then register."),
            rule="SCPT.F",
        )


def check_not_disqualified(situation: Situation, policies: Policies) -> None:  # noqa: ARG001
    """Who was disqualified is out of the event: no entry, re-entry, rebuy, add-on or seat, unless the director lifted
    it.

    Refusals: ``disqualified``.
    Rule: ADTP.67D, SCPT.F
    """
    if not situation.disqualified:
        return
    if situation.under_age:
        raise Refused(
            "disqualified",
            N_("This player was removed from this tournament as under age. Only the director can lift that."),
            rule="SCPT.F",
        )
    raise Refused(
        "disqualified",
        N_(
            "This player was disqualified from this tournament. Only the director can lift that, with a reason."
        ),
        rule="ADTP.67D",
    )


def check_one_per_person(situation: Situation, policies: Policies) -> None:
    """One registration for a person and event; who was eliminated re-enters instead of registering.

    Refusals: ``disqualified``, ``already_registered``, ``re_enter_instead``.
    Rule: SCPT.F, SCPT.O, ADTP.67D, REGULATIONS 2.1
    """
    check_not_disqualified(situation, policies)
    if situation.live_entries > 0:
        raise Refused(
            "already_registered",
            N_("This player is already registered for this tournament."),
            rule="SCPT.O",
        )
    if situation.entries_so_far > 0:
        raise Refused(
            "re_enter_instead",
            N_("This player has already played this tournament. Use re-entry."),
            rule="SCPT.O",
        )


def check_capacity(situation: Situation, policies: Policies) -> None:  # noqa: ARG001
    """Room in the event: below its limit of entries, and a free seat or a list of alternates.

    Refusals: ``event_full``, ``no_seat_free``.
    Rule: SCPT.H
    """
    s = situation
    if s.terms.entries_max is not None and s.entries_total >= s.terms.entries_max:
        raise Refused(
            "event_full",
            N_("This tournament takes %(limit)s entries and is full."),
            rule="SCPT.H",
            limit=s.terms.entries_max,
        )
    if not s.terms.alternates and s.seats_free is not None and s.seats_free <= 0:
        raise Refused(
            "no_seat_free",
            N_("No seat is free and this tournament keeps no list of alternates."),
            rule="SCPT.H",
        )


def place_for_entry(situation: Situation) -> Admission:
    """Return a seat when one is free and nobody waits before; else the end of the one waiting list.

    Rule: SCPT.H
    """
    s = situation
    free = s.seats_free is None or s.seats_free > 0
    return Admission.SEAT if free and s.alternates_waiting == 0 else Admission.ALTERNATE


def check_register(situation: Situation, policies: Policies) -> None:
    """Everything asked before a first entry.

    Rule: SCPT.B, SCPT.F, SCPT.O
    """
    check_registration_open(situation, policies)
    check_age(situation, policies)
    check_one_per_person(situation, policies)
    check_capacity(situation, policies)


def time_chip_until(*, starts_at: datetime, minutes_before_start: int) -> datetime:
    """Return until when the time chip is earned, that instant included. Rule: REGULATIONS 2.8"""
    return starts_at - timedelta(minutes=minutes_before_start)


def time_chip(
    *,
    chips: int,
    until: datetime,
    ordinal: int,
    registered_at: datetime,
    paid_at: datetime,
    policies: Policies,
) -> int:
    """Return the bonus chips that a first entry gets with its stack: those announced, or none.

    Earned by paying in time; where the rule set lets people answer for their payment (h2 8B, 8D), by registering in
    time, whenever the money comes. A re-entry gets the stack of a new player and no bonus (ADTP.8A).
    Rule: ADTP.8B, ADTP.8D, REGULATIONS 2.8
    """
    earned_at = registered_at if policies.time_chip_by_registration else paid_at
    return chips if ordinal == 1 and earned_at <= until else 0


def check_re_entry(situation: Situation, policies: Policies) -> None:
    """Check a re-entry: eliminated before, during late registration, within the event's limit.

    Refusals: ``tournament_over``, ``disqualified``, ``re_entry_not_offered``, ``still_playing``, ``not_played_yet``,
    ``late_reg_closed``, ``re_entry_limit``, ``event_full``, ``no_seat_free``.
    Rule: ADTP.8A, ADTP.8B, ADTP.67D, SCPT.F, SCPT.O, PT-T.23, REGULATIONS 2.6
    """
    s = situation
    _check_not_over(s)
    check_not_disqualified(s, policies)
    if s.terms.re_entries_max == 0:
        raise Refused("re_entry_not_offered", N_("This tournament has no re-entry."), rule="SCPT.F")
    if s.live_entries > 0:
        raise Refused(
            "still_playing",
            N_("This player is still in the tournament; re-entry is possible after elimination."),
            rule="SCPT.O",
        )
    if s.entries_so_far == 0:
        raise Refused("not_played_yet", N_("This player has no entry yet. Use registration."), rule="SCPT.O")
    # waiting alternates do not reopen registration for players eliminated later (8B)
    if not late_registration_open(s):
        raise _closed(s)
    _check_re_entry_limit(s)
    check_capacity(s, policies)


def _check_re_entry_limit(s: Situation) -> None:
    limit = s.terms.re_entries_max
    if limit is not None and s.entries_so_far - 1 >= limit:
        raise Refused(
            "re_entry_limit",
            N_("This player cannot re-enter again. Limit for each player: %(limit)s."),
            rule="SCPT.F",
            limit=limit,
        )


# late registration that ends by the clock has no last level: its last quarter of an hour is the end of it
SURRENDER_LAST_SECONDS = 900


def surrender_offered(terms: EntryTerms, *, policies: Policies) -> bool:
    """Return whether short stacks may be given up here: the rule set has it in all its events, or the event of its
    own.

    It is a re-entry: without those there is none.
    Rule: SCPT.U, REGULATIONS 2.6, REGULATIONS 11
    """
    return (terms.surrender or policies.surrender) and terms.re_entries_max != 0


def check_surrender(situation: Situation, policies: Policies) -> None:
    """Giving up a short stack to re-enter as late registration ends: in its last level and the recess that belongs
    to it, or where it ends by time in its last quarter of an hour. The abandoned chips leave play; against the limit
    of entries it is a re-entry.

    Refusals: ``surrender_not_offered``, ``re_entry_not_offered``, ``not_playing``, ``surrender_not_yet``,
    ``stack_not_short``, ``in_hand``, ``late_reg_closed``, ``re_entry_limit``.
    Rule: SCPT.U, ADTP.8C, REGULATIONS 2.6, REGULATIONS 11
    """
    s = situation
    _check_not_over(s)
    if not (s.terms.surrender or policies.surrender):
        raise Refused("surrender_not_offered", N_("This tournament has no surrender."), rule="SCPT.U")
    if not surrender_offered(s.terms, policies=policies):
        raise Refused("re_entry_not_offered", N_("This tournament has no re-entry."), rule="SCPT.F")
    if s.live_entries == 0 or s.phase is not Phase.RUNNING:
        raise Refused("not_playing", N_("Only a player in play can surrender a stack."), rule="SCPT.U")
    if not late_registration_open(s):
        raise _closed(s)
    last = s.terms.late_registration_level
    if last is not None and s.level < last:
        raise Refused(
            "surrender_not_yet",
            N_("A stack can be given up from level %(level)s on, the last of late registration."),
            rule="SCPT.U",
            level=last,
        )
    if last is None and s.terms.late_registration_seconds is not None:
        closes = (s.started_at or s.starts_at) + timedelta(seconds=s.terms.late_registration_seconds)
        if s.at < closes - timedelta(seconds=SURRENDER_LAST_SECONDS):
            raise Refused(
                "surrender_not_yet",
                N_("A stack can be given up in the last %(minutes)s minutes of late registration."),
                rule="SCPT.U",
                minutes=SURRENDER_LAST_SECONDS // 60,
            )
    if s.stack_chips >= s.stack_chips_start:
        raise Refused(
            "stack_not_short",
            N_("Only a stack below %(start)s chips can be surrendered."),
            rule="SCPT.U",
            start=s.stack_chips_start,
        )
    _check_not_in_hand(s, "SCPT.U")
    _check_re_entry_limit(s)


def _check_not_in_hand(s: Situation, rule: str) -> None:
    if s.in_hand:
        raise Refused("in_hand", N_("Wait until the hand is over."), rule=rule)


def check_rebuy(situation: Situation, policies: Policies) -> None:
    """Check a rebuy: still in its levels, the stack as the event demands, not during a hand.

    Refusals: ``disqualified``, ``rebuy_not_offered``, ``rebuy_closed``, ``rebuy_limit``, ``stack_too_big``, ``not_playing``,
    ``in_hand``.
    Rule: ADTP.27, ADTP.67D, PT-T.23, PT-T.31, PT-H.11
    """
    s = situation
    _check_not_over(s)
    check_not_disqualified(s, policies)
    if s.terms.rebuys_max == 0:
        raise Refused("rebuy_not_offered", N_("This tournament has no rebuy."), rule="PT-T.31")
    if s.phase is not Phase.RUNNING or s.live_entries == 0:
        raise Refused("not_playing", N_("Only a player in play can rebuy."), rule="ADTP.27")
    if s.level > s.terms.rebuy_until_level:
        raise Refused(
            "rebuy_closed",
            N_("Rebuys ended with level %(level)s."),
            rule="PT-T.23",
            level=s.terms.rebuy_until_level,
        )
    if s.terms.rebuys_max is not None and s.rebuys_taken >= s.terms.rebuys_max:
        raise Refused(
            "rebuy_limit",
            N_("This player cannot rebuy again. Limit for each player: %(limit)s."),
            rule="PT-T.31",
            limit=s.terms.rebuys_max,
        )
    _check_not_in_hand(s, "PT-H.11")
    condition = s.terms.rebuy_condition
    fits = {
        RebuyCondition.AT_OR_BELOW_START: s.stack_chips <= s.stack_chips_start,
        RebuyCondition.BELOW_START: s.stack_chips < s.stack_chips_start,
        RebuyCondition.ZERO: s.stack_chips == 0,
    }[condition]
    if not fits:
        raise Refused(
            "stack_too_big",
            N_("A rebuy is possible with at most %(limit)s chips; this player has %(stack)s."),
            rule="ADTP.27",
            limit=_rebuy_limit_chips(condition, s.stack_chips_start),
            stack=s.stack_chips,
        )


def _rebuy_limit_chips(condition: RebuyCondition, start: int) -> int:
    return {
        RebuyCondition.AT_OR_BELOW_START: start,
        RebuyCondition.BELOW_START: start - 1,
        RebuyCondition.ZERO: 0,
    }[condition]


def check_add_on(situation: Situation, policies: Policies) -> None:
    """Check an add-on: in the recess after its level, no more than the event allows (a double one counts two).

    Refusals: ``disqualified``, ``add_on_not_offered``, ``not_playing``, ``add_on_not_now``, ``add_on_limit``.
    Rule: ADTP.67D, PT-T.23, PT-T.31
    """
    s = situation
    _check_not_over(s)
    check_not_disqualified(s, policies)
    if s.terms.add_ons_max == 0:
        raise Refused("add_on_not_offered", N_("This tournament has no add-on."), rule="PT-T.31")
    if s.phase is not Phase.RUNNING or s.live_entries == 0:
        raise Refused("not_playing", N_("Only a player in play can take an add-on."), rule="PT-T.31")
    if not (s.in_recess and s.level == s.terms.add_on_after_level):
        raise Refused(
            "add_on_not_now",
            N_("The add-on is sold in the break after level %(level)s."),
            rule="PT-T.23",
            level=s.terms.add_on_after_level,
        )
    if s.add_ons_asked < 1 or s.add_ons_taken + s.add_ons_asked > s.terms.add_ons_max:
        raise Refused(
            "add_on_limit",
            N_("Each player may take one add-on here.")
            if s.terms.add_ons_max == 1
            else N_("Each player may take %(limit)s add-ons here."),
            rule="PT-T.31",
            limit=s.terms.add_ons_max,
        )


def house_decides_cancelling(policies: Policies, *, of_event: int | None) -> bool:
    """Return whether neither the rule set nor the event says how late an entry may be cancelled. of_event: the event's own limit,
    None where it has none. Rule: SCPT.I"""
    return policies.cancel_until_seconds_before_start is None and of_event is None


def check_cancel(situation: Situation, policies: Policies) -> None:
    """Cancelling one's own entry with a full refund, until the policy's limit; afterwards the director, with
    a reason.

    Refusals: ``tournament_over``, ``not_registered``, ``alternates_may_not_cancel``,
    ``cancel_closed``, ``cancel_by_staff_only``, ``reason_missing``.
    Rule: SCPT.H, SCPT.I, PT-T.24, PT-T.25, PT-T.28, REGULATIONS 2.4
    """
    s = situation
    _check_not_over(s)
    if s.live_entries == 0:
        raise Refused(
            "not_registered", N_("This player has no entry that could be cancelled."), rule="SCPT.I"
        )
    if s.by_director:
        _check_reason(s, "SCPT.I")
        return
    if s.is_alternate:
        raise Refused(
            "alternates_may_not_cancel",
            N_("Alternates cannot cancel their entry."),
            rule="SCPT.H",
        )
    if house_decides_cancelling(policies, of_event=s.terms.cancel_until_seconds_before_start):
        raise Refused(
            "cancel_by_staff_only",
            N_("Ask the tournament director: only staff can cancel an entry here."),
            rule="SCPT.I",
        )
    limits = [
        limit
        for limit in (policies.cancel_until_seconds_before_start, s.terms.cancel_until_seconds_before_start)
        if limit is not None
    ]
    until = s.starts_at - timedelta(seconds=max(limits))
    if s.phase is not Phase.SCHEDULED or s.at > until:
        raise Refused(
            "cancel_closed",
            N_("Entries could be cancelled until %(until)s. Ask the tournament director."),
            rule="PT-T.24" if max(limits) == 0 else "SCPT.I",
            until=until.isoformat(),
        )


def check_strike(situation: Situation) -> None:
    """Striking a payment that never came: at the desk until the tournament runs, afterwards the director, with a reason.

    Refusals: ``tournament_over``, ``not_registered``, ``strike_by_director_only``, ``reason_missing``.
    Rule: SCPT.D, SCPT.I
    """
    s = situation
    _check_not_over(s)
    if s.live_entries == 0:
        raise Refused(
            "not_registered", N_("This player has no entry that could be cancelled."), rule="SCPT.I"
        )
    if s.phase is Phase.SCHEDULED:
        return
    if not s.by_director:
        raise Refused(
            "strike_by_director_only",
            N_("The tournament runs: only its director strikes this payment. Call the director."),
            rule="SCPT.I",
        )
    _check_reason(s, "SCPT.I")


def _check_reason(s: Situation, rule: str) -> None:
    if not s.reason.strip():
        raise Refused("reason_missing", N_("State the reason; it is kept with the decision."), rule=rule)


def check_transfer(situation: Situation, policies: Policies) -> None:  # noqa: ARG001
    """Handing an entry to another person: only by the director, before the start, with a reason, never a won
    seat.

    Refusals: ``tournament_over``, ``not_registered``, ``won_seat_is_personal``,
    ``transfer_by_director_only``, ``transfer_closed``, ``reason_missing``.
    Rule: SCPT.G, SCPT.I, PT-T.28, REGULATIONS 2.5
    """
    s = situation
    _check_not_over(s)
    if s.live_entries == 0:
        raise Refused(
            "not_registered", N_("This player has no entry that could be transferred."), rule="SCPT.I"
        )
    if s.won_by_satellite:
        raise Refused(
            "won_seat_is_personal",
            N_("A seat won in a satellite is personal and cannot be transferred."),
            rule="SCPT.G",
        )
    if not s.by_director:
        raise Refused(
            "transfer_by_director_only",
            N_("Only the tournament director can transfer an entry to another person."),
            rule="SCPT.I",
        )
    if s.phase is not Phase.SCHEDULED or s.at >= s.starts_at:
        raise Refused(
            "transfer_closed",
            N_("An entry can be transferred only before the tournament starts."),
            rule="SCPT.I",
        )
    _check_reason(s, "SCPT.I")


def may(check: str, *, situation: Situation, policies: Policies) -> Refused | None:
    """Return the refusal that a check would give, or None: for buttons that say why they are off."""
    try:
        CHECKS[check](situation, policies)
    except Refused as no:
        return no
    return None


CHECKS: Mapping[str, Callable[[Situation, Policies], None]] = {
    "register": check_register,
    "re_entry": check_re_entry,
    "surrender": check_surrender,
    "rebuy": check_rebuy,
    "add_on": check_add_on,
    "cancel": check_cancel,
    "transfer": check_transfer,
}
