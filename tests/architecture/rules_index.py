"""docs/rules.md: regulation id ↔ functions ↔ from where they are reached ↔ tests, made from the source text without importing it.

Functions cite ids in docstrings (`Rule: ADTP.11A, CASES bal-3`; a line that ends in a comma goes on), tests in
`@pytest.mark.rule(...)`. No line numbers are written, so that the page only changes when what is cited does.

    python -m tests.architecture.rules_index           says what is missing, unknown or out of date
    python -m tests.architecture.rules_index --write   writes the page
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.architecture import reached
from tests.architecture.rule_ids import (
    ADTP,
    CASES,
    LATER,
    ONLINE,
    PT_L,
    PT_T,
    REGULATIONS,
    SCPT,
    TABLES_LATER,
)

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "rules.md"
COMMAND = "python -m tests.architecture.rules_index --write"
PACKAGES = (
    "rules", "people", "ledger", "tournaments", "tables", "payouts", "play", "simulation", "undo", "access", "dispatch", "web", "api", "config",
)  # fmt: skip

NAMED = 5  # commands, and pages, that a row names

_RULE = re.compile(r"Rule: (.+)")
_RANGE = re.compile(r"^(?P<book>[A-Z-]+\.)(?P<first>\d+)–(?P<last>\d+)$")


@dataclass
class Citations:
    """id → where it is cited, as `path: name`."""

    code: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    tests: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    reach: reached.Reach = field(default_factory=reached.Reach)

    def unknown(self) -> dict[str, set[str]]:
        """Cited ids that no list knows: a slip of the pen."""
        known = known_ids()
        found: dict[str, set[str]] = defaultdict(set)
        for cited in (self.code, self.tests):
            for rule_id, places in cited.items():
                if rule_id not in known:
                    found[rule_id] |= places
        return found


def known_ids() -> dict[str, str]:
    """Every id with its title, in the order of the books."""
    known = {f"SCPT.{n}": t for n, t in SCPT.items()}
    known |= {f"ADTP.{n}": t for n, t in ADTP.items()}
    known |= {f"PT-T.{n}": t for n, t in PT_T.items()}
    for book, titles in ONLINE.items():
        known |= {f"{book}.{n}": t for n, t in titles.items()}
    for book, count in TABLES_LATER.items():
        known |= {f"{book}.{n}": "" for n in range(1, count + 1)}
    known |= {f"PT-L.{n}": t for n, t in PT_L.items()}
    known |= {f"CASES {n}": t for n, t in CASES.items()}
    return known | {f"REGULATIONS {n}": t for n, t in REGULATIONS.items()}


def normal(written: str) -> list[str]:
    """The ids that one written citation means: `43-a` is `CASES 43-a`, `PT-T.26–27` are two."""
    written = " ".join(written.strip().strip(".`\"'").split())
    if not written:
        return []
    ranged = _RANGE.match(written)
    if ranged:
        first, last = int(ranged["first"]), int(ranged["last"])
        return [f"{ranged['book']}{n}" for n in range(first, last + 1)]
    if written in CASES:
        return [f"CASES {written}"]
    # P16a and P10b are lettered inside one procedure
    lettered = re.match(r"^(ADTP\.P\d+)[A-Ha-h]$", written)
    return [lettered[1] if lettered else written]


def ids_in(docstring: str) -> Iterator[str]:
    """The ids on the `Rule:` lines of a docstring."""
    lines = docstring.splitlines()
    for number, line in enumerate(lines):
        match = _RULE.search(line)
        if not match:
            continue
        text = match[1]
        while text.rstrip().endswith(",") and number + 1 < len(lines):
            number += 1
            text += " " + lines[number].strip()
        # prose may follow the ids after a full stop
        for part in text.split(". ")[0].split(","):
            yield from normal(part)


def scan(root: Path = ROOT) -> Citations:
    """All citations of the project's packages and tests."""
    found = Citations(reach=reached.read(root))
    for package in PACKAGES:
        for path in _sources(root / package):
            _scan_code(path, root, found)
    for path in _sources(root / "tests"):
        if path.name.startswith("test_"):
            _scan_tests(path, root, found)
    return found


def _sources(folder: Path) -> list[Path]:
    return sorted(
        p for p in folder.rglob("*.py") if "migrations" not in p.parts and "__pycache__" not in p.parts
    )


def _scan_code(path: Path, root: Path, found: Citations) -> None:
    where = path.relative_to(root).as_posix()
    for name, docstring in _docstrings(ast.parse(path.read_text("utf-8"), str(path)), ""):
        for rule_id in ids_in(docstring):
            found.code[rule_id].add(f"{where}: {name}" if name else where)


def _docstrings(node: ast.AST, prefix: str) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        text = ast.get_docstring(node)
        if text:
            yield prefix, text
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _docstrings(child, f"{prefix}.{child.name}" if prefix else child.name)


def _scan_tests(path: Path, root: Path, found: Citations) -> None:
    """Marks on tests, in params, in `pytestmark`, and through a helper that marks with the ids it is given."""
    tree = ast.parse(path.read_text("utf-8"), str(path))
    where = path.relative_to(root).as_posix()
    markers = {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(_is_mark(n) and any(isinstance(a, ast.Starred) for a in n.args) for n in _calls(node))
    }
    for statement, name in _statements(tree, ""):
        for call in _calls(statement):
            marks = _is_mark(call) or (isinstance(call.func, ast.Name) and call.func.id in markers)
            if not marks:
                continue
            for argument in call.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    for rule_id in normal(argument.value):
                        found.tests[rule_id].add(f"{where}: {name}" if name else where)


