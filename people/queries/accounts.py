"""Who is signed in, and where they can be written to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX

from dispatch.facts import Actor, FactView
from people.models import Player, User
from people.queries.second_factor import second_factor_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """Where and in which language somebody is written to: hidden information, for no fact, topic or log."""

    user_id: int
    name: str
    email: str
    language: str


def label_of(user: User) -> str:
    """Return how the log and the tablets name somebody: the name colleagues know, never the e-mail address."""
    return user.name or f"#{user.pk}"


def names_of_users(user_ids: Iterable[int]) -> dict[int, str]:
    """Return what these people are called by now: their name, or the nickname with the number of their player's file, since
    anybody may call himself anything; who has neither is left out."""
    rows = User.objects.filter(pk__in=list(user_ids)).values_list(
        "pk", "name", "player__public_name", "player__pk"
    )
    return {pk: name or f"{public} (#{player})" for pk, name, public, player in rows if name or public}


def names_since(facts: Iterable[FactView]) -> dict[int, str]:
    """Return what they are called by now who had no name when they acted, and stand in the record by number. One statement,
    where there is one."""
    wanted = {f.user_id for f in facts if f.user_id is not None and f.label == f"#{f.user_id}"}
    return names_of_users(wanted) if wanted else {}


def actor_of_user(user: User, *, device_id: int | None = None) -> Actor:
    """Return the Actor for somebody signed in."""
    return Actor(user_id=user.pk, device_id=device_id, label=label_of(user), language=str(user.language))


def never_came_in(user_ids: Iterable[int]) -> set[int]:
    """Return those of the accounts that have no password yet and that nobody has signed in to, by a code either."""
    rows = User.objects.filter(
        pk__in=list(user_ids), last_login__isnull=True, password__startswith=UNUSABLE_PASSWORD_PREFIX
    )
    return set(rows.values_list("pk", flat=True))


def reach_of(user_id: int) -> Reach | None:
    """Return where somebody with an account can be written to; None for who has none, or no address that receives mail."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    return None if user is None else reach_as_read(user)


def reach_as_read(user: User) -> Reach | None:
    """Return where an account as it was read could be written to: by the own name, else by the address itself."""
    if user.email.endswith(".invalid"):
        return None
    player = Player.objects.filter(user=user).only("full_name", "public_name").first()
    own = "" if player is None else player.full_name or player.public_name
    return Reach(
        user_id=user.pk, name=user.name or own or user.email, email=user.email, language=str(user.language)
    )


#: Where a proved address leads.
SignInWay = Literal["sign_in", "sign_up", "password", "closed"]


def sign_in_method(email: str) -> tuple[SignInWay, User | None]:
    """Answer where a proved address leads: "sign_in" (with the account), "sign_up", "password" (staff who have one), or "closed".

    Who works here and has no password yet comes in by code: a role must lock nobody out of the own purse.
    """
    user = User.objects.filter(email=email).first()
    if user is None:
        return "sign_up", None
    if not user.is_active:
        return "closed", None
    if user.is_staff or user.is_superuser or second_factor_of(user.pk) is not None:
        return "password", None  # whoever set up an app does not get in past it
    works = user.staff_roles.filter(revoked_at__isnull=True).exists()
    return ("password", None) if works and user.has_usable_password() else ("sign_in", user)
