"""Signing up, players' files, roles and devices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from access import email_codes, letters, moment, passwords, rate_limit
from access.sign_in import SIGN_UPS_FROM_A_PLACE
from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Count, Day, Id, PlainText, Secret, Word
from api.results import SecretShown
from api.scopes import in_venue, of_player
from api.shapes import shape
from dispatch.facts import Actor, CommandId, Done
from people.commands.ask_email_code import ask_email_code
from people.commands.create_player import create_player
from people.commands.exclude_self import exclude_self
from people.commands.grant_role import grant_role
from people.commands.pair_device import pair_device
from people.commands.prove_email import prove_email
from people.commands.sign_up import sign_up
from people.models.access import STAFF_ROLES, DeviceKind
from people.models.users import Language
from people.operations import hash_secret, secret_for
from people.queries import (
    devices_of,
    exclusion_of,
    file_changes,
    player_file,
    player_view,
    require,
    search_players,
    secret_digest,
    staff_of,
    unknown_player,
)
from people.queries.devices import DeviceView
from people.queries.exclusions import ExclusionView
from people.queries.file_changes import FileChangeView
from people.queries.players import PlayerFile, PlayerFound, PlayerView
from people.queries.roles import StaffMember
from rules.permissions import Permission
from rules.refusals import N_, Refused
from tables.queries import PenaltyView, penalties_of
from tournaments.commands.call_off_excluded import call_off_excluded
from tournaments.models.circuit import CURRENCIES
from tournaments.queries.circuit import venue_of_tournament
from tournaments.queries.own_data import everything_of
from tournaments.queries.players import OwnEntry, entries_of_player, played_in_public

Ready = dict[str, Any]


class PlayerFields(Body):
    """What is written in a player's file."""

    public_name = PlainText(max_length=80, required=False, allow_blank=True)
    birth_date = Day(required=False, allow_null=True)
    document_kind = PlainText(max_length=20, required=False, allow_blank=True)
    document_number = PlainText(max_length=40, required=False, allow_blank=True)
    country = PlainText(max_length=2, required=False)
    email = PlainText(max_length=254, required=False, allow_blank=True)
    phone = PlainText(max_length=40, required=False, allow_blank=True)


class NewPlayer(PlayerFields):
    full_name = PlainText(max_length=160)
    document_seen = serializers.BooleanField(
        required=False, help_text="The person was compared with the document: the file counts as checked."
    )


class EmailAsked(Body):
    email = PlainText(max_length=254)


class EmailProof(Body):
    code_id = Id()
    email = PlainText(max_length=254)
    code = PlainText(max_length=20)


class SignUp(Body):
    proof = PlainText(max_length=1000, help_text="From giving the code that was sent to the address.")
    password = Secret(required=False, help_text="Nothing: signing in goes by code.")
    full_name = PlainText(max_length=160)
    birth_date = Day()
    public_name = PlainText(max_length=80, required=False, allow_blank=True)
    country = PlainText(max_length=2, required=False)
    phone = PlainText(max_length=40, required=False, allow_blank=True)
    language = serializers.ChoiceField(choices=Language.choices, required=False)


class CallOff(Body):
    """The house does it by itself when an exclusion begins; this is the same at once."""

    venue_id = Id()


class RoleGrant(Body):
    user_id = Id()
    role = serializers.ChoiceField(choices=[(role.value, role.value) for role in STAFF_ROLES])
    tournament_id = Id(required=False, allow_null=True, help_text="For this tournament only.")


class NewDevice(Body):
    name = PlainText(max_length=80)
    kind = serializers.ChoiceField(choices=DeviceKind.choices)


def hashed_password(request: Request, number: CommandId, _by: Actor, values: Ready) -> Ready:
    """Return the password of a body as it is kept. ValidationError when it is too easy."""
    password = values.pop("password")
    email = str(values.get("email") or getattr(request.user, "email", ""))
    weak = passwords.weaknesses(password, email=email)
    if weak:
        raise serializers.ValidationError({"password": weak})
    return {**values, "password_hash": hash_secret(password, salt=str(number))}


