"""From where players sit down for money: kept as digests where the owner has it kept, and forgotten by age, by key, or at once."""

from __future__ import annotations

import hmac
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection

from play.models import OriginKey, OriginWatch, PlayOrigin
from play.queries.decks import key_in_use
from play.queries.origins import PlaceWithoutOrigin, place_without_origin
from rules.online import (
    OriginKind,
    first_month_with_key,
    known_browser,
    month_of,
    network_of,
    origin_digest,
    origins_kept_from,
)

# The watch is shared until the row is there: who switches it off waits, and deletes this row, too.
_KEEP = """
INSERT INTO play_playorigin (player_id, venue_id, sitting_id, tournament_id, at, key, line, browser)
SELECT %(player)s, watch.venue_id, %(sitting)s, %(tournament)s, %(at)s, %(key)s, %(line)s, %(browser)s
FROM play_originwatch watch WHERE watch.venue_id = %(venue)s FOR KEY SHARE
ON CONFLICT DO NOTHING"""


def note_origin(*, player_id: int, table_id: int, address: str, browser: str, at: datetime) -> bool:
    """Keep from where a player came to a cash table, or to the first table of a tournament; once, and where the owner has it kept.

    address, browser: as the request tells them; they are digested here, and go no further. Whether it was kept now. No act waits for it.
    Rule: PT-H.11, PT-O.11
    """
    place = place_without_origin(player_id=player_id, table_id=table_id)
    if place is None or not settings.PLAY_KEY:
        return False
    key = _key_of(place, at=at)
    secret = hmac.digest(settings.PLAY_KEY.encode(), b"shuffle-up/origin/v1|" + bytes(key.half), "sha256")
    told = {OriginKind.LINE: network_of(address), OriginKind.BROWSER: known_browser(browser)}
    digests: dict[str, Any] = {
        kind.value: origin_digest(said, kind=kind, venue_id=place.venue_id, key=secret)
        for kind, said in told.items()
    }
    about: dict[str, Any] = {
        "player": player_id,
        "venue": place.venue_id,
        "sitting": None if place.tournament_id is not None else place.sitting_id,
        "tournament": place.tournament_id,
        "at": at,
        "key": key.pk,
    }
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, about | digests)
        kept: bool = cursor.rowcount > 0
    return kept


def _key_of(place: PlaceWithoutOrigin, *, at: datetime) -> OriginKey:
    """The key of the month; in a tournament that of whoever came first, as long as it is there: all of one tournament can be told apart."""
    name = key_in_use()
    if place.tournament_id is not None:
        first = PlayOrigin.objects.filter(tournament_id=place.tournament_id).order_by("id").values("key")[:1]
        found = OriginKey.objects.filter(pk__in=first, made_with=name).first()
        if found is not None:
            return found
    made, _new = OriginKey.objects.get_or_create(
        month=month_of(at), made_with=name, defaults={"half": secrets.token_bytes(32)}
    )
    return made


def watch_origins(venue_id: int, *, at: datetime, by_user_id: int) -> bool:
    """Have a house keep origins from now on; whether it did not."""
    _row, new = OriginWatch.objects.get_or_create(venue_id=venue_id, defaults={"since": at, "by": by_user_id})
    return new


def end_watch(venue_id: int) -> bool:
    """Have a house keep no origins any more, and forget those it has; whether it did."""
    # in this order: whoever keeps one at this moment is waited for, and the row is seen
    ended, _rows = OriginWatch.objects.filter(venue_id=venue_id).delete()
    PlayOrigin.objects.filter(venue_id=venue_id).delete()
    return bool(ended)


def forget_origins_of(player_id: int) -> None:
    """Forget from where a player sat down: with what else is personal."""
    PlayOrigin.objects.filter(player_id=player_id).delete()


def forget_old_origins(*, at: datetime) -> None:
    """Forget the origins that are older than what the desk looks through, and the keys of months that are over for long enough."""
    PlayOrigin.objects.filter(at__lt=origins_kept_from(at)).delete()
    OriginKey.objects.filter(month__lt=first_month_with_key(at)).delete()
