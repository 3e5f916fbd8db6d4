"""What holds at the online tables, in sentences with the clause where each is written: of all of them, or of one.

Longer than others because the sentences of one page stand together, in the order in which they are read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from access import moment
from play.models import TableKind
from play.queries.counted_days import hands_of_late
from play.queries.tables import TableTerms
from rules.hands import CardGame, HeadsUp
from rules.online import (
    CASH_ONLOOKERS_LATE,
    GAIN_EVERY_HANDS,
    HOLDEM,
    LAG_CAP_MS,
    LATE_IN_A_ROW,
    LEAST_BIG_BLINDS,
    OFFER_STANDS,
    RAKE_BOUNDS,
    RECONNECTS_AN_HOUR,
    RETURN_WITHIN,
    SEAT_KEPT_FOR,
    VOID_AFTER,
    ComplaintPolicy,
    RakeManner,
    TimePolicy,
    table_policies,
)
from rules.policies import Policies
from rules.refusals import N_
from web.player.game_words import words_of_game
from web.public.page import shared_page
from web.public.policies import PolicyLine
from web.templatetags.shuffle import grouped, money, plain_number

_AT_ONCE = N_("Who does not sit at a table sees it as it is.")
_EVERYWHERE = frozenset(TableKind)
_EVENT, _CASH, _DEMO = (frozenset({kind}) for kind in (TableKind.TOURNAMENT, TableKind.CASH, TableKind.DEMO))

_TWO_PLAYERS: Mapping[HeadsUp, str] = {
    HeadsUp.AS_WRITTEN: N_(
        "The player not on the button posts the small blind and acts first on every street; the button posts the big blind."
        " That is how the regulation has it, which makes no exception for two players: the first seat to the left of the button"
        " posts the small blind and the second, here the button itself, the big blind."
    ),
    HeadsUp.BUTTON_SMALL: N_(
        "The button posts the small blind, acts first before the flop and last after it."
    ),
}


@dataclass(frozen=True, slots=True)
class OnlineRule:
    """A line of the page. where: at which kinds of tables it holds."""

    line: PolicyLine
    where: frozenset[TableKind]


@dataclass(frozen=True, slots=True)
class _Written:
    """A policy whose words do not depend on the table."""

    about: str
    says: str
    rule: str
    where: frozenset[TableKind] = _EVERYWHERE


_AROUND_THE_HAND: tuple[_Written, ...] = (
    _Written(
        N_("Button"),
        N_(
            "It moves to the next seat in which somebody plays; the two seats to its left post the small and the big blind."
            " It is drawn for the first hand, and again where play begins anew after fewer than two were left to play."
        ),
        "PT-H.46 · PT-H.48 · PT-H.64",
    ),
    _Written(
        N_("Forced bets"),
        N_(
            "The two blinds and nothing else: no ante, no straddle, and nothing is posted for blinds that were missed. Who sits"
            " down or comes back is dealt in from the next hand on."
        ),
        "PT-H.21",
        _CASH | _DEMO,
    ),
    _Written(
        N_("Forced bets in a tournament"),
        N_(
            "The two blinds and nothing else, as the book has it: no straddle, and nothing is posted for blinds that were missed. Where"
            " the rule set of a tournament has antes, by specific rules that the regulator approved, they are posted as its structure"
            " says: of each player, or of the big blind for all, before the blind unless the rule set says otherwise. Who could pay"
            " the ante alone plays for the antes alone."
        ),
        "PT-H.21 · PT-T.46 · ADTP.P11",
        _EVENT,
    ),
)
_END_OF_HAND: tuple[_Written, ...] = (
    _Written(
        N_("Showdown"),
        N_(
            "Every hand that was not folded is shown: first that of who bet or raised last, else from the button's left. Who is"
            " left alone wins without showing."
        ),
        "PT-H.59 · PT-H.36",
    ),
    _Written(
        N_("All-in"),
        N_(
            "As soon as nobody can bet any more, the cards of everybody left are turned up and lie open while the board comes; in"
            " hand for hand the rules of a tournament may keep them down to the end."
        ),
        "ADTP.16",
        _EVENT,
    ),
    _Written(
        N_("Cards of one's own"),
        N_(
            "Nobody can show cards before the showdown or tell them: there is no button for it, no rabbit hunting and no chat at"
            " the table."
        ),
        "PT-H.11",
    ),
    _Written(
        N_("One player to a hand"),
        N_(
            "Nobody plays together with another, loses on purpose to pass chips, or lets a program decide. Whoever sees something of"
            " the kind reports it from the hand; the house looks at how hands were played, too."
        ),
        "PT-H.11",
    ),
    _Written(
        N_("Hand review"),
        N_(
            "Cards that were folded stay hidden. Only the house's integrity officer or its owner can open those of a hand that is"
            " over, never of one that they played, with a reason that is recorded."
        ),
        "PT-H.11",
    ),
    _Written(
        N_("One board"),
        N_(
            "Five cards on the board, once: a pot is not run twice and not insured, and the players do not divide it among"
            " themselves."
        ),
        "PT-H.25 · PT-H.28",
    ),
)
_ABSENT: tuple[_Written, ...] = (
    _Written(
        N_("Time's up"),
        N_(
            "It counts as a check where that is free, else as a fold. In a tournament the player sits out at once."
        ),
        "PT-H.45 · PT-T.43",
        _EVENT,
    ),
    _Written(
        N_("Sitting out in a tournament"),
        N_(
            "Who is away is dealt in and pays the blinds; the hand is checked where that is free, else folded, at once. One tap"
            " brings the player back."
        ),
        "PT-T.26 · PT-T.27",
        _EVENT,
    ),
    _Written(
        N_("A bounty on each head"),
        N_(
            "Where a tournament has bounties, that of a player who is out goes to who won the last pot in which the player's chips lay, in the"
            " account at the end of the hand; several who share that pot share it in equal parts, odd cents from the button's left. Who buys"
            " new chips is not out. The champion keeps their own, and has those that nobody won unless the rule set says otherwise."
        ),
        "PT-T.33 · PT-T.34",
        _EVENT,
    ),
    _Written(
        N_("Full tournament"),
        N_(
            "Where it keeps a waiting line, who pays when all seats are taken waits in the order of coming, and is drawn to the first seat that a"
            " hand leaves free, with a whole stack. Who was never seated has everything back if the tournament is called off."
        ),
        "PT-T.36 · PT-T.39",
        _EVENT,
    ),
    _Written(
        N_("Play chips"),
        N_("Play chips are worth nothing. Who has less than a big blind gets new ones."),
        "PT-H.74 · PT-H.75",
        _DEMO,
    ),
)
_MONEY: tuple[_Written, ...] = (
    _Written(
        N_("Less than a big blind"),
        N_("Who has less adds chips between two hands, or is dealt no more."),
        "PT-H.15 · PT-H.70",
        _CASH,
    ),
    _Written(
        N_("Hands without a bet"),
        N_(
            "Nobody is sent away for folding. Who lets the time run out in two hands sits out, reads so at the table, and ends the session by"
            " not coming back while the seat is kept."
        ),
        "PT-H.70 · PT-H.71",
        _CASH,
    ),
)


def online_rules(*, table: TableTerms | None = None) -> list[OnlineRule]:
    """Return what holds at online tables, in the reader's language. table: of that one, with its own figures; None for all.

    Rule: PT-H.28, PT-H.66, PT-H.71, PT-O.28, PT-O.66, PT-O.71, PT-T.55, PT-T.56
    """
    policies = table_policies(HOLDEM) if table is None else table.policies
    here = TableKind(table.kind) if table is not None else None
    lines = [
        *map(_worded, _AROUND_THE_HAND),
        _rule(_("Heads-up"), _two_players(table), "PT-H.46 · PT-H.48"),
        _rule(_("Betting"), _betting(table), "PT-H.24 · PT-H.37 · PT-H.38"),
        *_time(table),
        *map(_worded, _ABSENT),
        _rule(
            _("Time's up"),
            _(
                "It counts as a check where that is free, else as a fold; in %(times)s hands in a row, and the player sits out."
            )
            % {"times": LATE_IN_A_ROW},
            "PT-H.45",
            _CASH | _DEMO,
        ),
        _rule(
            _("Sitting out"),
            _("Who sits out keeps the seat for %(minutes)s minutes.") % {"minutes": _minutes(SEAT_KEPT_FOR)},
            "PT-H.68",
            _CASH | _DEMO,
        ),
        *map(_worded, _END_OF_HAND),
        _rule(
            _("Odd chips"),
            _(
                "Equal hands share a pot down to one chip, and to one cent at a cash table. What is left goes one by one from the"
                " button's left, pot by pot."
            ),
            "PT-H.62",
        ),
        *_onlookers(table),
        *_bringing(table),
        *map(_worded, _MONEY),
        *_commission(table),
        *_failures(),
    ]
    if policies.game is CardGame.OMAHA:
        lines = [_of_omaha(one) for one in lines]
    return [one for one in lines if here is None or here in one.where]


def _of_omaha(one: OnlineRule) -> OnlineRule:
    """The regulation of Omaha has the same clauses by the same numbers."""
    return replace(one, line=replace(one.line, rule=one.line.rule.replace("PT-H.", "PT-O.")))


def _two_players(table: TableTerms | None) -> str:
    if table is not None:
        return _(_TWO_PLAYERS[table.policies.heads_up])
    return " ".join(
        [
            _(_TWO_PLAYERS[HeadsUp.AS_WRITTEN]),
            _(
                "A table may be opened otherwise, by specific rules that the regulator approved; it says so in its own rules:"
            ),
            _(_TWO_PLAYERS[HeadsUp.BUTTON_SMALL]),
        ]
    )


def _betting(table: TableTerms | None) -> str:
    if table is not None:
        return words_of_game(table.game, policies=table.policies).bets
    return _(
        "Each table says its game and its limit: all that a player has in front, the pot, half the pot, or fixed bets with a bet and"
        " three raises a round. With any limit it may say how many bets and raises a round has at most."
    )


def _rule(about: str, says: str, rule: str, where: frozenset[TableKind] = _EVERYWHERE) -> OnlineRule:
    return OnlineRule(PolicyLine(about, says, rule), where)


def _worded(one: _Written) -> OnlineRule:
    return _rule(_(one.about), _(one.says), one.rule, one.where)


def _time(table: TableTerms | None) -> list[OnlineRule]:
    """How long a decision may take. Where no table is asked for: what they have unless their terms say otherwise."""
    policy = TimePolicy() if table is None else table.time
    decision = _("%(seconds)s seconds for each decision.") % {"seconds": policy.decision_seconds}
    if table is None:
        decision += " " + _("Tables may give less or more; tournaments of short levels give less.")
    bank = _(
        "%(bank)s seconds for the whole table, %(gain)s more with every %(hands)s hands played, %(cap)s at most. It runs by"
        " itself with chips in the pot, else when the player asks for it."
    ) % {
        "bank": policy.bank_seconds,
        "gain": policy.bank_gain_seconds,
        "hands": GAIN_EVERY_HANDS,
        "cap": policy.bank_cap_seconds,
    }
    lines = [
        _rule(_("Time to decide"), decision, "PT-H.43 · PT-T.42"),
        _rule(_("Extra time"), bank, "PT-H.44 · PT-T.42"),
    ]
    if policy.bank_cap_seconds:
        full = _("When the last table of a tournament forms, everybody there has %(cap)s seconds again.") % {
            "cap": policy.bank_cap_seconds
        }
        lines.append(_rule(_("Extra time at the final table"), full, "PT-H.44 · PT-T.42", _EVENT))
    if policy.reconnect_seconds:
        said = _(
            "Where the house sees a player's connection go: %(seconds)s seconds more, once a hand and %(times)s times in an hour."
        ) % {"seconds": policy.reconnect_seconds, "times": RECONNECTS_AN_HOUR}
        lines.append(_rule(_("Lost connection"), said, "PT-H.44 · PT-H.73"))
    slow = _(
        "An act that reaches the house late counts where it is late by no more than the player's line takes, as the house measured it:"
        " %(seconds)s seconds at most, and less for who needed it just before."
    ) % {"seconds": LAG_CAP_MS // 1000}
    return [*lines, _rule(_("Slow connection"), slow, "PT-H.43")]


def _onlookers(table: TableTerms | None) -> list[OnlineRule]:
    """How late who does not sit at a table sees it. Where no table is asked for: how it is unless its terms or its tournament's rules say otherwise."""
    rule = "PT-H.11"
    if table is not None:
        seconds = table.onlookers_delay_seconds
        late = _("Who does not sit at this table sees it %(seconds)s s late.") % {"seconds": seconds}
        return [_rule(_("Spectators"), late if seconds else _(_AT_ONCE), rule)]
    usual = Policies(rule_set="online")
    event = _(
        "Who does not sit at a table sees it %(seconds)s s late, and the last table of the tournament %(final)s s late, unless the rules"
        " of the tournament say otherwise. Who sits there and the staff who run the tables see it as it is; nobody sees cards"
        " that were not shown."
    ) % {
        "seconds": usual.onlookers_delay_seconds,
        "final": usual.onlookers_delay_final_table_seconds,
    }
    cash = _(
        "Who does not sit at a table sees it %(seconds)s s late, unless its terms say otherwise; which seats are free is told"
        " at once. Who sits there and the staff who run the tables see it as it is; nobody sees cards that were not shown."
    ) % {"seconds": CASH_ONLOOKERS_LATE}
    return [
        _rule(_("Spectators"), event, rule, _EVENT),
        _rule(_("Spectators"), cash, rule, _CASH),
        _rule(_("Spectators"), _(_AT_ONCE), rule, _DEMO),
    ]


