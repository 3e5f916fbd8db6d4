"""Many desks that want the same seat: each a process of its own, without Django, over HTTP.

    python -m tests.faults.rush DESKS < room.json      # answers one line of JSON

For each tournament all desks begin at the same instant, and each tries with every one of its players, one after the
other. Told: for each tournament the status and the code of every try.
"""

from __future__ import annotations

import http.client
import json
import multiprocessing
import sys
import uuid
from typing import Any


def desk(room: dict[str, Any], mine: list[int], gate: Any, answers: Any) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", room["port"], timeout=120)
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {room['desk']}"}
    for tournament in room["tournaments"]:
        gate.wait(600)
        said = []
        for player in mine:
            body = {"player_id": player, "method": "cash", "terms_version": "1", "paid": True}
            connection.request(
                "POST",
                f"/api/tournaments/{tournament}/registrations",
                json.dumps(body),
                headers | {"Command-Id": str(uuid.uuid4())},
            )
            answer = connection.getresponse()
            text = answer.read()
            said.append((answer.status, json.loads(text).get("code", "") if text[:1] == b"{" else ""))
        answers.put((tournament, said))
    connection.close()


def main(desks: int, room: dict[str, Any]) -> None:
    context = multiprocessing.get_context("fork")
    gate, answers = context.Barrier(desks), context.SimpleQueue()
    each = len(room["players"]) // desks
    people = [
        context.Process(target=desk, args=(room, room["players"][n * each : (n + 1) * each], gate, answers))
        for n in range(desks)
    ]
    for process in people:
        process.start()
    found: dict[int, list[Any]] = {}
    for _ in range(desks * len(room["tournaments"])):
        tournament, said = answers.get()
        found.setdefault(tournament, []).extend(said)
    for process in people:
        process.join()
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), json.loads(sys.stdin.readline()))
