"""An operator's wallet as docs/wallet.md has it: a real server, with faults that a test plants."""

import asyncio
import hmac
import os
import signal
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from aiohttp import web

SECRET = b"a secret of thirty-two letters.."
HEADER = "X-Evenmoney-Signature"


def signed(body: bytes, secret: bytes = SECRET) -> str:
    return f"sha256={hmac.new(secret, body, 'sha256').hexdigest()}"


class Wallet:
    """Players' accounts. `faults` are (type of request, what goes wrong), each used up once,
    those of a type in order; `kills` is the process that a fault may kill."""

    def __init__(self) -> None:
        self.accounts: dict[int, int] = {}
        self.done: dict[str, dict[str, Any]] = {}
        self.rolled_back: set[str] = set()
        self.asked: list[dict[str, Any]] = []
        self.faults: deque[tuple[str, str]] = deque()
        self.kills = 0
        self.gives = 0
        """What a player has who was never heard of; 0: such a one is refused."""
        self.opens: asyncio.Event | None = None
        """While set and clear, debits wait for it before they are done."""
        self.answering = 0
        """How many calls it is about, whether anybody waits for the answer or not."""
        self.applied: list[tuple[str, str]] = []
        """What changed an account: type and id, once each."""

    @property
    def total(self) -> int:
        return sum(self.accounts.values())

    def calls(self, kind: str) -> list[dict[str, Any]]:
        return [asked for asked in self.asked if asked["type"] == kind]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.answering += 1
        try:
            return await self._answer(request)
        finally:
            self.answering -= 1

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        if not hmac.compare_digest(request.headers.get(HEADER, ""), signed(body)):
            return web.Response(status=401)
        asked = msgspec.json.decode(body)
        self.asked.append(asked)
        fault = self._fault(asked["type"])
        if self.opens is not None and asked["type"] == "debit":
            await self.opens.wait()
        if fault.startswith("slow"):
            await asyncio.sleep(float(fault.partition(" ")[2]))
        self._strike(fault, "before", request)
        if fault == "500":
            return web.Response(status=500)
        if fault == "refuse":
            return self._signed({"type": "refused", "id": asked["id"], "code": "blocked"}, "")
        if fault == "mutter":
            no = {"type": "refused", "id": asked["id"], "code": "no\0\n", "reason": "\x1b[2J\0"}
            return self._signed(no, "")
        told = self.tell(asked)
        if fault == "twice":
            assert self.tell(asked) == told
        self._strike(fault, "after", request)
        if fault == "no text":
            self._sign_with_odd_bytes(request)
        return self._signed(told, fault)

    def _fault(self, kind: str) -> str:
        for fault in self.faults:
            if fault[0] == kind:
                self.faults.remove(fault)
                return fault[1]
        return ""

    def _strike(self, fault: str, side: str, request: web.Request) -> None:
        if fault == f"kill {side}":
            os.kill(self.kills, signal.SIGKILL)
        if fault in {f"cut {side}", f"kill {side}"}:
            assert request.transport is not None
            request.transport.abort()
            raise web.HTTPServiceUnavailable

    def _sign_with_odd_bytes(self, request: web.Request) -> None:
        assert request.transport is not None
        head = f"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n{HEADER}: \xff"
        request.transport.write(head.encode("latin-1") + b"\r\n\r\n{}")
        request.transport.close()
        raise web.HTTPServiceUnavailable

    def _signed(self, told: dict[str, Any], fault: str) -> web.Response:
        wrong: dict[str, Any] = {
            "negative": {**told, "balance": -5},
            "fraction": {**told, "balance": 1.5},
            "other id": {**told, "id": "0" * 32},
            "huge": {**told, "more": "x" * 10_000},
        }
        body = msgspec.json.encode(wrong.get(fault, told))
        if fault == "nonsense":
            body = b"<html>Welcome to nginx</html>"
        header = signed(body, b"another secret, which is wrong" if fault == "forged" else SECRET)
        headers = {} if fault == "unsigned" else {HEADER: header}
        return web.Response(body=body, content_type="application/json", headers=headers)

    def tell(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What an honest wallet does and says; a movement counts once, whatever comes again."""
        id, player = asked["id"], asked["player"]
        if self.gives:
            self.accounts.setdefault(player, self.gives)
        if player not in self.accounts:
            return {"type": "refused", "id": id, "code": "no_such_player", "reason": "who?"}
        if asked["type"] == "rollback":
            self._roll_back(id, player)
        elif asked["type"] != "balance":
            refused = self._move(asked)
            if refused:
                return {"type": "refused", "id": id, "code": refused, "reason": refused}
        return {"type": "done", "id": id, "balance": self.accounts[player]}

    def _move(self, asked: dict[str, Any]) -> str:
        id, player, amount = asked["id"], asked["player"], asked["amount"]
        if id in self.rolled_back:
            return "rolled_back"
        if id in self.done:
            return "" if self.done[id] == asked else "id_taken"
        if asked["type"] == "debit" and self.accounts[player] < amount:
            return "not_enough_money"
        self.accounts[player] += amount if asked["type"] == "credit" else -amount
        self.done[id] = asked
        self.applied.append((asked["type"], id))
        return ""

    def _roll_back(self, id: str, player: int) -> None:
        if id not in self.rolled_back and id in self.done:
            self.accounts[player] += self.done[id]["amount"]
            self.applied.append(("rollback", id))
        self.rolled_back.add(id)


@asynccontextmanager
async def serving(wallet: Wallet, port: int = 0) -> AsyncIterator[str]:
    """The wallet at an address of its own."""
    app = web.Application()
    app.router.add_post("/wallet", wallet.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/wallet"
    finally:
        await runner.cleanup()
