"""Every page of a house in which nothing has happened, and of tournaments that nobody has entered: it opens, in each language, and says in
words what there is not yet. No list is drawn with nothing in it, no figure is a word of a program."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from people.models import User
from tests import cast
from tests.browser.test_every_page import ASKING, PAGES
from tournaments.commands.cancel_tournament import cancel_tournament

pytestmark = pytest.mark.django_db

LANGUAGES = ("pt-br", "pt", "en")
# made of things that are not there without an entry: a hand, a seat, a receipt, a prize, a movement, a case
# asked about a table, or about a player whom the house does not know
NOT_HERE = {"styleguide", "director-break-several", "director-integrity-case-new"}
MADE_OF = {"tournament_id", "venue_id"}
# what somebody reads is no value of a program
NO_WORD = re.compile(r"\b(?:None|nan|NaN|undefined|null|True|False|inf|Infinity)\b|%\(\w+\)s|\{\{|-0\b")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
LISTS = {"ul", "ol", "tbody", "dl"}
# who asks for what cannot be without an entry is told why, or led to where it will be
REFUSED = {"director-seating-list", "director-seat-cards", "director-hand-for-hand", "director-deals"}
LED_ON = {"director-pay-several", "director-edit-structure cancelled"}
# their lists are drawn by a script alone
DRAWN_BY_SCRIPT = {"clock-screen", "play-my-tables"}
# a draft is nobody's but the director's
OF_DRAFTS = {"director-room", "director-history", "director-search", "director-map", "director-paper", "director-alternates", "director-move-slips", "director-slips", "director-takers", "director-prizes", "director-edit", "director-edit-structure", "director-edit-payouts", "director-ending", "director-copy", "floor-tablet", "floor-rulings", "screens-control", "desk-new-player"}  # fmt: skip


class Reader(HTMLParser):
    """What of a page is seen: its words, and lists in which nothing is."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[tuple[str, bool, int]] = []
        self.words: list[str] = []
        self.empty: list[str] = []
        self.feed(html)

    @property
    def hidden(self) -> bool:
        return any(hidden for _tag, hidden, _at in self.open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        if self.open:
            name, hidden, children = self.open[-1]
            self.open[-1] = (name, hidden, children + 1)
        away = tag in ("script", "style", "template", "noscript", "head", "dialog") or "hidden" in dict(attrs)
        self.open.append((tag, away, 0))

    def handle_endtag(self, tag: str) -> None:
        while self.open:
            if self.open[-1][0] == tag and tag in LISTS and not self.hidden and not self.open[-1][2]:
                self.empty.append(tag)
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def pages_of(language: str) -> list[tuple[str, str, str]]:
    house = cast.house()
    with_words = {"accept-language": language}
    clients = {}
    for who in ("olga", "ana", "bruno", "desi", "caio", ""):
        clients[who] = Client(headers=with_words)
        if who:
            clients[who].force_login(User.objects.get(pk=getattr(house, who).user_id))
    registering = house.registering("scpt-main")
    cancelled = house.registering("sit-and-go-9", name="Ninguém")
    cast.say(cancel_tournament, by=house.ana, tournament_id=cancelled, reason="Ninguém veio")
    states = {
        "registering": registering,
        "announced": house.published("turbo-8max", name="Anunciado"),
        "cancelled": cancelled,
        "draft": house.tournament("turbo-8max", name="Rascunho"),
    }
    found = []
    for name, (who, made_of) in PAGES.items():
        if not set(made_of) <= MADE_OF or name in NOT_HERE:
            continue
        for state, tournament in states.items() if "tournament_id" in made_of else (("", 0),):
            values = {"tournament_id": tournament, "venue_id": house.venue_id}
            asks = ASKING.get(name, "").format(player=house.caio.player_id)
            answer = clients[who].get(reverse(name, kwargs={key: values[key] for key in made_of}) + asks)
            found.append((f"{name} {state}", str(answer.status_code), answer.content.decode()))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_without_an_entry_says_so_in_words(language: str) -> None:
    wrong, opened = [], set()
    for name, status, html in pages_of(language):
        page, _, state = name.partition(" ")
        expected = "409" if page in REFUSED else "302" if page in LED_ON or name in LED_ON else "200"
        if state == "draft" and page not in OF_DRAFTS | REFUSED | LED_ON:
            expected = "409" if page == "desk" else "404"
        if status != expected:
            wrong.append(f"{name}: answered {status}, not {expected}")
            continue
        if status == "302":
            continue
        opened.add(page)
        read = Reader(html)
        words = " ".join(" ".join(read.words).split())
        wrong += [
            f"{name}: {one.group()!r} in {words[max(0, one.start() - 40) : one.end() + 20]!r}"
            for one in NO_WORD.finditer(words)
            # a word of English, too: what a program wrote is found in the other two
            if (language, one.group()) != ("en", "None")
        ]
        if page not in DRAWN_BY_SCRIPT:
            wrong += [f"{name}: a {tag} in which nothing is" for tag in read.empty]
        if status == "409" and 'role="alert"' not in html:
            wrong.append(f"{name}: refused without a word")
    assert wrong == [], "\n".join(wrong)
    assert {
        "director-entries",
        "desk",
        "floor-tablet",
        "play",
        "tournament",
        "seating-screen",
        "lobby-screen",
    } <= opened
