"""What the processes of the server run from: the project itself, or, when we are root, a copy that belongs to the services' user."""

import contextlib
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

from config.local.catalogs import stale_catalogs
from config.local.folder import PROJECT, SetupError
from config.local.processes import ServiceUser, run_as

_NOT_RUN = shutil.ignore_patterns(
    ".*",
    "data",
    "var",
    "node_modules",
    "tests",
    "docs",
    "deploy",
    "test-results",
    "screenshots",
)


@dataclass(frozen=True, slots=True)
class Program:
    """Where the code lies that `user` runs, and with which Python; `own`: the folder in which the processes may write."""

    root: Path
    python: Path
    own: Path
    user: ServiceUser | None

    def module(self, module: str, *arguments: str) -> list[str]:
        """Return the command line of `python -m module`."""
        return [str(self.python), "-m", module, *arguments]


def program_for(user: ServiceUser | None, *, data: Path, home: Path) -> Program:
    """
    As an ordinary user: everything as it lies. As root nothing of the product runs as root: `user` gets the project in
    `home`, made anew at every start (it may have been upgraded), and the Python with its packages where they cannot be
    entered. No mode of anything that was there is changed.
    """
    if user is None:
        return Program(root=PROJECT, python=Path(sys.executable), own=data, user=None)
    root, last = home / "program", home / "program.last"
    shutil.rmtree(last, ignore_errors=True)
    if root.exists():
        root.rename(last)

    def left_out(folder: str, names: list[str]) -> set[str]:
        found = _NOT_RUN(folder, names)
        return set(found) | {name for name in names if Path(folder, name) in (data, home)}

    shutil.copytree(PROJECT, root, ignore=left_out, symlinks=True)
    for compiled in last.glob("locale/*/LC_MESSAGES/*.mo"):
        if not (target := root / compiled.relative_to(last)).exists():
            shutil.copy2(compiled, target)
    shutil.rmtree(last, ignore_errors=True)
    give(root, user=user)
    python = Path(sys.executable)
    if not _runs(user, python):
        python = _packages(home, user)
    if not (home / "bytecode").exists():
        _bring_what_we_compiled(home, user=user)
    variables = {"PYTHONPATH": str(root), **libraries_of(python)}
    if stale_catalogs(root / "locale"):
        compile_them: list[str | Path] = [
            "/usr/bin/env",
            *_words(variables),
            python,
            "-m",
            "config.local.catalogs",
        ]
        done = run_as(user, argv=compile_them)
        if done.returncode != 0:
            raise SetupError(f"The translations could not be compiled:\n{done.stderr.strip()[-2000:]}")
    return Program(root=root, python=python, own=home, user=user)


def _runs(user: ServiceUser, python: Path) -> bool:
    asked: list[str | Path] = [
        "/usr/bin/env",
        *_words(libraries_of(python)),
        python,
        "-c",
        "import psycopg, django, ssl",
    ]
    try:
        return run_as(user, argv=asked, timeout_seconds=60).returncode == 0
    except OSError:
        return False


def libraries_of(python: Path) -> dict[str, str]:
    """Return what the environment must say for a copied Python: its own library lies beside it, not where it was built for."""
    base = python.parent.parent / "base" / "lib"
    return {"LD_LIBRARY_PATH": str(base)} if base.exists() else {}


def environment_of(program: Program) -> dict[str, str]:
    """Return what the environment of the services' user must say; what he compiles is kept beside his copy, made anew each time."""
    if program.user is None:
        return {}
    kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(program.own / "bytecode")}
    return {"HOME": str(program.own), **kept, **libraries_of(program.python)}


def _words(environment: dict[str, str]) -> list[str]:
    return [f"{name}={value}" for name, value in environment.items()]


