"""Who signs for a prize: as the document says, where the house has seen it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from access import moment
from payouts.queries.awards import AwardView
from people.operations import note_seen
from people.queries import full_name_at, player_file
from rules.permissions import Permission
from web.staffing import StaffTournament

_KINDS = {"rg": "RG", "cpf": "CPF", "cnh": "CNH", "cc": "CC"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Payee:
    """What a slip says of who is paid; document: its kind and number, "" where none is kept."""

    full_name: str
    document: str


def payee_of(scope: StaffTournament, *, award: AwardView) -> Payee | None:
    """Return who signs a slip; None for who may not look into the files of players. Whoever reads it has had the file before
    them, and that is kept. A slip of a prize that was paid keeps the name it was made out to. Rule: SCPT.D, SCPT.L
    """
    if not scope.may(Permission.VIEW_PLAYER_PRIVATE):
        return None
    at = moment.at()
    note_seen(award.player_id, by=scope.actor, venue_id=scope.venue.venue_id, at=at)
    file = player_file(award.player_id)
    if file.anonymised_at is not None:
        return None
    kind = _("Passport") if file.document_kind == "passport" else _KINDS.get(file.document_kind, "")
    return Payee(
        full_name=full_name_at(award.player_id, at=award.paid_at or at),
        document=f"{kind} {file.document_number}".strip() if file.document_number else "",
    )
