"""The colours of a house: two that it chooses and a ground; every other colour of the displays follows from them.

Computed once, when the house is saved: an old television computes no colours. What cannot be read where it was chosen for is
refused; on other grounds, and where it was kept before, a colour is moved in lightness only, and only as far as its ratio asks (OKLCH: hue stays, chroma shrinks only to stay within sRGB), so that every pair of colours
can be read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rules.refusals import N_, Refused, Several

GROUNDS = ("dark", "colour", "light")
# of a house that chose none
DEFAULT = ("#0b5d4e", "#58d2b4", "dark")

WHITE, BLACK = "#ffffff", "#101214"
_HEX = re.compile(r"#?([0-9a-f]{6}|[0-9a-f]{3})")
_STEP = 0.01
# of back, art, panel and line: lightness, and how much of the house's chroma
_GROUND = {
    "dark": ((0.16, 0.7), (0.195, 0.8), (0.245, 0.75), (0.38, 0.8)),
    "colour": ((0.3, 2.0), (0.25, 1.8), (0.35, 2.0), (0.48, 1.6)),
    "light": ((0.975, 0.2), (0.945, 0.35), (0.995, 0.1), (0.86, 0.5)),
}
# what a state is told with is ours: amber means the same in every house
_SIGNALS = {"good": "#57cf8a", "warn": "#ffb52e", "stop": "#ff7466", "info": "#79b8ff"}
_MEDALS = {"gold": "#e9bf5b", "silver": "#c9d1d8", "bronze": "#d9935b"}


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _gamma(value: float) -> float:
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class _Oklch:
    """Lightness 0 to 1, chroma, hue in radians."""

    lightness: float
    chroma: float
    hue: float


def _oklch(colour: str) -> _Oklch:
    r, g, b = _rgb(colour)
    long = math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
    middle = math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
    short = math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
    lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
    return _Oklch(lightness, math.hypot(a, b), math.atan2(b, a))


def _hex(lightness: float, *, chroma: float, hue: float) -> str:
    """The colour; with less chroma where sRGB has none so strong."""
    while True:
        a, b = chroma * math.cos(hue), chroma * math.sin(hue)
        long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
        middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
        short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
        parts = (
            4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
        )
        if chroma < 0.004 or all(-0.002 < part < 1.002 for part in parts):
            return "#" + "".join(f"{round(255 * _gamma(min(1.0, max(0.0, part)))):02x}" for part in parts)
        chroma *= 0.94


def _luminance(colour: str) -> float:
    r, g, b = _rgb(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, *, other: str) -> float:
    """Return how much two colours stand apart, from 1 to 21 (WCAG)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def read_colour(typed: str) -> str:
    """Read a colour as people write it, #0d2f6e, 0D2F6E or #abc, into one form. Refusal: ``bad_colour``."""
    found = _HEX.fullmatch(typed.strip().lower())
    if found is None:
        raise Refused(
            "bad_colour",
            N_("“%(typed)s” is no colour. Write it as # and six characters, such as #0d2f6e."),
            typed=typed.strip()[:20],
        )
    digits = found[1]
    return "#" + (digits if len(digits) == 6 else "".join(sign * 2 for sign in digits))


def _reach(colour: str, *, on: str, ratio: float) -> str:
    """The colour itself, lighter on a dark ground and darker on a light one only as far as the ratio asks."""
    if contrast(colour, other=on) >= ratio:
        return colour
    found = _oklch(colour)
    step = _STEP if _luminance(on) < 0.18 else -_STEP
    lightness = found.lightness
    while 0 < lightness < 1:
        lightness += step
        moved = _hex(min(1.0, max(0.0, lightness)), chroma=found.chroma, hue=found.hue)
        if contrast(moved, other=on) >= ratio:
            return moved
    return WHITE if step > 0 else "#000000"


def _ink_on(colour: str) -> str:
    return max((WHITE, BLACK), key=lambda ink: contrast(colour, other=ink))