def _signing_up(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    where = str(request.META.get("REMOTE_ADDR", ""))
    rate_limit.failed(rate_limit.check("sign-up", who=where, at_most=SIGN_UPS_FROM_A_PLACE))
    proved = email_codes.proven(values.pop("proof"), at=moment.at(), number=number)
    if "password" in values:
        values = hashed_password(request, number, by, {**values, "email": proved.email})
    return {
        "password_hash": "",
        **values,
        "email": proved.email,
        "code_id": proved.code_id,
        "email_confirmed": True,
        "minimum_age_years": email_codes.MINIMUM_AGE_YEARS,
    }


def _place(request: Request) -> str:
    return str(request.META.get("REMOTE_ADDR", ""))


def _asked(request: Request, number: CommandId, _by: Actor, values: Ready) -> Ready:
    return dict(email_codes.asked(number, email=values["email"], place=_place(request)))


def _send_code(_request: Request, done: Done, values: Mapping[str, Any]) -> None:
    email_codes.send(done.command_id, email=values["email"])


def _guessed(request: Request, _number: CommandId, _by: Actor, values: Ready) -> Ready:
    return email_codes.guessed(
        values["code_id"], email=values["email"], code=values["code"], place=_place(request)
    )


def _missed(request: Request, done: Done, _values: Mapping[str, Any]) -> None:
    if done.replayed:
        return
    if done.result["outcome"] == "right":
        email_codes.answered(place=_place(request))
    else:
        email_codes.missed(place=_place(request))


def _tell_away(_request: Request, done: Done, values: Mapping[str, Any]) -> None:
    letters.tell_of_exclusion(done, player_id=values["player_id"], until_at=values.get("until_at"))


def signed_in_only(request: Request, _number: CommandId, by: Actor, values: Ready) -> Ready:
    if request.auth is not None:
        raise Refused("forbidden", N_("An API key cannot do this. Sign in yourself."))
    return {**values, "user_id": by.user_id}


def _device_secret(_request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    return {**values, "token_hash": secret_digest(secret_for("device", command=number, by=by))}


def own_tournament(_request: Request, _number: CommandId, by: Actor, values: Ready) -> Ready:
    tournament_id = values.get("tournament_id")
    require(by, permission=Permission.MANAGE_STAFF, venue_id=values["venue_id"])
    if tournament_id is not None and venue_of_tournament(tournament_id) != values["venue_id"]:
        raise Refused("no_such_tournament", N_("There is no such tournament."))
    return values


class PlayerSearch(Body):
    text = Word(max_length=100)
    limit = Count(min_value=1, max_value=100, default=20)


class ForVenue(Body):
    venue_id = Count(min_value=1, required=False, help_text="As the staff of this venue.")


class MyPage(Body):
    offset = Count(max_value=100_000, default=0)
    limit = Count(min_value=1, max_value=200, default=50)


class InUnit(Body):
    unit = serializers.ChoiceField(choices=CURRENCIES)


class AtVenue(Body):
    venue_id = Count(min_value=1)


def _seen_in_public(*, player_id: int, **_more: Any) -> PlayerView:
    """Only who has played where everybody could see it: a number counted upwards must not list who has an account."""
    if not played_in_public(player_id):
        raise unknown_player()
    return player_view(player_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofShown:
    """proof: what a right code proves, to be given on to what it opens; missing where the code was not right."""

    proof: str


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(ask_email_code, open=True, body=EmailAsked, ready=_asked, then=_send_code),
    endpoint_of(
        prove_email,
        open=True,
        body=EmailProof,
        ready=_guessed,
        then=_missed,
        shown=lambda _number, _by, result: (
            {"proof": email_codes.proof_of(result["code_id"])} if result["outcome"] == "right" else {}
        ),
        shows=ProofShown,
    ),
    endpoint_of(sign_up, open=True, body=SignUp, ready=_signing_up),
    endpoint_of(exclude_self, then=_tell_away),
    endpoint_of(create_player, body=NewPlayer),
    endpoint_of(call_off_excluded, body=CallOff),
    endpoint_of(grant_role, body=RoleGrant, ready=own_tournament),
    endpoint_of(
        pair_device,
        body=NewDevice,
        ready=_device_secret,
        shown=lambda number, by, _result: {"secret": secret_for("device", command=number, by=by)},
        shows=SecretShown,
    ),
]


QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="venues/<id:venue_id>/players",
        name="search_players",
        query=lambda *, text, limit, **_: search_players(text, limit=limit),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=in_venue,
        params=PlayerSearch,
        answer=shape(PlayerFound),
        many=True,
        summary="Players by name, nickname, document or e-mail",
    ),
    QueryEndpoint(
        path="players/<id:player_id>",
        name="player",
        query=_seen_in_public,
        action=Permission.VIEW_PUBLIC,
        answer=shape(PlayerView),
        fresh_seconds=60,
        summary="A player as everybody may see them, who has played in a public tournament",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/file",
        name="player_file",
        query=lambda *, player_id, **_: player_file(player_id),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=ForVenue,
        answer=shape(PlayerFile),
        own=True,
        summary="Everything kept about a player",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/file-changes",
        name="file_changes",
        query=lambda *, player_id, **_: file_changes(player_id),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=ForVenue,
        answer=shape(FileChangeView),
        many=True,
        own=True,
        summary="What was changed in a player's file, before and after, the latest first",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/data",
        name="player_data",
        query=lambda *, player_id, at, **_: everything_of(player_id, at=at),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=ForVenue,
        own=True,
        summary="Everything kept about a player, to take away",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/entries",
        name="player_entries",
        query=lambda *, player_id, offset, limit, **_: entries_of_player(
            player_id, offset=offset, limit=limit
        ),
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=type("PlayerEntriesPage", (ForVenue, MyPage), {}),
        answer=shape(OwnEntry),
        many=True,
        own=True,
        summary="A player's tournaments, the latest first",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/exclusion",
        name="player_exclusion",
        query=lambda *, player_id, venue_id, at, **_: [
            found for found in [exclusion_of(player_id, venue_id=venue_id, at=at)] if found
        ],
        action=Permission.VIEW_PLAYER_PRIVATE,
        scope=of_player,
        params=AtVenue,
        answer=shape(ExclusionView),
        many=True,
        own=True,
        summary="What keeps a player away from a venue now: none or one",
    ),
    QueryEndpoint(
        path="players/<id:player_id>/penalties",
        name="player_penalties",
        query=lambda *, player_id, **_: penalties_of(player_id),
        action=Permission.VIEW_STAFF,
        scope=lambda *, venue_id, **_: {"venue_id": venue_id},
        params=AtVenue,
        answer=shape(PenaltyView),
        many=True,
        summary="A player's penalties in all tournaments",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/staff",
        name="staff",
        query=lambda *, venue_id, **_: staff_of(venue_id),
        action=Permission.MANAGE_STAFF,
        scope=in_venue,
        answer=shape(StaffMember),
        many=True,
        summary="Who holds a role at a venue",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/devices",
        name="devices",
        query=lambda *, venue_id, **_: devices_of(venue_id),
        action=Permission.PAIR_DEVICE,
        scope=in_venue,
        answer=shape(DeviceView),
        many=True,
        summary="The devices paired with a venue",
    ),
]
