"""The questions of the floor for a tablet without a line: those without numbers carry all their answers."""

from __future__ import annotations

import itertools
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from rules.permissions import Permission
from rules.policies import Policies
from rules.refusals import Refused
from rules.rulings import CATALOGUE, FactField, FactType, SituationKind, rule
from tables.queries import last_asked
from web.floor.rulings import policies_in_event, readable_refusal
from web.floor.situations import OFTEN, answer_shown, catalogue
from web.staffing import StaffTournament, staff_page

# questions of so many answers and no number are answered on a tablet without a line
MOST_ANSWERS = 200


@never_cache
@require_GET
@staff_page(Permission.RULE)
def book(_request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Return the catalogue for the tablet: questions without numbers carry all their answers, so that they need no
    line.
    """
    policies, decides = policies_in_event(scope), scope.may(Permission.OVERRIDE_RULING)
    return JsonResponse(
        {
            "groups": [
                {
                    "title": group["title"],
                    "kinds": [
                        {**kind, **_answers(CATALOGUE[kind["name"]], policies, decides=decides)}
                        for kind in group["kinds"]
                    ],
                }
                for group in catalogue(policies)
            ],
            "often": OFTEN,
            "last": last_asked(scope.tournament_id),
        }
    )


def _asked(field: FactField) -> dict[str, Any]:
    """A fact as the tablet asks for it by itself."""
    return {
        "name": field.name,
        "title": _(field.title),
        "type": field.type.value,
        "required": field.required,
        "minimum": field.minimum,
        "maximum": field.maximum,
        "max_rows": field.max_rows,
        "options": [{"value": c.value, "title": _(c.title)} for c in field.choices],
        "fields": [_asked(inner) for inner in field.fields],
    }


def _unanswered(kind: SituationKind, policies: Policies) -> dict[str, Any]:
    cited = dict.fromkeys(policies.citation(name) for name in kind.rules)
    return {
        "simple": False,
        "fields": [_asked(f) for f in kind.fields],
        "rules": ", ".join(name for name in cited if name),
    }


def _answers(kind: SituationKind, policies: Policies, *, decides: bool) -> dict[str, Any]:
    """Fields and answers of a question without numbers, by the positions of the options taken: {"0,1,0": …}. Of one
    with numbers the fields alone: what happened and what was decided is kept, and answered when the line is back."""
    if any(f.type not in (FactType.YES_NO, FactType.CHOICE) for f in kind.fields):
        return _unanswered(kind, policies)
    fields: list[dict[str, Any]] = [
        {
            "name": f.name,
            "title": _(f.title),
            "options": [{"value": True, "title": _("Yes")}, {"value": False, "title": _("No")}]
            if f.type is FactType.YES_NO
            else [{"value": c.value, "title": _(c.title)} for c in f.choices],
        }
        for f in kind.fields
    ]
    ways = list(itertools.product(*(range(len(field["options"])) for field in fields)))
    if len(ways) > MOST_ANSWERS:
        return _unanswered(kind, policies)
    answers: dict[str, Any] = {}
    for way in ways:
        facts = {field["name"]: field["options"][n]["value"] for field, n in zip(fields, way, strict=True)}
        key = ",".join(str(n) for n in way)
        try:
            found = answer_shown(
                rule(kind.name, facts=facts, policies=policies), policies=policies, decides=decides
            )
            answers[key] = {name: found[name] for name in ("sentence", "rules", "choices", "also", "decided")}
        except Refused as refused:
            answers[key] = {"refused": readable_refusal(kind, refused=refused)}
    return {"simple": True, "fields": fields, "answers": answers}
