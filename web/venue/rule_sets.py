"""The rule sets of a venue: the books, and what it varies of them."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.request import QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from rules.permissions import Permission
from rules.policies import Policies, shipped
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.commands.create_rule_set import create_rule_set
from tournaments.queries import circuit
from web import forms
from web.acting import sentence
from web.director.editing.typed import decimal_point
from web.public.policies import CHOICES, in_words
from web.staffing import StaffVenue, venue_page
from web.venue.page import both_typed, lines_typed, settle_form, venue_tab, wrong_fields

FLAGS: tuple[tuple[str, str, str], ...] = (
    ("redraw_at_final_table", N_("Seats are drawn again at the final table"), "ADTP.P9"),
    (
        "antes",
        N_("Antes of the structure are posted (online only where the regulator approved them)"),
        "PT-H.21 · PT-T.46",
    ),
    (
        "online_button_posts_small",
        N_("Online, between two, the button posts the small blind (only where the regulator approved it)"),
        "PT-H.46 · PT-H.48",
    ),
    ("big_blind_ante_ante_first", N_("Big blind ante: the ante is paid before the blind"), "SCPT.U2"),
    ("big_blind_ante_heads_up", N_("Big blind ante also heads-up"), "SCPT.U2"),
    (
        "all_in_cards_down_in_hand_for_hand",
        N_("Hand for hand: all-in hands stay face down (a house's own rule)"),
        "",
    ),
    ("surrender", N_("A short stack may be given up to re-enter, in every tournament"), "SCPT.U"),
    ("deal_director_veto", N_("The director may veto a deal"), "SCPT.M"),
    (
        "late_entry_while_alternates_wait",
        N_("Late entries while alternates wait in line"),
        "ADTP.8B",
    ),
    ("time_chip_by_registration", N_("Time chip by the time of registering, whenever it is paid"), "ADTP.8B"),
    ("action_clock_in_main_event_only", N_("Action clock in the main event only"), "SCPT.T"),
)
# (policy, label, rule id, how many of the stored unit make one on the page, may be empty, what empty means)
NUMBERS: tuple[tuple[str, str, str, int, str], ...] = (
    (
        "cancel_until_seconds_before_start",
        N_("Cancelling until this many minutes before the start"),
        "SCPT.I · PT-T.24",
        60,
        "none",
    ),
    ("called_clock_seconds", N_("Called clock, seconds"), "ADTP.29", 1, ""),
    ("called_clock_countdown_seconds", N_("Called clock, countdown in seconds"), "ADTP.29", 1, ""),
    ("action_clock_seconds", N_("Action clock, seconds a decision"), "SCPT.T", 1, ""),
    ("time_bank_cards", N_("Time bank cards"), "SCPT.T", 1, ""),
    ("time_bank_card_seconds", N_("Seconds of a time bank card"), "SCPT.T", 1, ""),
    ("big_blind_ante_from_level", N_("Big blind ante from level"), "SCPT.U2", 1, "none"),
    ("short_handed_players", N_("Shorter levels with so many players left"), "SCPT.V", 1, ""),
    ("short_handed_main_seconds", N_("Shorter levels of the Main Event, minutes"), "SCPT.V", 60, ""),
    ("short_handed_other_seconds", N_("Shorter levels of other tournaments, minutes"), "SCPT.V", 60, ""),
    ("final_table_of_full_ring", N_("Players at the final table"), "ADTP.P9", 1, ""),
    ("final_table_of_short_handed", N_("Players at the final table, short-handed"), "ADTP.P9", 1, ""),
    (
        "limit_bets_and_raises",
        N_("Limit games: bets and raises in a round while more than two play"),
        "ADTP.48",
        1,
        "none",
    ),
    (
        "online_bets_and_raises",
        N_("Online: bets and raises in a round, with any limit"),
        "PT-H.38",
        1,
        "none",
    ),
    ("halt_when_short_by", N_("A table halts when it has so many players fewer"), "ADTP.11D", 1, ""),
    ("places_paid_bp", N_("Places paid, percent of the entries"), "SCPT.L", 100, ""),
    ("deal_champion_reserve_bp", N_("Deal: percent that stays for the champion"), "SCPT.M", 100, ""),
    (
        "hand_for_hand_cost_seconds",
        N_("Hand for hand: seconds that a hand costs"),
        "ADTP.P16",
        1,
        "none",
    ),
    (
        "hand_for_hand_most_seconds",
        N_("Hand for hand by the time it takes: the most that a hand costs, seconds"),
        "ADTP.P16",
        1,
        "",
    ),
    (
        "hand_for_hand_players_before_money",
        N_("Hand for hand online: by itself with so many players more than places paid"),
        "PT-T.49",
        1,
        "none",
    ),
    (
        "onlookers_delay_seconds",
        N_("Online: how late who looks on at a table sees it, seconds (0 to 300)"),
        "PT-H.11",
        1,
        "",
    ),
    (
        "onlookers_delay_final_table_seconds",
        N_("Online: how late who looks on at the final table sees it, seconds (0 to 300)"),
        "PT-H.11",
        1,
        "",
    ),
    ("minimum_age_years", N_("Minimum age"), "SCPT.F", 1, ""),
    ("prize_due_business_days", N_("Prizes are due within so many business days"), "SCPT.L", 1, ""),
)
# what an empty field means, and what a full one may be
HINTS = {
    "cancel_until_seconds_before_start": N_("Left empty: the house decides."),
    "big_blind_ante_from_level": N_("Left empty: none."),
    "limit_bets_and_raises": N_("Left empty: no limit."),
    "online_bets_and_raises": N_("2 to 10. Left empty: as many as the game has."),
    "hand_for_hand_cost_seconds": N_("Left empty: the clock runs on."),
    "hand_for_hand_players_before_money": N_("Left empty: the director begins it."),
}
ROUNDINGS = (("ceiling", N_("Up")), ("nearest", N_("To the nearest")), ("floor", N_("Down")))


def _base(scope: StaffVenue, name: str) -> Policies:
    """A shipped rule set or one of the venue's. Refusals: ``no_such_rule_set``."""
    if name in shipped():
        return shipped()[name]
    for own in circuit.rule_sets_of(scope.venue_id):
        if own["name"] == name:
            return policies_from(own["policies"])
    raise Refused("no_such_rule_set", N_("There is no rule set named %(name)s."), name=name[:60])


