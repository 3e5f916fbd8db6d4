"""Every picture that a drawing stands beside is one that bin/shots makes: asked of its list, without a room and without a browser."""

from __future__ import annotations

from unittest.mock import MagicMock

from tests.shots import phone, pictures, played, states
from tests.shots.drawings import LEFT_OUT, PAIRS


def test_every_picture_that_a_drawing_names_is_one_that_is_made(monkeypatch):
    # what is done in the room between two pictures, and what is read there, is left out: the names are the same without it
    for module in (phone, pictures, played, states):
        for name, value in list(vars(module).items()):
            of_the_room = name in ("felt", "cast", "me", "this_evening") or (
                callable(value) and not str(value.__module__).startswith(("tests.shots", "builtins"))
            )
            helper = module is phone and name in ("_pays", "_waits", "_plays", "_result", "_counted", "_moved", "_bust", "_seat_of_mine")  # fmt: skip
            if of_the_room or helper:
                monkeypatch.setattr(module, name, MagicMock(Felt=MagicMock))
    monkeypatch.setattr(states, "max", MagicMock(), raising=False)  # of counts that are none
    made = {picture.file for picture in pictures.everything(MagicMock())}
    assert {drawing: file for drawing, file in PAIRS.items() if file not in made} == {}


def test_a_drawing_has_a_picture_or_a_reason_and_never_both():
    assert set(PAIRS) & set(LEFT_OUT) == set()
    assert [drawing for drawing, reason in LEFT_OUT.items() if not reason.endswith(".")] == []
