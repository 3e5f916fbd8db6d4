"""Two who change one form at a time: what one of them did not touch stays as the other saved it; what both changed is told."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.http.request import QueryDict

from rules.refusals import N_, Refused
from web import forms

# a longer text is known again by its digest: the page does not carry it twice
_CARRIED = 200


def sent(value: Any) -> str:
    """Return a value as a browser sends it: a tick that is not set is nothing."""
    return "" if value is None or value is False else "1" if value is True else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedForm:
    """What is saved of one form now. fields: under the names of the form, as a browser sends them. ticks: those that are sent only
    when they are set. alike: whether two texts say the same in a field. read_out: what is saved in a field, in words.
    """

    salt: str
    fields: Mapping[str, str]
    ticks: Collection[str] = ()
    alike: Callable[[str, str, str], bool]
    read_out: Callable[[str, str], str]

    def mark(self) -> str:
        """Return what the form shows, to come back with what is typed."""
        shown = {name: _carried(value) for name, value in self.fields.items()}
        return signing.dumps(shown, salt=self.salt, compress=True)

    def with_saved(self, post: QueryDict) -> tuple[QueryDict, Refused | None]:
        """Return the form with what somebody else saved meanwhile in the fields that were not touched, and the refusal at those that were.

        Refusal: ``changed_meanwhile``. An older page that did not say what it showed comes back as it is.
        """
        try:
            shown = signing.loads(post.get("shown", ""), salt=self.salt)
        except signing.BadSignature:
            return post, None
        now, kept, reading = self.fields, post.copy(), forms.Reading()
        # rows that the page had not yet
        kept.update({name: now[name] for name in now.keys() - shown.keys() if now[name] and name not in post})
        for name, was in shown.items():
            saved, typed = now.get(name, ""), post.get(name, "")
            if _carried(saved) == was or self._alike(name, saved, typed):
                continue
            if name not in post and name not in self.ticks:
                continue
            if not self._alike(name, typed, was):
                with reading.field(name):
                    raise Refused(
                        "changed_meanwhile",
                        N_(
                            "Somebody else changed this since the page was opened. Saved now: “%(saved)s”. What you typed still stands"
                            " here: save again, and it is taken."
                        ),
                        saved=_shortened(self.read_out(name, saved)) or "–",
                    )
            elif name in self.ticks and not saved:
                del kept[name]
            else:
                kept[name] = saved
        try:
            reading.done()
        except Refused as refused:
            return kept, refused
        return kept, None

    def _alike(self, name: str, one: str, other: str) -> bool:
        one, other = _plain(one), _plain(other)
        return one == other or _carried(one) == other or self.alike(name, one, other)


def _plain(text: str) -> str:
    # a textarea sends other line ends than were stored
    return text.replace("\r\n", "\n").strip()


def _carried(text: str) -> str:
    text = _plain(text)
    return text if len(text) <= _CARRIED else f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"


def _shortened(text: str) -> str:
    return text if len(text) <= _CARRIED else f"{text[:_CARRIED]}…"
