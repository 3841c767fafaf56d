"""A record done again from its first entry: what each table, stream and purse must be like.

It steps the house's pure rules, and keeps books of its own. It knows no diaries and no sockets.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from itertools import islice, takewhile
from math import inf
from operator import itemgetter
from typing import NamedTuple

import msgspec

from evenmoney.house import scribe, stakes
from evenmoney.house.event import (
    BettingOpened,
    CycleRevealed,
    PlayerPaid,
    RoundStarted,
    RoundVoided,
)
from evenmoney.house.line import Line
from evenmoney.house.record import Furnished, Opened, Told, decode
from evenmoney.house.recovery import saved
from evenmoney.house.state import Layout, TableState, empty_table
from evenmoney.journal.entry import Entry
from evenmoney.ledger.book import Book, NotPosted
from evenmoney.ledger.transfer import Account, AccountKind, Transfer, TransferKind
from evenmoney.reveal import Reveal, differences

encode = msgspec.msgpack.encode

ABOUT_MS = 5_000
"""An entry's time is taken before it is kept: two tables may keep theirs the other way round."""


class Own(NamedTuple):
    """What a table has brought a player: in cash, and in debt to the house."""

    cash: int = 0
    debt: int = 0

    def and_also(self, other: "Own") -> "Own":
        """Both together."""
        return Own(self.cash + other.cash, self.debt + other.debt)


class Step(NamedTuple):
    """How things stood after an entry; `own` is what the table had brought each player by then."""

    entry: Entry
    state: TableState
    own: dict[int, Own]
    told: Told | None
    answer: bytes | None


class Part(NamedTuple):
    """What a player laid in a round, and what came back."""

    staked: int
    paid: int


