"""What `prepare` works from, as one number: what has not changed is not prepared again."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from config.local.folder import PROJECT


def fingerprint() -> str:
    """Return a digest of everything `prepare` works from: migrations, translations, static files, packages."""
    total = hashlib.sha256()
    for path in _prepared_from():
        status = path.stat()
        total.update(f"{path.relative_to(PROJECT)} {status.st_size} ".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _prepared_from() -> Iterator[Path]:
    yield from sorted(PROJECT.glob("*/migrations/*.py"))
    yield from sorted(PROJECT.glob("locale/*/LC_MESSAGES/*.po"))
    yield from sorted(path for path in PROJECT.glob("static/**/*") if path.is_file())
    yield from sorted(PROJECT.glob("requirements/run.txt"))
