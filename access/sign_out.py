"""Going out: what becomes of the seats at tables online of who signs out, told alike on the page and by the API."""

from __future__ import annotations

from dataclasses import dataclass

from dispatch.facts import Actor
from people.queries import player_of_user
from play.queries.sessions import SeatHeld, seats_held
from rules.refusals import N_

#: Above all the others.
STAYS = N_("Signing out does not stand you up. This is what happens then:")
_PLAYED_ON = N_(
    "A hand is played on: when your time is over you check where it is free, and else your cards are folded."
)
_SITS_OUT = N_(
    "Once your time ran out in two hands in a row you sit out. Ten minutes later the seat is free."
)
_MONEY = N_("The chips of a cash table go to your balance then.")
_EVENT = N_(
    "A tournament: your seat is yours until your last chip. Your blinds are taken, and your hands are checked where it is free and else folded, until you are back."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatsBehind:
    """The seats that somebody leaves behind: at tables that one may leave, and of tournaments; and what happens to each kind, as sentences to be translated."""

    player_id: int
    free: list[SeatHeld]
    events: list[SeatHeld]

    @property
    def of_free(self) -> list[str]:
        money = [_MONEY] if any(one.currency for one in self.free) else []
        return [_PLAYED_ON, _SITS_OUT, *money] if self.free else []

    @property
    def of_events(self) -> list[str]:
        return [_EVENT] if self.events else []


def seats_behind(by: Actor) -> SeatsBehind | None:
    """Return where somebody who signs out still sits; None for who sits nowhere, and on a device of the house. Rule: PT-H.9, PT-H.69"""
    player_id = player_of_user(by.user_id) if by.user_id is not None and by.device_id is None else None
    seats = [] if player_id is None else seats_held(player_id)
    if player_id is None or not seats:
        return None
    return SeatsBehind(
        player_id=player_id,
        free=[one for one in seats if one.tournament_id is None],
        events=[one for one in seats if one.tournament_id is not None],
    )
