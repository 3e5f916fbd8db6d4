"""Players: who they are, and how to find them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import connection

from dispatch.reading import read_once
from people.models import Player
from rules.refusals import N_, Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    """A player as everyone may see them."""

    player_id: int
    public_name: str
    country: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFile:
    """A player as the desk and the player see them: hidden information, for no fact, topic or log."""

    player_id: int
    full_name: str
    public_name: str
    birth_date: date | None
    document_kind: str
    document_number: str
    country: str
    email: str
    phone: str
    user_id: int | None
    id_checked_at: datetime | None
    created_at: datetime
    anonymised_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFound:
    """A line of the desk's search: enough to tell two of the same name apart."""

    player_id: int
    full_name: str
    public_name: str
    birth_date: date | None
    document_end: str
    id_checked: bool


@read_once
def player_of_user(user_id: int | None) -> int | None:
    """Return the player behind an account, if there is one."""
    if user_id is None:
        return None
    return Player.objects.filter(user_id=user_id).values_list("pk", flat=True).first()


def player_view(player_id: int) -> PlayerView:
    """Return a player as everyone may see them. Refusals: ``unknown_player``."""
    row = Player.objects.filter(pk=player_id).values_list("public_name", "country").first()
    if row is None:
        raise unknown_player()
    return PlayerView(player_id=player_id, public_name=row[0], country=row[1])


def player_file(player_id: int) -> PlayerFile:
    """Return everything kept about a player: ask `require(VIEW_PLAYER_PRIVATE)` first.
    Refusals: ``unknown_player``.
    """
    player = Player.objects.filter(pk=player_id).first()
    if player is None:
        raise unknown_player()
    return PlayerFile(
        player_id=player.pk,
        full_name=player.full_name,
        public_name=player.public_name,
        birth_date=player.birth_date,
        document_kind=player.document_kind,
        document_number=player.document_number,
        country=player.country,
        email=player.email,
        phone=player.phone,
        user_id=player.user_id,
        id_checked_at=player.id_checked_at,
        created_at=player.created_at,
        anonymised_at=player.anonymised_at,
    )


_SEARCH = """
SELECT id, full_name, public_name, birth_date, right(document_number, 4), id_checked_at IS NOT NULL
FROM people_player
WHERE anonymised_at IS NULL AND (NOT simulated OR %s) AND {where}
ORDER BY people_plain(%s) NOT IN (people_plain(full_name), people_plain(public_name)),
         ' ' || people_plain(full_name) NOT LIKE '%% ' || people_plain(%s) || '%%',
         people_plain(full_name), id LIMIT %s
"""


def search_players(text: str, *, limit: int = 20, simulated: bool = False) -> tuple[PlayerFound, ...]:
    """Find players by words of their name or nickname in any order, case or accent; by whole document number or e-mail.

    simulated: with those who are made for rehearsals.

    For staff only: ask `require(VIEW_PLAYER_PRIVATE)` first. First whose name is exactly this, then who has the words as they
    were typed, then by name without accents; nothing for "".
    """
    words = text.split()[:8]
    if not words:
        return ()
    named = " AND ".join(
        ["people_plain(full_name || ' ' || public_name) LIKE '%%' || people_plain(%s) || '%%'"] * len(words)
    )
    values: list[Any] = [simulated, *(_like(word) for word in words)]
    document = plain_document(text)
    where = f"(({named}) OR email = %s" + (" OR document_number = %s" if document else "") + ")"
    values.append(text.strip().lower())
    if document:
        values.append(document)
    with connection.cursor() as cursor:
        whole = " ".join(words)
        values += [whole, _like(whole), min(max(limit, 1), 100)]
        cursor.execute(_SEARCH.format(where=where), values)
        rows = cursor.fetchall()
    return tuple(
        PlayerFound(
            player_id=row[0],
            full_name=row[1],
            public_name=row[2],
            birth_date=row[3],
            document_end=row[4],
            id_checked=row[5],
        )
        for row in rows
    )


def simulated_among(player_ids: Iterable[int]) -> set[int]:
    """Return which of these players are nobody: made for practice."""
    return set(Player.objects.filter(pk__in=list(player_ids), simulated=True).values_list("pk", flat=True))


def documents_known(numbers: Iterable[str]) -> set[str]:
    """Return which of these document numbers a real person's file has, as they are kept: for staff who open files."""
    wanted = {plain_document(number) for number in numbers} - {""}
    return set(
        Player.objects.filter(
            document_number__in=wanted, simulated=False, anonymised_at__isnull=True
        ).values_list("document_number", flat=True)
    )


def player_with_document(number: str, *, kind: str, country: str, simulated: bool = False) -> int | None:
    """Return whose file has this document; None where nobody's has. simulated: of those made for practice, and of nobody else.
    For staff only: ask `require(VIEW_PLAYER_PRIVATE)` first."""
    found = Player.objects.filter(
        document_number=plain_document(number),
        document_kind=kind,
        country=country.strip().upper(),
        simulated=simulated,
        anonymised_at__isnull=True,
    )
    return found.values_list("pk", flat=True).first()


def plain_document(number: str) -> str:
    """Return a document number as it is kept: capital letters and digits only."""
    return "".join(sign for sign in number.upper() if sign.isascii() and sign.isalnum())


def _like(word: str) -> str:
    for sign in ("\\", "%", "_"):
        word = word.replace(sign, "\\" + sign)
    return word


def unknown_player(*, rule: str = "") -> Refused:
    """Return the refusal of a player whom nobody knows."""
    return Refused(
        "unknown_player",
        N_("There is no such player. Search again, or register them as a new player."),
        rule=rule,
    )
