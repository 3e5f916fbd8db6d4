"""Passwords on the pages and in the API: what is too easy, the old one before a new one, invitations, and what people are told."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, get_user_model
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from access import letters, moment, rate_limit
from access.sign_in import pass_second
from dispatch.facts import Actor, CommandId, Done
from dispatch.queries import command_by_id
from people.operations import LINK_MINUTES, hash_secret, link_for, link_state
from people.queries import Reach, reach_of, second_factor_of
from rules.refusals import N_, Refused
from tournaments.queries.circuit import venue_view

WRONG_OLD = 10


def weaknesses(password: str, *, email: str) -> list[str]:
    """Return why a password is none, in the reader's language; nothing when it is good. email: of its account, which everybody knows."""
    try:
        validate_password(password, get_user_model()(email=email))
    except ValidationError as weak:
        return [
            # the name of a column is no word for a reader
            _("It is too much like the e-mail address of this account.")
            if one.code == "password_too_similar"
            else str(one.messages[0])
            for one in weak.error_list
        ]
    return []


def hashed(password: str, *, number: CommandId, email: str) -> str:
    """Return a new password as it is kept. Refusals: ``weak_password``."""
    why = weaknesses(password, email=email)
    if why:
        raise Refused(
            "weak_password", N_("Choose another password. %(why)s"), why=" ".join(why), field="password"
        )
    return hash_secret(password, salt=str(number))


def show_old(number: CommandId, *, user_id: int, old: str, code: str, at: datetime) -> None:
    """Who changes the password knows the old one and has the app: a screen left open is no place to take an account.

    Of a request that is repeated nothing is asked again. Refusals: ``wrong_password``, ``second_code_missing``,
    ``wrong_factor``, ``too_many_tries``, ``no_password``.
    """
    if command_by_id(number) is not None:
        return
    counter = rate_limit.check("old-password", who=str(user_id), at_most=WRONG_OLD)
    user: Any = get_user_model().objects.get(pk=user_id)
    if not user.has_usable_password():
        raise Refused(
            "no_password",
            N_("You have no password yet. Choose one with a code by e-mail."),
            field="old_password",
        )
    if not user.check_password(old):
        rate_limit.failed(counter)
        raise Refused("wrong_password", N_("This is not your current password."), field="old_password")
    if second_factor_of(user_id) is not None:
        if not code:
            raise Refused(
                "second_code_missing", N_("Give the code that your app shows, too."), field="second_code"
            )
        pass_second(user_id, code=code, at=at)


def invitation(request: HttpRequest, *, done: Done, venue_id: int, by: Actor) -> str:
    """Mail the link to who was invited and return ""; where mail does not leave this machine, the link to hand over.

    done: of `create_user` (where it opened an account) or `invite_staff`. Refusal: ``mail_failed``.
    """
    user_id = int(done.result["user_id"])
    if not letters.delivered():
        link = handed_link(done.result)
        return request.build_absolute_uri(reverse("invitation", args=[link])) if link else ""
    reach = reach_of(user_id)
    if reach is not None:
        context = {
            "name": reach.name,
            "by": by.label,
            "house": venue_view(venue_id).name,
            "link": request.build_absolute_uri(
                reverse("invitation", args=[link_for(user_id, purpose="invitation", at=moment.at())])
            ),
            "days": LINK_MINUTES["invitation"] // (24 * 60),
        }
        letters.send(
            done.command_id, to=reach.email, subject=N_("%(house)s: choose your password"), template="invitation", context=context,
            language=reach.language,
        )  # fmt: skip
    return ""


def handed_link(result: Mapping[str, Any]) -> str:
    """Return the last part of the link that an owner passes on by hand; "" once somebody has chosen a password or
    come in.

    result: of `create_user` (where it opened an account) or `invite_staff`.
    """
    user: Any = get_user_model().objects.get(pk=result["user_id"])
    if not result["state"] or link_state(user) != result["state"]:
        return ""
    return link_for(user.pk, purpose="handed", at=moment.at())


def stay_in(request: HttpRequest, *, done: Done) -> None:
    """Let the session that changed the password go on; with another password all others would have ended anyway."""
    user: Any = get_user_model().objects.get(pk=done.result["user_id"])
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()


def show_old_if_any(number: CommandId, *, user_id: int, old: str, code: str, at: datetime) -> None:
    """Check the password, with the app where one is set up, of who has one; who signs in by codes has nothing to show.

    Refusals: those of `show_old`.
    """
    user: Any = get_user_model().objects.get(pk=user_id)
    if user.has_usable_password():
        show_old(number, user_id=user_id, old=old, code=code, at=at)


def tell_of_email(done: Done, *, before: Reach | None) -> None:
    """Tell whose address is another now at the old one: who took the account there is found out."""
    letters.tell_at(
        done.command_id,
        reach=before,
        subject=N_("Your e-mail address was changed"),
        template="email",
        context={},
    )


def tell_of_password(done: Done) -> None:
    """Whose password is another now learns it by mail."""
    letters.tell(
        done.command_id,
        user_id=int(done.result["user_id"]),
        subject=N_("Your password was changed"),
        template="password",
        context={},
    )


def tell_of_pin(done: Done, *, by: Actor) -> None:
    """Who works under a PIN that somebody else set learns it by mail, too."""
    user_id = int(done.result["user_id"])
    if user_id != by.user_id:
        letters.tell(
            done.command_id,
            user_id=user_id,
            subject=N_("A PIN was set for you"),
            template="pin",
            context={"by": by.label},
        )
