"""Which public functions and classes of the product nobody in the product uses: only tests call them, or nobody.

Read from the source text without importing it. What another part of the product reads by its name is used: in Python, or
written as a dotted path ("config.logs.Lines"), as settings do. What a decorator keeps (a command, a task, a ruling, a
template's filter) and what Django finds by its place (an app's configuration, a management command) is used as well.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.architecture import reached

# decorators that keep what they decorate, so that it is found without its name
KEEPERS = {
    "admin.register",
    "answers",
    "command",
    "register.filter",
    "register.simple_tag",
    "register.tag",
    "shared_task",
}
# where Django looks, and for what
FOUND_BY_PLACE = {"AppConfig", "BaseCommand", "migrate.Command", "models.Model"}

_PLACE = "found where it lies, by the name it has there"
_FORGETS = "what a process remembers is dropped between two tests"
# What only tests call, or nobody by its name, and why; nothing else may be.
ALLOWED: dict[str, str] = {
    "access/rate_limit.py: forget": _FORGETS,
    "config/gunicorn.py: child_exit": _PLACE,
    "config/gunicorn.py: on_exit": _PLACE,
    "config/local/folder.py: adopt_running_services": "manage.py calls it",
    "config/local/pytest_plugin.py: pytest_collection": _PLACE,
    "config/local/pytest_plugin.py: pytest_collection_finish": _PLACE,
    "config/local/pytest_plugin.py: pytest_collection_modifyitems": _PLACE,
    "config/local/pytest_plugin.py: pytest_configure": _PLACE,
    "config/local/pytest_plugin.py: pytest_runtest_protocol": _PLACE,
    "config/local/pytest_plugin.py: pytest_xdist_make_scheduler": _PLACE,
    "config/postgresql/base.py: DatabaseFeatures": _PLACE,
    "config/postgresql/base.py: DatabaseWrapper": _PLACE,
    "config/sessions.py: SessionStore": _PLACE,
    "rules/balancing.py: FieldCounts": "a field kept up step by step: tests hold the balancing of one table against it",
    "simulation/run.py: plan_of_replay": "a run that failed is played again from its file by a test",
}


@dataclass(frozen=True)
class Source:
    """The product as it is written: its modules, and who uses what in them."""

    modules: dict[str, Any]
    trees: dict[str, ast.Module]
    users: dict[str, set[str]]
    written: set[str]


def read(root: Path) -> Source:
    """Read the product once; this is what takes time."""
    modules = {name: reached._module(path, name, root) for name, path in reached._files(root)}
    trees = {name: ast.parse(path.read_text("utf-8")) for name, path in reached._files(root)}
    users: dict[str, set[str]] = defaultdict(set)
    for name, module in modules.items():
        for defined, named in module.names_of.items():
            here = f"{name}:{defined.partition('.')[0]}"
            for one in named:
                _use(users, reached._meaning(modules, name, one), here)
            for base, attribute in module.chains_of[defined]:
                if target := reached._meaning(modules, name, base):
                    within = ".".join(part for part in target if part)
                    _use(users, reached._meaning(modules, within, attribute), here)
    for name, tree in trees.items():
        for statement in tree.body:
            if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name):
                        _use(users, reached._meaning(modules, name, node.id), f"{name}:<module>")
    written = {
        text
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(text := node.value, str)
        and "." in text
        and " " not in text
    }
    written = {text.replace(":", ".") for text in written}
    return Source(modules, trees, users, written)


def unused(source: Source) -> list[str]:
    """`path: name` of every public function and class that nothing but itself, tests and other such names use."""
    modules, trees, users, written = source.modules, source.trees, source.users, source.written
    kept, public = set(), {}
    for name, tree in trees.items():
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            here, said = f"{name}:{node.name}", f"{modules[name].path}: {node.name}"
            allowed = said in ALLOWED or said in reached.WAITING
            if allowed or _kept(node) or f"{name}.{node.name}" in written:
                kept.add(here)
            else:
                public[here] = said
    # all else that has users is alive by itself: what a module does when it is read, what it assigns
    alive = {user for several in users.values() for user in several if user not in public} | kept
    while more := {node for node in public if node not in alive and users[node] & alive}:
        alive |= more
    return sorted(said for node, said in public.items() if node not in alive and ":_" not in node)


def _use(users: dict[str, set[str]], target: tuple[str, str] | None, here: str) -> None:
    if target and target[1]:
        users[f"{target[0]}:{target[1].partition('.')[0]}"].add(here)


def _kept(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    decorators = {ast.unparse(d.func if isinstance(d, ast.Call) else d) for d in node.decorator_list}
    if decorators & KEEPERS:
        return True
    return isinstance(node, ast.ClassDef) and any(ast.unparse(base) in FOUND_BY_PLACE for base in node.bases)
