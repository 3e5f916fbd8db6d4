"""Rulings on the floor: the questions, one question with its answer, what was decided, and the log of it."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from rules.permissions import Permission
from rules.policies import Policies
from rules.policies import from_dict as policies_from
from rules.refusals import Refused
from rules.rulings import CATALOGUE, FactType, SituationKind, rule
from tables.commands.log_ruling import log_ruling
from tables.commands.penalise import penalise
from tables.queries import (
    RulingView,
    last_asked,
    record_of,
    rulings_view,
    seat_of,
    seating_list,
    sitting_at,
    tables_view,
)
from web.acting import answer, run_command, sentence
from web.director.page import board_context
from web.floor.page import clock_and_facts, floor_page
from web.floor.situations import (
    FIRST_ROWS,
    OFTEN,
    answer_shown,
    catalogue,
    facts_of,
    filled,
    form_of,
    kind_named,
)
from web.floor.words import floor_words
from web.forms import number_asked, number_or_none, text
from web.labels import rule_word
from web.penalties import level_played, proposal, step_of, steps
from web.staffing import StaffTournament, staff_page

MOST_ROWS = 20
PAGE = 20
# facts that the clock knows
_OF_THE_CLOCK = {
    "big_blind_chips": "big_blind",
    "blind_chips": "big_blind",
    "minimum_bet_chips": "big_blind",
    "small_blind_chips": "small_blind",
    "ante_chips": "ante",
}
_PENALTIES = {"warning", "missed_hand", "missed_hands", "missed_rounds", "disqualification", "suspension"}


def policies_in_event(scope: StaffTournament) -> Policies:
    """Return the rule set as it holds in this tournament."""
    return policies_from(scope.settings["policies"]).in_event(main_event=scope.settings["main_event"])


@require_GET
@staff_page(Permission.RULE)
def rulings(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Show every question, those asked last before the others, and the log: searched by words, by table, page by
    page.
    """
    policies = policies_in_event(scope)
    query = request.GET.get("q", "").strip()[:80]
    before = number_or_none(request.GET, name="before")
    table = _table(request)
    groups = catalogue(policies)
    kinds = {kind["name"]: kind for group in groups for kind in group["kinds"]}
    found = [name for name, kind in kinds.items() if query and query.casefold() in kind["title"].casefold()]
    if query:
        groups = [{**group, "kinds": [k for k in group["kinds"] if k["name"] in found]} for group in groups]
    logged = rulings_view(
        scope.tournament_id,
        limit=PAGE + 1,
        before=before,
        query=query,
        kinds=found,
        table=number_or_none(request.GET, name="of_table"),
    )
    return floor_page(
        request,
        template="floor/rulings.html",
        context={
            "scope": scope,
            "groups": [group for group in groups if group["kinds"]],
            "often": [kinds[name] | {"mark": mark} for name, mark in OFTEN.items() if name in kinds]
            if not query
            else [],
            "last": [kinds[name] for name in last_asked(scope.tournament_id) if name in kinds]
            if not query
            else [],
            "logged": [_line(row, kinds, policies) for row in logged[:PAGE]],
            "older": logged[PAGE - 1].ruling_id if len(logged) > PAGE else None,
            "query": query,
            "table": table,
            "offer": _offer(scope, number_or_none(request.GET, name="offer")),
            **_frame(scope),
        },
    )


def _line(row: RulingView, kinds: dict[str, Any], policies: Policies) -> dict[str, Any]:
    chosen = next((c for c in row.ruling.get("choices", ()) if c["value"] == row.choice), None)
    return {
        "title": kinds[row.kind]["title"] if row.kind in kinds else row.kind,
        "sentence": filled(row.ruling.get("sentence", ""), params=row.ruling.get("params", {})),
        "rule": ", ".join(policies.cited(row.ruling.get("rules", ()))),
        "chosen": filled(chosen["sentence"], params=chosen["params"]) if chosen else "",
        "row": row,
    }


