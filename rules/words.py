"""Words that stand in the places of a sentence, to be translated with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.refusals import N_

#: What a sentence may say is not there: each word is translated where the sentence is said.
THINGS = (
    N_("tournament"),
    N_("venue"),
    N_("season"),
    N_("series"),
    N_("stage"),
    N_("receipt"),
    N_("entry"),
    N_("registration"),
    N_("complaint"),
    N_("hand"),
    N_("session"),
    N_("purchase"),
    N_("month"),
    N_("action"),
    N_("proposal"),
    N_("order"),
    N_("command"),
    N_("player"),
    N_("table"),
    N_("seat"),
    N_("hand"),
    N_("screen"),
    N_("message"),
    N_("pay-in"),
    N_("withdrawal"),
)

#: How a tournament and its clock stand.
STATE_WORDS = {
    "draft": N_("Draft"),
    "announced": N_("Announced"),
    "registering": N_("Registration open"),
    "running": N_("Running"),
    "paused": N_("Paused"),
    "frozen": N_("All clocks stopped"),
    "recess": N_("Recess"),
    "hand_for_hand": N_("Hand for hand"),
    "late_registration_closing": N_("Late registration closing"),
    "bubble": N_("Bubble"),
    "in_the_money": N_("In the money"),
    "final_table": N_("Final table"),
    "decided": N_("Waiting for the result"),
    "finished": N_("Finished"),
    "cancelled": N_("Cancelled"),
}

#: What people call the fields that programs know by other names.
FIELD_WORDS = {
    "name": N_("Name"),
    "number": N_("Event number"),
    "main_event": N_("Main Event"),
    "high_roller": N_("High Roller"),
    "surrender": N_("Surrender of a short stack"),
    "alternates": N_("Alternates"),
    "ranks": N_("Counts for the ranking"),
    "chip_set": N_("Chips of the starting stack"),
    "variant": N_("Game"),
    "format": N_("Format"),
    "starts_at": N_("Start"),
    "registration_opens_at": N_("Registration opens"),
    "price_cents": N_("Price"),
    "price_periods": N_("Other prices for a time"),
    "guarantee_cents": N_("Guarantee"),
    "starting_stack_chips": N_("Starting stack"),
    "seats_per_table": N_("Seats at a table"),
    "capacity": N_("Capacity"),
    "first_table_number": N_("First table number"),
    "late_registration_level": N_("Late registration"),
    "late_registration_minutes": N_("Late registration, minutes"),
    "length_minutes": N_("Ends after, minutes"),
    "cancel_minutes_before_start": N_("Cancelling, minutes before the start"),
    "re_entries_per_player": N_("Re-entries per player"),
    "time_chip_chips": N_("Bonus chips"),
    "time_chip_minutes_before_start": N_("Bonus until, minutes before the start"),
    "ranking_weight_milli": N_("Ranking weight"),
    "redraw_at": N_("Redraw at"),
    "payout_table": N_("Payout table"),
    "prize_unit_cents": N_("Prizes rounded to"),
    "structure": N_("Structure"),
    "split": N_("Price"),
    "practice": N_("For real or for practice"),
    "online": N_("Online"),
    "rule_set": N_("Rule set"),
    "stage_id": N_("Stage"),
    "rebuy": N_("Rebuy"),
    "add_on": N_("Add-on"),
    "rebuy price": N_("Rebuy: price"),
    "rebuy chips": N_("Rebuy: chips"),
    "rebuy per player": N_("Rebuys per player"),
    "rebuy level": N_("Rebuy: until level"),
    "add_on price": N_("Add-on: price"),
    "add_on chips": N_("Add-on: chips"),
    "add_on per player": N_("Add-ons per player"),
    "add_on level": N_("Add-on: in the break after level"),
    "denomination": N_("Denomination"),
    "number of chips": N_("Number of chips"),
    "slug": N_("Short name for addresses"),
    "city": N_("City"),
    "address": N_("Address"),
    "timezone": N_("Time zone"),
    "language": N_("Language"),
    "currency": N_("Currency"),
    "terms_version": N_("Version of the terms"),
    "terms_text": N_("Text of the terms"),
    "surcharges_bp": N_("Surcharge of the method, in percent"),
    "pix_key": N_("PIX key"),
    "pix_receiver": N_("Receiver's name"),
    "pix_city": N_("Receiver's city"),
    "place": N_("Place"),
    "points_c_milli": N_("Constant c"),
    "email": N_("E-mail"),
    "password": N_("Password"),
    "reason": N_("Reason"),
    "table_number": N_("Table"),
    "round": N_("Round"),
    "falling_deal_id": N_("Deal"),
    "added_chips": N_("Chips added"),
    "removed_chips": N_("Chips taken away"),
    "seat_number": N_("Seat"),
    "entry_id": N_("Entry"),
    "stack_chips": N_("Stack"),
    "hand_number": N_("Hand"),
    "kind": N_("Kind"),
    "rounds": N_("Rounds"),
    "rule": N_("Rule"),
    "charge": N_("Time charged"),
    "choice": N_("Choice"),
    "decision": N_("Decision"),
    "override_reason": N_("Reason"),
    "hand": N_("Hand"),
    "away": N_("Away"),
    "waits": N_("Waits"),
    "by_entries": N_("Taken out by"),
    "stack_chips_start": N_("Stack at the start of the hand"),
    "template_id": N_("Template"),
    "method": N_("Method"),
    "count": N_("How many"),
    "counts_reason": N_("Reason"),
    "tournament_id": N_("Tournament"),
    "turn": N_("Turn"),
    "why": N_("Reason"),
    "reference": N_("Reference"),
    "cents": N_("Amount"),
    "destination": N_("Account"),
    "bank_note": N_("What the bank says of the transfer"),
    "bank_account": N_("Account for transfers"),
    "phone_money": N_("Pay-ins and withdrawals"),
    "said": N_("Text"),
    "to_chips": N_("Amount"),
    "act": N_("Act"),
    "minutes": N_("Minutes"),
    "seats": N_("Seats"),
    "small_blind_cents": N_("Small blind"),
    "big_blind_cents": N_("Big blind"),
    "least_buy_in_cents": N_("Least buy-in"),
    "most_buy_in_cents": N_("Most buy-in"),
    "rake_manner": N_("Commission"),
    "rake_bp": N_("Per cent"),
    "decision_seconds": N_("Seconds to decide"),
    "onlookers_delay_seconds": N_("Seconds late for who looks on"),
    "small_blind_chips": N_("Small blind"),
    "big_blind_chips": N_("Big blind"),
    "street": N_("Betting round"),
    "facing_chips": N_("Amount"),
    "ahead": N_("Decided ahead"),
    "minimum_bp": N_("Per cent"),
    "condition": N_("Rebuy: who may"),
    "minutes_before_start": N_("Bonus until, minutes before the start"),
    "until_level": N_("Until level"),
    "agrees": N_("Agrees"),
    "extra_cents": N_("Amount"),
    "amount_cents": N_("Amount"),
    "reserve_cents": N_("Amount"),
    "veto": N_("Veto"),
    "fund": N_("Fund"),
    "paid_to": N_("Paid to"),
    "yes": N_("Yes"),
    "no": N_("No"),
}


def field_word(field: Any, *, say: Callable[[str], str]) -> str:
    """Return a field by its label. say: translates one word."""
    return say(FIELD_WORDS[field]) if field in FIELD_WORDS else str(field)


def readable(
    params: Mapping[str, Any], *, say: Callable[[str], str], by_label: bool = False
) -> dict[str, Any]:
    """Return the values of a sentence with those that are words in the reader's language: what is not there, how a tournament
    stands. by_label: fields, too; a program knows them by their names. say: translates one word."""
    words = {}
    if by_label and "field" in params:
        words["field"] = field_word(params["field"], say=say)
    if by_label and params.get("what") in FIELD_WORDS:
        words["what"] = field_word(params["what"], say=say)
    if params.get("what") in THINGS:
        words["what"] = say(params["what"])
    if params.get("state") in STATE_WORDS:
        words["state"] = say(STATE_WORDS[params["state"]]).lower()
    return {**params, **words}
