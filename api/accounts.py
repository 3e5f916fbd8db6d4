"""Who gets in, and with what: accounts of the staff, invitations, passwords, sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth import logout
from rest_framework import serializers
from rest_framework.request import Request

from access import email_codes, letters, moment, passwords
from api.authentication import actor_of
from api.cards import endpoint_of
from api.endpoints import QueryEndpoint
from api.fields import Body, Id, PlainText, Secret
from api.people import hashed_password, own_tournament, signed_in_only
from api.scopes import in_venue
from api.shapes import shape
from dispatch.facts import Actor, CommandId, Done
from people.commands.accept_invitation import accept_invitation
from people.commands.change_email import change_email
from people.commands.change_password import change_password
from people.commands.create_user import create_user
from people.commands.end_sessions import end_sessions
from people.commands.invite_staff import invite_staff
from people.commands.open_first_account import open_first_account
from people.commands.reset_password import reset_password
from people.models.access import STAFF_ROLES
from people.models.users import Language
from people.queries import (
    player_of_user,
    privacy_text,
    reach_as_read,
    seen_at_venue,
    seen_by,
    session_number,
    sessions_of,
)
from people.queries.privacy import PrivacyView, SeenView
from people.queries.sessions import SessionView
from rules.permissions import Permission

Ready = dict[str, Any]


class NewAccount(Body):
    email = PlainText(max_length=254)
    name = PlainText(max_length=80)
    role = serializers.ChoiceField(choices=[(role.value, role.value) for role in STAFF_ROLES])
    tournament_id = Id(required=False, allow_null=True, help_text="For this tournament only.")
    language = serializers.ChoiceField(choices=Language.choices, required=False)


class FirstOwner(Body):
    code = PlainText(max_length=60, help_text="What the server printed when it started.")
    email = PlainText(max_length=254)
    name = PlainText(max_length=80)
    password = Secret()
    language = serializers.ChoiceField(choices=Language.choices, required=False)


class Invited(Body):
    link = PlainText(max_length=200, help_text="What stands after /invitation/ in the address that was sent.")
    password = Secret()


class NewPassword(Body):
    proof = PlainText(max_length=1000, help_text="From giving the code that was sent to the address.")
    password = Secret()


class OtherPassword(Body):
    old_password = Secret()
    password = Secret()
    second_code = Secret(max_length=60, required=False, help_text="Of the app, where one is set up.")


class OtherEmail(Body):
    proof = PlainText(max_length=1000, help_text="From giving the code that was sent to the new address.")
    old_password = Secret(required=False, help_text="Of now, where there is one.")
    second_code = Secret(max_length=60, required=False, help_text="Of the app, where one is set up.")


class SessionsEnd(Body):
    number = PlainText(
        max_length=40, required=False, allow_blank=True, help_text="Nothing: all but the one that asks."
    )


def _who_saw_mine(*, by: Actor, **_more: Any) -> tuple[SeenView, ...]:
    player_id = player_of_user(by.user_id) if by.device_id is None else None
    seen = seen_by(player_id) if player_id is not None else ()
    return tuple(row for row in seen if by.only_venue_id in (None, row.venue_id))


def _taken_on(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    return own_tournament(request, number, by, values)


def _invite_new(request: Request, done: Done, values: Mapping[str, Any]) -> None:
    if done.result["new"]:
        _invite(request, done, values)


def _invite(request: Request, done: Done, values: Mapping[str, Any]) -> None:
    passwords.invitation(request._request, done=done, venue_id=values["venue_id"], by=actor_of(request))


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkShown:
    """link: its last part, for the owner to hand over; missing where the link goes by mail; "" once it is over."""

    link: str


def _link(_number: CommandId, _by: Actor, result: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the owner hands over where mail does not leave this machine: the link's last part."""
    return {} if letters.delivered() else {"link": passwords.handed_link(result)}


def _by_hand(_request: Request, _number: CommandId, _by: Actor, values: Ready) -> Ready:
    return {**values, "handed": not letters.delivered()}


