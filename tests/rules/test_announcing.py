from __future__ import annotations

from typing import Any

import pytest

from rules.announcing import FIELDS, payout_plan, payout_table, read, settle
from rules.findings import Severity, check, findings
from rules.policies import shipped
from rules.presets import TEMPLATES, template
from rules.refusals import Refused


def announced(key: str = "scpt-main", **changes: Any) -> dict[str, Any]:
    return {**TEMPLATES[key].values(), **changes}


def codes(values: dict[str, Any], rule_set: str = "scpt") -> list[str]:
    return [f.code for f in findings(values, policies=shipped()[rule_set])]


@pytest.mark.parametrize("key", sorted(TEMPLATES))
def test_every_template_is_ready_to_publish(key: str) -> None:
    policies = shipped()[TEMPLATES[key].rule_set]
    values = TEMPLATES[key].values()
    assert settle(read(values)) == {**read(values), "structure": settle(values)["structure"]}
    assert set(values) == set(FIELDS)
    assert findings(values, policies=policies, online_tables=True) == ()
    check(values, policies=policies, online_tables=True)


@pytest.mark.rule("PT-T.39")
def test_an_online_tournament_stays_a_draft_while_its_tables_cannot_be_played() -> None:
    line = {**TEMPLATES["online-mtt-pt"].values(), "capacity": 20, "alternates": True}
    assert codes(line, "pt_online") == []
    online = {**line, "length_minutes": 600}
    assert codes(online, "pt_online") == ["online_no_line"]
    assert codes(TEMPLATES["online-mtt-pt"].values(), "pt_online") == []
    assert codes(TEMPLATES["online-mtt"].values(), "pt_online") == []
    assert codes(TEMPLATES["online-sit-and-go"].values(), "pt_online") == []
    assert codes({**online, "practice": True}, "pt_online") == []  # a rehearsal sells nothing
    with pytest.raises(Refused) as no:
        check(online, policies=shipped()["pt_online"])
    assert no.value.code == "not_ready_to_publish"


@pytest.mark.rule("PT-T.23")
def test_late_registration_ends_with_a_level_or_at_a_time() -> None:
    by_time = announced(late_registration_level=0, late_registration_minutes=90)
    assert codes(by_time) == []
    assert codes(announced(late_registration_minutes=90)) == ["late_registration_twice"]
    price = {"price_cents": 10_000, "chips": 20_000}
    # three levels of 40 minutes and the break of 15: 120 minutes to the end of level 3, 135 with the break
    rebuy = {**price, "until_level": 3, "per_player": None}
    for minutes, found in ((120, []), (119, ["extra_after_entries_close_by_time"])):
        assert (
            codes(
                announced(
                    late_registration_level=0,
                    late_registration_minutes=minutes,
                    rebuy=FIELDS["rebuy"]("rebuy", rebuy),
                )
            )
            == found
        )
    add_on = FIELDS["add_on"]("add_on", {**price, "after_level": 3})
    for minutes, found in ((135, []), (134, ["extra_after_entries_close_by_time"])):
        assert (
            codes(announced(late_registration_level=0, late_registration_minutes=minutes, add_on=add_on))
            == found
        )


def test_all_that_cannot_be_read_is_told_at_once() -> None:
    with pytest.raises(Refused) as no:
        read({"seats_per_table": 11, "guarantee_cents": -1, "name": "Terça"})
    assert {field: no_of_field.code for field, no_of_field in no.value.fields.items()} == {
        "seats_per_table": "number_too_large",
        "guarantee_cents": "number_too_small",
    }
    assert no.value.code == "number_too_large"  # on its own it reads as the first


@pytest.mark.rule("PT-T.34", "REGULATIONS 6.1")
def test_a_payout_table_of_99_1_percent_is_refused() -> None:
    tiers = [{"from": 1, "to": 1, "percent_each": "60"}, {"from": 2, "to": 2, "percent_each": "39.1"}]
    plan = {"kind": "custom", "name": "x", "source": "", "tiers": tiers}
    with pytest.raises(Refused) as no:
        payout_plan(plan)
    assert (no.value.code, no.value.params["percent"]) == ("payouts_do_not_sum", "99.1")
    with pytest.raises(Refused) as late:
        check(announced(payout_table=plan), policies=shipped()["scpt"])
    assert late.value.code == "not_ready_to_publish"
    assert [f["code"] for f in late.value.params["findings"]] == ["payouts_do_not_sum"]