def _mixed(one: str, *, other: str, share: float) -> str:
    """So much of the first in the second, as a browser would mix them."""
    return "#" + "".join(
        f"{round(int(one[at : at + 2], 16) * share + int(other[at : at + 2], 16) * (1 - share)):02x}"
        for at in (1, 3, 5)
    )


def _plate(first: _Oklch, *, ground: str, muted: float) -> str:
    """The house's own colour; moved only where its ink could not be read, or where it would drown in the ground."""
    if ground == "colour":
        plate = _hex(0.22, chroma=muted * 1.4, hue=first.hue)
    else:
        low, high = (0.36, 0.62) if ground == "dark" else (0.0, 0.5)
        plate = _hex(min(high, max(low, first.lightness)), chroma=first.chroma, hue=first.hue)
    return _reach(plate, on=_ink_on(plate), ratio=5)


def tokens(first: str, *, second: str, ground: str) -> dict[str, str]:
    """Return every colour of the displays, by the name of its token.

    first: the house's colour; second: its accent; ground: dark, colour or light.
    """
    house = _oklch(first)
    muted = min(house.chroma, 0.05)
    dark = ground != "light"

    def shade(lightness: float, *, share: float) -> str:
        return _hex(lightness, chroma=muted * share, hue=house.hue)

    back, art, panel, line = (shade(lightness, share=share) for lightness, share in _GROUND[ground])
    # what is written may stand on any of the three: on dark grounds the panel is the lightest, on light ones the art
    under = panel if dark else art
    found = {"back": back, "art": art, "panel": panel, "line": line, "logo": _reach(first, on=WHITE, ratio=3)}
    found["ink"] = _reach(shade(0.985 if dark else 0.2, share=0.15), on=under, ratio=10)
    found["soft"] = _reach(shade(0.8 if dark else 0.42, share=0.5), on=under, ratio=7)
    found["rung"] = _mixed(line, other=panel, share=0.45)
    found["accent"] = _reach(second, on=under, ratio=5)
    found["accent-ink"] = _ink_on(found["accent"])
    found["plate"] = _plate(house, ground=ground, muted=muted)
    found["plate-ink"] = _ink_on(found["plate"])
    found["plate-accent"] = _reach(second, on=found["plate"], ratio=4.5)
    for name, given in _SIGNALS.items():
        base = _oklch(given)
        colour = _reach(given if dark else _hex(0.5, chroma=base.chroma, hue=base.hue), on=under, ratio=5)
        found[name] = colour
        found[f"{name}-ink"] = _ink_on(colour)
        found[f"{name}-band"] = _mixed(colour, other=panel, share=0.24 if dark else 0.14)
    for name, given in _MEDALS.items():
        found[name] = _reach(given, on=under, ratio=5)
    return found


