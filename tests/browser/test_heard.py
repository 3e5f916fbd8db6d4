"""What a display sounds and says, set up by staff on the page of the displays and heard at the display itself."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from tests import cast
from tests.browser.conftest import until
from tests.browser.test_live_pages import part
from tournaments.commands.move_to_level import move_to_level
from tournaments.commands.pair_screen import pair_screen

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# Of every tone its pitch, of every sentence its words, its language and how loud: no loudspeaker is needed to hear them.
LISTENING = """() => {
  window.tones = [];
  window.sentences = [];
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.tones.push(this.frequency.value);
    return start.apply(this, when);
  };
  speechSynthesis.speak = (said) => window.sentences.push([said.text, said.lang, Math.round(said.volume * 100)]);
}"""
LEVEL = [660, 880]


def test_sound_voice_and_volume_of_one_display_are_set_by_staff_and_heard_there(
    chromium, server, tab_of, today
) -> None:
    house = cast.house()
    running = house.started("turbo-8max", entries=9)
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, locale="pt-BR")
    page = context.new_page()
    page.add_init_script(f"({LISTENING})()")
    page.goto(f"{server.url}/screens/")
    code = page.locator("h1").inner_text()
    cast.say(pair_screen, by=house.ana, at=datetime.now(UTC), tournament_id=running, code=code)
    expect(page.locator('body[data-sound="false"]')).to_be_attached()
    expect(part(page, "sound")).to_have_count(0)
    control = tab_of(house.ana, f"/director/{running}/screens/").get_by_role("region", name="Telas do clube")

    def set_up(*, sound: bool, voice: bool, volume: str) -> None:
        """As staff do: unfold, tick, slide, save."""
        control.get_by_text("Nome e som").click()
        control.get_by_label("Nome", exact=True).fill("Parede norte")
        control.get_by_label("Esta tela pode tocar som").set_checked(sound)
        control.get_by_label("Também fala").set_checked(voice)
        control.get_by_label("Volume").fill(volume)
        control.get_by_role("button", name="Salvar").click()

    def level(number: int) -> None:
        """The level begins, and the display shows it."""
        cast.say(
            move_to_level, by=house.ana, at=datetime.now(UTC), tournament_id=running, level_index=number - 1
        )
        expect(part(page, "number")).to_have_text(str(number))

    def heard() -> list[list[object]]:
        found: list[list[object]] = page.evaluate("[window.tones.splice(0), window.sentences.splice(0)]")
        return found

    set_up(sound=True, voice=True, volume="35")
    expect(control.get_by_role("heading", name="Parede norte")).to_be_visible()
    # it is drawn anew, with the button that a browser asks for; who touches it hears that it works
    part(page, "sound").click()
    expect(part(page, "sound")).to_be_hidden()
    assert heard() == [[880], []]
    level(2)
    until(page, lambda: page.evaluate("window.sentences.length"))
    assert heard() == [LEVEL, [["Nível 2. Blinds 100 e 200.", "pt-BR", 35]]]

    # it says nothing more, and sounds softer; the page stays
    page.evaluate("window.same = true")
    set_up(sound=True, voice=False, volume="10")
    expect(page.locator('body[data-voice="false"][data-volume="10"]')).to_be_attached()
    level(3)
    until(page, lambda: page.evaluate("window.tones.length"))
    assert heard() == [LEVEL, []]
    assert page.evaluate("window.same") is True

    # it may no longer be heard: not even a button is left
    set_up(sound=False, voice=False, volume="10")
    expect(page.locator('body[data-sound="false"]')).to_be_attached()
    expect(part(page, "sound")).to_have_count(0)
    level(4)
    expect(page.locator('[data-part="takeover"][data-kind="level"]')).to_be_attached()
    assert heard() == [[], []]
    context.close()