def _bringing(table: TableTerms | None) -> list[OnlineRule]:
    if table is not None and table.cash is not None:
        terms = table.cash
        said = _("%(least)s to %(most)s.") % {
            "least": money(terms.least_cents, terms.currency),
            "most": money(terms.most_cents, terms.currency),
        }
    else:
        said = _("The house sets the range of each table, from %(count)s big blinds up.") % {
            "count": LEAST_BIG_BLINDS
        }
    back = _(
        "Nobody takes chips off the table but by leaving it, and chips are added only between two hands. Who comes back within"
        " %(minutes)s minutes brings at least what he left with."
    ) % {"minutes": _minutes(RETURN_WITHIN)}
    return [
        _rule(_("Buying in"), said, "PT-H.8 · PT-H.14", _CASH),
        _rule(_("Table stakes"), back, "PT-H.10 · PT-H.11", _CASH),
        _rule(
            _("A full table"),
            _(
                "Who waits is asked in the order of coming. A free seat is kept for %(seconds)s seconds, and then goes to the next one."
            )
            % {"seconds": int(OFFER_STANDS.total_seconds())},
            "PT-H.6",
            _CASH,
        ),
        _rule(
            _("Session tables"),
            _(
                "Some tables are opened for an hour and a length. Players register before with what they bring; seats are drawn when"
                " the session begins, and free ones are for who has registered. The hand that is played when the time is over is the"
                " last one, and everybody's stack goes home."
            ),
            "PT-H.6",
            _CASH,
        ),
        _rule(
            _("Alone at a table"),
            _(
                "Where no hands are dealt, the seat of who is away, or whose line is lost, is free after %(minutes)s minutes, and the"
                " stack goes home to the account."
            )
            % {"minutes": _minutes(SEAT_KEPT_FOR)},
            "PT-H.7 · PT-H.68",
            _CASH,
        ),
    ]


