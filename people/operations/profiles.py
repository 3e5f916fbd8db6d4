"""The public page of a player. Each step needs an open transaction and the player's row."""

from __future__ import annotations

from datetime import datetime

from dispatch.commands import record
from people.facts import ProfileChosen
from people.models import Player, Profile


def show_profile(player: Player, *, shown: bool, prizes: bool, at: datetime) -> bool:
    """Make, change or end the public page; whether anything is other than before."""
    before = Profile.objects.filter(player=player).first()
    if (before is not None) == shown and (before is None or before.prizes == prizes):
        return False
    if before is not None and not shown:
        before.delete()
    elif before is not None:
        before.prizes = prizes
        before.save(update_fields=["prizes"])
    else:
        Profile.objects.create(player=player, prizes=prizes, since=at)
    record(ProfileChosen(player_id=player.pk, shown=shown, prizes=prizes))
    return True
