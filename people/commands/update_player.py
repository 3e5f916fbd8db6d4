"""Correct a player's file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any

from dispatch.buttons import Button
from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import About, Text
from people import operations
from people.queries import may, require
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tournaments.operations.naming import tell_of_name


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatePlayerResult:
    """changed: the names of the fields that are really different now. check_again: the document had been checked, and has to be once more."""

    player_id: int
    changed: tuple[str, ...]
    check_again: bool


def _said(result: Mapping[str, Any]) -> str:
    if result.get("check_again"):
        return N_("The details are corrected. The document has to be checked again.")
    return N_("The details are corrected.") if result["changed"] else N_("Nothing was changed.")


@command(
    "people.update_player",
    Card(
        title=N_("Player's details corrected"),
        permission=Permission.UPDATE_PLAYER,
        own_permission=Permission.UPDATE_PLAYER,
        address="players/<id:player_id>/update",
        buttons=(Button(page="desk", name="update", said=_said),),
    ),
)
def update_player(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    player_id: int,
    venue_id: Annotated[int | None, About(help_text="The venue whose desk changes it.")] = None,
    full_name: Annotated[str, Text(max_length=160)] | None = None,
    public_name: Annotated[str, Text(max_length=80, allow_blank=True)] | None = None,
    birth_date: date | None = None,
    document_kind: Annotated[str, Text(max_length=20, allow_blank=True)] | None = None,
    document_number: Annotated[str, Text(max_length=40, allow_blank=True)] | None = None,
    country: Annotated[str, Text(max_length=2)] | None = None,
    email: Annotated[str, Text(max_length=254, allow_blank=True)] | None = None,
    phone: Annotated[str, Text(max_length=40, allow_blank=True)] | None = None,
) -> UpdatePlayerResult:
    """Correct a player's file: change what is given, leave what is None.

    By the desk of `venue_id`, or by the player. Once staff have checked the document, only they change what is on it,
    and then it must be checked again. Pages that name the player name him anew at once.
    Refusals: ``forbidden``, ``unknown_player``, ``player_anonymised``, ``identity_checked``,
    ``name_of_staff``, ``mixed_alphabets``, ``nickname_taken``, those of create_player.
    Rule: SCPT.F
    """
    require(by, permission=Permission.UPDATE_PLAYER, venue_id=venue_id, owner_player_id=player_id)
    player = operations.lock_player(player_id)
    if player.user_id == by.user_id and public_name not in (None, player.public_name):
        operations.check_own_nickname(
            public_name or "",
            full_name=player.full_name if full_name is None else full_name,
            player_id=player_id,
        )
    given = {
        "full_name": full_name,
        "public_name": public_name,
        "birth_date": birth_date,
        "document_kind": document_kind,
        "document_number": document_number,
        "country": country,
        "email": email,
        "phone": phone,
    }
    of_identity = any(given[name] not in (None, getattr(player, name)) for name in operations.IDENTITY)
    if (
        of_identity
        and player.id_checked_at is not None
        and not may(by, permission=Permission.CHECK_ID, venue_id=venue_id)
    ):
        raise Refused(
            "identity_checked",
            N_("The desk has checked this person's document. Ask the desk to change what is on it."),
            rule="SCPT.F",
        )
    was_checked = player.id_checked_at is not None
    changed = operations.change_player(
        player,
        at=at,
        by_user_id=by.user_id,
        venue_id=None if player.user_id == by.user_id else venue_id,
        **given,
    )
    if "public_name" in changed:
        tell_of_name(player_id)
    return UpdatePlayerResult(
        player_id=player_id,
        changed=tuple(changed),
        check_again=was_checked and player.id_checked_at is None,
    )