def _commission(table: TableTerms | None) -> list[OnlineRule]:
    rake = table.cash.rake if table is not None and table.cash is not None else None
    lines = []
    for manner, says in _COMMISSIONS.items():
        if rake is None:
            low, high = RAKE_BOUNDS[manner]
            share = _("%(low)s to %(high)s%%") % {
                "low": plain_number(low / 100),
                "high": plain_number(high / 100),
            }
        elif rake.manner is manner:
            share = _("%(share)s%%") % {"share": plain_number(rake.basis_points / 100)}
        else:
            continue
        lines.append(_rule(*says(share), _CASH))
    return lines


def _of_pots(share: str) -> tuple[str, str, str]:
    said = _(
        "%(share)s of each payment of each pot, in whole cents. Nothing of what nobody matched, and nothing of a hand that ends"
        " before the turn card without a bet on the flop."
    )
    return _("Commission on pots"), said % {"share": share}, "PT-H.17 · PT-H.18 · PT-H.19"


def _of_buy_ins(share: str) -> tuple[str, str, str]:
    said = _("%(share)s of what a player brings and adds, before it reaches the table; nothing of the pots.")
    return _("Commission on buy-ins"), said % {"share": share}, "PT-H.17"


_COMMISSIONS: Mapping[RakeManner, Callable[[str], tuple[str, str, str]]] = {
    RakeManner.POT: _of_pots,
    RakeManner.BUY_IN: _of_buy_ins,
}