def _offer(scope: StaffTournament, ruling_id: int | None) -> dict[str, Any] | None:
    """The penalty that a ruling about somebody leads to: offered, given by a press of its own. Of conduct what was decided
    fits; what was logged of a hand leaves the step open."""
    if ruling_id is None or not scope.may(Permission.PENALISE):
        return None
    row = next(iter(rulings_view(scope.tournament_id, limit=1, before=ruling_id + 1)), None)
    if row is None or row.ruling_id != ruling_id or row.entry_id is None:
        return None
    # what was decided on conduct; of a hand nothing was
    decided = row.choice if row.kind == "conduct" else None
    if decided is not None and decided not in _PENALTIES:
        return None
    record = record_of(row.entry_id)
    seat = seat_of(row.entry_id)
    kind = CATALOGUE[row.kind]
    what = next(
        (
            _(choice.title)
            for field in (kind.fields if decided is not None else ())
            for choice in field.choices
            if row.situation.get(field.name) == choice.value
        ),
        _(kind.title),
    )
    fitting = {
        None: {"warning", "missed_hand", "missed_rounds"},
        "warning": {"warning"},
        "missed_hand": {"missed_hand"},
        "missed_hands": {"missed_hand", "missed_rounds"},
        "missed_rounds": {"missed_rounds"},
        "disqualification": set(),
        "suspension": set(),
    }[decided]
    return {
        "row": row,
        "record": record,
        "proposal": proposal(record),
        "history": [{"step": step_of(p.kind, rounds=p.rounds), "penalty": p} for p in record.history[:5]],
        "steps": [s for s in steps(record) if s["value"].partition("-")[0] in fitting],
        "reason": what,
        "seat": seat,
        "out": decided == "disqualification",
        "away": decided == "suspension",
        "reason_kept": f"{what} ({rule_word(row.rule)})" if row.rule else what,
    }


def _frame(scope: StaffTournament) -> dict[str, Any]:
    """Who directs has the frame of all their pages around; a tablet, and who works with one, its own with the outbox."""
    if scope.actor.device_id is None and scope.may(Permission.EDIT_TOURNAMENT):
        return {"frame": "director/base.html", "tab": "rulings", **board_context(scope)}
    return _bar(scope)


def _bar(scope: StaffTournament) -> dict[str, Any]:
    """What the bar of the outbox needs: it is on every page of the tablet."""
    paired = scope.actor.device_id is not None
    home_ = reverse("floor-tablet", args=[scope.tournament_id])
    # nothing of a tournament that does not run
    told, in_words = clock_and_facts(scope) if scope.state == "running" else ({}, {"clock": None})
    return {
        "bar": {
            "tournament_id": scope.tournament_id,
            "operator": {"id": scope.actor.user_id, "name": scope.actor.label},
            "sign_in": f"{reverse('floor-unlock' if paired else 'sign-in')}?next={home_}",
            "tablet": home_,
            **told,
        },
        **in_words,
        "words": floor_words(),
    }


def _table(request: HttpRequest) -> int | None:
    asked = request.POST if request.POST.get("table") else request.GET
    return number_asked(asked, name="table", digits=5)


@staff_page(Permission.RULE)
def ruling(request: HttpRequest, *, scope: StaffTournament, kind: str) -> HttpResponse:
    """Show one question: the numbers in, the ruling out. Nothing is written yet, so an address can be shared."""
    question = kind_named(kind)
    policies = policies_in_event(scope)
    asked = request.GET if "ask" in request.GET or "more" in request.GET else None
    rows = _rows(request)
    found, refusal = None, ""
    if asked is not None and "ask" in asked:
        try:
            found = answer_shown(
                rule(kind, facts=facts_of(question, typed=asked, rows=rows), policies=policies),
                policies=policies,
                decides=scope.may(Permission.OVERRIDE_RULING),
            )
        except Refused as refused:
            refusal = readable_refusal(question, refused=refused)
    if asked is not None and "more" in asked:
        rows = min(rows + FIRST_ROWS, MOST_ROWS)
    table = _table(request)
    there = [line.table for line in tables_view(scope.tournament_id)]
    if table is None and len(there) == 1:
        table = there[0]
    return floor_page(
        request,
        template="floor/ruling.html",
        context={
            "scope": scope,
            "kind": kind,
            "title": _(question.title),
            "rules": ", ".join(policies.cited(question.rules)),
            "fields": form_of(question, typed=asked, rows=rows, known=_known(scope, question)),
            "rows": rows,
            "has_rows": any(field.type is FactType.ROWS for field in question.fields),
            "ruling": found,
            "refusal": refusal,
            "asked": [(name, value) for name in asked for value in asked.getlist(name)] if asked else [],
            "may_override": scope.may(Permission.OVERRIDE_RULING),
            "table": table,
            "tables": there,
            "players": _players(scope, table),
            "about": number_or_none(request.GET, name="entry_id"),
            "about_person": kind == "conduct",
            "may_penalise": scope.may(Permission.PENALISE) and scope.state == "running",
            **_frame(scope),
        },
    )


