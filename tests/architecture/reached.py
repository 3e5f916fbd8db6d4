"""From where a function of the law is reached, read from the source text without importing it.

Who names whom is followed backwards, from a function of `rules/` to the commands and pages that end in it. A name counts
as a call, and naming a class as a call of its methods: what is said to be reached may rarely not be.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

PACKAGES = (
    "rules",
    "people",
    "ledger",
    "tournaments",
    "tables",
    "payouts",
    "play",
    "simulation",
    "undo",
    "access",
    "dispatch",
    "web",
    "api",
    "config",
)
# faces that nobody uses at a tournament: practice asks the law for what its players would do
_NO_FACE = ("simulation.",)
_DOORS = ("web.", "api.", "config.", "dispatch.")

_TWICE = "computed a second way: the tests hold what runs against it; issue 7 keeps one formula"
_TICKETS = "tickets and satellites are an issue of their own"
_TIMED = "timed events, days and flights are an issue of their own"
_CLOCKS = "clocks for decisions are an issue of their own"
_RACE = "colour-ups counted and drawn at the table are an issue of their own; rulings answer them"
_ONLINE = "online tables ask it (issue 9)"
# Public functions of rules/ that only tests call, and why: nothing else may be.
WAITING: dict[str, str] = {
    "rules/balancing.py: balancing_moves": _TWICE,
    "rules/balancing.py: break_order": _TWICE,
    "rules/balancing.py: summary": _TWICE,
    "rules/bounties.py: champions_bounty": _TWICE,
    "rules/bounties.py: check_mystery": "kinds of bounty beside the plain one are an issue of their own",
    "rules/bounties.py: mystery": "kinds of bounty beside the plain one are an issue of their own",
    "rules/bounties.py: progressive": "kinds of bounty beside the plain one are an issue of their own",
    "rules/button.py: freeze": "mixed games with stud are an issue of their own",
    "rules/button.py: moved_player_plays": _TWICE,
    "rules/button.py: unfreeze": "mixed games with stud are an issue of their own",
    "rules/chips.py: chip_race": _RACE,
    "rules/chips.py: colour_up_plan": _RACE,
    "rules/chips.py: must_account": _RACE,
    "rules/chips.py: split_pot_by_card": _RACE,
    "rules/called_clock.py: action_clock": _CLOCKS,
    "rules/called_clock.py: called_clock": _CLOCKS,
    "rules/called_clock.py: goes_away": _ONLINE,
    "rules/called_clock.py: time_bank_cards": _CLOCKS,
    "rules/called_clock.py: time_outcome": _CLOCKS,
    "rules/clock.py: advance": _TWICE,
    "rules/clock_at_tables.py: level_in_force": _ONLINE,
    "rules/deals.py: chip_chop": _TWICE,
    "rules/deals.py: icm": _TWICE,
    "rules/draw.py: card_strength": _RACE,
    "rules/draw.py: draw_cards": _RACE,
    "rules/draw.py: publication": "what a draw publishes is asserted against it",
    "rules/draw.py: record_cards": _RACE,
    "rules/entries/eligibility.py: place_for_entry": _TWICE,
    "rules/finishing.py: form_a_permutation": "what tests hold places against",
    "rules/finishing.py: places": _TWICE,
    "rules/finishing.py: winner_of": _TWICE,
    "rules/penalties.py: chips_removed": _TWICE,
    "rules/penalties.py: stack_runs_out": "absent stacks with their costs are an issue of their own",
    "rules/prizes/awards.py: awards": _TWICE,
    "rules/prizes/table.py: minimum_bp_for": _TWICE,
    "rules/prizes/table.py: percent_table": _TWICE,
    "rules/prizes/table.py: places_paid_by_flight": _TIMED,
    "rules/ranking.py: season_table": _TWICE,
    "rules/tickets.py: check_use": _TICKETS,
    "rules/tickets.py: credit_after_no_show": _TICKETS,
    "rules/tickets.py: is_registered": _TICKETS,
}


@dataclass
class _Module:
    """One file: what its names mean (module, name), and what each of its definitions names."""

    path: str
    names: dict[str, tuple[str, str]] = field(default_factory=dict)
    names_of: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    chains_of: dict[str, set[tuple[str, str]]] = field(default_factory=lambda: defaultdict(set))
    registered_by: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


@dataclass
class Reach:
    """Who names whom, backwards. A node is ``module:name`` or ``module:Class.method``."""

    callers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    public: dict[str, str] = field(
        default_factory=dict
    )  # functions of rules/ as the index cites them → their node
    nodes: dict[str, str] = field(default_factory=dict)  # what the index cites → its node
    pages: dict[str, set[str]] = field(
        default_factory=lambda: defaultdict(set)
    )  # node of a view → names of its addresses

    def of(self, cited: str) -> tuple[list[str], list[str], bool]:
        """Commands and pages that end in what the index cites, and whether anything at all that a person uses does."""
        return self._from(self.nodes.get(cited, ""))

    def unreached(self) -> list[str]:
        """Public functions of rules/ that no command, page, address or task ends in."""
        return sorted(cited for cited, node in self.public.items() if not self._from(node)[2])

    def _from(self, node: str) -> tuple[list[str], list[str], bool]:
        seen, waiting = {node}, [node]
        while waiting:
            for caller in self.callers[waiting.pop()]:
                if caller not in seen:
                    seen.add(caller)
                    waiting.append(caller)
        commands = {_command(one) for one in seen} - {""}
        pages = {page for one in seen for page in self.pages.get(one, ())}
        return sorted(commands), sorted(pages), any(_is_face(one) for one in seen)


def _command(node: str) -> str:
    module, _, name = node.partition(":")
    found = re.fullmatch(r"(\w+)\.commands\.(\w+)", module)
    return name if found and found[2] == name else ""


def _is_face(node: str) -> bool:
    module = node.partition(":")[0]
    if module.startswith(_NO_FACE):
        return False
    inner = (".commands." in module, module.endswith(".tasks"), ".management." in module)
    return module.startswith(_DOORS) or any(inner)


def read(root: Path) -> Reach:
    """The whole program under a root."""
    modules = {name: _module(path, name, root) for name, path in _files(root)}
    reach = Reach()
    for name, module in modules.items():
        for defined in module.names_of:
            node = f"{name}:{defined}"
            reach.nodes[f"{module.path}: {defined}"] = node
            if "." in defined:  # who names a class asks its methods
                reach.callers[node].add(f"{name}:{defined.rpartition('.')[0]}")
    for name, module in modules.items():
        for defined, named in module.names_of.items():
            here = f"{name}:{defined}"
            for one in named:
                _link(reach, modules, here, name, one)
            for base, attribute in module.chains_of[defined]:
                if target := _meaning(modules, name, base):
                    _link(reach, modules, here, ".".join(part for part in target if part), attribute)
        for defined, registrars in module.registered_by.items():
            # what a decorator keeps in a variable of its module is called by who reads that variable
            for one in registrars:
                where, function = _meaning(modules, name, one) or ("", "")
                of = modules.get(where) if where.startswith("rules") else None
                for variable in of.names_of.get(function, ()) if of else ():
                    if variable in of.names_of and variable != function:
                        reach.callers[f"{name}:{defined}"].add(f"{where}:{variable}")
        if name.startswith("rules"):
            reach.public |= {
                f"{module.path}: {defined}": f"{name}:{defined}" for defined in _public(root / module.path)
            }
        if name.endswith("urls"):
            _addresses(root / module.path, name, modules, reach)
    return reach


def _link(reach: Reach, modules: dict[str, _Module], here: str, module: str, name: str) -> None:
    target = _meaning(modules, module, name)
    if target and target[1]:
        reach.callers[f"{target[0]}:{target[1]}"].add(here)


def _meaning(modules: dict[str, _Module], module: str, name: str, depth: int = 0) -> tuple[str, str] | None:
    """Where a name of a module is defined; (module, "") for a module."""
    if module not in modules or depth > 5:
        return None
    if name in modules[module].names_of:
        return module, name
    if name in modules[module].names:
        where, wanted = modules[module].names[name]
        if (where, wanted) != (module, name):
            return (
                _meaning(modules, where, wanted, depth + 1)
                if wanted
                else ((where, "") if where in modules else None)
            )
    return (f"{module}.{name}", "") if f"{module}.{name}" in modules else None


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            parts = path.relative_to(root).with_suffix("").parts
            if "migrations" not in parts:
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


def _module(path: Path, name: str, root: Path) -> _Module:
    tree = ast.parse(path.read_text("utf-8"), str(path))
    found = _Module(path=path.relative_to(root).as_posix())
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                found.names[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                found.names[alias.asname or alias.name.partition(".")[0]] = (alias.name, "")
    for statement in tree.body:
        _define(found, statement, "")
    return found


def _define(found: _Module, node: ast.stmt, prefix: str) -> None:
    if isinstance(node, ast.ClassDef):
        name = f"{prefix}{node.name}"
        found.names_of[name] |= set()
        for inner in node.body:
            if isinstance(inner, ast.FunctionDef | ast.ClassDef):
                _define(found, inner, f"{name}.")
            else:
                _note(found, inner, name)
        for outer in (*node.bases, *node.decorator_list):
            _note(found, outer, name)
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        name = f"{prefix}{node.name}"
        for decorator in node.decorator_list:
            call = decorator.func if isinstance(decorator, ast.Call) else decorator
            if isinstance(call, ast.Name):
                found.registered_by[name].add(call.id)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        name = next((t.id for t in targets if isinstance(t, ast.Name)), "")
    elif isinstance(node, ast.If | ast.For | ast.With | ast.Try):
        for inner in ast.iter_child_nodes(node):
            if isinstance(inner, ast.stmt):
                _define(found, inner, prefix)
        return
    else:
        name = ""
    _note(found, node, name or "<module>")


def _note(found: _Module, node: ast.AST, name: str) -> None:
    found.names_of[name] |= set()
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name):
            found.names_of[name].add(inner.id)
        elif isinstance(inner, ast.Attribute):
            if isinstance(inner.value, ast.Name):
                found.chains_of[name].add((inner.value.id, inner.attr))
            else:  # `import rules.clock` and rules.clock.pause(…)
                base = ast.unparse(inner.value)
                root = base.partition(".")[0]
                if found.names.get(root) == (base, ""):
                    found.chains_of[name].add((root, inner.attr))


def _public(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield node.name


def _addresses(path: Path, name: str, modules: dict[str, _Module], reach: Reach) -> None:
    """The pages: `path("…", views.page, name="…")`."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not isinstance(call, ast.Call) or len(call.args) < 2:
            continue
        said = next(
            (k.value.value for k in call.keywords if k.arg == "name" and isinstance(k.value, ast.Constant)),
            "",
        )
        view = call.args[1]
        while isinstance(view, ast.Call):  # Page.as_view(), or a view in a wrapper
            view = view.func
        if isinstance(view, ast.Attribute) and view.attr == "as_view":
            view = view.value
        if isinstance(view, ast.Attribute) and isinstance(view.value, ast.Name):
            target = _meaning(modules, name, view.value.id)
            target = _meaning(modules, target[0], view.attr) if target else None
        else:
            target = _meaning(modules, name, view.id) if isinstance(view, ast.Name) else None
        if said and target and not str(said).startswith("api-"):
            reach.pages[f"{target[0]}:{target[1]}"].add(str(said))
