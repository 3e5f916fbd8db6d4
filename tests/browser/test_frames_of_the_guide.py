"""The frames of the style guide: each moment of a played table and each state of a display of the room is its own page, says what is so
then, and axe finds nothing serious on it.

The themes take turns: which colours meet is computed for both elsewhere (tests/web/test_contrast.py).
"""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import expect

from web.styleguide.displays import DISPLAYS
from web.styleguide.moments import MOMENTS
from web.styleguide.samples import LONG

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# what stands in the bar at each moment: its state, its sentence, and what may be pressed
BAR = """() => {
  const bar = document.querySelector(".act-bar");
  const said = (one) => [...one.childNodes].filter((node) => node.nodeName !== "KBD").map((node) => node.textContent.trim()).filter(Boolean).join(" ");
  return [bar.dataset.state ?? "", bar.querySelector(".bar-say")?.textContent.trim() ?? "", ...[...bar.querySelectorAll(".act")].map((one) => said(one) + (one.disabled ? " off" : "") + (one.ariaPressed === "true" ? " pressed" : ""))];
}"""
ACTS = ["Fold", "Call 12,600 21 BB", "Raise… min. 25,200"]
BARS = {
    "played": ["", "You are watching. Every seat is taken.", "Sit down"],
    "decided": ["", "You are watching. Sign in to take a seat: it costs nothing.", "Sign in"],
    "turn": ["acts", "", *ACTS],
    "wide": ["acts", "", *ACTS],
    "full": ["acts", "", "Fold", "Call 100\xa0M 25,000 BB", "Raise… min. 223.45\xa0M"],
    "sheet": ["sheet", "", "Back", "Raise to 25,200 42 BB · leaves you 11,300"],
    "too-much": ["sheet", "The most you may put in is 36,500.", "Back", "Raise to off"],
    "all-in": [
        "asks",
        "That is everything you have. Press once more to go all-in.",
        "Back",
        "All-in 36,500 60.8 BB",
    ],
    "fold-for-nothing": ["acts", "Checking costs nothing. Fold all the same?", "Check", "Fold"],
    "capped": ["acts", "", *ACTS[:2], "Raise no more raises in this round off"],
    "sent": ["acts", "", *ACTS],
    "ahead": ["waiting", "Renata M. is to act", "Fold", "Call 12,600 21 BB pressed"],
    "away": [
        "waiting",
        "You sit out from the next hand on. In this hand you check where it is free, and else your cards are folded.",
        "I am back",
    ],
    "leaves": ["waiting", "You leave when this hand is over.", "Stay at the table"],
    "held": ["waiting", "The table stands still. Your time is kept."],
    "hand-for-hand": ["waiting", "Renata M. is to act · you can act ahead", "Fold", "Call 12,600 21 BB"],
    "line-lost": ["acts", "", *ACTS],
    "four-cards": ["acts", "", *ACTS[:2], "Raise… 25,200 to 36,500"],
    "menu": ["waiting", "Renata M. is to act · you can act ahead", "Fold", "Call 12,600 21 BB"],
    "void": ["waiting", "Renata M. is to act · you can act ahead", "Fold", "Call 12,600 21 BB"],
    "rebuy": ["waiting", ""],
    "add-on": ["waiting", "The next hand is dealt in a moment."],
    "cash-seat": ["", "", "Sit down"],
    "cash-full": ["", "No seat is free for you now; 3 players wait.", "Join the waiting list"],
    "cash-offered": ["", "A seat is free for you. It is kept for you: 22 s.", "Sit down"],
}
# where a moment says more than its bar: the words, and what can be pressed there
SAID = {
    "too-much": (".act-bar", "The most you may put in is 36,500.", []),
    "held": (
        ".room-banner[data-part=banner]",
        f"The house holds this table: {LONG}. Nobody's time runs.",
        [],
    ),
    "hand-for-hand": (
        ".room-banner[data-part=banner]",
        "Hand for hand: all tables begin each hand together.",
        [],
    ),
    "line-lost": (".room-line", "The connection is lost. Your seat is kept; the table plays on.", []),
    "rebuy": (".room-rebuy", "You can buy 25,000 chips for R$450.00", ["Rebuy", "No, I am out"]),
    "add-on": (".room-add-on", "In the break after level 9", ["+25,000 · R$450.00", "+50,000 · R$900.00"]),
    "menu": (".room-menu > div", "How it is played", ["Sit out", "Change seat", "Leave the table"]),
    "void": (".room-banner:is(a)", "Complain about this hand", []),
}

# pale because a tap or a press of it is taken, or there is no line: nobody has to read it then
DEAF = '[data-shown="active"], [data-busy] .act'


def test_a_played_table_is_its_own_page_at_every_moment(look, axe):
    bars, states, wrong = {}, set(), []
    seen = look("/styleguide/table/dark/four-cards/", width=390, height=844, language="en")
    page, house = seen.page, seen.page.url.partition("/styleguide/")[0]
    expect(page.locator(".own-cards > *")).to_have_count(4)
    for theme, moment in zip(cycle(("light", "dark")), MOMENTS, strict=False):
        page.goto(f"{house}/styleguide/table/{theme}/{moment}/")
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        bars[moment] = page.evaluate(BAR)
        states |= set(
            page.locator(".seat").evaluate_all(
                "all => all.flatMap((one) => [one.dataset.state ?? 'free', 'line' in one.dataset && 'line', !!one.querySelector('.boxed') && 'all-in'])"
            )
        )
        own, mine = page.locator(".own .proof"), MOMENTS[moment].mine
        # the own cards are proved by the page as in a hand that is played
        assert (
            own.get_attribute("data-proof") == "checked_alone"
            if mine is not None and mine.get("cards") != []
            else own.count() == 0
        ), moment
        where, sentence, buttons = SAID.get(moment, ("body", "", []))
        expect(page.locator(where)).to_contain_text(sentence)
        for one in buttons:
            expect(page.locator(where).get_by_role("button", name=one).first).to_be_visible()
        expect(page.locator(".act-bar[data-busy]")).to_have_count(int(moment == "sent"))
        page.locator(DEAF).evaluate_all("all => all.forEach((one) => { one.disabled = true; })")
        wrong += [f"{moment}: {what}" for what in axe(page)]
    assert bars == BARS
    assert states - {False} == {"in", "act", "away", "fold", "won", "free", "line", "all-in"}
    assert wrong == []
    assert seen.complaints == []


