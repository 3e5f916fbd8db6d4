"""What the pages call the fields that programs know by other names."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from rules.refusals import N_

FIELD_WORDS = {
    "name": N_("Name"),
    "number": N_("Event number"),
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
    "yes": N_("Yes"),
    "no": N_("No"),
}


def field_word(field: Any) -> str:
    """A field by its label, in the page's language."""
    return _(FIELD_WORDS[field]) if field in FIELD_WORDS else str(field)


# rule sets that come with the product, as people call them; a house's own goes by the name it was given
RULE_SET_TITLES = {
    "adtp": N_("ADTP (live tournaments of Latin America)"),
    "h2": N_("H2 Club (ADTP with the club's variations)"),
    "scpt": N_("SCPT 2024 (Santa Catarina Poker Tour)"),
    "pt_online": N_("Portugal (tournaments played online)"),
}


def rule_set_title(name: str) -> str:
    """What a rule set is called in the page's language."""
    return _(RULE_SET_TITLES[name]) if name in RULE_SET_TITLES else name
