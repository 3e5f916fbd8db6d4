"""How a page acts: one command, one answer, never an error page for a lawful no.

A form carries the command id it was drawn with (``{% command_id %}``): a double tap, a resend after a lost answer or a
browser's back and forward give the same answer and no second effect. Without JavaScript a form is answered by a
redirect; with htmx by a fragment and a toast. Every toast of a reversible act carries its Undo.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from access import moment
from dispatch.facts import Actor, CommandId, Done
from dispatch.sessions import DEVICE
from payouts.queries.bank import first_at_bank
from people.queries import actor_of_user
from rules.money import as_written
from rules.paying import WithdrawalState
from rules.refusals import N_, Refused
from rules.words import readable
from tournaments.queries.already_done import done_by
from tournaments.queries.citing import cited
from web.labels import method_word, rule_word
from web.templatetags.shuffle import moment_said


def actor_of(request: HttpRequest) -> Actor:
    """Return who acts on this page, and on which paired device; nobody (user_id None) when not signed in."""
    user = request.user
    if not user.is_authenticated:
        return Actor(user_id=None, language=getattr(request, "LANGUAGE_CODE", "pt-br"))
    return actor_of_user(user, device_id=request.session.get(DEVICE))  # type: ignore[arg-type]


def command_id_of(request: HttpRequest) -> CommandId:
    """Return the id the form was drawn with. Refusal: ``stale_form``."""
    text = request.POST.get("command_id") or request.headers.get("Command-Id") or ""
    try:
        return CommandId(uuid.UUID(text))
    except ValueError:
        raise Refused("stale_form", N_("This page is too old to act. Reload it and try again.")) from None


def sentence(refused: Refused) -> str:
    """Return the refusal in the reader's language."""
    return in_words(refused.sentence, params=refused.params)


def in_words(text: str, *, params: Mapping[str, Any]) -> str:
    """Return a sentence of the rules in the reader's language; what programs call a field or a way to pay goes by its label."""
    if "method" in params:
        params = {**params, "method": method_word(params["method"])}
    params = {name: _hour_here(value) for name, value in params.items()}
    return _(text) % readable(as_written(params, locale=get_language() or "pt-br"), say=_, by_label=True)


_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


def _hour_here(value: Any) -> Any:
    """A moment as people write it, by the clock of the place that it names; anything else as it is."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        return value
    return moment_said(datetime.fromisoformat(value))


def say_wrong(request: HttpRequest, *, refused: Refused, wrong: Mapping[str, Refused], by: str = "") -> None:
    """
    Return what stands above a form that was refused: the reason, or how many fields say below what is wrong with them.

    Who changed a field meanwhile stands here alone; its long sentence stands at the field.
    """
    if len(wrong) > 1 or (wrong and by):
        fields = ngettext(
            "%(count)s field needs another look. It says why.",
            "%(count)s fields need another look. Each says why.",
            len(wrong),
        ) % {"count": len(wrong)}
        text = " ".join(filter(None, (fields, by)))
    else:
        text = with_rule(request, text=" ".join(filter(None, (sentence(refused), by))), refused=refused)
    messages.error(request, text)


def rule_of(request: HttpRequest, *, refused: Refused) -> str:
    """Return the id that stands beside a refusal on this page: of a book in force in its tournament."""
    match = request.resolver_match
    return cited(refused.rule, about=match.kwargs if match else {})


def with_rule(request: HttpRequest, *, text: str, refused: Refused) -> str:
    """Return a sentence with the id of its rule behind it."""
    rule = rule_of(request, refused=refused)
    return f"{text} ({rule_word(rule)})" if rule else text


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandOutcome:
    """What came of an act: either `done` or `refused`."""

    done: Done | None = None
    refused: Refused | None = None
    by: str = ""  # who had done already what was refused, and when; "" where that is not the reason

    @property
    def result(self) -> Mapping[str, Any]:
        return self.done.result if self.done else {}


def run_command(request: HttpRequest, *, command: Callable[..., Done], **arguments: Any) -> CommandOutcome:
    """Call one command as the person behind the request; a refusal comes back as a value."""
    try:
        done = command(command_id=command_id_of(request), at=moment.at(), by=actor_of(request), **arguments)
    except Refused as refused:
        return CommandOutcome(refused=refused, by=_done_by(request, refused, arguments))
    return CommandOutcome(done=done)


def _done_by(request: HttpRequest, refused: Refused, arguments: Mapping[str, Any]) -> str:
    match = request.resolver_match
    where = match.kwargs if match else {}
    if "venue_id" in where:
        return _first_at_bank(refused, arguments)
    return who_was_first(refused, tournament_id=where.get("tournament_id"), about=arguments)


def _first_at_bank(refused: Refused, arguments: Mapping[str, Any]) -> str:
    """Who of the house did with a pay-in, a withdrawal or unclaimed money what was refused, and when."""
    found = first_at_bank(refused, about=arguments)
    if found is None:
        return ""
    told = {"operator": found.operator, "time": f"{found.at:%H:%M}"}
    if refused.params.get("state") == WithdrawalState.PAYING:
        return _("%(operator)s has been paying it since %(time)s.") % told
    return _("Done by %(operator)s at %(time)s.") % told


def who_was_first(refused: Refused, *, tournament_id: int | None, about: Mapping[str, Any]) -> str:
    """Return who did already what was refused, and when, in a sentence; "" where that is not the reason."""
    if tournament_id is None:
        return ""
    found = done_by(tournament_id, code=refused.code, about={**refused.params, **about})
    if found is None:
        return ""
    if found[0].startswith("#"):  # a number of an account tells nobody anything
        return _("Done already at %(time)s.") % {"time": f"{found[1]:%H:%M}"}
    return _("Done by %(operator)s at %(time)s.") % {"operator": found[0], "time": f"{found[1]:%H:%M}"}


def why_not(acted: CommandOutcome) -> str:
    """Return why not, in the reader's language; where somebody else was first, who and when."""
    assert acted.refused is not None
    return " ".join(part for part in (sentence(acted.refused), acted.by) if part)


def toast(
    response: HttpResponse,
    *,
    text: str,
    kind: str = "done",
    undo: str = "",
    several: bool = False,
    rule: str = "",
) -> HttpResponse:
    """Show a sentence for some seconds. undo: the address that a POST (with a fresh command id) takes it back; where the
    act did several things, its page asks which."""
    event = {"toast": {"text": text, "kind": kind, "undo": undo, "several": several, "rule": rule}}
    # header values are latin-1: JSON escapes the rest
    response["HX-Trigger"] = json.dumps(event)
    return response


def answer(
    request: HttpRequest,
    *,
    acted: CommandOutcome,
    to: str,
    said: str = "",
    undo: str = "",
    several: bool = False,
    fragment: Callable[[], HttpResponse] | None = None,
) -> HttpResponse:
    """Answer an act. to: where a page without htmx goes next. fragment: what htmx swaps in."""
    refused = acted.refused
    if getattr(request, "htmx", False):
        response = fragment() if fragment is not None else HttpResponse(status=204)
        if refused is not None:
            return toast(
                response,
                text=why_not(acted),
                kind="refused",
                rule=rule_word(rule_of(request, refused=refused)),
            )
        return toast(response, text=said, undo=undo, several=several) if said else response
    if refused is not None:
        messages.error(request, with_rule(request, text=why_not(acted), refused=refused))
    elif said:
        messages.success(request, said)
    return redirect(to)