# what tells a display's state: the word of its badge, what its band or its list says, what takes it over
SAYS = """() => {
  const said = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.textContent.trim().replace(/\\s+/g, " ")).filter(Boolean);
  const over = said(".takeover .kick");
  return [said("[data-part=state]")[0] ?? "", over[0] ?? said("[data-part=says], .offline, .message p, .message span, .empty, .waits")[0] ?? "", said(".pays li, .stacks li, .podium li, .others li, .seating li, .names li, .prows li, .ring li, .tonight > li, .days > li, .nine li").length];
}"""
STATES: dict[str, list[object]] = {
    "level": ["Running", "", 0],
    "last-minute": ["Running", "", 0],
    "late-registration": ["Late registration closing", "Entries and re-entries until the end of level 4", 0],
    "paused": ["Paused", "Stopped by the floor · play out the hand you are in · since 18:56", 0],
    "break": ["Break", "Back at 19:06 with level 9", 0],
    "colour-up": ["Colour-up", "", 0],
    "bubble": ["Bubble", "One more out, and everybody left is paid", 0],
    "hand-for-hand": ["Hand for hand", "Hand 3 · tables ready: 2, still playing: 1 · clock stopped", 0],
    "in-the-money": ["In the money", "Everybody left wins at least R$1,100", 0],
    "final": ["Final table", "The next one out wins R$1,600", 9],
    "decided": ["Waiting for the result", "Renata Martins holds all the chips", 0],
    "finished": ["", "", 9],
    "registering": ["Registration open", "Until the start (19:42)", 0],
    "announced": ["Announced", "Starts at Tue 24 Nov, 19:00", 0],
    "cancelled": ["Cancelled", "Ask at the desk about your entry.", 0],
    "message": ["Running", "O jantar está servido no salão ao lado.", 0],
    "seats": ["Running", "", 21],
    "line-lost": ["Running", "offline 00:42", 0],
    "house-colour": ["Running", "", 0],
    "upright": ["Running", "", 8],
    "square": ["Running", "", 0],
    "poster": ["Running", "", 5],
    "poster-final": ["Final table", "The next one out wins R$1,600", 6],
    "takeover-level": ["Running", "Level up · 7", 0],
    "takeover-bubble": ["In the money", "15 in the money", 0],
    "takeover-final": ["Final table", "R$12,222 for the winner", 18],
    "takeover-winner": ["Waiting for the result", "Winner", 0],
    "overlay": ["Running", "", 3],
    "overlay-break": ["Break", "Back at 19:06 with level 9", 3],
    "overlay-final": ["Final table", "The next one out wins R$1,600", 3],
    "overlay-message": ["Running", "O jantar está servido no salão ao lado.", 3],
    "seating": ["", "", 32],
    "seating-empty": ["", "Nobody is seated yet.", 1],
    "payouts": ["", "", 12],
    "payouts-open": ["", "", 10],
    "payouts-results": ["", "", 9],
    "final-table": ["Final table", "", 18],
    "final-table-before": ["Running", "The final table has not begun: 63 players left.", 1],
    "final-table-results": ["Finished", "", 9],
    "table": ["Running", "", 9],
    "table-paused": ["Paused", "O jantar está servido no salão ao lado.", 9],
    "table-broken": ["Running", "Table 4 is broken. The seating list tells the new seats.", 0],
    "lobby": ["", "", 6],
    "lobby-next": ["", "", 2],
    "lobby-empty": ["", "No tournament today.", 1],
    "schedule": ["", "", 8],
    "schedule-alone": ["", "", 1],
    "schedule-empty": ["", "Nothing is announced yet.", 1],
    "sponsors": ["", "", 0],
    "sponsors-none": ["", "O jantar está servido no salão ao lado.", 0],
}


SCREENS = {"upright": (540, 960), "square": (960, 720)}


def test_a_display_is_its_own_page_in_every_state(look, axe):
    says, wrong = {}, []
    seen = look("/styleguide/display/dark/level/", language="en")
    page, house = seen.page, seen.page.url.partition("/styleguide/")[0]
    page.add_init_script("globalThis.goes = setTimeout")
    for ground, (name, of) in zip(cycle(("light", "dark")), DISPLAYS.items(), strict=False):
        width, height = SCREENS.get(of.shape, (960, 540))
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{house}/styleguide/display/{ground}/{name}/")
        expect(page.locator("body")).to_have_attribute("data-specimen", "drawn")
        says[name] = page.evaluate(SAYS)
        # a display of the guide stands, and axe goes by what it had stopped
        page.evaluate("() => { globalThis.setTimeout = globalThis.goes; }")
        wrong += [f"{name}: {what}" for what in [*axe(page), *seen.complaints]]
        seen.complaints.clear()
    assert says == STATES
    assert wrong == []