def _proved(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    proved = email_codes.proven(values.pop("proof"), at=moment.at(), number=number)
    return hashed_password(request, number, by, {**values, **proved._asdict()})


def _with_the_old(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    values = signed_in_only(request, number, by, values)
    old, code = values.pop("old_password"), values.pop("second_code", "")
    values = hashed_password(request, number, by, values)
    passwords.show_old(number, user_id=values["user_id"], old=old, code=code, at=moment.at())
    return {**values, "keep_session": _this_session(request)}


def _proved_by_whom(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    values = signed_in_only(request, number, by, values)
    old, code = values.pop("old_password", ""), values.pop("second_code", "")
    passwords.show_old_if_any(number, user_id=values["user_id"], old=old, code=code, at=moment.at())
    proved = email_codes.proven(values.pop("proof"), at=moment.at(), number=number)
    return {**values, **proved._asdict()}


def _tell_before(request: Request, done: Done, _values: Mapping[str, Any]) -> None:
    """The account as it was read when the request came: with the address of before."""
    user: Any = request._request.user
    passwords.tell_of_email(done, before=reach_as_read(user))


def _elsewhere(request: Request, number: CommandId, by: Actor, values: Ready) -> Ready:
    return {**signed_in_only(request, number, by, values), "keep_session": _this_session(request)}


def _this_session(request: Request) -> str:
    return session_number(request._request.session.session_key or "")


def _stay_in(request: Request, done: Done, _values: Mapping[str, Any]) -> None:
    passwords.stay_in(request._request, done=done)
    passwords.tell_of_password(done)


def _another_password(request: Request, done: Done, _values: Mapping[str, Any]) -> None:
    """Every session of before has ended; the one that asked, too."""
    passwords.tell_of_password(done)
    if request._request.user.is_authenticated:
        logout(request._request)


#: Commands whose address asks or does more than the command itself; those of all others come from their cards.
COMMAND_ENDPOINTS = [
    endpoint_of(
        create_user,
        name="create_account",
        body=NewAccount,
        ready=_taken_on,
        then=_invite_new,
        shown=_link,
        shows=LinkShown,
    ),
    endpoint_of(invite_staff, ready=_by_hand, then=_invite, shown=_link, shows=LinkShown),
    endpoint_of(open_first_account, open=True, body=FirstOwner, ready=hashed_password),
    endpoint_of(
        accept_invitation,
        open=True,
        body=Invited,
        ready=hashed_password,
        then=_another_password,
    ),
    endpoint_of(
        reset_password,
        open=True,
        body=NewPassword,
        ready=_proved,
        then=_another_password,
    ),
    endpoint_of(change_password, body=OtherPassword, ready=_with_the_old, then=_stay_in),
    endpoint_of(change_email, body=OtherEmail, ready=_proved_by_whom, then=_tell_before),
    endpoint_of(end_sessions, body=SessionsEnd, ready=_elsewhere),
]

QUERY_ENDPOINTS = [
    QueryEndpoint(
        path="privacy",
        name="privacy_text",
        query=lambda **_: privacy_text(),
        action=Permission.VIEW_PUBLIC,
        answer=shape(PrivacyView),
        fresh_seconds=60,
        summary="What the operator says about people's data, and its version",
    ),
    QueryEndpoint(
        path="seen",
        name="seen_by",
        query=_who_saw_mine,
        action=None,
        answer=shape(SeenView),
        many=True,
        summary="Who of the staff looked at the caller's private file",
    ),
    QueryEndpoint(
        path="venues/<id:venue_id>/seen",
        name="files_seen",
        query=lambda *, venue_id, **_: seen_at_venue(venue_id),
        action=Permission.MANAGE_STAFF,
        scope=in_venue,
        answer=shape(SeenView),
        many=True,
        summary="Whose private files the staff of a venue looked at",
    ),
    QueryEndpoint(
        path="sessions",
        name="sessions",
        query=lambda *, at, by, this_key: sessions_of(by.user_id or 0, at=at, this_key=this_key),
        of_session=True,
        action=None,
        answer=shape(SessionView),
        many=True,
        summary="Where the caller is signed in",
    ),
]