@pytest.mark.rule("SCPT.L")
def test_the_split_must_make_the_price() -> None:
    assert codes(announced(price_cents=45_001)) == ["split_does_not_sum"]


@pytest.mark.rule("ADTP.P11")
def test_levels_that_fall() -> None:
    values = announced()
    items = [dict(i) for i in values["structure"]["items"]]
    items[4] = {**items[4], "small_blind": 100, "big_blind": 200, "big_blind_ante": 200}
    assert codes({**values, "structure": {**values["structure"], "items": items}}) == ["levels_fall"]


@pytest.mark.rule("SCPT.H")
def test_late_registration_must_end() -> None:
    assert codes(announced(late_registration_level=42)) == ["late_registration_never_ends"]
    assert codes(announced(late_registration_level=0)) == ["re_entry_without_late_registration"]


@pytest.mark.rule("ADTP.24", "SCPT.L-C")
def test_the_chips_must_make_the_stack_and_pay_the_blinds() -> None:
    assert codes(announced(chip_set=[[100, 8], [500, 6], [1000, 6], [5000, 4]])) == [
        "chips_do_not_make_stack",
        "chips_cannot_pay_blinds",
    ]


@pytest.mark.rule("SCPT.J", "SCPT.F")
def test_a_guarantee_the_room_cannot_reach_is_a_doubt_that_may_be_acknowledged() -> None:
    values = announced(capacity=100, re_entries_per_player=0, late_registration_level=9)
    [doubt] = findings(values, policies=shipped()["scpt"])
    # 300,000 less 3 % and 3 % are 282,000; an entry brings 328.50
    assert (doubt.code, doubt.severity, doubt.params["needed"]) == (
        "guarantee_above_capacity",
        Severity.DOUBT,
        859,
    )
    with pytest.raises(Refused) as no:
        check(values, policies=shipped()["scpt"])
    assert no.value.code == "not_ready_to_publish"
    check(values, policies=shipped()["scpt"], acknowledged=["guarantee_above_capacity"])


FOUR_PLACES = {
    "kind": "custom",
    "name": "Nossa",
    "source": "",
    "tiers": [
        {"from": 1, "to": 1, "percent_each": "50"},
        {"from": 2, "to": 2, "percent_each": "30"},
        {"from": 3, "to": 4, "percent_each": "10"},
    ],
}


@pytest.mark.rule("SCPT.L", "PT-T.34")
@pytest.mark.parametrize(
    ("capacity", "again", "entries"),
    [(4, 0, 4), (3, 0, 3), (2, 1, 4), (5, 0, None), (4, 1, None), (4, None, None), (None, 0, None)],
)
def test_payouts_for_every_entry_there_can_be_are_noted_and_refuse_nothing(
    capacity: int | None, again: int | None, entries: int | None
) -> None:
    late = 9 if again != 0 else 0
    values = announced(
        payout_table=FOUR_PLACES,
        capacity=capacity,
        re_entries_per_player=again,
        late_registration_level=late,
        guarantee_cents=0,
    )
    policies = shipped()["scpt"]
    noted = [f for f in findings(values, policies=policies) if f.severity is Severity.NOTE]
    assert [(f.code, f.params) for f in noted] == (
        [] if entries is None else [("every_entry_paid", {"places": 4, "entries": entries})]
    )
    assert [f.code for f in findings(values, policies=policies) if f not in noted] == []
    check(values, policies=policies)


def test_a_table_that_cannot_be_read_is_a_mistake_and_not_noted() -> None:
    assert codes(
        announced(
            payout_table={"kind": "custom", "tiers": []},
            capacity=4,
            re_entries_per_player=0,
            guarantee_cents=0,
        )
    ) == ["bad_payout_table"]


def test_a_mistake_cannot_be_acknowledged() -> None:
    with pytest.raises(Refused):
        check(announced(price_cents=1), policies=shipped()["scpt"], acknowledged=["split_does_not_sum"])


