"""Prizes: how many places, which shares, how much to the cent."""

from rules.prizes.awards import PRIZE_UNITS, awards, due_on, prize_unit, prizes, satellite_seats, shared_prize
from rules.prizes.pool import PoolStatement, funds_of_guarantee, pool_statement
from rules.prizes.table import (
    WHOLE,
    PayoutTable,
    Tier,
    custom_table,
    for_field,
    generated_table,
    minimum_bp_for,
    percent_of,
    percent_table,
    places_paid,
    places_paid_by_flight,
    published_table,
    rest_for_first,
    table_for,
    table_from_weights,
)

__all__ = [
    "PRIZE_UNITS",
    "WHOLE",
    "PayoutTable",
    "PoolStatement",
    "Tier",
    "awards",
    "custom_table",
    "due_on",
    "for_field",
    "funds_of_guarantee",
    "generated_table",
    "minimum_bp_for",
    "percent_of",
    "percent_table",
    "places_paid",
    "places_paid_by_flight",
    "pool_statement",
    "prize_unit",
    "prizes",
    "published_table",
    "rest_for_first",
    "satellite_seats",
    "shared_prize",
    "table_for",
    "table_from_weights",
]
