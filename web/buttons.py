"""Buttons from the cards of their commands: what their form sends becomes arguments, and what is said when it is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.http.request import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dispatch import fields
from dispatch.buttons import Button, Plural, Said, Sentence
from dispatch.cards import CARDS, arguments_of, load
from dispatch.commands import COMMANDS
from dispatch.facts import Done
from rules.permissions import Permission
from rules.refusals import Refused, not_found
from tournaments.queries.entries import tournament_of_entry
from tournaments.queries.purchases import tournament_of_purchase
from tournaments.queries.registrations import tournament_of_registration
from undo import UNDOING
from web import forms
from web.acting import CommandOutcome, run_command
from web.line import agreed_of
from web.staffing import StaffTournament
from web.templatetags.shuffle import chips, money

Reader = Callable[[StaffTournament, QueryDict], dict[str, Any]]
Teller = Callable[[StaffTournament, Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandButton:
    """A button with its command. can_undo: what it does can be taken back, and it offers that."""

    button: Button
    command: Callable[..., Done]
    permission: Permission | None
    can_undo: bool


@cache
def buttons_of(page: str) -> Mapping[str, CommandButton]:
    """Return every button of a page, by its name."""
    load()
    return {
        button.name: CommandButton(
            button=button,
            command=COMMANDS[name],
            permission=card.permission,
            can_undo=button.offers_undo and name in UNDOING,
        )
        for name, card in CARDS.items()
        for button in card.buttons
        if button.page == page
    }


def pressed(
    request: HttpRequest, *, found: CommandButton, scope: StaffTournament, reader: Reader | None
) -> CommandOutcome:
    """Do what a button says with what its form sent. reader: of the form, where it is more than fields."""
    try:
        given = reader(scope, request.POST) if reader else arguments(found, scope=scope, post=request.POST)
        check_belongs(given, scope=scope)
        return run_command(request, command=found.command, **given)
    except Refused as refused:
        return CommandOutcome(refused=refused)


# what the page itself knows; no form says it
_OF_THE_PAGE: Mapping[str, Callable[[StaffTournament], Any]] = {
    "tournament_id": lambda scope: scope.tournament_id,
    "venue_id": lambda scope: scope.venue.venue_id,
    "unit": lambda scope: scope.currency,
    "terms_version": lambda scope: scope.venue.terms_version,
}
# what forms have under a shorter name, by the name of the argument
_SHORTER: Mapping[str, str] = {
    "table_number": "table",
    "seat_number": "seat",
    "amount_cents": "amount",
    "told_cents": "price",
    "until_at": "until",
    "table_numbers": "tables",
}
# a page that told of no line sold a seat
_ALWAYS = frozenset({"waits"})


def arguments(found: CommandButton, *, scope: StaffTournament, post: QueryDict) -> dict[str, Any]:
    """Return the arguments of a button's command, as its form has them: what is left empty is as the command has it.

    Refusals: those of `web.forms`.
    """
    given: dict[str, Any] = {}
    for name, asked in _asked(found.command).items():
        if name in _OF_THE_PAGE:
            given[name] = _OF_THE_PAGE[name](scope)
            continue
        field = _SHORTER.get(name, name)
        if field not in post and name in found.button.values:
            given[name] = found.button.values[name]
        elif asked.required or name in _ALWAYS or any(value.strip() for value in post.getlist(field)):
            given[name] = _read(name, field, asked, scope=scope, post=post)
    return given


# whose tournament it must be: what a form of one tournament names is of this one
_WHOSE: Mapping[str, Callable[[int], tuple[int, int]]] = {
    "registration_id": tournament_of_registration,
    "entry_id": tournament_of_entry,
    "purchase_id": tournament_of_purchase,
    "debt_id": tournament_of_purchase,
}


def check_belongs(given: Mapping[str, Any], *, scope: StaffTournament) -> None:
    """Check whether what a form names is of the tournament of its address. Refusals: ``not_found``."""
    for name, whose in _WHOSE.items():
        if isinstance(given.get(name), int) and whose(given[name])[0] != scope.tournament_id:
            raise not_found(name.removesuffix("_id"))


@cache
def _asked(command: Callable[..., Done]) -> Mapping[str, fields.Argument]:
    return {name: fields.asked(parameter) for name, parameter in arguments_of(command).items()}


def _read(name: str, field: str, asked: fields.Argument, *, scope: StaffTournament, post: QueryDict) -> Any:
    """One field of a form. TypeError where a form cannot say it: then the page reads it itself."""
    described = asked.described
    if name == "waits":
        return agreed_of(post)
    if name == "until_at":
        return forms.until_of(post, name=field, zone=scope.timezone)
    if name == "table_numbers":
        return forms.tables_named(post.get(field, ""))
    if isinstance(described, fields.Many):
        return [value for value in post.getlist(field) if value.strip()]
    if asked.type is bool:
        return post.get(field, "") not in ("", "0")
    if asked.type is int:
        if name == "amount_cents":
            return forms.amount(post, name=field, allow_zero=False)
        least = described.min_value if isinstance(described, fields.Integer) else 0
        return forms.number(post, name=field, low=min(least, 0))
    if asked.type is datetime:
        return forms.date_time(post, name=field, zone=scope.timezone)
    if asked.type is date:
        return (forms.birth_date_or_none if name == "birth_date" else forms.day_or_none)(post, name=field)
    if asked.type is str:
        return forms.text(post, name=field)
    raise TypeError(f"{name}: {asked.type} is not read from a form")


def said(found: CommandButton, *, result: Mapping[str, Any], currency: str) -> str:
    """Return what is said when it is done, in the reader's language."""
    saying = found.button.said
    sayings = saying(result) if callable(saying) else saying
    several: Sequence[Said] = [sayings] if isinstance(sayings, str | Plural | Sentence) else sayings
    return " ".join(sentence(one, values=result, currency=currency) for one in several)


def sentence(one: Said, *, values: Mapping[str, Any], currency: str) -> str:
    """Return a sentence of a card in the reader's language. values: for what it does not bring itself."""
    if isinstance(one, Sentence):
        own = {**values, **one.values, **one.counts}
        written = _Written(own, currency=currency, counts=one.counts)
        text = one.text
    else:
        own = dict(values)
        written = _Written(own, currency=currency, counts={})
        text = one
    if isinstance(text, Plural):
        return ngettext(text.one, text.many, own[text.count]) % written
    return (_(text) if text else "") % written


class _Written(dict[str, Any]):
    """Values as people write them: ``amount`` of ``amount_cents``, ``stack`` of ``stack_chips``, counts in groups."""

    def __init__(self, values: Mapping[str, Any], *, currency: str, counts: Mapping[str, int]) -> None:
        super().__init__({**values, **{name: chips(count) for name, count in counts.items()}})
        self._currency = currency

    def __missing__(self, name: str) -> str:
        if f"{name}_cents" in self:
            return money(self[f"{name}_cents"], self._currency)
        return chips(self[f"{name}_chips"])


def label(found: CommandButton, **values: Any) -> str:
    """Return what stands on a button; "" where the page says it."""
    return _(found.button.label) % values if found.button.label else ""
