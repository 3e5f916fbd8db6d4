"""Eight people who put money into wallets without a pause, and never give up on one payment.

    python -m tests.faults.writers ROOM      # until a line comes on standard input

Each payment keeps its command id through every error until it is acknowledged; all of them are then told.
"""

from __future__ import annotations

import json
import sys
import threading
import time
import uuid
from typing import Any

import django

WRITERS = 8


def main(room: dict[str, Any]) -> None:
    from django.db import Error, connection
    from django.utils import timezone

    from dispatch.facts import Actor, CommandId
    from ledger.commands.deposit import deposit

    stop = threading.Event()
    acknowledged: list[tuple[str, int, int]] = []
    doubts: list[str] = []
    desk = Actor(user_id=room["desk_user"], label="Desi")

    def write(number: int) -> None:
        n = 0
        while not stop.is_set():
            n += 1
            command_id, cents = uuid.uuid4(), 100 + number * 1000 + n
            player = room["players"][(number * 31 + n) % len(room["players"])]
            at = timezone.now()  # noqa: TID251 - who asks
            while True:
                try:
                    deposit(
                        command_id=CommandId(command_id),
                        at=at,
                        by=desk,
                        venue_id=room["venue"],
                        player_id=player,
                        unit="BRL",
                        amount_cents=cents,
                        method="cash",
                    )
                except Error:
                    doubts.append(str(command_id))
                    connection.close()
                    time.sleep(0.05)
                else:
                    acknowledged.append((str(command_id), player, cents))
                    break
        connection.close()

    threads = [threading.Thread(target=write, args=(n,)) for n in range(WRITERS)]
    for thread in threads:
        thread.start()
    print(json.dumps({"writing": WRITERS}), flush=True)
    sys.stdin.readline()
    stop.set()
    for thread in threads:
        thread.join(60)
    print(json.dumps({"acknowledged": acknowledged, "doubts": doubts}), flush=True)


if __name__ == "__main__":
    django.setup()
    main(json.loads(sys.argv[1]))