class TableReplay:
    """One table from its first entry on."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.state = empty_table(layout)
        self.steps: list[Step] = []
        self.told: dict[tuple[int, int], list[int]] = {}
        """By stream and number: the entries of that command. One each, or it was done twice."""
        self.last: dict[int, int] = {}
        """By stream: the last number that was taken."""
        self._entries_of: dict[int, list[int]] = {}
        self._own_after: dict[int, list[tuple[int, int, Own]]] = {}
        """By player: each entry that changed what the table has brought him, when, and to what."""
        self.parts: dict[tuple[int, int], Part] = {}
        """By player and round: closed rounds, as they stand now."""
        self.shown: Counter[tuple[int, int, int]] = Counter()
        """By player, stakes and payout: rounds that were paid, voided ones as they were then."""
        self.voided: set[str] = set()
        self.wrong: list[str] = []
        self.broken = False
        """Whether an entry could not be done again: what follows it can't be judged."""
        self._cycle = 0
        self._c1 = ""
        self._c2: str | None = None
        self._revealed = True

    def at(self, sequence: int) -> Step | None:
        """The step of an entry; None when the record has none."""
        return self.steps[sequence - 1] if 0 < sequence <= len(self.steps) else None

    def taken(self, stream: int, sequence: int) -> int:
        """How many commands of a stream were taken by then."""
        return bisect_right(self._entries_of.get(stream, []), sequence)

    def followed_at_ms(self, step: Step) -> float:
        """Until when the table stood as after that entry; infinite while it stands so."""
        following = self.at(step.entry.sequence + 1)
        return following.entry.at_ms if following else inf

    def own_since(self, player: int, sequence: int, at_ms: float) -> set[Own]:
        """What the table had brought a player by an entry, and each it became until about `at_ms`:
        a round that is called off moves his money when he is gone from here."""
        step = self.at(sequence)
        changes = self._own_after.get(player, [])
        first = bisect_right(changes, sequence, key=itemgetter(0))
        later = takewhile(lambda one: one[1] <= at_ms + ABOUT_MS, islice(changes, first, None))
        return {step.own.get(player, Own()) if step else Own(), *(own for _, _, own in later)}

    def add(self, entry: Entry) -> tuple[Transfer, ...]:
        """Do one more entry again; what it must have moved. Wrongs go to `wrong`."""
        record = decode(entry.payload)
        if isinstance(record, Opened):
            self._compare_checkpoint(record, entry.sequence)
        if isinstance(record, Told):
            self._note(record, entry.sequence)
        line = scribe.write(self.layout, self.state, record, entry.at_ms, entry.sequence)
        if line.entry.digest != entry.digest:
            self._say(entry.sequence, "other events than its digest says")
        self.state = line.change.state
        if isinstance(record, Furnished):
            self.layout = self.layout.with_game(record.game)
        for part in line.change.settled:
            self.parts[part.player, part.round] = Part(part.staked, part.paid)
        for event in line.change.events:
            if isinstance(event, PlayerPaid):
                self.shown[event.player, event.staked, event.paid] += 1
            elif isinstance(event, RoundVoided):
                self.voided.add(event.round)
        self._follow_cycle(line)
        told = record if isinstance(record, Told) else None
        self.steps.append(Step(entry, self.state, self._own(line), told, line.answer))
        return line.change.transfers

    def _say(self, sequence: int, what: str) -> None:
        self.wrong.append(f"{self.layout.id}, entry {sequence}: {what}")

    def _compare_checkpoint(self, record: Opened, sequence: int) -> None:
        if encode(record.before) != encode(saved(self.state)):
            self._say(sequence, "its checkpoint is not what the entries before it give")
        for kept in record.streams:
            if self.last.get(kept.stream) != kept.last:
                self._say(sequence, f"its checkpoint has another last number of {kept.stream}")

    def _note(self, told: Told, sequence: int) -> None:
        stream, n = told.stream, told.command.n
        if n != self.last.get(stream, 0) + 1:
            self._say(sequence, f"command {n} of stream {stream} is out of order, or there twice")
        self.last[stream] = n
        self._entries_of.setdefault(stream, []).append(sequence)
        self.told.setdefault((stream, n), []).append(sequence)

    def _own(self, line: Line) -> dict[int, Own]:
        own = self.steps[-1].own if self.steps else {}
        brought = stakes.moved(line.change.transfers)
        if not brought:
            return own
        after = dict(own)
        for player, moved in brought.items():
            more = Own(moved.net, moved.borrowed - moved.repaid)
            after[player] = after.get(player, Own()).and_also(more)
            changes = self._own_after.setdefault(player, [])
            changes.append((line.entry.sequence, line.entry.at_ms, after[player]))
        return after

    def _follow_cycle(self, line: Line) -> None:
        """Cycles are numbered without gaps, and each is laid open and holds what it promised."""
        for event in line.change.events:
            if isinstance(event, BettingOpened) and event.cycle != self._cycle:
                if event.cycle != self._cycle + 1 or not self._revealed:
                    self._say(line.entry.sequence, f"cycle {event.cycle} follows {self._cycle}")
                self._cycle, self._c1, self._c2, self._revealed = event.cycle, event.c1, None, False
            elif isinstance(event, RoundStarted):
                self._c2 = self._c2 or event.c2
            elif isinstance(event, CycleRevealed):
                self._revealed = True
                for wrong in differences(self._reveal(event), self._c1, self._c2):
                    self._say(line.entry.sequence, wrong)

    def _reveal(self, event: CycleRevealed) -> Reveal:
        return Reveal(
            cycle=event.cycle,
            rules_hash=self.layout.rules_hash,
            decks=self.layout.game.rules.decks,
            seed=bytes.fromhex(event.seed),
            salt=bytes.fromhex(event.salt),
            parts=tuple(map(bytes.fromhex, event.parts)),
            cut=event.cut,
            order=event.order,
        )


class Books:
    """Every account, as the entries say it must be."""

    def __init__(self) -> None:
        self.book = Book()
        self.openings: dict[int, int] = {}
        self.given: Counter[int] = Counter()
        """By player: what he was given at no table, less what went back."""
        self.touched: set[Account] = set()
        self.wrong: list[str] = []

    def open(self, entry: Entry) -> None:
        """An entry of the house's own record: a new player's opening money, or a bonus."""
        note = msgspec.json.decode(entry.payload)
        player, amount = note["player"], note["amount"]
        if note.get("type") == "bonus_granted":
            self.post(entry, stakes.granted(player, amount))
            return
        if player in self.openings:
            self.wrong.append(f"player {player} was given his opening money twice")
        self.openings[player] = amount
        purse = Account(AccountKind.CASH, player)
        gift = Transfer(Account(AccountKind.ADJUSTMENT), purse, amount, TransferKind.OPENING)
        self.post(entry, (gift,))

    def post(self, entry: Entry, transfers: Iterable[Transfer]) -> None:
        """What an entry moved."""
        moved = tuple(transfers)
        for transfer in moved:
            if transfer.source.kind is AccountKind.ADJUSTMENT:
                self.given[transfer.target.player] += transfer.amount
            elif transfer.target.kind is AccountKind.ADJUSTMENT:
                self.given[transfer.source.player] -= transfer.amount
        try:
            self.touched |= self.book.post(moved).keys()
        except NotPosted as refused:
            self.wrong.append(f"table {entry.table}, entry {entry.sequence}: {refused}")
