"""What changed from one structure to another, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class StepChange:
    """A step that is another one now. was, now: where it stands before and after, from 0; None: it was not there, it is not there any more."""

    was: int | None
    now: int | None


def steps_changed(
    was: Sequence[Mapping[str, Any]], *, now: Sequence[Mapping[str, Any]]
) -> tuple[StepChange, ...]:
    """Compare two structures as a person does: a break put in between is one step more, and those behind it are as they were."""
    matcher = SequenceMatcher(
        None, [_alike(one) for one in was], [_alike(one) for one in now], autojunk=False
    )
    return tuple(
        StepChange(was=before, now=after)
        for kind, first, last, from_, to in matcher.get_opcodes()
        if kind != "equal"
        for before, after in zip_longest(range(first, last), range(from_, to))
    )


def count_changes(was: Sequence[Mapping[str, Any]], *, now: Sequence[Mapping[str, Any]]) -> int:
    """Count what somebody did to a structure: a step that stands elsewhere was moved once, not taken out and put in."""
    steps = steps_changed(was, now=now)
    gone = Counter(_alike(was[one.was]) for one in steps if one.was is not None and one.now is None)
    come = Counter(_alike(now[one.now]) for one in steps if one.now is not None and one.was is None)
    return len(steps) - (gone & come).total()


def _alike(step: Mapping[str, Any]) -> str:
    """The same for steps that say the same, in whatever order."""
    return repr(sorted(step.items()))
