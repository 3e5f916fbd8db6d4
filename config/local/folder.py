"""The data folder."""

from collections.abc import MutableMapping


def adopt_running_services(environment: MutableMapping[str, str]) -> None:
    return