@pytest.mark.rule("PT-T.39")
def test_a_sit_and_go_has_one_table() -> None:
    assert codes(announced("sit-and-go-9", capacity=None)) == ["sit_and_go_one_table"]
    assert codes(announced("sit-and-go-9", capacity=10)) == ["sit_and_go_one_table"]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("price_cents", -1, "number_too_small"),
        ("price_cents", 10**12, "number_too_large"),
        ("price_cents", "450", "not_a_number"),
        ("price_cents", 450.0, "not_a_number"),
        ("price_cents", True, "not_a_number"),
        ("price_cents", None, "not_a_number"),
        ("starting_stack_chips", 0, "number_too_small"),
        ("seats_per_table", 11, "number_too_large"),
        ("seats_per_table", 1, "number_too_small"),
        ("capacity", 1, "number_too_small"),
        ("guarantee_cents", 10**14, "number_too_large"),
        ("name", "", "text_missing"),
        ("name", "x" * 121, "text_too_long"),
        ("name", "a\x00b", "text_unreadable"),
        ("name", 7, "text_unreadable"),
        ("format", "cash", "no_such_choice"),
        ("online", 1, "not_yes_or_no"),
        ("structure", [], "bad_structure"),
        ("structure", {"items": []}, "bad_structure"),
        ("split", {}, "bad_split"),
        ("split", 5, "bad_split"),
        ("payout_table", {"kind": "custom"}, "bad_payout_table"),
        ("payout_table", {"kind": "guess"}, "no_such_choice"),
        ("payout_table", "100", "bad_payout_table"),
        ("rebuy", {"price_cents": 0}, "not_a_number"),
        ("rebuy", {"price_cents": 100, "chips": 0, "until_level": 1}, "number_too_small"),
        ("rebuy", 5, "bad_extra"),
        ("chip_set", [[25]], "bad_chip_set"),
        ("chip_set", "25", "bad_chip_set"),
        ("venue_id", 1, "cannot_change"),
        ("state", "finished", "cannot_change"),
        ("currency", "EUR", "cannot_change"),
    ],
)
def test_what_cannot_be_read_is_refused(field: str, value: Any, code: str) -> None:
    with pytest.raises(Refused) as no:
        read({field: value})
    assert no.value.code == code


def test_a_rebuy_goes_to_the_pool_unless_it_says_otherwise() -> None:
    rebuy = read({"rebuy": {"price_cents": 10_000, "chips": 20_000, "until_level": 6}})["rebuy"]
    assert rebuy["split"]["parts"][0]["component"] == "prize_pool" and rebuy["per_player"] is None
    with pytest.raises(Refused) as no:
        read({"rebuy": {**rebuy, "price_cents": 9_000}})
    assert no.value.code == "split_does_not_sum"


def test_plans_become_tables() -> None:
    policies = shipped()["scpt"]
    assert (
        payout_table(
            payout_plan({"kind": "published", "table": "club"}), entries=913, policies=policies
        ).places
        >= 60
    )
    assert payout_table(payout_plan({"kind": "generated"}), entries=1000, policies=policies).places == 100
    assert payout_table(template("sit-and-go-9").payout_table, entries=9, policies=policies).places == 3
    with pytest.raises(Refused) as no:
        template("wsop")
    assert no.value.code == "no_such_template"


@pytest.mark.rule("SCPT.N")
def test_the_main_event_is_holdem_unless_the_director_insists() -> None:
    values = announced(variant="plo")
    assert codes(values) == ["main_event_in_another_game"]
    check(values, policies=shipped()["scpt"], acknowledged=["main_event_in_another_game"])
    assert codes({**values, "main_event": False}) == []


@pytest.mark.rule("ADTP.7")
def test_redraws_are_read_largest_first() -> None:
    assert read({"redraw_at": [18, 27, 18]}) == {"redraw_at": [27, 18]}
    for wrong in ("27, 18", [2], [0], [-5], [True], [100_001], list(range(3, 14)), None):
        with pytest.raises(Refused):
            read({"redraw_at": wrong})