def _statements(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[tuple[ast.AST, str]]:
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            name = f"{prefix}{child.name}"
            for decorator in child.decorator_list:
                yield decorator, name
            yield from _statements(child, f"{name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child, f"{prefix}{child.name}"
        else:
            yield child, prefix.rstrip(".")


def _calls(node: ast.AST) -> list[ast.Call]:
    return [n for n in ast.walk(node) if isinstance(n, ast.Call)]


def _is_mark(call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute)
        and function.attr == "rule"
        and isinstance(function.value, ast.Attribute)
        and function.value.attr == "mark"
    )


def page(found: Citations) -> str:
    """docs/rules.md."""
    known = known_ids()
    cited = {*found.code, *found.tests}
    waiting = {i for i in known if i.split(".")[0] in TABLES_LATER and not known[i]}
    listed = [i for i in known if i not in waiting and i not in LATER]
    gaps = {i: _gap(i, found, known) for i in listed}
    proven = sum(1 for i in listed if not gaps[i])
    lines = [
        "# Regulation ids, functions and tests",
        "",
        f"Generated from `Rule:` lines and `@pytest.mark.rule` marks; do not edit. Write it anew with `{COMMAND}`.",
        "",
        f"{proven} of {len(listed)} ids have both a function and a test that cite them (a rule counts when a letter of it does).",
        "*Reached from* names commands, and pages by the name of their address, that end in a function that cites the id;",
        f"{len(reached.WAITING)} public functions of `rules/` wait for theirs (`tests/architecture/reached.py` says why).",
        "",
    ]
    for title, prefix in (
        ("SCPT clauses", "SCPT."),
        ("ADTP rules and procedures", "ADTP."),
        ("PT online tournaments", "PT-T."),
        ("PT online tables: hold'em", "PT-H."),
        ("PT online tables: Omaha", "PT-O."),
        ("PT casino tables of 2007, the floor's part", "PT-L."),
        ("Worked cases", "CASES "),
        ("Sections of the regulations page", "REGULATIONS "),
    ):
        lines += [f"## {title}", "", "| id | functions | reached from | tests |", "|---|---|---|---|"]
        lines += [_row(i, known[i], found) for i in listed if i.startswith(prefix)]
        lines.append("")
    lines += ["## Gaps", ""]
    for title, kind in (("Neither function nor test", "both"), ("No function", "code"), ("No test", "tests")):
        missing = [f"{i} {known[i]}" for i in listed if gaps[i] == kind]
        lines.append(f"**{title}** ({len(missing)}): {'; '.join(missing) or 'none'}.")
        lines.append("")
    lines += ["## Later", ""]
    for book, count in TABLES_LATER.items():
        named = sorted(cited & waiting & {f"{book}.{n}" for n in range(1, count + 1)}, key=_natural)
        lines.append(
            f"- {book}.1–{count} beside those above: single tables of a casino, which come later. "
            f"Cited already: {', '.join(named) or 'none'}."
        )
    lines += [f"- {i} {known[i]}: {why}." for i, why in LATER.items()]
    return "\n".join(lines) + "\n"


def _gap(rule_id: str, found: Citations, known: dict[str, str]) -> str:
    family = [rule_id, *(i for i in known if _is_letter_of(i, rule_id))]
    code = any(found.code.get(i) for i in family)
    tests = any(found.tests.get(i) for i in family)
    if code and tests:
        return ""
    return "both" if not code and not tests else "tests" if code else "code"


def _is_letter_of(rule_id: str, parent: str) -> bool:
    """ADTP.40A of ADTP.40, SCPT.D-C of SCPT.D; SCPT.U2 is a clause of its own."""
    return re.fullmatch(re.escape(parent) + r"(-[A-Z]|(?<=\d)[A-E])", rule_id) is not None


def _row(rule_id: str, title: str, found: Citations) -> str:
    code, tests = (
        "<br>".join(f"`{p}`" for p in sorted(cited.get(rule_id, ()))) for cited in (found.code, found.tests)
    )
    return f"| {f'{rule_id} {title}'.strip()} | {code} | {_reached(rule_id, found)} | {tests} |"


def _reached(rule_id: str, found: Citations) -> str:
    """The commands and pages that end in what cites an id: the first by name, and how many more."""
    commands, pages = set[str](), set[str]()
    for cited in found.code.get(rule_id, ()):
        of = found.reach.of(cited)
        commands |= set(of[0])
        pages |= set(of[1])
    told = []
    for kind, names in (("command", sorted(commands)), ("page", sorted(pages))):
        if names:
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            told.append(f"{kind} {', '.join(f'`{one}`' for one in names[:NAMED])}{more}")
    return "<br>".join(told)


def _natural(text: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", text)]


def main(arguments: list[str]) -> int:
    found = scan()
    unknown = found.unknown()
    for rule_id, places in sorted(unknown.items()):
        print(f"unknown id {rule_id!r} in {', '.join(sorted(places))}")
    text = page(found)
    if "--write" in arguments:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(text, "utf-8")
        print(f"{PAGE.relative_to(ROOT)} written")
        return 0
    if not PAGE.exists() or PAGE.read_text("utf-8") != text:
        print(f"docs/rules.md is out of date: {COMMAND}")
        return 1
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