def _known(scope: StaffTournament, question: SituationKind) -> dict[str, int]:
    """What the question asks and the clock knows: the level's blinds and ante."""
    wanted = {f.name: _OF_THE_CLOCK[f.name] for f in question.fields if f.name in _OF_THE_CLOCK}
    if not wanted or scope.state != "running":
        return {}
    level = level_played(scope) or {}
    return {name: level[part] for name, part in wanted.items() if level.get(part)}


def _players(scope: StaffTournament, table: int | None) -> list[dict[str, Any]]:
    """Who sits at the table, or in the room where none is named: for whom a ruling is about."""
    if table is None:
        return [
            {"entry_id": entry_id, "name": f"{name} ({number}/{seat})"}
            for name, entry_id, number, seat in seating_list(scope.tournament_id, limit=1000)
        ]
    return [
        {"entry_id": entry_id, "name": f"{seat} · {name}"}
        for seat, entry_id, name in sitting_at(scope.tournament_id, table_number=table)
    ]


def readable_refusal(question: SituationKind, *, refused: Refused) -> str:
    """Return the refusal with the field's title in place of its name."""
    titles = {field.name: _(field.title) for field in question.fields}
    params = dict(refused.params)
    if params.get("field") in titles:
        params["field"] = f"“{titles[str(params['field'])]}”"
    return sentence(Refused(refused.code, refused.sentence, rule=refused.rule, **params))


def _rows(request: HttpRequest) -> int:
    asked = request.POST.get("rows") or request.GET.get("rows") or ""
    return (
        min(max(int(asked), FIRST_ROWS), MOST_ROWS)
        if asked.isascii() and asked.isdigit() and len(asked) < 4
        else FIRST_ROWS
    )


@require_POST
@staff_page(Permission.RULE)
def log(request: HttpRequest, *, scope: StaffTournament, kind: str) -> HttpResponse:
    """Log one tap: the situation, the ruling and what was chosen go into the log. Conduct leads to its penalty, another question
    where it is said for whom there is one, too."""
    question = kind_named(kind)
    post = request.POST
    acted = run_command(
        request,
        command=log_ruling,
        tournament_id=scope.tournament_id,
        table_number=_table(request),
        kind=kind,
        situation=json.loads(json.dumps(facts_of(question, typed=post, rows=_rows(request)))),
        entry_id=number_or_none(post, name="entry_id"),
        hand=number_or_none(post, name="hand"),
        choice=text(post, name="choice", most=40),
        decision=text(post, name="decision", most=500),
        override_reason=text(post, name="override_reason"),
    )
    to = reverse("floor-rulings", args=[scope.tournament_id])
    if (
        acted.refused is None
        and number_or_none(post, name="entry_id")
        and (kind != "conduct" or text(post, name="choice", most=40) in _PENALTIES)
    ):
        to += f"?offer={acted.result['ruling_id']}"
    elif acted.refused is not None:
        to = reverse("floor-ruling", args=[scope.tournament_id, kind])
        asked = post.copy()
        for name in ("csrfmiddlewaretoken", "command_id", "choice", "decision", "override_reason"):
            asked.pop(name, None)
        asked["ask"] = "1"
        to += f"?{asked.urlencode()}"
    return answer(request, acted=acted, to=to, said=_("The ruling is in the log."))


@require_POST
@staff_page(Permission.PENALISE)
def give(request: HttpRequest, *, scope: StaffTournament) -> HttpResponse:
    """Give the penalty that was offered after a ruling."""
    kind, dash, rounds = text(request.POST, name="step", most=20).partition("-")
    acted = run_command(
        request,
        command=penalise,
        entry_id=number_or_none(request.POST, name="entry_id") or 0,
        kind=kind,
        rounds=int(rounds) if dash and rounds.isascii() and rounds.isdigit() else 0,
        reason=text(request.POST, name="reason"),
        rule=text(request.POST, name="rule", most=20),
    )
    return answer(
        request,
        acted=acted,
        to=reverse("floor-rulings", args=[scope.tournament_id]),
        said=_("The penalty is noted."),
    )
