"""The web process: pages and sockets on a listening socket that the supervisor keeps open across our deaths."""

import socket
import sys

import uvicorn


def main(descriptor: int) -> None:
    listening = socket.socket(fileno=descriptor)
    server = uvicorn.Server(
        uvicorn.Config(
            "config.asgi:application",
            lifespan="off",
            ws="websockets-sansio",
            ws_per_message_deflate=False,  # A frame is sent to thousands: compressing it for each costs more than it saves.
            ws_max_size=64 * 1024,
            access_log=False,
            log_config=None,
            server_header=False,
            timeout_graceful_shutdown=3,
        )
    )
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(int(sys.argv[1]))
