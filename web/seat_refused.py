"""Why who had registered for a session got no seat, for its page and for the notice."""

from __future__ import annotations

from django.utils.translation import gettext as _


def why_not_seated(code: str) -> str:
    """Say why who had registered for a session got no seat when it began; "" where that is not so."""
    if not code:
        return ""
    if code == "insufficient_funds":
        return _("You got no seat when the session began: your balance was too small.")
    if code == "entry_paid":
        return _(
            "You got no seat when the session began: the rest of your balance is set aside for an entry you have paid for."
        )
    if code == "play_limit_reached":
        return _("You got no seat when the session began: it would have passed a limit you have set.")
    if code == "time_limit_reached":
        return _(
            "You got no seat when the session began: the time at tables that you set for yourself is used up."
        )
    if code == "no_cash_tables":
        return _("Your registration is over: the house runs no cash tables any more.")
    return _("You got no seat when the session began: the house takes no money of yours to this table now.")
