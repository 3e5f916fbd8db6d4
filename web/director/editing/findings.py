"""What stands against publishing, and at which field it is put right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http.request import QueryDict

from access import moment
from rules import announcing, findings
from rules.findings import Finding, Severity
from rules.online.events import why_not_online
from rules.policies import Policies, shipped
from rules.policies import from_dict as policies_from
from rules.refusals import N_, Refused
from tournaments.queries import circuit
from web import forms
from web.acting import in_words, sentence
from web.director.editing.changes import FIELD_NAMES, changes_typed
from web.staffing import StaffTournament

# at which field a finding is put right
_FINDINGS_AT = {
    "starts_in_the_past": "starts_at",
    "ranks_without_stage": "stage_id",
    "ranks_without_weight": "ranking_weight",
    "late_registration_never_ends": "late_registration_level",
    "late_registration_twice": "late_registration_minutes",
    "late_registration_beyond_levels": "late_registration_level",
    "re_entry_without_late_registration": "re_entries_per_player",
    "extra_after_entries_close": "late_registration_level",
    "extra_after_entries_close_by_time": "late_registration_minutes",
    "add_on_without_recess": "add_on_level",
    "timed_without_bounty": "length_minutes",
    "time_is_up_before_entries_close": "length_minutes",
    "sit_and_go_one_table": "capacity",
    "sit_and_go_no_late": "late_registration_level",
    "chips_do_not_make_stack": "chip_set",
    "chips_cannot_pay_blinds": "chip_set",
    "online_no_line": "alternates",
    "online_game": "online",
    "online_blinds_only": "structure",
    "online_rebuy_when_out": "rebuy_condition",
    "online_same_stack": "online",
    "online_rule_set": "rule_set",
    "published_for_the_felt": "online",
    "split_does_not_sum": "price",
    "periods_of_a_free_entry": "period_price_0",
    "period_prices_equal": "period_price_0",
    "periods_end_together": "period_until_0",
    "period_bounty_differs": "period_price_0",
    "period_never_ends": "period_level_0",
    "levels_fall": "structure",
    "levels_do_not_rise": "structure",
    "bad_duration": "structure",
    "bad_blinds": "structure",
    "guarantee_is_promised": "guarantee",
    "seats_are_sold": "capacity",
}


_PAST = Refused("starts_in_the_past", N_("The start lies in the past. Set a later start."), rule="SCPT.B")


def wrong_fields(refused: Refused) -> dict[str, Refused]:
    """Return what is wrong, under the names of the form."""
    found = forms.at_fields(refused, names=FIELD_NAMES)
    if found:
        return found
    code = refused.code
    if code == "not_ready_to_publish":
        code = next((f["code"] for f in refused.params["findings"] if f["severity"] == "mistake"), "")
    return {_FINDINGS_AT[code]: refused} if code in _FINDINGS_AT else {}


def field_of_finding(code: str) -> str:
    """Return the field at which a finding is put right, "" where it has none of its own."""
    return _FINDINGS_AT.get(code, "")


def findings_of(now: Mapping[str, Any], *, policies: Policies) -> list[dict[str, Any]]:
    """Return what stands against publishing, in the page's language."""
    values = {name: now[name] for name in announcing.FIELDS}
    published = now["online"] and now["state"] != "draft"
    online_tables = settings.ONLINE_TABLES or (published and bool(why_not_online(now, policies=policies)))
    past = [_finding(_PAST, policies)] if now["state"] == "draft" and now["starts_at"] <= moment.at() else []
    try:
        found = findings.findings(announcing.settle(values), policies=policies, online_tables=online_tables)
    except Refused as refused:
        return [*past, _finding(refused, policies)]
    # practice never counts, whatever its template says
    if now["ranks"] and not now["practice"] and _has_stages(now["venue_id"]):
        if not now["stage_id"]:
            found = (*found, _NO_STAGE)
        if not now["ranking_weight_milli"]:
            found = (*found, _NO_WEIGHT)
    return past + [
        {
            "code": f.code,
            "text": in_words(f.sentence, params=f.params),
            "rule": policies.citation(f.rule),
            "mistake": f.severity is Severity.MISTAKE,
            "doubt": f.severity is Severity.DOUBT,
        }
        for f in found
    ]


_NO_STAGE = Finding(
    code="ranks_without_stage",
    sentence=N_("It counts for the ranking, but belongs to no stage: nobody gets points for it."),
    rule="SCPT.S",
    severity=Severity.DOUBT,
)

_NO_WEIGHT = Finding(
    code="ranks_without_weight",
    sentence=N_("It counts for the ranking with the weight 0: every paid place gets 0 points."),
    rule="SCPT.S",
    severity=Severity.DOUBT,
)


def _has_stages(venue_id: int) -> bool:
    return any(season.stages for season in circuit.seasons_of(venue_id))


def _finding(refused: Refused, policies: Policies) -> dict[str, Any]:
    return {
        "code": refused.code,
        "text": sentence(refused),
        "rule": policies.citation(refused.rule),
        "mistake": True,
        "doubt": False,
    }


def policies_of_form(scope: StaffTournament, *, name: str) -> Policies:
    """Return the rule set chosen in the form; the stored one where there is none of that name."""
    if name == scope.settings["rule_set"]:
        return policies_from(scope.settings["policies"])
    if name in shipped():
        return shipped()[name]
    for own in circuit.rule_sets_of(scope.venue.venue_id):
        if own["name"] == name:
            return policies_from(own["policies"])
    return policies_from(scope.settings["policies"])


def check_form(scope: StaffTournament, *, post: QueryDict) -> list[dict[str, Any]]:
    """Return the findings of what is typed but not saved."""
    policies = policies_of_form(scope, name=post.get("rule_set", ""))
    try:
        changes = changes_typed(scope, post=post)
        fields = {n: v for n, v in changes.items() if n in announcing.FIELDS}
        read = announcing.read(fields)
    except Refused as refused:
        return [_finding(no, policies) for no in (refused.fields or {"": refused}).values()]
    starts_at = changes.get("starts_at", scope.settings["starts_at"])
    now = {
        **scope.settings,
        **read,
        "starts_at": starts_at,
        "stage_id": changes.get("stage_id", scope.settings["stage_id"]),
    }
    return findings_of(now, policies=policies)
