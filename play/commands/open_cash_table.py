"""Open a cash table, at which hands are played for money."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Annotated

from dispatch.cards import Card
from dispatch.commands import command, record
from dispatch.facts import ABSENT, Actor, CommandId
from dispatch.fields import Choice, Integer, Text
from people.queries import require
from play.facts import CashTermsSet
from play.models import DueKind, PlayTable, TableKind
from play.operations.escrow import no_cash_tables, open_escrow
from play.operations.hands import open_for_play
from play.operations.tables import chosen_play
from play.queries.cash import terms_of
from play.results import OpenTableResult
from rules.betting import MAX_CHIPS
from rules.hands import HeadsUp
from rules.online import (
    CASH_ONLOOKERS_LATE,
    HOLDEM,
    ONLINE_GAMES,
    RakeManner,
    check_session,
    check_terms,
    table_policies,
)
from rules.permissions import Permission
from rules.policies import BETS_AND_RAISES, ONLOOKERS_LATE_AT_MOST
from rules.refusals import not_found
from rules.validation import integer, one_of, text
from tournaments.models import Venue
from tournaments.operations.clock import venue_frozen


@command(
    "play.open_cash_table",
    Card(permission=Permission.RUN_PLAY_TABLES, address="venues/<id:venue_id>/cash-tables"),
)
def open_cash_table(
    *,
    command_id: CommandId,
    at: datetime,
    by: Actor,
    venue_id: int,
    name: Annotated[str, Text(max_length=60)],
    small_blind_cents: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)],
    big_blind_cents: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)],
    least_buy_in_cents: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)],
    most_buy_in_cents: Annotated[int, Integer(min_value=1, max_value=MAX_CHIPS)],
    rake_manner: Annotated[str, Choice(choices=[manner.value for manner in RakeManner])],
    rake_bp: Annotated[int, Integer(min_value=100, max_value=2000)],
    seats: Annotated[int, Integer(min_value=2, max_value=10)] = 9,
    decision_seconds: Annotated[int, Integer(min_value=5, max_value=120)] = 15,
    game: Annotated[str, Choice(choices=list(ONLINE_GAMES))] = HOLDEM,
    heads_up: Annotated[str, Choice(choices=[one.value for one in HeadsUp])] = HeadsUp.AS_WRITTEN.value,
    bets_and_raises: Annotated[int, Integer(min_value=BETS_AND_RAISES[0], max_value=BETS_AND_RAISES[1])]
    | None = None,
    onlookers_delay_seconds: Annotated[
        int, Integer(min_value=0, max_value=ONLOOKERS_LATE_AT_MOST)
    ] = CASH_ONLOOKERS_LATE,
    starts_at: datetime | None = None,
    minutes: Annotated[int, Integer(min_value=1, max_value=1440)] = 60,
) -> OpenTableResult:
    """Open a cash table in the house's currency: every chip there is a cent of its account in the ledger.

    rake_manner: `pot`, 1 to 5 % of each payment of each pot, or `buy_in`, 5 to 20 % of what players bring; rake_bp: in basis points. game, heads_up, bets_and_raises: as for a demo table. While all clocks of the house stand, it stands with them.
    starts_at: of a table that is played for a session, of so many minutes: players register, seats are drawn among them when it begins, and the hand that is
    played when it is over is the last one. Without it the table is played without an end. onlookers_delay_seconds: how late who does not sit there sees it.
    Refusals: ``forbidden``, ``not_found``, ``no_cash_tables``, ``online_game``, ``bad_stakes``, ``bad_session``, ``bad_buy_in_range``, ``bad_rake``, ``no_card_key``,
    ``text_missing``, ``no_such_choice``, ``number_too_small``, ``number_too_large``.
    Rule: PT-H.5, PT-H.6, PT-H.11, PT-H.13, PT-H.14, PT-H.16, PT-H.17, PT-H.22, PT-H.24, PT-H.38, PT-H.43, PT-H.48, PT-O.1, PT-O.13, PT-O.14, PT-O.16, PT-O.24
    """
    require(by, permission=Permission.RUN_PLAY_TABLES, venue_id=venue_id)
    venue = Venue.objects.filter(pk=venue_id).first()
    if venue is None:
        raise not_found("venue")
    if not venue.cash_tables:
        raise no_cash_tables()
    table_policies(game)
    minutes = integer("minutes", minutes, low=1, high=1440)
    if starts_at is not None:
        check_session(starts_at=starts_at, minutes=minutes, at=at)
    amount = partial(integer, low=1, high=MAX_CHIPS, currency=venue.currency)
    stands = venue_frozen(venue_id)
    table = PlayTable(
        venue=venue,
        kind=TableKind.CASH,
        game=game,
        **chosen_play(heads_up=heads_up, bets_and_raises=bets_and_raises),
        name=text("name", name, at_most=60),
        seats_count=integer("seats", seats, low=2, high=10),
        small_blind_chips=amount("small_blind_cents", small_blind_cents),
        big_blind_chips=amount("big_blind_cents", big_blind_cents),
        stack_chips=amount("least_buy_in_cents", least_buy_in_cents),
        currency=venue.currency,
        least_buy_in_cents=least_buy_in_cents,
        most_buy_in_cents=amount("most_buy_in_cents", most_buy_in_cents),
        rake_manner=one_of("rake_manner", rake_manner, [manner.value for manner in RakeManner]),
        rake_bp=integer("rake_bp", rake_bp, low=1, high=10_000),
        decision_seconds=integer("decision_seconds", decision_seconds, low=5, high=120),
        onlookers_delay_seconds=integer(
            "onlookers_delay_seconds", onlookers_delay_seconds, low=0, high=ONLOOKERS_LATE_AT_MOST
        ),
        session_starts_at=starts_at,
        session_minutes=None if starts_at is None else minutes,
        due_kind="" if starts_at is None else DueKind.BEGIN,
        due_at=starts_at,
        opened_at=at,
        held_at=at if stands else None,
        held_with_clocks=stands,
    )
    check_terms(terms_of(table))
    table.save(force_insert=True)
    open_escrow(table)
    first = open_for_play(table, at=at)
    record(
        CashTermsSet(
            table_id=table.pk,
            players=(),
            currency=table.currency,
            least_buy_in_cents=least_buy_in_cents,
            most_buy_in_cents=most_buy_in_cents,
            rake_manner=rake_manner,
            rake_bp=rake_bp,
            onlookers_delay_seconds=onlookers_delay_seconds,
            heads_up=heads_up,
            bets_and_raises=ABSENT if bets_and_raises is None else bets_and_raises,
            starts_at=ABSENT if starts_at is None else starts_at.isoformat(),
            minutes=ABSENT if starts_at is None else minutes,
        )
    )
    return OpenTableResult(table_id=table.pk, root=first.root, second_root=first.second_root)
