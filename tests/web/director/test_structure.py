"""The structure as a table: what is typed, what follows from it, what is wrong with it, and who was faster."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from dispatch.models import Fact
from tests import cast
from tests.web.director.test_director import as_, sealed
from tournaments.commands.add_clock_time import add_clock_time
from tournaments.commands.pause_clock import pause_clock
from tournaments.commands.resume_clock import resume_clock
from tournaments.models import Tournament
from tournaments.queries.clock import clock_payload

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(monkeypatch):
    """The cast, playing now: pages live in the present."""
    now = datetime.now(UTC)
    monkeypatch.setattr(cast, "START", now - timedelta(minutes=2))
    monkeypatch.setattr(cast, "OPEN", now - timedelta(hours=1))
    monkeypatch.setattr(cast, "DRAFTED", now - timedelta(days=7))
    return cast.house()


def address(tournament: int) -> str:
    return f"/director/{tournament}/settings/structure/"


def form_of(html: str) -> dict[str, Any]:
    """The form as a browser would send it, without what only a script clones."""
    form = re.sub(r"<template.*?</template>", "", html[html.index('id="structure-form"') :], flags=re.DOTALL)
    found: dict[str, Any] = {"row": []}
    for tag in re.findall(r"<input[^>]*>", form[: form.index("</form>")]):
        name = re.search(r'name="([^"]+)"', tag)
        value = re.search(r'value="([^"]*)"', tag)
        if not name or ('type="checkbox"' in tag and "checked" not in tag):
            continue
        text = unescape(value[1]) if value else ""
        if name[1] == "row":
            found["row"].append(text)
        else:
            found[name[1]] = text
    for name, text in re.findall(r'<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>', form, re.DOTALL):
        found[name] = unescape(text)
    for name, options in re.findall(r'<select[^>]*name="([^"]+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else ""
    return found


def typed(client, tournament: int, mode: str = "table", **changes: Any) -> dict[str, Any]:
    page = client.get(address(tournament), {"mode": mode}).content.decode()
    changes = {name.replace("__", "."): value for name, value in changes.items()}
    return form_of(page) | {"command_id": str(uuid.uuid4())} | changes


def told(html: str) -> dict[str, str]:
    """What is wrong at which cell."""
    found = re.findall(r'<p class="wrong" id="wrong-([^"]+)">.*?<span>(.*?)</span>', html, re.DOTALL)
    return {name: unescape(text).strip() for name, text in found}


def items_of(tournament: int) -> list[dict[str, Any]]:
    return Tournament.objects.get(pk=tournament).structure["items"]


@pytest.mark.rule("PT-T.45")
def test_the_table_shows_what_follows_from_every_level(house):
    start = datetime(2030, 5, 4, 22, 0, tzinfo=UTC)
    draft = house.tournament("turbo-8max", starts_at=start)
    html = as_(house.ana).get(address(draft)).content.decode()
    rows = re.findall(r'<tr\s+data-row="s(\d+)".*?</tr>', html, re.DOTALL)
    assert rows == [str(n) for n in range(len(items_of(draft)))]
    second = html[html.index('data-row="s1"') : html.index('data-row="s2"')]
    computed = {
        name: re.sub(r"<[^>]+>", "", text).strip()
        for name, text in re.findall(r'data-computed="(\w+)"[^>]*>(.*?)</(?:td|span)>', second, re.DOTALL)
    }
    zone = Tournament.objects.get(pk=draft).venue.timezone
    assert (computed["number"], computed["rise"], computed["total"]) == ("2", "+100%", "0:15")
    assert computed["average"].endswith(" BB")
    begins = (start + timedelta(minutes=15)).astimezone(ZoneInfo(zone)).strftime("%H:%M")
    assert computed["begins"] == begins
    # the curve says from which level to which it goes; nobody plays yet
    assert re.search(r'class="curve-from"\s*>\s*Level 1\s*<', html) and "curve-now" not in html
    # the mark of late registration stands below its level
    level = Tournament.objects.get(pk=draft).late_registration_level
    before = html[: html.index('class="late-line"')]
    assert re.findall(r'data-row="s(\d+)"', before)[-1] == str(
        [n for n, item in enumerate(items_of(draft)) if item["kind"] == "level"][level - 1]
    )


@pytest.mark.rule("SCPT.H", "PT-T.45")
def test_the_mark_of_late_registration_stands_where_the_clock_ends_it(house):
    """With the recess after its last level, where the settings say so: as on the displays."""
    start = datetime.now(UTC) + timedelta(days=3)
    open_one = house.registering("turbo-8max", starts_at=start)
    structure = Tournament.objects.get(pk=open_one).structure
    recess = next(n for n, item in enumerate(structure["items"]) if item["kind"] == "recess")
    level = sum(item["kind"] == "level" for item in structure["items"][:recess])

    def marked(through):
        now = structure | {"late_registration_levels": level, "late_registration_through_recess": through}
        Tournament.objects.filter(pk=open_one).update(structure=now, late_registration_level=level)
        html = as_(house.ana).get(address(open_one)).content.decode()
        line = html[html.index('class="late-line"') :]
        before = html[: html.index('class="late-line"')]
        row = int(re.findall(r'data-row="s(\d+)"', before)[-1])
        payload = clock_payload(open_one, at=datetime.now(UTC))
        assert [n for n, item in enumerate(payload["items"]) if item["late_registration_ends"]] == [row]
        zone = ZoneInfo(Tournament.objects.get(pk=open_one).venue.timezone)
        ends = start + timedelta(seconds=sum(item["seconds"] for item in structure["items"][: row + 1]))
        said = " ".join(re.sub(r"<[^>]+>", "", line[line.index("<span>") : line.index("<button")]).split())
        sheet = as_(house.dora).get(f"/t/{open_one}/structure/").content.decode()
        rows = re.findall(
            r"<tr.*?</tr>", sheet.split('id="structure-title"')[1].split("</table>")[0], re.DOTALL
        )[1:]
        assert ["late registration ends" in one for one in rows].index(True) == row
        return row, said, ends.astimezone(zone).strftime("%H:%M")

    row, said, ends = marked(False)
    assert (row, said) == (recess - 1, f"Late registration closes here · end of level {level}, {ends}")
    row, said, ends = marked(True)
    assert (row, said) == (
        recess,
        f"Late registration closes here · end of the break after level {level}, {ends}",
    )


def test_an_unchanged_table_changes_nothing_in_either_way_of_writing(house):
    for template in ("scpt-main", "online-mtt-pt"):
        draft = house.tournament(template)
        client = as_(house.ana)
        for mode in ("table", "text"):
            before = items_of(draft)
            with cast.unchanged():
                assert client.post(address(draft), typed(client, draft, mode)).status_code == 302
            assert items_of(draft) == before


def test_a_changed_cell_is_saved_with_its_difference_in_the_history(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    was = items_of(draft)
    answer = client.post(
        address(draft), typed(client, draft, minutes__s0="12,5", late_registration_level="7")
    )
    assert answer.status_code == 302, told(answer.content.decode())
    assert items_of(draft)[0] == {**was[0], "seconds": 750} and items_of(draft)[1:] == was[1:]
    assert Tournament.objects.get(pk=draft).late_registration_level == 7
    body = Fact.objects.filter(kind="tournament_changed").latest("id").body
    assert sorted(body["fields"]) == ["late_registration_level", "structure"]
    sealed()
    history = unescape(client.get(f"/director/{draft}/history/").content.decode())
    assert "Level 1: 50 – 100, 15 min\xa0→\xa050 – 100, 12.5 min" in history


def test_rows_are_added_moved_and_removed_without_a_script(house):
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    client = as_(house.ana)
    form = typed(client, draft)
    count = len(form["row"])

    def act(form: dict[str, Any], what: str) -> dict[str, Any]:
        answer = client.post(address(draft), form | {"act": what})
        assert answer.status_code == 200
        return form_of(answer.content.decode())

    form = act(form, "add_recess:s0")
    assert form["row"][:3] == ["s0", "a0", "s1"] and form["minutes.a0"] == "15"
    form = act(form, "down:a0")
    assert form["row"][:3] == ["s0", "s1", "a0"]
    form = act(form, "remove:s2")
    form = act(form, "add_level")
    assert len(form["row"]) == count + 1 and form["row"][-1] == "a1"
    assert form["minutes.a1"] == "15" and form["big_blind.a1"] == ""
    refused = client.post(address(draft), form | {"command_id": str(uuid.uuid4())})
    assert refused.status_code == 409
    assert told(refused.content.decode()) == {
        name: "A number is missing. Fill it in and try again." for name in ("small_blind-a1", "big_blind-a1")
    }
    form = act(form_of(refused.content.decode()), "remove:a1")
    assert client.post(address(draft), form | {"command_id": str(uuid.uuid4())}).status_code == 302
    assert [i["kind"] for i in items_of(draft)[:4]] == ["level", "level", "recess", "level"]
    assert items_of(draft)[2]["seconds"] == 900


@pytest.mark.rule("PT-T.45", "PT-T.46", "ADTP.P11")
def test_all_that_is_wrong_is_told_at_once_with_what_was_likely_meant(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    with cast.unchanged():
        answer = client.post(
            address(draft),
            typed(
                client, draft, minutes__s0="150", minutes__s1="600", big_blind__s2="30", small_blind__s3="x"
            ),
        )
    html = answer.content.decode()
    assert answer.status_code == 409
    assert told(html) == {
        "minutes-s1": "Level 2 lasts 600 minutes; from half a minute to 240 is possible.",
        "big_blind-s2": "Level 3: the big blind is lower than the small blind.",
        "small_blind-s3": "x is not a whole number.",
    }
    # typed text stays, and the likely ones stand beside it
    assert form_of(html)["minutes.s1"] == "600"
    assert re.findall(r'value="use:s1:minutes:(\w+)"', html) == ["60", "15"]
    assert 'aria-describedby="wrong-minutes-s1"' in html
    mended = client.post(address(draft), form_of(html) | {"act": "use:s1:minutes:15"}).content.decode()
    assert "minutes-s1" not in told(mended) and form_of(mended)["minutes.s1"] == "15"


def test_a_missing_zero_is_offered(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    form = typed(client, draft, small_blind__s3="20", big_blind__s3="40", big_blind_ante__s3="40")
    html = client.post(f"{address(draft)}check/", form | {"act": "check"}).content.decode()
    assert list(told(html)) == ["small_blind-s3"]
    assert 'value="use:s3:small_blind:200"' in html


def test_text_names_the_lines_that_are_wrong_and_reads_what_spreadsheets_copy(house):
    draft = house.tournament("turbo-8max", late_registration_level=0, re_entries_per_player=0)
    client = as_(house.ana)
    bad = "100 200 0 0 15\nhello\n200 400 0 0 600"
    with cast.unchanged():
        answer = client.post(address(draft), typed(client, draft, "text", structure=bad))
    assert answer.status_code == 409
    html = unescape(answer.content.decode())
    assert "Line 2, hello: write small blind" in html and 'data-line="3"' in html
    assert form_of(html)["structure"] == bad
    text = "1\t100\t200\t0\t0\t20\tplo\n100;200;0;0;20;stud8\nintervalo\t15 -25 add-on\n200,400,0,0,20\n1.000 2.000 2.000 20"
    assert client.post(address(draft), typed(client, draft, "text", structure=text)).status_code == 302
    items = items_of(draft)
    assert [i.get("game") for i in items] == ["plo", "stud8", None, "", ""]
    assert items[2] == {"kind": "recess", "seconds": 900, "colour_up": [25], "add_on": True}
    assert (items[4]["small_blind"], items[4]["big_blind"], items[4]["big_blind_ante"]) == (1000, 2000, 2000)
    stored = typed(client, draft, "text")["structure"].splitlines()
    assert stored[:3] == ["100 200 0 0 20 plo", "100 200 0 0 20 stud8", "break 15 -25 add-on"]


def test_a_thousand_pasted_lines_are_refused_in_a_sentence(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    lines = "\n".join(f"{n} {2 * n} 0 0 15" for n in range(100, 1100))
    with cast.unchanged():
        answer = client.post(address(draft), typed(client, draft, "text", structure=lines))
    assert answer.status_code == 409
    assert "this one has 1000. The first too many is line 101." in answer.content.decode()
    pasted = typed(client, draft) | {"act": "check", "pasted": lines, "paste_at": "s0"}
    html = client.post(f"{address(draft)}check/", pasted).content.decode()
    assert "at most 100 levels and breaks; this one has 1000" in html
    assert len(form_of(html)["row"]) == len(items_of(draft))


def test_pasted_lines_take_the_place_of_as_many_rows(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    form = typed(client, draft) | {
        "act": "check",
        "pasted": "75\t150\t0\t0\t20\nintervalo 5",
        "paste_at": "s1",
    }
    found = form_of(client.post(f"{address(draft)}check/", form).content.decode())
    assert found["row"][:4] == ["s0", "a0", "a1", "s3"]
    assert (found["small_blind.a0"], found["kind.a1"], found["minutes.a1"]) == ("75", "recess", "5")


# each row of each template: tests/rules/test_structure_changes.py
@pytest.mark.parametrize("template", ["scpt-main", "sit-and-go-9"])
def test_what_is_to_be_saved_is_counted_as_whoever_did_it_counts(house, template):
    draft = house.tournament(template)
    client = as_(house.ana)
    before = typed(client, draft)

    def to_save(**form: Any) -> int:
        html = client.post(address(draft), before | form).content.decode()
        found = re.search(r"<strong>(\d+) changes? to save\.</strong>", html)
        return int(found[1]) if found else 0

    wrong = {}
    rows = before["row"]
    for row in (rows[0], rows[len(rows) // 2], rows[-1]):
        for act in ("add_level", "add_recess", "remove", "up", "down"):
            count = to_save(act=f"{act}:{row}")
            # the first cannot go up, nor the last down
            if count != ((act, row) not in (("up", rows[0]), ("down", rows[-1]))):
                wrong[act, row] = count
    assert wrong == {}


def test_who_saves_what_somebody_changed_meanwhile_is_told_who_and_keeps_what_was_typed(house):
    draft = house.tournament("turbo-8max")
    ana, olga = as_(house.ana), as_(house.olga)
    stale = typed(ana, draft, minutes__s0="20")
    assert olga.post(address(draft), typed(olga, draft, minutes__s1="30")).status_code == 302
    sealed()
    with cast.unchanged():
        answer = ana.post(address(draft), stale)
    html = unescape(answer.content.decode())
    assert answer.status_code == 409
    assert "was changed by somebody else since this page was opened" in html
    assert re.search(r"Done by Olga[^.]* at \d\d:\d\d", html), html[html.index("was changed by") - 200 :][
        :900
    ]
    assert form_of(html)["minutes.s0"] == "20"
    # what is saved now is told beside it; who saves again has seen it
    assert "Level 2: 100 – 200, 15 min → 100 – 200, 30 min" in html
    again = form_of(html) | {"command_id": str(uuid.uuid4())}
    assert ana.post(address(draft), again).status_code == 302
    assert [i["seconds"] for i in items_of(draft)[:2]] == [1200, 900]


@pytest.mark.rule("SCPT.H")
@pytest.mark.parametrize("mode", ["table", "text"])
@pytest.mark.parametrize("rows_first", [True, False])
def test_rows_and_end_of_late_registration_that_two_changed_at_a_time_both_stay(house, mode, rows_first):
    draft = house.tournament("turbo-8max")
    ana, olga = as_(house.ana), as_(house.olga)
    late = typed(ana, draft, late_registration_level="5")
    if mode == "text":
        late = form_of(ana.post(address(draft), late | {"act": "text"}).content.decode())
        late |= {"command_id": str(uuid.uuid4())}
        assert (late["mode"], late["late_registration_level"]) == ("text", "5")
    rows = typed(olga, draft, minutes__s1="30")
    for client, form in ((olga, rows), (ana, late)) if rows_first else ((ana, late), (olga, rows)):
        answer = client.post(address(draft), form)
        assert answer.status_code == 302, answer.content.decode()
    stored = Tournament.objects.get(pk=draft)
    assert [i["seconds"] for i in stored.structure["items"][:2]] == [900, 1800]
    assert stored.late_registration_level == 5


def test_a_page_that_is_drawn_anew_is_as_old_as_before(house):
    """A row more, a row less, the other way of writing: none of them shows what somebody else saved."""
    draft = house.tournament("turbo-8max")
    ana, olga = as_(house.ana), as_(house.olga)
    opened = typed(ana, draft, minutes__s0="20")
    assert olga.post(address(draft), typed(olga, draft, minutes__s1="30")).status_code == 302
    for act in ("check", "add_recess:s0", "remove:s2", "text"):
        drawn = form_of(ana.post(address(draft), opened | {"act": act}).content.decode())
        with cast.unchanged():
            answer = ana.post(address(draft), drawn | {"command_id": str(uuid.uuid4())})
        assert answer.status_code == 409, act
        html = unescape(answer.content.decode())
        assert "was changed by somebody else since this page was opened" in html, act


@pytest.mark.rule("SCPT.H")
def test_the_end_of_late_registration_that_somebody_else_saved_is_not_undone(house):
    draft = house.tournament("turbo-8max")
    ana, olga = as_(house.ana), as_(house.olga)
    untouched = typed(ana, draft, minutes__s0="20")
    touched = typed(ana, draft, late_registration_level="5")
    assert olga.post(address(draft), typed(olga, draft, late_registration_level="7")).status_code == 302
    # who did not touch it keeps what the other saved
    assert ana.post(address(draft), untouched).status_code == 302
    stored = Tournament.objects.get(pk=draft)
    assert (stored.late_registration_level, stored.structure["items"][0]["seconds"]) == (7, 1200)
    # who did is told, and keeps what was typed
    sealed()
    with cast.unchanged():
        answer = ana.post(
            address(draft), touched | {"seen": form_of(ana.get(address(draft)).content.decode())["seen"]}
        )
    html = unescape(answer.content.decode())
    assert answer.status_code == 409 and "was changed by somebody else since this page was opened" in html
    assert "end of level 5 → to the end of level 7" in html
    again = form_of(html) | {"command_id": str(uuid.uuid4())}
    assert again["late_registration_level"] == "5"
    assert ana.post(address(draft), again).status_code == 302
    assert Tournament.objects.get(pk=draft).late_registration_level == 5


@pytest.mark.rule("PT-T.45")
def test_while_it_runs_only_what_is_not_played_changes(house):
    tournament = house.started("turbo-8max", entries=2)
    client = as_(house.ana)
    client.post(
        f"/director/{tournament}/do/next-level/", {"command_id": str(uuid.uuid4()), "level_index": "0"}
    )
    html = client.get(address(tournament)).content.decode()
    assert html.count("data-played") == 1 and 'name="minutes.s0"' not in html
    current = html[html.index('data-row="s1"') : html.index('data-row="s2"')]
    assert 'aria-current="step"' in current
    # and stands on the curve: the second of its points
    second = re.search(r'<polyline points="[\d.]+,[\d.]+ ([\d.]+),', html)
    assert second and f'class="curve-now" d="M{second[1]} ' in html
    recess = next(n for n, item in enumerate(items_of(tournament)) if item["kind"] == "recess")
    was = items_of(tournament)
    form = typed(client, tournament, **{f"minutes.s{recess}": "12", f"colour_up.s{recess}": "25, 100"})
    form |= {"ante.s1": "25", "game.s1": "plo", "big_blind_ante.s1": ""}
    answer = client.post(address(tournament), form)
    assert answer.status_code == 302, told(answer.content.decode())
    now = items_of(tournament)
    assert (now[recess]["colour_up"], now[recess]["seconds"]) == ([25, 100], 720)
    assert (now[1]["game"], now[1]["ante"]) == ("plo", 25)
    assert now[0] == was[0]
    # a level more, in front of the next; the clock goes on with it
    answer = client.post(address(tournament), typed(client, tournament) | {"act": "add_recess:s1"})
    added = form_of(answer.content.decode()) | {"command_id": str(uuid.uuid4())}
    assert client.post(address(tournament), added).status_code == 302
    assert items_of(tournament)[2]["kind"] == "recess"
    # and the text cannot change what was played
    text = typed(client, tournament, "text")["structure"].splitlines()
    with cast.unchanged():
        answer = client.post(
            address(tournament),
            typed(client, tournament, "text", structure="\n".join(["25 50 0 0 15", *text[1:]])),
        )
    assert answer.status_code == 409
    assert "What has been played stays as it was" in answer.content.decode()


@pytest.mark.rule("PT-T.45")
def test_what_comes_follows_the_clock_that_stood_and_was_given_time(house, monkeypatch):
    tournament = house.started("turbo-8max", entries=2)
    client = as_(house.ana)
    minutes = items_of(tournament)[0]["seconds"] // 60

    def hours(at):
        monkeypatch.setattr("access.moment.at", lambda: at)
        html = client.get(address(tournament)).content.decode()
        found = re.findall(r'data-computed="begins">\s*([0-9:]{5})', html)
        return found[:3]

    def hour(**later):
        return (cast.START + timedelta(**later)).astimezone(ZoneInfo("America/Sao_Paulo")).strftime("%H:%M")

    assert hours(cast.after(minutes=1)) == [hour(), hour(minutes=minutes), hour(minutes=2 * minutes)]
    cast.say(pause_clock, by=house.ana, at=cast.after(minutes=2), tournament_id=tournament)
    # an hour later it stands still: as if it went on now
    assert hours(cast.after(minutes=62)) == [
        hour(),
        hour(minutes=60 + minutes),
        hour(minutes=60 + 2 * minutes),
    ]
    cast.say(resume_clock, by=house.ana, at=cast.after(minutes=62), tournament_id=tournament)
    cast.say(add_clock_time, by=house.ana, at=cast.after(minutes=63), tournament_id=tournament, seconds=120)
    assert hours(cast.after(minutes=64)) == [
        hour(),
        hour(minutes=62 + minutes),
        hour(minutes=62 + 2 * minutes),
    ]


@pytest.mark.rule("PT-T.45")
def test_a_structure_is_proposed_changed_and_saved(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    client = as_(house.ana)
    form = typed(client, draft)
    assert (form["wish_minutes"], form["wish_every"], form["late_registration_level"]) == ("15", "6", "8")
    wishes = {
        "wish_hours": "5",
        "entries": "50",
        "wish_minutes": "20",
        "wish_chips": "25, 100, 500, 1000, 5000",
    }
    with cast.unchanged():
        html = client.post(address(draft), form | wishes | {"act": "propose"}).content.decode()
    assert "A proposal: " in html and "nothing is saved until you save it" in html
    proposal = form_of(html)
    assert proposal["minutes.g0"] == "20"
    assert client.post(address(draft), proposal | {"act": "save"}).status_code == 302
    items = items_of(draft)
    assert {i["seconds"] for i in items if i["kind"] == "level"} == {1200}
    assert [i["big_blind"] for i in items if i["kind"] == "level"][:4] == [150, 200, 300, 400]
    # what cannot be stands at its field, and the rows stay
    wrong = {"wish_hours": "x", "wish_every": "99", "wish_chips": "a"}
    html = client.post(address(draft), typed(client, draft) | wrong | {"act": "propose"}).content.decode()
    assert set(re.findall(r'id="wrong-(wish_\w+)"', html)) == set(wrong)
    assert form_of(html)["wish_hours"] == "x" and "s0" in form_of(html)["row"]
    # and so for how many: no other number takes its place
    for act, sent in (("propose", "-5"), ("check", "-5"), ("propose", "²"), ("check", "1.500")):
        to = f"{address(draft)}check/" if act == "check" else address(draft)
        html = client.post(to, typed(client, draft) | {"entries": sent, "act": act}).content.decode()
        said = re.search(r'id="entries-wrong">([^<]*)<', html)[1]
        at_least = 2 if act == "propose" else 1
        assert said == {
            "-5": f"-5 is too little: at least {at_least}.", "²": "² is not a whole number.", "1.500": "",
        }[sent]  # fmt: skip
        assert form_of(html)["entries"] == {"1.500": "1500"}.get(sent, sent)
        assert "s0" in form_of(html)["row"]


def test_a_line_that_tells_nothing_is_told_once(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    client = as_(house.ana)
    form = typed(client, draft) | {
        "mode": "text",
        "structure": "100 200 0 200 20\nnothing at all\n200 400 0 400 20",
    }
    said = "Line 2, nothing at all: write small blind, big blind, ante, big blind ante, minutes; or break and minutes."
    with cast.unchanged():
        answer = client.post(address(draft), form)
    assert answer.status_code == 409
    page = answer.content.decode()
    told = page[page.index('id="text-wrong"') :]
    assert re.findall(r'<p class="wrong">\s*(.*?)\s*<button', told[: told.index("</div>")], re.S) == [said]
    check = client.post(f"{address(draft)}check/", form).content.decode()
    told = check[check.index('id="text-wrong"') :]
    assert told[: told.index("</div>")].count("Line 2") == 1 and "1 field to put right" in check


def test_what_is_wrong_in_a_text_is_told_in_the_order_of_its_lines(house):
    draft = house.tournament("turbo-8max")
    client = as_(house.ana)
    lines = "100 200 0 200 20\n200 400 0 400 600\nnothing at all\n300 600 0 600 900\nnor this"
    answer = client.post(address(draft), typed(client, draft, "text", structure=lines))
    told = answer.content.decode().partition('id="text-wrong"')[2].partition("</div>")[0]
    assert re.findall(r'data-line="(\d)"', told) == ["2", "3", "4", "5"]


def test_no_forecast_ends_before_late_registration_closes(house):
    draft = house.tournament("turbo-8max", starts_at=datetime.now(UTC) + timedelta(days=2))
    client = as_(house.ana)
    form = typed(client, draft) | {"entries": "3", "late_registration_level": "20", "act": "check"}
    html = unescape(client.post(f"{address(draft)}check/", form).content.decode())
    closes = re.search(r"(?:end of|break after) level 20, (\d\d:\d\d)", html)[1]
    assert re.search(r"ends about (?:Sun |Mon |Tue |Wed |Thu |Fri |Sat )?(\d\d:\d\d)", html)[1] == closes
    assert f"{closes}, level 20" in html
    form["late_registration_level"] = "4"
    html = unescape(client.post(f"{address(draft)}check/", form).content.decode())
    assert re.search(r"ends about (?:Sun |Mon |Tue |Wed |Thu |Fri |Sat )?(\d\d:\d\d)", html)[1] != closes


def test_late_registration_that_closes_with_the_break_has_its_hour_everywhere(house):
    starts_at = datetime(2026, 11, 28, 21, 0, tzinfo=UTC)
    draft = house.tournament("scpt-main", starts_at=starts_at, late_registration_level=4)
    tournament = Tournament.objects.get(pk=draft)
    tournament.structure["late_registration_through_recess"] = True
    recess = next(n for n, item in enumerate(tournament.structure["items"]) if item["kind"] == "recess")
    level = sum(item["kind"] == "level" for item in tournament.structure["items"][:recess])
    tournament.structure["late_registration_levels"] = tournament.late_registration_level = level
    tournament.save(update_fields=["structure", "late_registration_level"])
    html = unescape(as_(house.ana).get(address(draft)).content.decode()).replace("\xa0", " ")
    html = " ".join(re.sub(r"</?(?:span|i)\b[^>]*>", "", html).split())
    seconds = sum(item["seconds"] for item in tournament.structure["items"][: recess + 1])
    closes = (starts_at + timedelta(seconds=seconds)).astimezone(ZoneInfo("America/Sao_Paulo"))
    said = f"end of the break after level {level}, {closes:%H:%M}"
    assert f"<strong>Late registration closes here</strong> · {said}" in html
    assert re.search(rf"selected> ?{said.removeprefix('end of the ')} ?</option>", html)
    # the forecast of a long night ends on another day, and says on which
    kinds = [item["kind"] for item in tournament.structure["items"]]
    counted = f"{kinds.count('level')} levels · {kinds.count('recess')} breaks"
    assert re.search(rf"{counted} · begins 18:00 · <strong>ends about Sun \d\d:\d\d</strong>", html)
    page = " ".join(unescape(as_(house.ana).get(f"/director/{draft}/settings/").content.decode()).split())
    assert f"Late registration: to the end of the break after level {level}, {closes:%H:%M}" in page
