"""Templates are written one element a line; what that adds is taken out when one is loaded, before it is compiled.

A page of a large room repeats its lines a thousand times: indentation would be half of what is sent. White space goes only
where a reader cannot see it: at the edges of what stands on lines of its own, inside a tag, and where a run of it is as good
as one character. Messages of blocktranslate keep theirs, it is part of what is translated; so do <pre> and <textarea>.
"""

from __future__ import annotations

import re

from django.template import Origin
from django.template.loaders import filesystem

_KEPT = r"""\{%\s*(?P<block>blocktrans(?:late)?|verbatim|comment)\b.*?\{%\s*end(?P=block)\s*%\}|\{\#.*?\#\}|<!--.*?-->
    |<(?P<kept>pre|textarea|script|style)\b.*?</(?P=kept)\s*>"""
_CODE = r"\{%.*?%\}|\{\{.*?\}\}"
_TAG = rf"""</?[a-zA-Z](?:{_CODE}|"(?:{_CODE}|[^"])*"|[^<>"])*>"""
_PIECE = re.compile(rf"(?P<keep>{_KEPT}|{_CODE})|(?P<tag>{_TAG})|(?P<space>\s+)", re.DOTALL | re.VERBOSE)
_NAME = re.compile(r"[a-zA-Z][\w-]*")
_IN_TAG = re.compile(rf"""({_CODE}|"(?:{_CODE}|[^"])*"|\s+|/?>$)""", re.DOTALL)
_WORD = re.compile(r"\{%\s*(\w+)")

# What stands on lines of its own, on every page: white space at its edges, inside and outside, is not shown.
_BLOCK = re.compile(
    "article|aside|base|blockquote|body|br|caption|col|colgroup|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure"
    "|footer|form|h[1-6]|head|header|hr|html|legend|li|link|main|meta|nav|noscript|ol|optgroup|option|p|search|section"
    "|summary|table|tbody|td|template|tfoot|th|thead|title|tr|ul"
)
# Boxes in a line: at the edges inside them white space is not shown.
_BOX = re.compile("button|select")


def tight(source: str) -> str:
    """Take the white space out of a template that nobody sees."""
    pieces: list[str] = []
    # glued: white space that comes now is not shown
    at, glued, branches = 0, True, _Branches()
    for found in _PIECE.finditer(source):
        if found.start() > at:
            glued = False
            pieces.append(source[at : found.start()])
        at = found.end()
        text = found[0]
        if found["space"]:
            if not glued:
                pieces.append(" ")
            glued = True
            continue
        if found["tag"]:
            closes = text.startswith("</")
            name = _NAME.findall(text)[0].lower()
            block, box = _BLOCK.fullmatch(name), _BOX.fullmatch(name)
            if (block or (box and closes)) and pieces and pieces[-1] == " ":
                pieces.pop()
            pieces.append(_tight_tag(text))
            glued = bool(block or (box and not closes))
            continue
        glued = branches.pass_by(text, glued)
        pieces.append(text)
    pieces.append(source[at:])
    return "".join(pieces)


class _Branches:
    """Whether white space is shown behind a tag of the template: that depends on every way there."""

    def __init__(self) -> None:
        self.open: list[tuple[bool, list[bool]]] = []

    def pass_by(self, text: str, glued: bool) -> bool:
        said = _WORD.match(text)
        word = said[1] if said else ""
        if word in ("load", "with", "endwith"):
            return glued
        if word == "if":
            self.open.append((glued, []))
            return glued
        if word in ("elif", "else") and self.open:
            before, ends = self.open[-1]
            ends.append(glued)
            if word == "else":
                self.open[-1] = (before, [*ends, True])
            return before
        if word == "endif" and self.open:
            before, ends = self.open.pop()
            return glued and before and all(ends)
        if word == "for":
            # a turn begins where the one before it ended
            self.open.append((False, []))
        elif word == "endfor" and self.open:
            self.open.pop()
        return False


def _tight_tag(text: str) -> str:
    """A tag with one space before each attribute, also before one that is there on a condition only."""
    parts = [part for part in _IN_TAG.split(text) if part]
    out: list[str] = []
    spaced: list[bool] = []
    space = False
    for part in parts:
        if part.isspace():
            space = True
            continue
        said = _WORD.match(part)
        word = said[1] if said else ""
        if word in ("if", "for"):
            spaced.append(space)
        elif word in ("elif", "else", "empty") and spaced:
            space = spaced[-1]
        elif word in ("endif", "endfor") and spaced:
            spaced.pop()
            space = False
        else:
            if space and part not in (">", "/>"):
                out.append(" ")
            space = False
        out.append(part)
    return "".join(out)


class TemplateLoader(filesystem.Loader):
    """Load the project's own templates; those of packages stay as they are."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return tight(source) if origin.name.endswith(".html") else source
