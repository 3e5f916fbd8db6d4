"""A finished tournament in figures, and its last hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from play.queries.event_hands import event_hands
from play.queries.history import PlayedHand
from tournaments.queries.announcements import Announcement
from tournaments.queries.night import LastOut, Night, night_of
from tournaments.queries.results import results
from web.player.sessions import time_words
from web.player.table_words import card_words
from web.templatetags.shuffle import grouped, unbroken


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """What lay open at the end of the last hand. players: name and cards, the winner first; out: who went out in it, by whom."""

    board: list[dict[str, str]]
    players: list[tuple[str, list[dict[str, str]]]]
    out: LastOut | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class NightShown:
    """rows: what a figure is called, and the figure in words."""

    rows: list[tuple[str, str]]
    last_hand: LastHand | None


def night_shown(view: Announcement, *, prizes: dict[str, Any], at: datetime) -> NightShown | None:
    """Return what the results of a finished tournament tell beside its places; None before its end."""
    night = night_of(view.tournament_id, at=at)
    if night is None:
        return None
    hands = event_hands(view.tournament_id, at=at) if view.online else None
    rows = _rows(night)
    if hands is not None and hands.count:
        rows.append((_("Hands played"), grouped(hands.count)))
    if night.most_out > 1:
        rows.append((_("Most eliminations"), f"{', '.join(night.most_out_by)}: {grouped(night.most_out)}"))
    paid = prizes["places_paid"]
    if prizes["fixed"] and paid:
        bubble = results(view.tournament_id, at=at, offset=paid, limit=1)
        if bubble and (bubble[0].place, bubble[0].tied) == (paid + 1, 1):
            rows.append((_("On the bubble"), bubble[0].player))
    return NightShown(
        rows=rows, last_hand=_last_hand(hands.last if hands is not None else None, night.last_out)
    )


def _rows(night: Night) -> list[tuple[str, str]]:
    again = night.entries_total - night.entries_unique
    players = unbroken(
        ngettext("%(count)s player", "%(count)s players", night.entries_unique)
        % {"count": grouped(night.entries_unique)}
    )
    rows = [
        (
            _("Entries"),
            grouped(night.entries_total)
            if not again
            else _("%(total)s: %(players)s, %(again)s")
            % {
                "total": grouped(night.entries_total),
                "players": players,
                "again": unbroken(
                    ngettext("%(count)s re-entry", "%(count)s re-entries", again) % {"count": grouped(again)}
                ),
            },
        )
    ]
    if night.rebuys:
        rows.append((_("Rebuys"), grouped(night.rebuys)))
    if night.add_ons:
        rows.append((_("Add-ons"), grouped(night.add_ons)))
    if night.minutes:
        rows.append((_("From start to end"), time_words(night.minutes)))
    return rows


def _last_hand(hand: PlayedHand | None, out: LastOut | None) -> LastHand | None:
    if hand is None:
        return None if out is None else LastHand(board=[], players=[], out=out, at=out.at)
    players = sorted((one for one in hand.players if one.cards), key=lambda one: -one.won_chips)
    return LastHand(
        board=_open(hand.board),
        players=[(one.name, _open(one.cards)) for one in players],
        out=out,
        at=hand.at,
    )


def _open(cards: tuple[str, ...]) -> list[dict[str, str]]:
    return [card_words(card) for card in cards]
