"""What the receipt of a deposit or a withdrawal says: the same for the player and at the desk."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from dispatch.facts import SYSTEM
from dispatch.queries import actors_of
from ledger.queries import CounterMovement
from people.queries import full_name_at, player_file
from tournaments.queries import circuit


def movement_context(found: CounterMovement) -> dict[str, Any]:
    """Return what `player/_movement.html` shows: made out to the name that the person had then. Rule: SCPT.D"""
    file = player_file(found.player_id)
    acts = actors_of({one for one in (found.command_id, found.back_command_id) if one is not None})

    def by(command: UUID | None) -> str:
        user_id, label = next((who for one, who in acts.items() if one == command), (None, ""))
        if user_id is None or user_id == file.user_id or label == SYSTEM.label:
            return ""
        # a number of an account tells the player nothing
        return _("The house") if label.startswith("#") else label

    return {
        "movement": found,
        "venue": circuit.venue_view(found.venue_id),
        "full_name": full_name_at(found.player_id, at=found.at),
        "by": by(found.command_id),
        "back_by": by(found.back_command_id),
    }
