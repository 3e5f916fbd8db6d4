"""What a fact says of money and chips, for the line of the history: the amount, the stack, the shares, the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.refusals import N_
from rules.rulings import CATALOGUE
from web.director.announced import Where
from web.floor.situations import filled
from web.labels import GROUND_WORDS, ROLE_WORDS, method_word, penalty_reason, penalty_word
from web.templatetags.houses import place_word
from web.templatetags.shuffle import chips, money, thousandths

Body = Mapping[str, Any]


def fact_phrase(kind: str, *, body: Body, where: Where) -> str:
    """Return one phrase, or "" where a fact says nothing but who and where, or is of no tournament. Facts of before may lack what is told now."""
    if kind not in _PHRASES or not where.currency:
        return ""
    try:
        return _PHRASES[kind](body, where)
    except KeyError:
        return ""


def phrases_once(
    about: str, *, phrased: Sequence[tuple[str, Body, str]], where: Where
) -> tuple[str, list[str]]:
    """Return whom a line is about, and its phrases: a prize without the name that stands there already, and the table that broke
    before where its players go. phrased: (kind, body, phrase)."""
    broken = [phrase for kind, _body, phrase in phrased if kind == "table_broken"] if about else []
    phrases = [
        _place_alone(body, where) if kind == "prize_awarded" and about == body["name"] else phrase
        for kind, body, phrase in phrased
        if not broken or kind != "table_broken"
    ]
    return (f"{', '.join(broken)}: {about}" if broken else about), phrases


def clock_moved(body: Mapping[str, Any]) -> str:
    """Return before → after of the clock; a recess has the number of the level before it."""
    was, now = body["was_index"], body["index"]
    from_recess = body.get("was_recess", body["was_level"] == body["level"] and was > now)
    to_recess = body.get("item", {}).get("kind") == "recess"
    if from_recess and to_recess:
        said = _("break after level %(was)s, %(left)s left → break after level %(now)s, %(time)s")
    elif to_recess:
        said = _("level %(was)s, %(left)s left → break after level %(now)s, %(time)s")
    elif from_recess:
        said = _("break after level %(was)s, %(left)s left → level %(now)s, %(time)s")
    else:
        said = _("level %(was)s, %(left)s left → level %(now)s, %(time)s")
    return said % {
        "was": body["was_level"],
        "left": minutes(body["was_left_seconds"]),
        "now": body["level"],
        "time": minutes(body["left_seconds"]),
    }


def minutes(seconds: int) -> str:
    """Return a time as 12:05."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def stack_counted(body: Body) -> str:
    """Return a stack before → after its count; "" where nothing was known of it."""
    was = body.get("was_chips")
    return "" if was is None else f"{chips(was)} → {chips(body['stack_chips'])}"


def _sale(body: Body, where: Where) -> str:
    cents = body["price_cents"] + body["surcharge_cents"]
    return f"{money(cents, where.currency)} · {method_word(body['method'])}"


def _reason(body: Body, _where: Where) -> str:
    return str(body["reason"])


def _amount(body: Body, where: Where) -> str:
    # of what was owed a card costs more
    amount = money(body["amount_cents"] + body.get("surcharge_cents", 0), where.currency)
    return f"{amount} · {method_word(body['method'])}" if body.get("method") else amount


def _refund(body: Body, where: Where) -> str:
    return money(body["refund_cents"], where.currency)


def _re_entry_undone(body: Body, _where: Where) -> str:
    was = (
        _("table %(table)s, seat %(seat)s") % {"table": body["from_table"], "seat": body["from_seat"]}
        if body["from_table"]
        else _("in line")
    )
    if body["stack_chips"] is not None:
        now = _("%(chips)s chips") % {"chips": chips(body["stack_chips"])}
    elif body["place"]:
        now = _("out, %(place)s place") % {"place": place_word(body["place"])}
    else:
        now = _("out")
    return f"{was} → {now} · {body['reason']}"


def _struck(body: Body, where: Where) -> str:
    return f"{money(body['struck_cents'], where.currency)} · {method_word(body['method'])}"


def _other_way(body: Body, where: Where) -> str:
    return f"{money(body['paid_cents'], where.currency)} · {method_word(body['was'])} → {method_word(body['method'])}"


def _bought(body: Body, _where: Where) -> str:
    return _("%(chips)s chips") % {"chips": chips(body["chips"])}


def _place(body: Body, where: Where) -> str:
    return _("%(name)s in %(place)s place: %(amount)s") % {
        "name": body["name"],
        "place": place_word(body["place"]),
        "amount": money(body["amount_cents"], where.currency),
    }


def _place_alone(body: Body, where: Where) -> str:
    return _("%(place)s place: %(amount)s") % {
        "place": place_word(body["place"]),
        "amount": money(body["amount_cents"], where.currency),
    }


