"""What the pages call the rule sets."""

from __future__ import annotations

from django.utils.translation import gettext as _

from rules.refusals import N_

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
