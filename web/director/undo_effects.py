"""What undoing would do, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from web.acting import in_words
from web.board import countdown
from web.out_of_play import out_of_play
from web.templatetags.houses import place_word
from web.templatetags.shuffle import chips


def effects_in_words(
    effects: Mapping[str, Any], *, money_asked: bool = False, closed: bool = False
) -> dict[str, Any]:
    """Return what undoing would do, in sentences: {possible, lines}. money_asked: where the money goes is asked beside it. closed: nobody
    enters any more."""
    if not effects.get("possible", True):
        return {"possible": False, "lines": [in_words(effects["sentence"], params=effects.get("params", {}))]}
    lines: list[str] = []
    if len(effects.get("tables", ())) > 1:
        lines.append(
            _("Tables %(tables)s open again.") % {"tables": ", ".join(str(n) for n in effects["tables"])}
        )
    if effects.get("unverified"):
        lines.append(_("The seats are to be verified again."))
    if effects.get("tournaments"):
        lines.append(
            _("These clocks go on with the time that was left: %(names)s.")
            % {"names": ", ".join(effects["tournaments"])}
        )
    if effects.get("reopens"):
        lines.append(_("The tournament runs again, with its clock paused."))
    lines += [
        _("“%(tournament)s” plays at table %(table)s: the table gets the next free number.") % gone
        for gone in effects.get("numbers_gone", [])
    ]
    seat = effects.get("seat")
    player = effects.get("player", "")
    if isinstance(seat, dict) and seat.get("own"):
        lines.append(
            _("%(player)s is in again at table %(table)s, seat %(seat)s.") % {"player": player, **seat}
        )
    elif isinstance(seat, dict) and seat.get("opens_table"):
        lines.append(
            _("%(player)s is in again; no seat is free: table %(table)s opens, with nobody else at it.")
            % {"player": player, "table": seat["new_table"]}
        )
        if seat["table_broken"]:
            lines.append(
                _("To give the old seat back, take the breaking of table %(was_table)s back first.") % seat
            )
    elif isinstance(seat, dict):
        lines.append(
            _("%(player)s is in again; the seat is taken by %(taken_by)s, a new one is drawn.")
            % {"player": player, **seat}
            if seat.get("taken_by")
            else _("%(player)s is in again; the table is broken, a new seat is drawn.") % {"player": player}
        )
    lines += [
        _("%(player)s: %(place_now)s place becomes %(place_after)s.")
        % {
            "player": moved["player"],
            "place_now": place_word(moved["place_now"]),
            "place_after": place_word(moved["place_after"]),
        }
        for moved in effects.get("places", [])[:20]
        if moved["place_now"] != moved["place_after"]
    ]
    lines += [
        _("The prize of %(player)s is taken back and decided again.") % prize
        for prize in effects.get("prizes", [])[:20]
    ]
    lines += [
        _("The bounty that %(name)s got is in the pool again.") % share
        for share in effects.get("bounties", [])[:20]
    ]
    if effects.get("receipt"):
        lines.insert(0, _("Receipt %(receipt)s is void.") % effects)
    if effects.get("chips_off"):
        off = effects["chips_off"]
        lines.append(
            _("Take exactly %(chips)s chips off table %(table)s, seat %(seat)s.")
            % {"chips": chips(off["chips"]), "table": off["table_number"], "seat": off["seat_number"]}
        )
    if effects.get("stack_back_chips") is not None:
        lines.append(
            _("The stack that was given up is in play again: %(chips)s chips. Put them back on the table.")
            % {"chips": chips(effects["stack_back_chips"])}
        )
    if effects.get("out_again"):
        lines.append(
            _("%(player)s is out again, %(place)s for now.")
            % {"player": player, "place": place_word(effects["place_again"])}
            if effects["place_again"]
            else _("%(player)s is out again.") % effects
        )
    if effects.get("prize_owed_cents"):
        lines.append(_("The prize of %(player)s is owed again.") % {"player": player})
    if effects.get("owed_again_cents"):
        lines.append(_("The rebuy is owed again."))
    if effects.get("open_again"):
        lines.append(_("Who took the chips is open again."))
    if effects.get("bounty_cents"):
        lines.append(_("The bounties that %(winner)s got at the end are in the pool again.") % effects)
    if effects.get("unscored"):
        lines.append(
            ngettext(
                "%(unscored)s player does not have the points of this tournament until it is finished again.",
                "%(unscored)s players do not have the points of this tournament until it is finished again.",
                effects["unscored"],
            )
            % effects
        )
    if effects.get("points_of"):
        lines.append(
            ngettext(
                "%(points_of)s player does not have the points of this tournament any more.",
                "%(points_of)s players do not have the points of this tournament any more.",
                effects["points_of"],
            )
            % effects
        )
    if effects.get("reopens"):
        lines.append(_("The secret of the draw has been told: a seat drawn from now on can be foreseen."))
    if isinstance(effects.get("to"), dict) and effects["to"].get("table"):
        lines.append(
            _("%(player)s goes back to table %(table)s, seat %(seat)s.") % {"player": player, **effects["to"]}
        )
    lines += [
        _("%(player)s goes back to table %(table)s, seat %(seat)s.") % {"player": row["player"], **row["to"]}
        for row in effects.get("returning", [])
    ]
    lines += [
        _("%(player)s sits alone at table %(table)s then: no hand is played there until somebody joins.")
        % one
        for one in effects.get("alone", [])
    ]
    if effects.get("out_since"):
        lines.append(_("Out since then, and staying out: %(count)s.") % {"count": len(effects["out_since"])})
    if closed:
        lines.append(_("Late registration is over: %(player)s cannot enter again.") % {"player": player})
    elif "registration_id" in effects:
        lines.append(
            _("The registration is cancelled: to play, %(player)s registers again.") % {"player": player}
        )
    if effects.get("refund_cents") and not money_asked:
        lines.append(_("The money goes back into the player's balance."))
    lines += out_of_play(effects)
    if effects.get("seats_alternate"):
        lines.append(_("%(name)s gets the seat.") % {"name": effects["seats_alternate"]})
    if effects.get("places_move"):
        lines.append(_("Places of those already out move up by one."))
    if "level_after" in effects:
        lines.append(_clock_after(effects))
    return {"possible": True, "lines": lines or [_("Nothing else changes.")]}


def _clock_after(effects: Mapping[str, Any]) -> str:
    """What the clock shows once its last change is taken back: a level, or a recess and what goes on behind it."""
    told = {
        "level": effects["level_after"],
        "time": countdown(effects["remaining_seconds_after"]),
        "left": countdown(effects["level_left_seconds_after"] or 0),
    }
    if effects["level_left_seconds_after"] is not None:
        return (
            _(
                "The clock goes on as if it had not been changed: break, %(time)s left; level %(level)s has %(left)s left."
            )
            % told
        )
    if effects["recess_after"]:
        return _("The clock goes on as if it had not been changed: break, %(time)s left.") % told
    return _("The clock goes on as if it had not been changed: level %(level)s, %(time)s left.") % told