def _shown_number(value: int | None, unit: int) -> str:
    return "" if value is None else f"{value / unit:g}".replace(".", decimal_point())


def _varied(post: QueryDict, base: Policies) -> dict[str, Any]:
    """What of the form differs from the base. Refusals: ``bad_number``, ``number_missing``."""
    now = base.as_dict()
    wanted: dict[str, Any] = {
        name: post[name] for name, *_rest in CHOICES if name in post and post[name] in _rest[-1]
    }
    if post.get("places_paid_rounding"):
        wanted["places_paid_rounding"] = post["places_paid_rounding"]
    wanted |= {name: bool(post.get(name)) for name, _label, _rule in FLAGS}
    reading = forms.Reading()
    for name, _label, _rule, unit, empty in NUMBERS:
        typed = forms.text(post, name=name, most=12)
        if typed == _shown_number(now[name], unit):
            continue  # what was not touched stays as it is, to the second
        with reading.field(name):
            if unit == 100:
                wanted[name] = forms.basis_points(typed, name=name)
                continue
            number = (
                forms.number_or_none(post, name=name, high=1_000_000)
                if empty
                else forms.number(post, name=name, high=1_000_000)
            )
            wanted[name] = None if number is None else number * unit
    reading.done()
    return {name: value for name, value in wanted.items() if value != now[name]}


def _in_words(policies: Policies, base: Policies) -> list[dict[str, Any]]:
    """The rules as sentences; `changed` where the base says otherwise."""
    before = {(line.about, line.says) for line in in_words(base, online=True)}
    return [
        {"line": line, "changed": (line.about, line.says) not in before}
        for line in in_words(policies, online=True)
    ]


