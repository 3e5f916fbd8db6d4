"""No sign between two facts stands at an end of a line, and none is parted from what it belongs to."""

import pytest

from web.line_ends import dots


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("– → floor", "–\u2060\u00a0→\u00a0floor"),
        ("floor → –", "floor\u00a0→\u00a0–"),
        ("CPF …0000 → …1111", "CPF …\u20600000\u00a0→\u00a0…\u20601111"),
        ("Undo… and more", "Undo… and more"),
        ("300 – 600 · 20 min", '300 – 600<span class="dot"> <i>·</i></span> 20 min'),
        ("<b> · x", '&lt;b&gt;<span class="dot"> <i>·</i></span> x'),
    ],
)
def test_a_line_ends_behind_a_fact_and_not_within_it(text: str, held: str) -> None:
    assert str(dots(text)) == held
