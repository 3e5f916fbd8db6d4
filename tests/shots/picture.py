"""One picture: which page, at which size, as whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One page at one size. who: "" or the role that is signed in. act: what is tapped before the picture.

    language: "" as all the others. paper: as it is printed. before: what is done in the house before each of its pictures.
    apart: in a browser of its own, which takes what it kept with it.
    """

    group: str
    name: str
    path: str
    size: str
    who: str = ""
    act: Callable[[Page], None] | None = None
    whole: bool = True
    language: str = ""
    paper: bool = False
    before: Callable[[], None] | None = None
    apart: bool = False

    @property
    def file(self) -> str:
        return f"{self.group}-{self.name}-{self.size}.png"


def at_sizes(sizes: str, **told: object) -> Iterator[Picture]:
    for size in sizes.split():
        yield Picture(size=size, **told)  # type: ignore[arg-type]