def _packages(home: Path, user: ServiceUser) -> Path:
    """The Python of a virtual environment like ours that `user` can enter; made anew when its packages are others.

    The files of the packages are linked, which costs neither time nor space; copied where that does not do (another disk,
    files for us alone). The machine's own Python is always copied: of a link, whoever edits or formats what lies in a data
    folder would edit the machine's.
    """
    made, stamp = home / "packages", "shuffle-locks"
    python = made / "bin" / "python"
    if made.exists() and _text(made / stamp) == _text(Path(sys.prefix) / stamp):
        return python  # written last, when it was seen to run
    for lay in (os.link, shutil.copy2):
        shutil.rmtree(made, ignore_errors=True)
        with contextlib.suppress(OSError, shutil.Error):
            _lay_out(made, lay)
            give(made, user=user, linked=lay is os.link)
            if _runs(user, python):
                (made / stamp).write_text(_text(Path(sys.prefix) / stamp) or "")
                return python
    raise SetupError(
        f"{user.name} cannot use {sys.executable}, and no copy of it can be made in {home}. Do not run this as root, or name"
        " another user: SHUFFLE_USER=…"
    )


def _lay_out(made: Path, lay: Callable[[str, str], object]) -> None:
    """The environment, with the Python that it was made from inside: that one may lie in root's home."""
    kept_apart = shutil.ignore_patterns(
        "shuffle-locks"
    )  # written in place, it would say of a link what is true of ours
    shutil.copytree(sys.prefix, made, symlinks=True, copy_function=lay, ignore=kept_apart)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base, real = made / "base", Path(sys.executable).resolve()
    (base / "bin").mkdir(parents=True)
    shutil.copy2(real, base / "bin" / version)
    library = Path(os.__file__).parent
    shutil.copytree(
        library,
        base / "lib" / version,
        symlinks=True,
        ignore=shutil.ignore_patterns("site-packages", "test", "idlelib", "ensurepip"),
    )
    for shared in library.parent.glob(f"lib{version}*.so*"):
        shutil.copy2(shared.resolve(), base / "lib" / shared.name)
    python = made / "bin" / "python"
    python.unlink()
    python.symlink_to(base / "bin" / version)
    (made / "pyvenv.cfg").unlink()
    (made / "pyvenv.cfg").write_text(f"home = {base / 'bin'}\ninclude-system-site-packages = false\n")


def _bring_what_we_compiled(home: Path, *, user: ServiceUser) -> None:
    """Three processes that start at once would each compile Django and the house for themselves."""
    kept, made, library = home / "bytecode", home / "packages", Path(os.__file__).parent
    kept.mkdir()
    bring_compiled(kept, ours=PROJECT, theirs=home / "program")
    if made.exists():
        bring_compiled(kept, ours=Path(sys.prefix) / "lib", theirs=made / "lib")
        bring_compiled(kept, ours=library, theirs=made / "base" / "lib" / library.name)
    give(kept, user=user, linked=True)


def bring_compiled(kept: Path, *, ours: Path, theirs: Path) -> None:
    """
    Link (on another disk copy) what we have compiled of the sources in `ours` to where Python with the prefix `kept` looks
    for it when it runs their copy, `theirs`. What is not its source's any more, or another Python's, is compiled as ever,
    into a new file.
    """
    for source in theirs.rglob("*.py"):
        compiled = Path(cache_from_source(str(ours / source.relative_to(theirs))))
        if compiled.exists():
            place = Path(f"{kept}{source.parent}")
            place.mkdir(parents=True, exist_ok=True)
            try:
                os.link(compiled, place / compiled.name)
            except OSError:  # another disk
                shutil.copyfile(compiled, place / compiled.name)


def give(folder: Path, *, user: ServiceUser, linked: bool = False) -> None:
    """Make `user` the owner of a folder that we made, and of all that is in it; linked files stay whose they are."""
    os.chown(folder, user.uid, user.gid)
    for parent, folders, files in os.walk(folder):
        for name in (*folders, *(() if linked else files)):
            os.chown(Path(parent, name), user.uid, user.gid, follow_symlinks=False)


def _text(path: Path) -> str | None:
    try:
        return path.read_text()
    except OSError:
        return None
