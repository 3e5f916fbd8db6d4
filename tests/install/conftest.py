import shutil
import tempfile
from pathlib import Path

import pytest

from tests.install.house import House


@pytest.fixture(scope="session")
def open_place():
    """A folder that every user may pass through, as /home/ana or /srv are; pytest's own is for us alone."""
    place = Path(tempfile.mkdtemp(prefix="shuffle-install-"))
    place.chmod(0o711)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture(scope="session")
def house(open_place):
    built = House.built_in(open_place / "poker room")
    yield built
    built.end()


@pytest.fixture
def running(house):
    """The house with its lights on and one row that must never be lost."""
    if not house.is_up:
        house.up("--empty")
    house.sql("CREATE TABLE IF NOT EXISTS kept (what text)")
    if not house.sql("SELECT 1 FROM kept"):
        house.sql("INSERT INTO kept VALUES ('before the kill')")
    return house


@pytest.fixture
def stopped(house):
    if not (house.data / "prepared.txt").exists():
        house.up("--empty")
    if house.is_up:
        house.interrupt()
    return house
