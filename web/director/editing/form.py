"""The values and the choices of the form."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http.request import QueryDict
from django.utils.translation import gettext as _

from rules.entries import MOST_PERIODS, SPLIT_PRESETS, BuyInSplit, Component, RebuyCondition
from rules.games import GAMES
from rules.policies import shipped
from tournaments.queries import circuit
from web.director import announced
from web.director.announced import FORMAT_WORDS, REBUY_CONDITION_WORDS
from web.director.editing.chips import chips_text
from web.director.editing.periods import period_lines
from web.director.editing.split import HOW, MOST_PARTS, split_kind, split_lines
from web.director.editing.typed import amount_typed, numbers_listed
from web.staffing import StaffTournament
from web.templatetags.shuffle import money, thousandths


def form_values(scope: StaffTournament, *, post: QueryDict | None) -> dict[str, Any]:
    """Return the values of the form: as stored, or as typed when they were refused."""
    now = scope.settings
    split = BuyInSplit.from_dict(now["split"])
    local = now["starts_at"].astimezone(ZoneInfo(scope.timezone))
    values: dict[str, Any] = {
        "name": now["name"],
        "starts_at": local.strftime("%Y-%m-%dT%H:%M"),
        "split": split_kind(now["split"]),
        "prize_part": amount_typed(split.cents(Component.PRIZE_POOL)),
        "fee_part": amount_typed(split.cents(Component.HOUSE_FEE)),
        "bounty_part": amount_typed(split.cents(Component.BOUNTY)),
        "guarantee": amount_typed(now["guarantee_cents"]),
        "price": amount_typed(now["price_cents"]),
        "variant": now["variant"],
        "format": now["format"],
        "number": now["number"],
        "online": now["online"],
        "main_event": now["main_event"],
        "high_roller": now["high_roller"],
        "ranking_weight": thousandths(now["ranking_weight_milli"]),
        "late_registration_minutes": now["late_registration_minutes"],
        "cancel_minutes_before_start": now["cancel_minutes_before_start"],
        "length_minutes": now["length_minutes"],
        "late_through_recess": now["structure"].get("late_registration_through_recess", False)
        # an add-on in that break keeps it open (settle in rules/announcing.py)
        or bool(now["add_on"] and now["add_on"]["after_level"] == now["late_registration_level"]),
        "denominations": numbers_listed(now["structure"].get("denominations", ())),
        "starting_stack_chips": now["starting_stack_chips"],
        "seats_per_table": now["seats_per_table"],
        "capacity": now["capacity"],
        "first_table_number": now["first_table_number"],
        "late_registration_level": now["late_registration_level"],
        "re_entries_per_player": now["re_entries_per_player"],
        "surrender": now["surrender"],
        "alternates": now["alternates"],
        "ranks": now["ranks"],
        "practice": now["practice"],
        "rule_set": now["rule_set"],
        "stage_id": now["stage_id"],
        "registration_opens_at": now["registration_opens_at"]
        .astimezone(ZoneInfo(scope.timezone))
        .strftime("%Y-%m-%dT%H:%M")
        if now["registration_opens_at"]
        else "",
        "chip_set": chips_text(now["chip_set"]),
        "time_chip_chips": now["time_chip_chips"] or "",
        "time_chip_minutes": now.get("time_chip_minutes_before_start") or "",
        "redraw_at": ", ".join(str(n) for n in now.get("redraw_at", ())),
        "rebuy_condition": now["rebuy"]["condition"]
        if now["rebuy"]
        else RebuyCondition.ZERO.value  # the one that an online table sells
        if now["online"]
        else next(iter(REBUY_CONDITION_WORDS)),  # what a browser sends: there is no empty choice
    }
    for name, level in (("rebuy", "until_level"), ("add_on", "after_level")):
        extra = now[name]
        values |= {
            f"{name}_price": amount_typed(extra["price_cents"]) if extra else "",
            f"{name}_fee": amount_typed(fee)
            if extra and (fee := BuyInSplit.from_dict(extra["split"]).cents(Component.HOUSE_FEE))
            else "",
            f"{name}_chips": extra["chips"] if extra else "",
            f"{name}_per_player": extra["per_player"] if extra else "",
            f"{name}_level": extra[level] if extra else "",
        }
    rows = split_lines(now["split"])
    periods: list[dict[str, Any]] = period_lines(now, zone=scope.timezone)
    if post is not None:
        values = {name: post.get(name, "") for name in values}
        rows = [
            {key: post.get(f"part_{key}_{row}", "") for key in ("component", "value", "how")}
            for row in range(MOST_PARTS)
            if post.get(f"part_value_{row}")
        ]
        periods = [
            {what: post.get(f"period_{what}_{row}", "") for what in ("price", "fee", "until", "level")}
            for row in range(MOST_PERIODS)
        ]
    free = [{"component": c.value, "value": "", "how": "beside"} for c in Component]
    values["parts"] = (rows + free)[: min(MOST_PARTS, len(rows) + 3)]
    empty = {"price": "", "fee": "", "until": "", "level": ""}
    while periods and not any(periods[-1].values()):
        periods.pop()
    values["periods"] = (periods + [empty] * 2)[:MOST_PERIODS]
    steps = [item for item in now["structure"]["items"] if item["kind"] == "level"]
    values["levels"] = len(steps)
    shortest, longest = (f"{end(s['seconds'] for s in steps) / 60:g}" for end in (min, max))
    values["level_minutes"] = shortest if shortest == longest else f"{shortest}–{longest}"
    where = announced.Where(currency=scope.currency)
    values["payouts_word"] = announced.value("payout_table", values=now, where=where)
    values["unit_word"] = announced.value("prize_unit_cents", values=now, where=where)
    values["has_periods"] = any(any(row.values()) for row in periods)
    return values


def form_choices(scope: StaffTournament) -> dict[str, Any]:
    """Return what the form lets one choose from."""
    own = [r["name"] for r in circuit.rule_sets_of(scope.venue.venue_id)]
    names = [*shipped(), *own]
    if scope.settings["rule_set"] not in names:
        names.append(scope.settings["rule_set"])
    split = BuyInSplit.from_dict(scope.settings["split"])
    return {
        "splits": [
            *(
                (key, f"{p.name} · {money(p.price_cents, scope.currency)}")
                for key, p in SPLIT_PRESETS.items()
            ),
            ("simple", _("Prize part + fee (+ bounty)")),
            ("free", _("In parts of your own")),
        ],
        "components": [c.value for c in Component],
        "how": [(key, _(word)) for key, word in HOW],
        "games": list(GAMES.items()),
        "formats": [(key, _(word)) for key, word in FORMAT_WORDS.items()],
        "online_tables": settings.ONLINE_TABLES,
        "split_parts": split.amounts(),
        "rule_sets": names,
        "rebuy_conditions": [(key, _(word)) for key, word in REBUY_CONDITION_WORDS.items()],
        "stages": [
            (stage.stage_id, f"{season.series} {season.name} · {stage.name}")
            # the house of the style guide is none, and has no seasons
            for season in (circuit.seasons_of(scope.venue.venue_id) if scope.venue.venue_id else ())
            for stage in season.stages
        ],
    }
