"""Facts of played tables. A card stands in one only when it lies open for everybody."""

from __future__ import annotations

from typing import Any

from play.streams import PlayFact


class PlayTableOpened(PlayFact, kind="play_table_opened"):
    """A table can be sat down at. root: what the deck of its first hand is committed to."""

    name: str
    table_kind: str
    seats: int
    small_blind_chips: int
    big_blind_chips: int
    stack_chips: int
    root: str


class PlayTableClosed(PlayFact, kind="play_table_closed"):
    """Nobody sits at the table any more, and nobody can."""


class PlayerSatDown(PlayFact, kind="player_sat_down"):
    """rehearsal: the player is nobody, and acts by itself."""

    seat: int
    name: str
    chips: int
    rehearsal: bool


class PlayerStoodUp(PlayFact, kind="player_stood_up"):
    """chips: what the player had left."""

    seat: int
    name: str
    chips: int


class PlayerSatOut(PlayFact, kind="player_sat_out"):
    """The player is dealt no more hands until coming back. timed_out: because the time to decide ran out."""

    seat: int
    timed_out: bool


class PlayerCameBack(PlayFact, kind="player_came_back"):
    """The player is dealt in from the next hand on."""

    seat: int


class HandDealt(PlayFact, kind="hand_dealt"):
    """root: what the deck was committed to before, in the record of the hand before it (or of the table's opening);
    next_root: what the next one's is. stacks: [seat, chips]. button_seed: from which the button was drawn; "" where it moved.
    """

    number: int
    button: int
    button_seed: str
    small_blind: int
    big_blind: int
    small_blind_chips: int
    big_blind_chips: int
    stacks: list[list[int]]
    root: str
    next_root: str


class HandActed(PlayFact, kind="hand_acted"):
    """to_chips: what stands in front of the player now. manner: by the player, because time ran out, because nobody was there."""

    number: int
    turn: int
    seat: int
    act: str
    to_chips: int
    manner: str


class StreetOpened(PlayFact, kind="street_opened"):
    """Cards were turned on the board."""

    number: int
    street: str
    cards: list[str]


class HandSettled(PlayFact, kind="hand_settled"):
    """Who won which pot, with the hands that were shown and no others."""

    number: int
    result: dict[str, Any]


class StackRefilled(PlayFact, kind="stack_refilled"):
    """Play chips were given to somebody who had fewer than one big blind."""

    seat: int
    added_chips: int
    stack_chips: int
