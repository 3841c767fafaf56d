"""Reads a player's diary, and says what in it the record contradicts."""

from collections import Counter, defaultdict
from pathlib import Path

import msgspec
from msgspec.structs import replace

from evenmoney.house.command import TableCommand
from evenmoney.house.frame import Welcome, Yours
from evenmoney.house.scribe import digest
from evenmoney.house.seen import private_view, public_view
from evenmoney.house.view import PrivateView, TableView

from .diary import Line, read
from .replay import Books, Own, Step, TableReplay

Command = tuple[str, int, int]
"""Table, stream and number."""


class EventsSeen(msgspec.Struct, tag="events"):
    """An `events` frame, its events as the bytes they came in."""

    table: str
    seq: int
    events: msgspec.Raw


class PlayerPaidSeen(msgspec.Struct, tag="player_paid"):
    """A player's part of a round, as he was shown it."""

    player: int
    staked: int
    paid: int


class RefusedSeen(msgspec.Struct, tag="refused"):
    """A refusal."""

    code: str
    table: str | None
    n: int | None


class ClosedSeen(msgspec.Struct, tag="closed"):
    """A stream's end."""

    table: str
    code: str


class GrantedSeen(msgspec.Struct, tag="bonus_granted"):
    """A bonus of which a table told him: the operator's own list is held against the record."""


class Said(msgspec.Struct):
    """Who a player is, as `/api/me` told him."""

    player: int
    balance: int


class Sent(msgspec.Struct):
    """What can be read of any message sent."""

    type: str
    table: str
    n: int | None = None
    stream: int | None = None
    seen: int | None = None


canonical = msgspec.json.encode
"""A command's text in one form, however it was written."""

Seen = Welcome | EventsSeen | Yours | RefusedSeen | ClosedSeen | GrantedSeen

_frame = msgspec.json.Decoder(Seen).decode
_sent = msgspec.json.Decoder(Sent).decode
_command = msgspec.json.Decoder(TableCommand).decode
_events = msgspec.json.Decoder(list[msgspec.Raw]).decode
_paid = msgspec.json.Decoder(PlayerPaidSeen).decode


class Evidence:
    """What record and diaries say so far, and what is wrong."""

    def __init__(self) -> None:
        self.tables: dict[str, TableReplay] = {}
        self.books = Books()
        self.sent: defaultdict[Command, Counter[bytes]] = defaultdict(Counter)
        """By command: how often each text of it was sent and not refused."""
        self.acknowledged: set[Command] = set()
        self.paid: defaultdict[int, Counter[tuple[int, int]]] = defaultdict(Counter)
        """By player: the stakes and payouts he was shown."""
        self.stopped: set[str] = set()
        """Tables that had stopped when a player came back to them."""
        self.wrong: list[str] = []


