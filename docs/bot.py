"""A bot for Even Money in under a hundred lines of code: what docs/protocol.md says, nothing else.

    pip install aiohttp; python docs/bot.py http://127.0.0.1:2121 classic 100

It comes in as a guest, sits down at a free table, bets the minimum, and stands on 17 or better.
"""

import asyncio
import hashlib
import secrets
import sys
from typing import Any

import aiohttp

OWN = {"X-Evenmoney": "1"}  # says: a program, not another site's page
VALUES = {"A": 11, "K": 10, "Q": 10, "J": 10, "T": 10}


def total(cards: list[str]) -> int:
    """The best total: aces count 11 as long as that is not too much."""
    points = sum(VALUES.get(card[0]) or int(card[0]) for card in cards)
    aces = sum(card[0] == "A" for card in cards)
    while points > 21 and aces:
        points, aces = points - 10, aces - 1
    return points


def fold(hands: dict[Any, list[str]], event: dict[str, Any]) -> None:
    """Keep the hands on the table up to date: by (box, hand), the cards."""
    if event["type"] == "round_started":
        hands.clear()
    elif event["type"] == "card_dealt":
        hands.setdefault((event["box"], event["hand"]), []).append(event["card"])
    elif event["type"] == "hand_split":  # a new hand right after this one, with its second card
        box, hand = event["box"], event["hand"]
        for later in range(9, hand, -1):
            if (box, later) in hands:
                hands[box, later + 1] = hands.pop((box, later))
        hands[box, hand + 1] = [hands[box, hand].pop()]


NONCE = bytearray(16)  # the bot's part of the shuffle that is coming


def deal(shared: bool, cycle: int) -> dict[str, Any]:
    """DEAL, with a fresh part of the shuffle, or at a table for several with its hash."""
    NONCE[:] = secrets.token_bytes(16)
    if not shared:
        return {"type": "deal", "nonce": NONCE.hex()}
    told = b"evenmoney/1/part" + cycle.to_bytes(8, "big") + NONCE
    return {"type": "deal", "part_hash": hashlib.sha256(told).hexdigest()}


def answer(
    you: dict[str, Any], cards: list[str], stake: int, shared: bool, cycle: int
) -> dict[str, Any] | None:
    """The next command, or None when there is nothing to say just now."""
    if you["part_wanted"]:
        return {"type": "open_part", "nonce": NONCE.hex()}
    if you["decision"] is not None:
        offers = [offer["action"] for offer in you["offers"]]
        wishes = ("pass", "hit" if total(cards) < 17 else "stand", "stand")
        action = next(wish for wish in wishes if wish in offers)
        return {"type": "act", "decision": you["decision"], "action": action}
    if you["can_deal"]:
        return deal(shared, cycle)
    return {"type": "place_bet", "box": 1, "amount": stake} if not you["purse"]["staked"] else None


async def play(address: str, game: str, rounds: int) -> str:
    """Play so many rounds; what the house says of them: how many, and the balance."""
    jar = aiohttp.CookieJar(unsafe=True)  # keeps the cookie of a bare IP address, too
    async with aiohttp.ClientSession(address, cookie_jar=jar, headers=OWN) as house:
        await house.post("/api/guest")
        stake = (await (await house.get(f"/api/games/{game}")).json())["limits"]["stake_min"]
        lobby = (await (await house.get("/api/lobby")).json())["games"]
        rooms = next(entry["rooms"] for entry in lobby if entry["game"] == game)
        table = next(t["table"] for room in rooms for t in room["tables"] if t["free"])
        socket = await house.ws_connect("/api/socket")
        await socket.send_json({"type": "join", "table": table})
        n, sent = 1, None  # the stream's next number; the command that awaits its answer
        hands: dict[Any, list[str]] = {}
        turn: dict[str, Any] = {"box": 1, "hand": 0}
        shared, cycle = False, 0
        while rounds:
            message = await socket.receive_json()
            if message["type"] == "events":
                turn = message["turn"] or turn
                for event in message["events"]:
                    fold(hands, event)
                    rounds -= event["type"] == "round_closed"
                    if event["type"] == "betting_opened":
                        cycle = event["cycle"]
            elif message["type"] in {"welcome", "yours"}:
                if message["type"] == "welcome":
                    shared, cycle = message["view"]["kind"] == "multi", message["view"]["cycle"]
                if sent and message.get("ack") == n:
                    n, sent = n + 1, None
                if not sent:
                    cards = hands.get((turn["box"], turn["hand"]), [])
                    sent = answer(message["you"], cards, stake, shared, cycle)
                    if sent:
                        await socket.send_json({**sent, "table": table, "n": n})
            elif message["code"] == "too_fast":
                await asyncio.sleep(0.2)
                await socket.send_json({**(sent or {}), "table": table, "n": n})
            else:
                raise SystemExit(f"{message}")
        played = (await (await house.get("/api/history?limit=100")).json())["rounds"]
        return f"{len(played)} {(await (await house.get('/api/me')).json())['balance']}"


if __name__ == "__main__":
    if len(sys.argv) != 4:
        raise SystemExit(__doc__)
    print(asyncio.run(play(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