def _failures() -> list[OnlineRule]:
    void = _(
        "A hand that the house cannot finish goes on as soon as it can, and who was to act has the full time again. After more"
        " than %(seconds)s seconds, or where its cards cannot be made, it is void and everybody has the chips of its start."
    ) % {"seconds": int(VOID_AFTER.total_seconds())}
    complain = _(
        "A player complains about a hand from its page, under My hands. The house answers in writing within %(days)s days."
    ) % {"days": ComplaintPolicy().answer_days}
    return [
        _rule(_("Failure on the house's side"), void, "PT-H.72"),
        _rule(_("Failure on the player's side"), _("The hand counts."), "PT-H.73"),
        _rule(_("Complaints"), complain, "PT-H.66 · PT-T.55"),
    ]


def _void_of_late() -> list[OnlineRule]:
    """How often it happened, where hands were played."""
    late = hands_of_late(at=moment.at())
    if not late.hands:
        return []
    said = _("%(voided)s of %(hands)s in tournaments and at cash tables, in the last %(days)s days.")
    figures = {"days": late.days, "voided": grouped(late.voided), "hands": grouped(late.hands)}
    return [_rule(_("Void hands"), said % figures, "PT-H.72")]


def _minutes(length: timedelta) -> int:
    return int(length.total_seconds() // 60)


_KINDS: tuple[tuple[frozenset[TableKind], str], ...] = (
    (_EVENT, N_("Only in tournaments")),
    (_CASH, N_("Only at cash tables")),
    (_DEMO, N_("Only at demo tables")),
    (_CASH | _DEMO, N_("At cash and demo tables")),
)


@require_safe
def rules_of_tables(request: HttpRequest) -> HttpResponse:
    """Show what holds at online tables, for anybody. Rule: PT-H.66, PT-T.56"""
    found = [*online_rules(), *_void_of_late()]
    groups = [(_("At every table"), [one.line for one in found if one.where == _EVERYWHERE])]
    groups += [(_(said), [one.line for one in found if one.where == where]) for where, said in _KINDS]
    return shared_page(request, response=render(request, "public/online_rules.html", {"groups": groups}))
