"""The data folder: everything a room would lose if it were deleted, and who is using it now."""

import contextlib
import fcntl
import hashlib
import json
import os
import secrets
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any, Self

from config.local.processes import ServiceUser, can_enter

PROJECT = Path(__file__).resolve().parent.parent.parent
FALLBACK_HOME = Path("/var/lib/shuffle-up")


class SetupError(Exception):
    """Something the person at the terminal must know or do; the message is all they see."""


def default_path() -> Path:
    return Path(os.environ.get("SHUFFLE_DATA") or PROJECT / "data").absolute()


class DataFolder:
    """
    data/  lock · secrets.json · services.json (what it was made with) · running.json (while bin/up runs)
           logs/ · static/ · sign-in.txt · services/{postgres,valkey}

    As root the services run as an ordinary user. Where that user cannot enter the data folder (a project under
    /root), the services' part lies in /var/lib/shuffle-up instead and services.json says so: no mode is loosened.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.logs = path / "logs"
        self._lock: int | None = None

    @classmethod
    def open(cls, path: Path | None = None) -> Self:
        """Make the folder where it is missing and take its lock. Refused while another process has it."""
        folder = cls(path or default_path())
        try:
            if not folder.path.exists():
                folder.path.mkdir(parents=True)
                folder.path.chmod(0o711 if os.geteuid() == 0 else 0o700)
            folder._lock = os.open(folder.path / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            folder.logs.mkdir(mode=0o700, exist_ok=True)
        except PermissionError as error:
            raise SetupError(
                f"The data folder {folder.path} belongs to somebody else ({error.filename}). Run this as its owner, "
                f"or name another folder: SHUFFLE_DATA=/path/to/folder."
            ) from None
        except NotADirectoryError:
            raise SetupError(f"{folder.path} is not a folder. Name another: SHUFFLE_DATA=/path.") from None
        try:
            fcntl.flock(folder._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            address = folder.running().get("address")
            raise SetupError(
                f"Shuffle Up is already running on {folder.path}"
                + (f": open {address}" if address else "")
                + ". Stop it first (Ctrl-C), or name another folder: SHUFFLE_DATA=/path/to/folder."
            ) from None
        return folder

    def close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def is_in_use(self) -> bool:
        try:
            lock = os.open(self.path / "lock", os.O_RDWR | os.O_CLOEXEC)
        except OSError:
            return False
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(lock)
        return False

    def secrets(self) -> dict[str, Any]:
        """Return the secrets, made once, readable by the owner only."""
        kept = self._read("secrets.json")
        wanted = {name: kept.get(name) or secrets.token_urlsafe(48) for name in _SECRETS}
        wanted["secret_key_fallbacks"] = kept.get("secret_key_fallbacks", [])
        if wanted != kept:
            self.write("secrets.json", wanted)
        return wanted

    def remembered(self) -> dict[str, Any]:
        return self._read("services.json")

    def remember(self, **changes: Any) -> None:
        self.write("services.json", self.remembered() | changes)

    def running(self) -> dict[str, Any]:
        return self._read("running.json")

    def write(self, name: str, value: Any) -> None:
        """Write a file, all or nothing, for the owner's eyes."""
        target = self.path / name
        draft = target.with_name(f".{name}.{os.getpid()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            if isinstance(value, str):
                file.write(value)
            else:
                json.dump(value, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(target)

    def forget(self, name: str) -> None:
        (self.path / name).unlink(missing_ok=True)

    def _read(self, name: str) -> dict[str, Any]:
        try:
            value = json.loads((self.path / name).read_text())
        except FileNotFoundError:
            return {}
        except PermissionError:
            raise SetupError(f"{self.path / name} belongs to somebody else: run this as its owner.") from None
        except ValueError:
            if name == "running.json":
                return {}
            raise SetupError(
                f"{self.path / name} is damaged. Restore it from a copy of the folder."
            ) from None
        return value if isinstance(value, dict) else {}

    def service_user(self) -> ServiceUser | None:
        """Return the user of the services: ourselves, unless we are root."""
        if os.geteuid() != 0:
            return None
        home = self._known_home()
        candidates = [
            ServiceUser.owner_of(home / "postgres") if home else None,
            ServiceUser.owner_of(PROJECT),
        ]
        wanted = os.environ.get("SHUFFLE_USER")
        try:
            if wanted:
                return ServiceUser.named(wanted)
            return next((user for user in candidates if user), None) or ServiceUser.named("nobody")
        except KeyError:
            raise SetupError(
                f"There is no user {wanted or 'nobody'!r} on this machine, and PostgreSQL must not run as root. "
                "Make one (useradd --system shuffle-up) and start again with SHUFFLE_USER=shuffle-up."
            ) from None

    def service_home(self, user: ServiceUser | None) -> Path:
        """Return the folder of the services' own data: kept once chosen."""
        known = self._known_home()
        if known is not None:
            if not (known / "postgres" / "PG_VERSION").exists() and self.remembered().get("postgres"):
                raise SetupError(
                    f"{self.path / 'services.json'} says that the database lies in {known}, but it is not there. "
                    "Put it back, or restore a backup into an empty data folder (bin/restore)."
                )
            if known.exists() and not can_enter(user, folder=known):
                raise SetupError(f"{user.name if user else 'You'} cannot enter {known}. Was a mode changed?")
            if known.exists():
                return known
        if user is None or can_enter(user, folder=self.path):
            home, recorded = self.path / "services", "services"
        else:
            home = FALLBACK_HOME / hashlib.sha256(bytes(self.path)).hexdigest()[:16]
            recorded = str(home)
            for parent in (FALLBACK_HOME.parent, FALLBACK_HOME):
                if not parent.exists():
                    parent.mkdir()
                    parent.chmod(0o711)
        home.mkdir(mode=0o700, exist_ok=True)
        if user is not None:
            os.chown(home, user.uid, user.gid)
            if not can_enter(user, folder=home):
                raise SetupError(f"{user.name} cannot enter {home}. Name another user: SHUFFLE_USER=…")
        self.remember(home=recorded)
        return home

    def _known_home(self) -> Path | None:
        home = self.remembered().get("home")
        return self.path / home if home else None  # An absolute path stays what it is.


_SECRETS = ("secret_key", "play_key", "database_password", "admin_password", "redis_password")


def adopt_running_services(environment: MutableMapping[str, str]) -> None:
    """Point a `manage.py` command at what bin/up runs on the data folder now, if it does."""
    folder = DataFolder(default_path())
    with contextlib.suppress(OSError, SetupError):
        running = folder.running()
        if running and folder.is_in_use():
            for name, value in running["environment"].items():
                environment.setdefault(name, value)
