"""What is wrong with a form, at its fields."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape
from typing import Any

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.loader import render_to_string
from django.utils.html import escape, strip_tags
from django.utils.safestring import SafeString, mark_safe

from web.acting import sentence

register = template.Library()


@register.tag
def wrong_fields(parser: Parser, token: Token) -> WrongFields:
    """``{% wrong_fields wrong %}…fields…{% endwrong_fields %}``: each field named in `wrong` ({name: Refused}) says below
    it what is wrong there, the folds in which one lies stand open, and the first of them has the focus. Without anything
    wrong the fields stand as they are.

    ``{% wrong_fields wrong listed %}``: above them stands a list of all that is wrong, each line a way to its field, or
    to its finding (`findings`) where it has no field of its own."""
    _tag, values, *listed = token.split_contents()
    fields = parser.parse(("endwrong_fields", "end_wrong_fields"))
    parser.delete_first_token()
    return WrongFields(parser.compile_filter(values), fields, listed=listed == ["listed"])


class WrongFields(template.Node):
    def __init__(self, wrong: FilterExpression, fields: NodeList, *, listed: bool) -> None:
        self.wrong, self.nodelist, self.listed = wrong, fields, listed

    def render(self, context: Any) -> SafeString:
        html: str = self.nodelist.render(context)
        wrong = self.wrong.resolve(context) or {}
        found = sorted(
            (at, name) for name in wrong if (at := _place_of(name, html)) is not None and name != "command_id"
        )
        above = ""
        if self.listed and wrong:
            codes = {f["code"] for f in context.get("findings", ())}
            ways = {name: _id_at(at, html) for at, name in found}
            rest = {
                n: f"finding-{no.code}" if no.code in codes else ""
                for n, no in wrong.items()
                if n not in ways
            }
            lines = [
                {"to": to, "label": _label_of(to, html), "says": sentence(wrong[name])}
                for name, to in (ways | rest).items()
            ]
            above = render_to_string("staff/_wrong_list.html", {"lines": lines})
        # from the last to the first, so that the places before stay where they are
        for nth, (at, name) in reversed(list(enumerate(found))):
            html = _with_sentence(html, at, name, sentence(wrong[name]), first=nth == 0)
        for _at, name in found:
            html = _unfolded(html, around=_place_of(name, html) or 0)
        return mark_safe(above + html)  # noqa: S308 - the template's own output and an escaped sentence


def _place_of(name: str, html: str) -> int | None:
    tags = re.finditer(rf'<(?:input|select|textarea)\b[^>]*\bname="{re.escape(name)}"[^>]*>', html)
    seen = next((tag for tag in tags if 'type="hidden"' not in tag[0]), None)
    return seen.start() if seen else None


def _unfolded(html: str, *, around: int) -> str:
    """The same with every fold open that lies around this place."""
    folds: list[re.Match[str]] = []
    for tag in re.finditer(r"<details\b[^>]*|</details>", html[:around]):
        if tag[0] == "</details>":
            folds.pop()
        else:
            folds.append(tag)
    for fold in reversed(folds):
        if not re.search(r"\sopen\b", fold[0]):
            html = f"{html[: fold.end()]} open{html[fold.end() :]}"
    return html


def ways_to(names: Iterable[str], *, html: str) -> list[dict[str, str]]:
    """Return the id and the label of each of these fields that stands in the page, in the page's order."""
    found = sorted((at, name) for name in names if (at := _place_of(name, html)) is not None)
    ways = [_id_at(at, html) for at, _name in found]
    return [{"to": to, "label": label} for to in ways if (label := _label_of(to, html))]


def _id_at(at: int, html: str) -> str:
    """The id of the field at this place, "" of a field without one."""
    own = re.search(r'\bid="([^"]+)"', html[at : html.index(">", at)])
    return own[1] if own else ""


def _label_of(field_id: str, html: str) -> str:
    """What stands at the field with this id, "" of one whose label lies around it."""
    found = re.search(rf'<label\b[^>]*\bfor="{re.escape(field_id)}"[^>]*>(.*?)</label>', html, re.DOTALL)
    return " ".join(unescape(strip_tags(found[1])).split()) if found else ""


def _with_sentence(html: str, at: int, name: str, text: str, *, first: bool) -> str:
    """The field at this place with its sentence below it."""
    where = re.sub(r"[^a-zA-Z0-9_-]", "-", f"wrong-{name}")
    tag = html[at : html.index(">", at)]
    described = re.search(r' aria-describedby="([^"]*)"', tag)
    marked = tag.replace(described[0], "") if described else tag
    marked += f' aria-invalid="true" aria-describedby="{where}{" " + described[1] if described else ""}"'
    marked += " autofocus" if first else ""
    # the box around the field: a division, or the label of a tick
    after = at + len(tag)
    end = min(
        (end for close in ("</div>", "</label>") if (end := html.find(close, after)) >= 0), default=after
    )
    said = f'<span class="wrong" id="{where}">{escape(text)}</span>'
    return html[:at] + marked + html[after:end] + said + html[end:]
