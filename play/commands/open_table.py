"""Open a demo table, at which people play for play chips."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command
from dispatch.facts import Actor, CommandId
from dispatch.fields import Choice, Integer, Text
from people.queries import require
from play.models import PlayTable, TableKind
from play.operations.hands import open_for_play
from play.operations.tables import chosen_play
from play.results import OpenTableResult
from rules.betting import MAX_CHIPS
from rules.hands import HeadsUp
from rules.online import HOLDEM, ONLINE_GAMES, table_policies
from rules.permissions import Permission
from rules.policies import BETS_AND_RAISES
from rules.refusals import N_, Refused
from rules.validation import integer, text
from tournaments.operations.clock import venue_frozen

_LEAST_BIG_BLINDS = 10


@command(
    "play.open_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="venues/<id:venue_id>/play-tables"),
)
def open_table(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: Annotated[str, Text(max_length=60)],
    seats: Annotated[int, Integer(min_value=2, max_value=10)] = 9,
    small_blind_chips: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)] = 50,
    big_blind_chips: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)] = 100,
    stack_chips: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)] = 10_000,
    decision_seconds: Annotated[int, Integer(min_value=5, max_value=120)] = 15,
    game: Annotated[str, Choice(choices=list(ONLINE_GAMES))] = HOLDEM,
    heads_up: Annotated[str, Choice(choices=[one.value for one in HeadsUp])] = HeadsUp.AS_WRITTEN.value,
    bets_and_raises: Annotated[int, Integer(min_value=BETS_AND_RAISES[0], max_value=BETS_AND_RAISES[1])]
    | None = None,
) -> OpenTableResult:
    """Open a demo table: no account is touched there and nothing is won. stack_chips: what everybody sits down with. game: `nlhe`,
    `plhe`, `hphe` (half-pot), `lhe` (limit: the bet is the big blind, two of them on turn and river, a bet and three raises a round), and
    with four cards `nlo`, `plo`, `hpo` and `lo` (Omaha). heads_up: `as_written`, or `button_small` where the regulator approved it; bets_and_raises: the
    most of a round with any limit, the game's own where none is named. While all clocks of the house stand, it stands with them.

    Refusals: ``forbidden``, ``online_game``, ``bad_stakes``, ``no_card_key``, ``text_missing``, ``no_such_choice``, ``number_too_small``, ``number_too_large``.
    Rule: PT-H.4, PT-H.5, PT-H.14, PT-H.22, PT-H.24, PT-H.38, PT-H.43, PT-H.48, PT-H.74, PT-H.75, PT-O.1, PT-O.24, PT-O.74, PT-O.75
    """
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=venue_id)
    table_policies(game)
    small = integer("small_blind_chips", small_blind_chips, low=1, high=MAX_CHIPS)
    big = integer("big_blind_chips", big_blind_chips, low=1, high=MAX_CHIPS)
    stack = integer("stack_chips", stack_chips, low=1, high=MAX_CHIPS)
    if not small <= big or stack < _LEAST_BIG_BLINDS * big:
        raise Refused(
            "bad_stakes",
            N_("The small blind is at most the big blind, and a stack at least %(least)s big blinds."),
            rule="PT-H.22",
            least=_LEAST_BIG_BLINDS,
        )
    stands = venue_frozen(venue_id)
    table = PlayTable.objects.create(
        venue_id=venue_id,
        kind=TableKind.DEMO,
        game=game,
        **chosen_play(heads_up=heads_up, bets_and_raises=bets_and_raises),
        name=text("name", name, at_most=60),
        seats_count=integer("seats", seats, low=2, high=10),
        small_blind_chips=small,
        big_blind_chips=big,
        stack_chips=stack,
        decision_seconds=integer("decision_seconds", decision_seconds, low=5, high=120),
        opened_at=at,
        held_at=at if stands else None,
        held_with_clocks=stands,
    )
    first = open_for_play(table, at=at)
    return OpenTableResult(table_id=table.pk, root=first.root, second_root=first.second_root)