def _shares(body: Body, where: Where) -> str:
    shares = [f"{s['name']} {money(s['amount_cents'], where.currency)}" for s in body["shares"]]
    if body.get("reserve_cents"):
        shares.append(
            _("for the champion %(amount)s") % {"amount": money(body["reserve_cents"], where.currency)}
        )
    return ", ".join(shares)


def _pool(body: Body, where: Where) -> str:
    return _("prize pool %(amount)s") % {"amount": money(body["net_cents"], where.currency)}


def _corrected(body: Body, _where: Where) -> str:
    changes = ((body["added_chips"], "+"), (body["removed_chips"], "−"))
    return ", ".join(
        _("%(chips)s chips") % {"chips": f"{sign}{chips(count)}"} for count, sign in changes if count
    )


def _penalty(body: Body, _where: Where) -> str:
    """Which, how many hands, and why."""
    hands = body["hands_owed"]
    owed = ngettext("sits out %(count)s hand", "sits out %(count)s hands", hands) % {"count": chips(hands)}
    said = [owed if hands else penalty_word(body["penalty"]), penalty_reason(body["reason"])]
    return " · ".join(part for part in said if part)


def _ruling(body: Body, _where: Where) -> str:
    """The question, whom it was about, what was decided, and where."""
    question = CATALOGUE.get(body.get("question") or "")
    said = [
        _(question.title) if question is not None else "",
        body.get("player") or "",
        # numbers in groups, as the page of the ruling told them
        filled(body.get("answer") or "", params=body.get("answer_params") or {}),
        body.get("decision") or "",
        body["rule"],
        _table(body, _where) if body["table"] else "",
    ]
    return " · ".join(part for part in said if part)


def _table(body: Body, _where: Where) -> str:
    return _("Table %(table)s") % {"table": body["table"]}


def _lines(body: Body, _where: Where) -> str:
    return _("%(lost)s of %(players)s connections") % {"lost": body["lost"], "players": body["of_players"]}


def _lines_back(body: Body, _where: Where) -> str:
    outcome = body["outcome"]
    return _(_WENT_ON[outcome])


_WENT_ON = {
    "back": N_("most players are back"),
    "over": N_("after three minutes"),
    "staff": N_("by the staff"),
}


def _display(body: Body, _where: Where) -> str:
    return _("display %(code)s") % {"code": body["code"]}


def _colours(body: Body, _where: Where) -> str:
    """The two colours and the ground before and after; of facts of before what came."""
    now = _pair(body)
    return f"{_pair(body['was'])} → {now}" if "was" in body else now


def _pair(chosen: Body) -> str:
    if not chosen["first"]:
        return _("those of the program")
    return f"{chosen['first']}, {chosen['second']}, {_(GROUND_WORDS[chosen['ground']])}"


def _logo(body: Body, _where: Where) -> str:
    return "" if body["logo"] else _("taken away")


def _formula(body: Body, _where: Where) -> str:
    return f"{_('Constant c')} {thousandths(body['points_c_milli'])}"


def _role(body: Body, _where: Where) -> str:
    role = " · ".join(filter(None, (_(ROLE_WORDS.get(str(body["role"]), str(body["role"]))), body.get("of"))))
    return f"– → {role}" if body["change"] == "granted" else f"{role} → –"


def _switched(body: Body, _where: Where) -> str:
    return f"{_('no')} → {_('yes')}" if body["kept"] else f"{_('yes')} → {_('no')}"


_PHRASES: Mapping[str, Callable[[Body, Where], str]] = {
    "entry_paid": _sale,
    "purchase_paid": _sale,
    "purchase_refunded": _sale,
    "entry_refunded": _refund,
    "re_entry_undone": _re_entry_undone,
    "payment_struck": _struck,
    "payment_method_corrected": _other_way,
    "chips_bought": _bought,
    "chips_taken_back": _bought,
    "chips_brought": _bought,
    "chips_corrected": _corrected,
    "rebuy_owed": _amount,
    "rebuy_debt_paid": _amount,
    "rebuy_debt_written_off": _amount,
    "prize_awarded": _place,
    "prize_paid": _amount,
    "prize_payment_undone": _amount,
    "money_given_back": _amount,
    "giving_back_undone": _amount,
    "prizes_fixed": _pool,
    "tournament_cancelled": _reason,
    "deal_proposed": _shares,
    "deal_made": _shares,
    "penalty_given": _penalty,
    "ruling_logged": _ruling,
    "table_opened": _table,
    "table_broken": _table,
    "break_undone": _table,
    "table_halted": _table,
    "table_resumed": _table,
    "table_verified": _table,
    "verification_undone": _table,
    "positions_recorded": _table,
    "hand_done": _table,
    "hand_taken_back": _table,
    "screen_paired": _display,
    "screen_unpaired": _display,
    "screen_assigned": _display,
    "screen_set_up": _display,
    "venue_logo_changed": _logo,
    "venue_colours_changed": _colours,
    "season_begun": _formula,
    "access_changed": _role,
    "origins_switched": _switched,
    "lines_lost_together": _lines,
    "lines_back": _lines_back,
}