# which token must stand apart from which, and how much: what `tokens` keeps for every pair of colours
RATIOS: tuple[tuple[str, str, float], ...] = (
    *(("ink", on, 10.0) for on in ("back", "art", "panel")),
    *(("soft", on, 7.0) for on in ("back", "art", "panel")),
    *((name, on, 5.0) for name in ("accent", *_SIGNALS, *_MEDALS) for on in ("back", "art", "panel")),
    ("soft", "rung", 4.5),
    ("ink", "rung", 4.5),
    ("plate-ink", "plate", 5.0),
    ("plate-accent", "plate", 4.5),
    ("accent-ink", "accent", 4.5),
    *((f"{name}-ink", name, 4.5) for name in _SIGNALS),
    *(("ink", f"{name}-band", 4.5) for name in _SIGNALS),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A colour that was chosen and the one that is shown. ratio: what the chosen one would have had where it stands;
    reached: what the shown one has; needed: what it must have."""

    chosen: str
    shown: str
    ratio: float
    reached: float
    needed: float

    @property
    def ratio_read(self) -> float:
        """As people read it: never rounded up to what it misses."""
        return math.floor(self.ratio * 10) / 10

    @property
    def reached_read(self) -> float:
        """As people read it, like the other."""
        return math.floor(self.reached * 10) / 10


def corrections(
    first: str, *, second: str, found: Mapping[str, str], ground: str
) -> dict[Literal["first", "second"], Correction]:
    """Return what became of the two colours that a house chose: {"first", "second"}."""
    under = found["panel"] if ground != "light" else found["art"]

    def corrected(chosen: str, *, shown: str, on: str, needed: float) -> Correction:
        return Correction(
            chosen=chosen,
            shown=shown,
            ratio=contrast(chosen, other=on),
            reached=contrast(shown, other=on),
            needed=needed,
        )

    return {
        "first": corrected(first, shown=found["plate"], on=found["plate-ink"], needed=5),
        "second": corrected(second, shown=found["accent"], on=under, needed=5),
    }


def unreadable(first: str, *, second: str, ground: str) -> dict[Literal["first", "second"], Correction]:
    """Return which of two colours cannot be read on a ground; shown: the nearest one that can.

    On a ground in the house's colour that one gives its hue alone: nothing is written on it, and any will do.
    """
    found = tokens(first, second=second, ground=ground)
    drawn = corrections(first, second=second, found=found, ground=ground)
    wrong: dict[Literal["first", "second"], Correction] = {}
    if ground != "colour" and drawn["first"].ratio < drawn["first"].needed:
        # a display may draw it darker still: for it the nearest that can be read is enough
        ink, needed = found["plate-ink"], drawn["first"].needed
        nearest = _reach(first, on=ink, ratio=needed)
        wrong["first"] = replace(drawn["first"], shown=nearest, reached=contrast(nearest, other=ink))
        # what stands out is judged beside the colour that is taken instead
        found = tokens(nearest, second=second, ground=ground)
        drawn = corrections(nearest, second=second, found=found, ground=ground)
    if drawn["second"].ratio < drawn["second"].needed:
        wrong["second"] = drawn["second"]
    return wrong


def readable_pair(first: str, *, second: str, ground: str) -> tuple[str, str]:
    """Read the two colours of a house as they are kept; what is wrong with them is told at once, each at its field.

    What was kept before a colour was refused goes on being drawn lighter or darker (`tokens`). Refusals: ``bad_colour``,
    ``unreadable_colour``.
    """
    read: dict[str, str] = {}
    wrong: dict[str, Refused] = {}
    for field, typed in (("first", first), ("second", second)):
        try:
            read[field] = read_colour(typed)
        except Refused as refused:
            wrong[field] = refused
    if not wrong:
        found = unreadable(read["first"], second=read["second"], ground=ground)
        wrong = {field: _unreadable(field, c) for field, c in found.items()}
    if wrong:
        raise Several(wrong)
    return read["first"], read["second"]


def _unreadable(field: str, correction: Correction) -> Refused:
    return Refused(
        "unreadable_colour",
        N_(
            "%(colour)s cannot be read on the displays: it has a contrast of %(found)s : 1, and %(needed)s : 1 is the least. The nearest colour that can is %(nearest)s."
        ),
        field=field,
        colour=correction.chosen,
        found=correction.ratio_read,
        needed=int(correction.needed),
        nearest=correction.shown,
    )


def style_sheet(themes: Mapping[str, Mapping[str, str]], *, ground: str) -> str:
    """Return the tokens of every ground as a style sheet: the house's own holds unless a display asks for another."""

    def block(where: str, values: Mapping[str, str]) -> str:
        return where + "{" + ";".join(f"--{name}:{value}" for name, value in values.items()) + "}\n"

    rest = ((f':root[data-ground="{name}"]', themes[name]) for name in GROUNDS)
    return block(":root", themes[ground]) + "".join(block(where, values) for where, values in rest)


def all_grounds(first: str, *, second: str) -> dict[str, dict[str, str]]:
    """Return the tokens on each ground: a display in a bright room may ask for another than the house's."""
    return {ground: tokens(first, second=second, ground=ground) for ground in GROUNDS}