@require_http_methods(["GET", "POST"])
@venue_page()
def rule_sets(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the rule sets in use here, and a variation of one of them: a director's copy under a name of its own."""
    base_name = (request.POST if request.method == "POST" else request.GET).get("base", "")
    base = _base(scope, base_name) if base_name else None
    typed: QueryDict | None = None
    wrong: dict[str, Refused] = {}
    if request.method == "POST" and base is not None:
        post = request.POST
        acted = settle_form(
            request,
            said=_("The rule set is kept. Choose it in a tournament's settings."),
            command=create_rule_set,
            read=lambda: {
                "venue_id": scope.venue_id,
                "base": base_name,
                **both_typed(
                    lambda: lines_typed(post, longest={"name": 60}), lambda: {"changes": _varied(post, base)}
                ),
            },
        )
        if acted.refused is None:
            return redirect("director-rule-sets", venue_id=scope.venue_id)
        typed, wrong = post, wrong_fields(acted.refused)
    own = circuit.rule_sets_of(scope.venue_id)
    return venue_tab(
        request,
        scope=scope,
        tab="rules",
        template="director/rule_sets.html",
        context={
            "shipped": [
                {"name": name, "lines": in_words(policies, online=True)}
                for name, policies in shipped().items()
            ],
            "own": [
                {
                    "name": row["name"],
                    "base": row["base"],
                    "lines": _in_words(policies_from(row["policies"]), _base_or_none(scope, row["base"])),
                }
                for row in own
            ],
            "base": base_name,
            "wrong": wrong,
            "form": _rule_form(base, typed) if base is not None else None,
            "findings": _rule_check(typed, base) if typed is not None and base is not None else None,
            "typed_name": typed.get("name", "") if typed is not None else "",
        },
        refused=typed is not None,
    )


def _base_or_none(scope: StaffVenue, name: str) -> Policies:
    try:
        return _base(scope, name)
    except Refused:
        return shipped()["adtp"]


def _rule_form(base: Policies, typed: QueryDict | None) -> dict[str, Any]:
    now = base.as_dict()

    def value(name: str, stored: str) -> str:
        return stored if typed is None else typed.get(name, "")

    return {
        "choices": [
            {
                "name": name,
                "label": _(about),
                "rule": rule,
                "options": [(key, _(text)) for key, text in says.items()],
                "value": value(name, now[name]),
            }
            for name, about, rule, says in CHOICES
        ],
        "flags": [
            {
                "name": name,
                "label": _(label),
                "rule": rule,
                "on": now[name] if typed is None else bool(typed.get(name)),
            }
            for name, label, rule in FLAGS
        ],
        "numbers": [
            {
                "name": name,
                "label": _(label),
                "rule": rule,
                "hint": _(HINTS[name]) if name in HINTS else "",
                "value": value(name, _shown_number(now[name], unit)),
            }
            for name, label, rule, unit, _empty in NUMBERS
        ],
        "roundings": [(key, _(word)) for key, word in ROUNDINGS],
        "rounding": value("places_paid_rounding", now["places_paid_rounding"]),
    }


def _rule_check(post: QueryDict, base: Policies) -> dict[str, Any]:
    """What the choices would mean: the sentences that differ from the base, or what cannot be."""
    try:
        changes = _varied(post, base)
        policies = base.vary(rule_set=forms.text(post, name="name", most=60) or "?", **changes)
    except Refused as refused:
        return {"refusal": sentence(refused), "lines": [], "same": False}
    lines = [row["line"] for row in _in_words(policies, base) if row["changed"]]
    return {"refusal": "", "lines": lines, "count": len(changes), "same": not changes}


@require_POST
@venue_page(Permission.CREATE_TOURNAMENT)
def rule_check(request: HttpRequest, *, scope: StaffVenue) -> HttpResponse:
    """Show the check while one chooses; saves nothing."""
    base = _base(scope, request.POST.get("base", ""))
    return render(
        request,
        "director/_rule_check.html",
        {"findings": _rule_check(request.POST, base), "base": base.rule_set},
    )