class Reader:
    """Reads one diary on and on, and says what in it the record contradicts."""

    def __init__(self, path: Path, evidence: Evidence) -> None:
        self.path = path
        self.player = 0
        self._evidence = evidence
        self._place = 0
        self._stream = 0
        self._asked_for = 0
        self._joining = False
        self._seen: dict[str, int] = {}
        self._pending: bytes = b""

    def read_on(self, end: int | None) -> None:
        """All lines up to byte `end`."""
        lines, self._place = read(self.path, self._place, end)
        for line in lines:
            self._read(line)

    def _read(self, line: Line) -> None:
        match line.mark:
            case "*":
                self._is(msgspec.json.decode(line.text, type=Said))
            case ">":
                self._said(line.text)
            case "<":
                self._shown(line.text)

    def _say(self, what: str) -> None:
        self._evidence.wrong.append(f"{self.path.name}, player {self.player}: {what}")

    def _is(self, me: Said) -> None:
        self.player = me.player
        given = self._evidence.books.openings.get(me.player)
        if given != me.balance:
            self._say(f"was shown {me.balance} to start with, the record gave him {given}")

    def _said(self, text: bytes) -> None:
        sent = _sent(text)
        if sent.type == "join":
            self._asked_for, self._joining = sent.stream or 0, True
            self._seen[sent.table] = sent.seen or self._seen.get(sent.table, 0)
        elif sent.n is not None:
            self._evidence.sent[sent.table, self._stream, sent.n][canonical(_command(text))] += 1
            self._pending = text

    def _shown(self, text: bytes) -> None:
        frame = _frame(text)
        if isinstance(frame, RefusedSeen):
            self._refused(frame)
            return
        if isinstance(frame, ClosedSeen | GrantedSeen):
            return
        table = self._evidence.tables.get(frame.table)
        step = table.at(frame.seq) if table else None
        if table is None or step is None:
            self._say(f"was shown entry {frame.seq} of {frame.table}: the record hasn't got it")
        elif isinstance(frame, EventsSeen):
            self._saw(frame, step)
        elif isinstance(frame, Yours):
            self._stands(frame, table, step, text)
        else:
            self._welcomed(frame, table, step)

    def _refused(self, frame: RefusedSeen) -> None:
        if frame.code == "table_stopped":
            self._evidence.stopped.add(f"{frame.table} has stopped")
        if frame.n is not None and frame.table is not None:
            command = self._evidence.sent[frame.table, self._stream, frame.n]
            command[canonical(_command(self._pending))] -= 1

    def _saw(self, frame: EventsSeen, step: Step) -> None:
        at = f"{frame.table}, entry {frame.seq}"
        if frame.seq != self._seen[frame.table] + 1:
            self._say(f"{at}: the frame before it was {self._seen[frame.table]}")
        self._seen[frame.table] = frame.seq
        if digest(bytes(frame.events)) != step.entry.digest:
            self._say(f"{at}: was shown other events than the record keeps")
        for event in _events(frame.events):
            if b'"player_paid"' in bytes(event):
                paid = _paid(event)
                if paid.player == self.player:
                    self._evidence.paid[self.player][paid.staked, paid.paid] += 1

    def _stands(self, frame: Yours, table: TableReplay, step: Step, text: bytes) -> None:
        at = f"{frame.table}, entry {frame.seq}"
        self._compare_own(at, frame.you, table, step)
        joining, self._joining = self._joining, False
        if frame.ack is None:
            return
        places = table.told.get((self._stream, frame.ack), [])
        if len(places) != 1 or places[0] > frame.seq:
            self._say(f"{at}: command {frame.ack} was acknowledged, and is there at {places}")
        elif places[0] == frame.seq and text != step.answer and not joining:
            # who comes back is told how things stand now: money may have moved elsewhere
            self._say(f"{at}: command {frame.ack} was answered otherwise than the record says")
        else:
            self._evidence.acknowledged.add((frame.table, self._stream, frame.ack))

    def _welcomed(self, frame: Welcome, table: TableReplay, step: Step) -> None:
        at = f"{frame.table}, entry {frame.seq}"
        self._stream, self._seen[frame.table] = frame.stream, frame.seq
        self._joining = False
        if self._asked_for != frame.stream and table.taken(self._asked_for, frame.seq):
            self._say(f"{at}: his stream was forgotten, though it had taken commands")
        taken = table.taken(frame.stream, frame.seq)
        if frame.next_n != taken + 1:
            self._say(f"{at}: was told to go on at {frame.next_n}, {taken} was the last")
        view = public_view(table.layout, step.state, step.entry.at_ms)
        if untimed(view) != untimed(frame.view):
            self._say(f"{at}: was shown another table than the record gives")
        self._compare_own(at, frame.you, table, step)

    def _compare_own(self, at: str, you: PrivateView, table: TableReplay, step: Step) -> None:
        due = [
            private_view(table.layout, step.state, self.player, you.name, own.cash, debt=own.debt)
            for own in self._own(table, step)
        ]
        if you not in due:
            given = " or ".join(map(repr, due))
            self._say(f"{at}: was shown {you}, the record gives {given}")

    def _own(self, table: TableReplay, step: Step) -> set[Own]:
        """What he could have and owe: what he has from here, and from where he sat before."""
        opening = Own(self._evidence.books.openings[self.player])
        possible = {opening.and_also(step.own.get(self.player, Own()))}
        until = table.followed_at_ms(step)
        for id, elsewhere in self._evidence.tables.items():
            if id != table.layout.id and id in self._seen:
                since = elsewhere.own_since(self.player, self._seen[id], until)
                possible = {own.and_also(more) for own in possible for more in since}
        return possible


def untimed(view: TableView) -> TableView:
    """A view without its clocks, which a restart sets anew."""
    turn = replace(view.turn, left_ms=None) if view.turn else None
    return replace(view, turn=turn, betting_left_ms=None)
