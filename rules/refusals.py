"""The lawful no.

A refusal is the answer to something asked that the law or the house does not allow. It carries a code for
programs, a sentence for people (an English gettext msgid with %(name)s places) and the id of the rule.
An error, by contrast, is ours: a plain exception.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


def N_(sentence: str) -> str:  # noqa: N802 - the name gettext looks for
    """Mark a sentence for translation without translating it (rules know no language)."""
    return sentence


class Refused(Exception):
    """A lawful no.

    code: snake_case, stable, for programs. sentence: English msgid. rule: regulation id or "" where only the
    house asks. params: values for the sentence; all JSON-able, bounded and free of hidden information.
    """

    def __init__(self, code: str, sentence: str, *, rule: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = sentence
        self.rule = rule
        self.params: Mapping[str, Any] = params
        # where several fields were wrong at once: each with its own no
        self.fields: Mapping[str, Refused] = {}

    def as_dict(self) -> dict[str, Any]:
        """Return the refusal as JSON-able values; `from_dict` reads them."""
        return {"code": self.code, "sentence": self.sentence, "rule": self.rule, "params": dict(self.params)}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the refusal that `as_dict` wrote."""
        return cls(values["code"], values["sentence"], rule=values["rule"], **values["params"])

    def told(self) -> Refused:
        """Return the refusal with all that its sentence says. It is asked once the work that was refused is taken back: where the database
        itself refused, nothing can be read before.
        """
        return self

    def __str__(self) -> str:
        try:
            text = self.sentence % self.params if self.params else self.sentence
        except (KeyError, ValueError, TypeError):
            text = self.sentence
        return f"{text} [{self.code}{', ' + self.rule if self.rule else ''}]"


class Several(Refused):
    """Several fields that cannot stay as they are, told at once; on its own it reads as the first of them."""

    def __init__(self, fields: Mapping[str, Refused]) -> None:
        first = next(iter(fields.values()))
        super().__init__(first.code, first.sentence, rule=first.rule, **first.params)
        self.fields = dict(fields)


def by_field(refused: Refused) -> Mapping[str, Refused]:
    """Return what is wrong with which field: of one refusal its own field, of several all; empty where it is no
    field's.
    """
    if refused.fields:
        return refused.fields
    field = refused.params.get("field")
    return {field: refused} if isinstance(field, str) and field else {}


#: What may not be there, or not for who asks: each with its sentence, because its article is the noun's.
NOT_THERE = {
    "tournament": N_("There is no such tournament."),
    "venue": N_("There is no such house."),
    "season": N_("There is no such season."),
    "series": N_("There is no such series."),
    "stage": N_("There is no such stage."),
    "receipt": N_("There is no such receipt."),
    "entry": N_("There is no such entry."),
    "registration": N_("There is no such registration."),
    "complaint": N_("There is no such complaint."),
    "unclaimed money": N_("There is no such money without a reference."),
    "hand": N_("There is no such hand."),
    "session": N_("There is no such session."),
    "purchase": N_("There is no such purchase."),
    "debt": N_("There is no such debt."),
    "month": N_("There is no such month."),
    "action": N_("There is nothing of the kind to do here."),
    "proposal": N_("There is no such proposal."),
    "order": N_("There is no such order."),
    "command": N_("There is no such act, or it is no longer kept."),
    "player": N_("There is no such player."),
    "table": N_("There is no such table."),
    "seat": N_("There is no such seat."),
    "screen": N_("There is no such screen."),
    "message": N_("There is no such message."),
    "pay-in": N_("There is no such deposit."),
    "withdrawal": N_("There is no such withdrawal."),
    "movement": N_("There is no such movement."),
    "pair": N_("There is no such pair."),
    "case": N_("There is no such case."),
    "opening": N_("There is no such opening."),
}


def not_found(what: str) -> Refused:
    """Return the refusal for something that does not exist, or not for who asks. what: its name in ``NOT_THERE``."""
    return Refused("not_found", NOT_THERE[what], what=what)


def possible(no: Refused | None) -> dict[str, Any]:
    """Return what a preview says of an act: {possible, code, sentence, params}, the last three empty where it can be
    done.
    """
    if no is None:
        return {"possible": True, "code": "", "sentence": "", "params": {}}
    return {"possible": False, "code": no.code, "sentence": no.sentence, "params": dict(no.params)}
