"""Tests lie as the tree does: what is tested in `web/desk` is looked for in `tests/web/desk`."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
TREE = TESTS.parent

# what is about the whole house, or helps the other tests
OTHERS = {
    "architecture": "what holds of the sources themselves",
    "bench": "figures, by bin/bench",
    "browser": "the whole house in a real browser",
    "browser_units": "the modules of static/js, by node",
    "faults": "a running house whose processes are killed",
    "install": "bin/up, bin/backup and bin/restore, as a person runs them",
    "locks": "the order in which commands take locks, and who holds the tests to it",
    "replays": "runs of the simulation that once failed",
    "shots": "pictures, by bin/shots",
}


def _folders() -> list[str]:
    """Those with a file in them: what git left of a folder that was moved is nobody's."""
    files = (path.relative_to(TESTS) for path in TESTS.rglob("*") if path.is_file())
    kept = (path for path in files if not any(p.startswith((".", "__pycache__")) for p in path.parts))
    return sorted({str(path.parent) for path in kept} - {"."})


def test_every_folder_of_tests_is_a_room_of_the_tree_or_one_of_the_named():
    astray = [
        name
        for name in _folders()
        if name.split("/")[0] not in OTHERS and not (TREE / name / "__init__.py").exists()
    ]
    assert astray == [], "no such room: name it as the room is named, or in OTHERS with its reason"
    assert [name for name in OTHERS if not (TESTS / name).is_dir()] == []
    assert [name for name in OTHERS if (TREE / name / "__init__.py").exists()] == []


def test_every_app_has_its_folder_and_no_test_lies_outside():
    rooms = {path.parent.name for path in TREE.glob("*/__init__.py")} - {"tests"}
    assert sorted(room for room in rooms if not (TESTS / room).is_dir()) == []
    assert sorted(path.name for path in TESTS.glob("test_*.py")) == []
