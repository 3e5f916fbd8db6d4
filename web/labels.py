"""What the pages call the rule sets, methods of payment, and the states of entries, seats and players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules.levels import from_dict as structure_from
from rules.refusals import N_

# rule sets that come with the product, as people call them; a house's own goes by the name it was given
RULE_SET_TITLES = {
    "adtp": N_("ADTP (live tournaments of Latin America)"),
    "h2": N_("H2 Club (ADTP with the club's variations)"),
    "scpt": N_("SCPT 2024 (Santa Catarina Poker Tour)"),
    "pt_online": N_("Portugal (tournaments played online)"),
}

# as what somebody works in a house
ROLE_WORDS = {
    "owner": N_("Owner"),
    "director": N_("Director"),
    "desk": N_("Registration desk"),
    "floor": N_("Floor"),
    "integrity": N_("Integrity officer"),
}

# of the displays
GROUND_WORDS = {
    "dark": N_("Dark"),
    "colour": N_("The house's colour"),
    "light": N_("Light, for bright rooms"),
}

# each in itself
LANGUAGES = (("pt-br", "Português (Brasil)"), ("pt", "Português (Portugal)"), ("en", "English"))

EXCLUDED_PRIZE_WORDS = {
    "pay": N_("is paid, with a reason"),
    "hold": N_("is held; the director pays it, with a reason"),
    "refuse": N_("is not paid while the exclusion stands"),
}

METHOD_WORDS = {
    "cash": N_("Cash"),
    "debit": N_("Debit card"),
    "credit": N_("Credit card"),
    "transfer": N_("Transfer"),
    "balance": N_("Balance"),
    "free": N_("Free"),
    "owed": N_("Owed"),
}

# what each looks like on a card
METHOD_ICONS = {
    "cash": "banknote",
    "debit": "credit-card",
    "credit": "credit-card",
    "transfer": "arrow-right-left",
    "balance": "wallet",
}

ENTRY_WORDS = {
    "waiting": N_("Waits for a seat"),
    "registered": N_("Registered"),
    "playing": N_("Playing"),
    "out": N_("Out"),
    # a registration without an entry yet
    "unpaid": N_("Registered, not paid yet"),
    "ahead": N_("Registered and paid"),
    # of a cancelled tournament: an entry that was cancelled by itself before
    "taken_back": N_("Cancelled before"),
}

# what is sold, by the kind of its receipt
RECEIPT_WORDS = {
    "entry": N_("Entry"),
    "re_entry": N_("Re-entry"),
    "rebuy": N_("Rebuy"),
    "add_on": N_("Add-on"),
}

# beside each stands its sign (web/signs.py): state is never told by colour alone
CHAIR_WORDS = {
    "seated": N_("seated"),
    "unverified": N_("not verified"),
    "locked": N_("waits for the button"),
    "away": N_("away"),
    "penalty": N_("penalty"),
    "empty": N_("empty"),
}

PART_WORDS = {
    # of one price: the pool itself is the sum of all
    "prize_pool": N_("to the prizes"),
    "house_fee": N_("house fee"),
    "administrative_fee": N_("administrative fee"),
    "staff_fund": N_("staff fund"),
    "ranking_fund": N_("ranking fund"),
    "bounty": N_("bounty"),
}

PENALTY_WORDS = {
    "warning": N_("Warning"),
    "missed_hand": N_("One hand to sit out"),
    "missed_rounds": N_("Rounds to sit out"),
    "disqualification": N_("Disqualified"),
}


def rule_set_title(name: str) -> str:
    """Return what a rule set is called in the page's language."""
    return _(RULE_SET_TITLES[name]) if name in RULE_SET_TITLES else name


def method_word(method: str) -> str:
    """Return a method of payment in the page's language."""
    return _(METHOD_WORDS[method]) if method in METHOD_WORDS else str(method)


def entry_word(state: str) -> str:
    """Return the state of an entry in the page's language."""
    if state == "cancelled":
        return pgettext("an entry", "Cancelled")
    return _(ENTRY_WORDS[state]) if state in ENTRY_WORDS else str(state)


def re_entry_word(ordinal: int) -> str:
    """Return which entry of the same player it is, as the books call it: "" for the first, then re-entry, re-entry 2."""
    if ordinal < 2:
        return ""
    return _("re-entry") if ordinal == 2 else _("re-entry %(number)s") % {"number": ordinal - 1}


def receipt_word(kind: str) -> str:
    """Return what a receipt is for, in the page's language."""
    return _(RECEIPT_WORDS[kind]) if kind in RECEIPT_WORDS else str(kind)


def rule_word(rule: str) -> str:
    """Return the id of a rule as it stands behind a sentence, of several all of them; "" where there is none."""
    if not rule:
        return ""
    rule = rule.replace("-", "-\u2060")  # no line ends within an id
    if "," in rule or "·" in rule:
        return _("Rules %(rules)s") % {"rules": rule}
    return _("Rule %(rule)s") % {"rule": rule}


def chair_word(state: str) -> str:
    """Return the state of a seat in the page's language."""
    return _(CHAIR_WORDS[state]) if state in CHAIR_WORDS else str(state)


def part_word(component: str) -> str:
    """Return a part of a price in the page's language."""
    return _(PART_WORDS[str(component)]) if str(component) in PART_WORDS else str(component)


#: What penalties are mostly given for.
PENALTY_REASONS = (
    N_("Acting out of turn"),
    N_("Showing cards"),
    N_("Abusive language"),
    N_("Phone at the table"),
    N_("Delaying the game"),
    N_("Talking about the hand"),
    N_("Hidden chips"),
    N_("Collusion"),
    N_("Other breach"),
)


@cache
def _penalty_reasons() -> Mapping[str, str]:
    """The reasons of the list in every language of the house → as the code has them."""
    # as it stands in records from before it was renamed
    found = {"Telephone at the table": "Phone at the table"}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            found.update({_(reason): reason for reason in PENALTY_REASONS})
    return found


def penalty_reason(text: str) -> str:
    """Return why a penalty was given: in the reader's language where it is of the list, whoever gave it; else as it was written."""
    known = _penalty_reasons().get(text)
    return _(known) if known else text


def penalty_reasons_known() -> dict[str, str]:
    """Return the reasons of the list in every language → in the reader's."""
    return {text: _(reason) for text, reason in _penalty_reasons().items()}


def penalty_word(kind: str) -> str:
    """Return a kind of penalty in the page's language."""
    return _(PENALTY_WORDS[kind]) if kind in PENALTY_WORDS else str(kind)


def late_level_word(level: int, *, structure: Mapping[str, Any] | None) -> str:
    """Return until when late registration lasts that a level closes, or the break right after it where the structure says so;
    without a structure by the level alone. Rule: SCPT.H
    """
    if structure is not None and structure.get("late_registration_through_recess"):
        if structure_from(structure).recess_follows(level):
            return _("to the end of the break after level %(level)s") % {"level": level}
    return _("to the end of level %(level)s") % {"level": level}
