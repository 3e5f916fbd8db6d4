"""The address of this machine on its local network."""

import socket

from config.local.folder import SetupError


def lan_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # Sends nothing: it only asks which address of ours would be used.
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    if address.startswith("127."):
        raise SetupError(
            "This machine has no address on a local network. Connect it, or start without --lan."
        )
    return address
