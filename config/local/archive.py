"""The one file that holds a room: a tar of manifest.json, secrets.json, database.dump and sign-in.txt."""

import hashlib
import json
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from config.local.folder import PROJECT, SetupError

FORMAT = 1
MANIFEST, SECRETS, DUMP, SIGN_IN = "manifest.json", "secrets.json", "database.dump", "sign-in.txt"


@dataclass(frozen=True, slots=True)
class Archive:
    """A backup that was read: `migrations` are those its database knew, `heads` the ends of its chains of facts."""

    path: Path
    manifest: dict[str, Any]

    @property
    def migrations(self) -> list[str]:
        return list(self.manifest["migrations"])

    @property
    def heads(self) -> list[str]:
        return list(self.manifest["heads"])

    def member_text(self, name: str) -> str | None:
        with tarfile.open(self.path) as tar:
            try:
                member = tar.extractfile(name)
            except KeyError:
                return None
            return member.read().decode() if member is not None else None

    def extract(self, folder: Path) -> Path:
        """Write the dump into `folder`; refuses one that is not the one the manifest was written for."""
        target = folder / DUMP
        try:
            with tarfile.open(self.path) as tar, target.open("wb") as file:
                shutil.copyfileobj(_content(tar, DUMP), file)
        except (tarfile.TarError, OSError, EOFError, KeyError) as error:
            raise SetupError(f"{self.path} is damaged: {error}. Nothing was changed.") from None
        if sha256(target) != self.manifest["dump_sha256"]:
            raise SetupError(
                f"{self.path} is damaged: its database is not the one it was made with. Nothing was changed."
            )
        return target


def _content(tar: tarfile.TarFile, name: str) -> IO[bytes]:
    content = tar.extractfile(name)
    if content is None:
        raise KeyError(f"{name} is no file")
    return content


def read(path: Path) -> Archive:
    if not path.is_file():
        raise SetupError(f"There is no file {path}.")
    try:
        with tarfile.open(path) as tar:
            member = tar.extractfile(MANIFEST)
            manifest = json.loads(member.read()) if member is not None else {}
    except (tarfile.TarError, KeyError, ValueError, EOFError, RecursionError):
        raise SetupError(
            f"{path} is not a backup of Shuffle Up, or it is damaged. Nothing was changed."
        ) from None
    if isinstance(manifest, dict) and "format" in manifest and manifest["format"] != FORMAT:
        raise SetupError(
            f"{path} has format {manifest['format']}; this Shuffle Up reads {FORMAT}. Upgrade it."
        )
    if not _is_whole(manifest):
        raise SetupError(f"{path} is damaged: its manifest is not whole. Nothing was changed.")
    return Archive(path=path, manifest=manifest)


def _is_whole(manifest: Any) -> bool:
    """Whether a manifest has everything that a restore reads of it, each of its kind."""
    if not isinstance(manifest, dict):
        return False
    kinds = {"format": int, "dump_sha256": str, "made_at": str, "commit": str, "facts": int}
    lists = (manifest.get("migrations"), manifest.get("heads"))
    return all(isinstance(manifest.get(name), kind) for name, kind in kinds.items()) and all(
        isinstance(found, list) and all(isinstance(one, str) for one in found) for found in lists
    )


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def run(argv: Sequence[str | Path], *, url: str) -> None:
    """Run one of PostgreSQL's programs on `url`, with the password in its environment and not in its arguments."""
    from psycopg.conninfo import conninfo_to_dict

    parts = conninfo_to_dict(url)
    environment = {
        "PGHOST": parts.get("host"),
        "PGPORT": parts.get("port"),
        "PGUSER": parts.get("user"),
        "PGPASSWORD": parts.get("password"),
        "PGDATABASE": parts.get("dbname"),
        "PGSSLMODE": parts.get("sslmode"),
        "PGCONNECT_TIMEOUT": "10",
        "LC_ALL": "C.UTF-8",
    }
    done = subprocess.run(
        [str(part) for part in argv],
        env={name: str(value) for name, value in environment.items() if value is not None},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SetupError(f"{Path(argv[0]).name} did not succeed:\n{done.stderr.strip()[-4000:]}")


def commit() -> str:
    done = subprocess.run(
        ["git", "-C", str(PROJECT), "rev-parse", "HEAD"], capture_output=True, text=True, check=False
    )
    return done.stdout.strip() or "unknown"
