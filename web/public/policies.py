"""The policies of a tournament in sentences: the rules in force, as anybody may read them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from rules.policies import Policies, from_dict
from rules.refusals import N_
from web.templatetags.shuffle import plain_number


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """One rule: what it is about, what holds here, where it is written."""

    about: str
    says: str
    rule: str


# (policy, what it is about, rule id, what each choice says)
CHOICES: tuple[tuple[str, str, str, dict[str, str]], ...] = (
    (
        "simultaneous_bust",
        N_("Several out in one hand"),
        "ADTP.P16 · PT-T.50",
        {
            "same_table_by_stack": N_(
                "At one table the larger stack at the start of the hand places higher. At different tables in"
                " hand for hand the place is shared."
            ),
            "any_table_by_stack": N_(
                "The larger stack at the start of the hand places higher, at whichever table. Equal stacks share."
            ),
        },
    ),
    (
        "deals",
        N_("Deals"),
        "ADTP.P3 · SCPT.M · PT-T.53",
        {
            "secret_vote": N_("Players may divide the prizes by a secret vote in which all agree."),
            "unanimous_final_table": N_("Only at the final table, and only if everybody agrees."),
            "forbidden": N_("Not allowed."),
        },
    ),
    (
        "seat_on_balancing",
        N_("Seat after balancing"),
        "ADTP.11A · PT-T.48",
        {
            "worst_position": N_("The player due for the big blind moves to the worst position."),
            "double_random": N_("Table and seat are drawn."),
            "draw": N_("The seat is drawn."),
        },
    ),
    (
        "seat_on_breaking",
        N_("Seat after a table breaks"),
        "ADTP.10 · PT-T.48",
        {
            "worst_position": N_("The worst position that is free."),
            "double_random": N_("Table and seat are drawn, one after the other."),
            "draw": N_("The seat is drawn."),
        },
    ),
    (
        "absent_at_start",
        N_("Absent at the start"),
        "ADTP.30 · SCPT.Q · PT-T.26",
        {
            "not_dealt_in": N_("No cards and no blinds until the player sits down."),
            "blinded_off": N_("The stack is in play and pays blinds and antes."),
            "seated_away": N_("Seated as absent: dealt in, blinds paid, hands folded."),
        },
    ),
    (
        "time_to_act",
        N_("Time to act"),
        "ADTP.29 · SCPT.T · PT-T.42",
        {
            "called_clock": N_("As much as is reasonable, until the clock is called."),
            "action_clock": N_("Limited by the action clock."),
            "decision_time": N_("Limited for every decision."),
        },
    ),
    (
        "rabbit_hunting",
        N_("Rabbit hunting"),
        "ADTP.28",
        {"never": N_("Never."), "high_roller_only": N_("Only in high roller tournaments.")},
    ),
    (
        "short_handed_levels",
        N_("Shorter levels when few are left"),
        "SCPT.V",
        {"off": N_("No."), "director_calls": N_("When the director says so.")},
    ),
    (
        "cancelled_event",
        N_("If the tournament is cancelled"),
        "PT-T.36 · SCPT.J",
        {
            "full_refund": N_("Everything is paid back."),
            "active_share": N_(
                "Before the start everything is paid back. Afterwards those still in get their registration back and"
                " share, by their chips, what the others paid towards the prizes."
            ),
        },
    ),
    (
        "unclaimed_bounty",
        N_("Bounty of a player whose chips nobody took"),
        "SCPT.P",
        {
            "champion": N_("It stays in the bounty pool and goes to the champion with their own."),
            "table": N_(
                "Shared at once by the players left at that table, odd cents by the order of their seats."
            ),
        },
    ),
    (
        "undercall",
        N_("A call that is too small"),
        "ADTP.51A",
        {"binds_full": N_("Binds to the full call."), "director": N_("The director decides.")},
    ),
    (
        "four_card_flop",
        N_("Flop with four cards"),
        "ADTP.39",
        {
            "reshuffle_all_four": N_(
                "The four cards go back into the stub, which is shuffled; a new flop comes without another burn."
            ),
            "floor_picks_burn": N_("The floor picks the card that burns."),
        },
    ),
    (
        "board_too_early",
        N_("Board cards dealt too early"),
        "ADTP.39 · ADTP.P14",
        {
            "reshuffle_early_cards": N_(
                "The burn stays; the early cards go back into the stub, which is shuffled, and the board comes again without"
                " another burn."
            ),
            "director": N_("The director decides."),
        },
    ),
    (
        "hand_for_hand_charge",
        N_("Hand for hand: what a hand takes off the level"),
        "ADTP.P16",
        {"fixed": N_("A fixed time."), "real_time": N_("The time it took, up to a limit.")},
    ),
    (
        "dispute_limit",
        N_("Disputing a pot"),
        "ADTP.22",
        {"next_hand": N_("Until the next hand begins."), "none": N_("Without a limit in time.")},
    ),
    (
        "guarantee",
        N_("Guarantee"),
        "SCPT.F · SCPT.J",
        {
            "gross_of_deductions": N_("Deductions come off the guaranteed sum."),
            "net": N_("Is what the players get: no deduction comes off it."),
        },
    ),
)


def in_words(policies: Policies, *, online: bool) -> list[PolicyLine]:
    """Return every choice of the rule set as a sentence in the reader's language; online: with those that are of tables played online alone.

    Rule: PT-T.56, PT-T.60
    """
    values = policies.as_dict()
    lines = [
        PolicyLine(_(about), _(says[values[name]]), policies.citation(rule))
        for name, about, rule, says in CHOICES
        if values[name] in says
    ]
    return lines + [
        replace(line, rule=policies.citation(line.rule))
        for line in _numbers(policies) + (_online(policies) if online else [])
    ]


def _numbers(p: Policies) -> list[PolicyLine]:
    yes, no = _("Yes."), _("No.")
    before = p.cancel_until_seconds_before_start
    if before is None:
        cancel = _("The house decides each time.")
    elif before == 0:
        cancel = _("Until the start, with the money back.")
    else:
        cancel = _("Until %(minutes)s minutes before the start, with the money back.") % {
            "minutes": before // 60
        }
    lines = [PolicyLine(_("Cancelling a registration"), cancel, "SCPT.I · PT-T.24")]
    if p.time_to_act == "called_clock":
        said = _("%(seconds)s seconds, then a countdown of %(countdown)s.") % {
            "seconds": p.called_clock_seconds,
            "countdown": p.called_clock_countdown_seconds,
        }
        lines.append(PolicyLine(_("Called clock"), said, "ADTP.29"))
    if p.time_to_act == "action_clock":
        said = _("%(seconds)s seconds a decision and %(cards)s time bank cards of %(card)s seconds.") % {
            "seconds": p.action_clock_seconds,
            "cards": p.time_bank_cards,
            "card": p.time_bank_card_seconds,
        }
        if p.action_clock_in_main_event_only:
            said += " " + _("Only in the main event; in the others the clock is called.")
        lines.append(PolicyLine(_("Action clock"), said, "SCPT.T"))
    if p.big_blind_ante_from_level is not None:
        said = _("From level %(level)s.") % {"level": p.big_blind_ante_from_level}
        said += " " + (_("Also heads-up.") if p.big_blind_ante_heads_up else _("Not heads-up."))
        lines.append(PolicyLine(_("Big blind ante"), said, "SCPT.U2"))
    if p.deal_champion_reserve_bp and p.deals != "forbidden":
        said = _("%(share)s%% of the largest prize left stay for the champion.") % {
            "share": plain_number(p.deal_champion_reserve_bp / 100)
        }
        lines.append(PolicyLine(_("Deal: left to play for"), said, "SCPT.M"))
    lines += [
        PolicyLine(
            _("Final table"),
            _("%(full)s players; %(short)s in short-handed tournaments.")
            % {"full": p.final_table_of_full_ring, "short": p.final_table_of_short_handed},
            "ADTP.P9",
        ),
        PolicyLine(
            _("Seats drawn again for the final table"), yes if p.redraw_at_final_table else no, "ADTP.P9"
        ),
        PolicyLine(
            _("A table stops"),
            _("When it has %(count)s players fewer than the fullest.") % {"count": p.halt_when_short_by},
            "ADTP.11D",
        ),
        PolicyLine(
            _("Places paid"),
            _("About %(share)s%% of the entries.") % {"share": plain_number(p.places_paid_bp / 100)},
            "SCPT.L-A",
        ),
        PolicyLine(
            _("Limit games: bets and raises in a round"),
            _("Without a limit.")
            if p.limit_bets_and_raises is None
            else _(
                "At most %(count)s, also between two; without a limit once two players are left in the tournament."
            )
            % {"count": p.limit_bets_and_raises},
            "ADTP.48",
        ),
        PolicyLine(
            _("All-in in hand for hand"),
            _("The cards stay face down until every table has finished.")
            if p.all_in_cards_down_in_hand_for_hand
            else _("The cards are shown at once."),
            # no book has it: it is the house's own
            _("house") if p.all_in_cards_down_in_hand_for_hand else "ADTP.16",
        ),
        PolicyLine(
            _("Giving up a short stack to re-enter"),
            _("As late registration ends, in every tournament with re-entries.")
            if p.surrender
            else _("Where the tournament offers it."),
            "SCPT.U",
        ),
        PolicyLine(
            _("Late entries while alternates wait"),
            yes if p.late_entry_while_alternates_wait else no,
            "ADTP.8B",
        ),
        PolicyLine(
            _("Time chip"),
            _("For who registered in time; a registration binds to pay.")
            if p.time_chip_by_registration
            else _("For those who paid in time."),
            "ADTP.8B",
        ),
        PolicyLine(
            _("Languages"),
            _("The Portuguese text prevails over every translation.")
            if p.first_language_prevails
            else _("At the table: the language of the country, and English."),
            "PT-T.60" if p.first_language_prevails else "ADTP.6",
        ),
        PolicyLine(_("Minimum age"), _("%(years)s years.") % {"years": p.minimum_age_years}, "SCPT.F"),
        PolicyLine(
            _("Prizes are paid"),
            _("Within %(days)s working days.") % {"days": p.prize_due_business_days},
            "SCPT.L-B",
        ),
    ]
    return lines


def _online(p: Policies) -> list[PolicyLine]:
    return [
        PolicyLine(
            _("Two players online"),
            _("The button posts the small blind, by specific rules that the regulator approved.")
            if p.online_button_posts_small
            else _("The player not on the button posts the small blind."),
            "PT-H.46 · PT-H.48",
        ),
        PolicyLine(
            _("Online: bets and raises in a round"),
            _("As many as the game has: four with fixed bets, else without a limit.")
            if p.online_bets_and_raises is None
            else _("At most %(count)s.") % {"count": p.online_bets_and_raises},
            "PT-H.38",
        ),
        PolicyLine(
            _("Hand for hand online"),
            _("The director begins it.")
            if p.hand_for_hand_players_before_money is None
            else _("By itself, with so many players more than places paid: %(count)s.")
            % {"count": p.hand_for_hand_players_before_money},
            "PT-T.49",
        ),
        PolicyLine(_("Watching online tables"), _onlookers(p), "PT-H.11"),
    ]


def _onlookers(p: Policies) -> str:
    """How late who does not sit at a table sees it."""
    usual, final = p.onlookers_delay_seconds, p.onlookers_delay_final_table_seconds
    if not usual and not final:
        return _("Who does not sit at a table sees it as it is.")
    return _("Who does not sit at a table sees it %(seconds)s s late; the last table, %(final)s s.") % {
        "seconds": usual,
        "final": final,
    }


def unclaimed_in_words(policies: dict[str, object]) -> str:
    """Return what becomes of a bounty that nobody took, by the rule set. Rule: SCPT.P"""
    chosen = from_dict(policies).unclaimed_bounty.value
    says = next(choices for name, _about, _rule, choices in CHOICES if name == "unclaimed_bounty")
    return _(says[chosen])
