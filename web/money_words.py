"""How pay-ins and withdrawals by the bank stand, in words: the same for the player and at the house."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from payouts.queries.bank import WaitingAtBank
from payouts.queries.pay_ins import PayInView
from payouts.queries.unclaimed import UnclaimedView
from payouts.queries.withdrawals import WithdrawalView
from rules.paying import PayInMethod, PayInState, UnclaimedState, WithdrawalState
from rules.refusals import N_
from web.templatetags.shuffle import day

METHODS = {PayInMethod.PIX.value: N_("PIX"), PayInMethod.BANK.value: N_("Bank transfer")}
_PAY_IN = {
    PayInState.CONFIRMED.value: N_("Received"),
    PayInState.REFUSED.value: N_("Refused by the house"),
    PayInState.TAKEN_BACK.value: N_("Taken back by the player"),
    PayInState.HELD.value: N_("Not taken: it is sent back"),
    PayInState.SENT_BACK.value: N_("Sent back"),
}
_WITHDRAWAL = {
    WithdrawalState.ASKED.value: N_("Asked for: the amount is set aside"),
    WithdrawalState.PAYING.value: N_("The house is paying it now"),
    WithdrawalState.PAID.value: N_("Paid by the house"),
    WithdrawalState.REFUSED.value: N_("Refused: the amount is in the balance again"),
    WithdrawalState.TAKEN_BACK.value: N_("Taken back: the amount is in the balance again"),
}

_UNCLAIMED = {
    UnclaimedState.OPEN.value: N_("Nobody knows yet whose it is"),
    UnclaimedState.MATCHED.value: N_("In the player's balance"),
    UnclaimedState.SENT_BACK.value: N_("Sent back, or noted by mistake"),
}


def pay_in_words(one: PayInView) -> str:
    """Say how a pay-in stands."""
    if one.state in _PAY_IN:
        return _(_PAY_IN[one.state])
    if one.excluded:
        return _("Excluded from playing: what comes is sent back")
    until = {"day": day(one.open_until, one.timezone)}
    return (
        _("Did not come by %(day)s") % until
        if one.run_out
        else _("Waits for the money until %(day)s") % until
    )


def withdrawal_words(one: WithdrawalView) -> str:
    """Say how a withdrawal stands."""
    return _(_WITHDRAWAL[one.state])


def unclaimed_words(one: UnclaimedView) -> str:
    """Say how money stands that named no reference."""
    return _(_UNCLAIMED[one.state])


def method_words(method: str) -> str:
    """Say how somebody pays in."""
    return _(METHODS[method])


def waiting_words(waiting: WaitingAtBank) -> list[str]:
    """Say what waits for a house: nothing where nothing does."""
    said = []
    if waiting.withdrawals:
        said.append(
            ngettext(
                "%(count)s withdrawal waits to be paid.",
                "%(count)s withdrawals wait to be paid.",
                waiting.withdrawals,
            )
            % {"count": waiting.withdrawals}
        )
    if waiting.held:
        said.append(
            ngettext(
                "%(count)s deposit is to be sent back.",
                "%(count)s deposits are to be sent back.",
                waiting.held,
            )
            % {"count": waiting.held}
        )
    if waiting.unclaimed:
        said.append(
            ngettext(
                "%(count)s payment named no reference: say whose it is.",
                "%(count)s payments named no reference: say whose they are.",
                waiting.unclaimed,
            )
            % {"count": waiting.unclaimed}
        )
    if waiting.pay_ins:
        said.append(
            ngettext(
                "%(count)s deposit waits for its money.",
                "%(count)s deposits wait for their money.",
                waiting.pay_ins,
            )
            % {"count": waiting.pay_ins}
        )
    return said
