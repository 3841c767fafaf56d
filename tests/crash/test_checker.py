"""The checker of the crash campaign can fail: each kind of loss, planted, is seen by it."""

import json
import re
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import apsw
import pytest
from msgspec.structs import replace

from evenmoney.house import record as records
from evenmoney.house.record import Opened, Told
from evenmoney.journal.chain import GENESIS, link
from evenmoney.journal.entry import Entry
from evenmoney.store import open_store

from .checker import Checker
from .conftest import Storm
from .databases import reading

COLUMNS = "table_number, sequence, at_ms, payload, digest, checkpoint"


class Scene:
    """A copy of what a short campaign left, in which anything can be altered."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        diaries = (folder / "diaries").glob("player-0-*")
        self.diary = max(diaries, key=lambda path: path.stat().st_size)
        self.file = apsw.Connection(str(folder / "house.db"))
        for (trigger,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            self.file.execute(f"DROP TRIGGER {trigger}")
        self.player = int(json.loads(self.diary.read_text().partition("\n")[0][1:])["player"])
        # The table where the player played most of the time.
        ((self.table,),) = self.rows(
            "SELECT table_number FROM played WHERE player = ? GROUP BY 1 ORDER BY COUNT(*) DESC"
            " LIMIT 1",
            self.player,
        )

    def rows(self, sql: str, *values: int) -> list[tuple[Any, ...]]:
        """What a query gives."""
        return self.file.execute(sql, values).fetchall()

    def change_diary(self, change: Callable[[list[str]], list[str]]) -> None:
        """Alter the diary's lines."""
        lines = self.diary.read_text().splitlines(keepends=True)
        changed = change(lines)
        assert changed != lines
        self.diary.write_text("".join(changed))

    def entries(self) -> list[Entry]:
        """The table's entries, their chain left out."""
        sql = f"SELECT {COLUMNS} FROM journal WHERE table_number = ? ORDER BY sequence"
        return [
            Entry(
                table=table,
                sequence=sequence,
                at_ms=at_ms,
                payload=payload,
                digest=digest,
                checkpoint=bool(checkpoint),
            )
            for table, sequence, at_ms, payload, digest, checkpoint in self.rows(sql, self.table)
        ]

    def rewrite(self, entries: list[Entry]) -> None:
        """Make these the table's entries, properly sealed."""
        chain = GENESIS
        for entry in entries:
            chain = link(chain, entry)
            self.file.execute(
                f"INSERT INTO journal ({COLUMNS}, chain) VALUES (?, ?, ?, ?, ?, ?, ?)"
                " ON CONFLICT (table_number, sequence) DO UPDATE"
                " SET payload = excluded.payload, chain = excluded.chain",
                (entry.table, entry.sequence, entry.at_ms, entry.payload, entry.digest,
                 int(entry.checkpoint), chain),
            )  # fmt: skip

    def move(self, source: int, target: int, amount: int) -> None:
        """Add a transfer to the last entry, and let both accounts agree with it."""
        ((last,),) = self.rows("SELECT MAX(id) FROM journal")
        self.file.execute(
            "INSERT INTO transfers VALUES (?, ?, ?, ?, 5)", (last << 8 | 99, source, target, amount)
        )
        for account, change in ((source, -amount), (target, amount)):
            self.file.execute(
                "UPDATE accounts SET balance = balance + ? WHERE id = ?", (change, account)
            )

    async def report(self) -> str:
        """What the checker finds."""
        self.file.close()
        checker = Checker()
        async with reading(str(self.folder / "house.db")) as store:
            await checker.check(store, (self.folder / "diaries").iterdir(), whole=True)
        return "\n".join(checker.report())


@pytest.fixture
async def scene(storm: Storm, tmp_path: Path) -> Scene:
    shutil.copytree(storm.folder, tmp_path / "copy")
    await (await open_store(tmp_path / "copy" / "house.db")).close()  # the daybook is posted
    return Scene(tmp_path / "copy")


async def test_an_untouched_record_is_clean(scene: Scene) -> None:
    assert await scene.report() == ""


async def test_a_lost_end_of_a_record_is_seen(scene: Scene) -> None:
    last = scene.entries()[-1].sequence
    ends = "DELETE FROM journal WHERE table_number = ? AND sequence >= ?"
    scene.file.execute(ends, (scene.table, last - 3))
    assert "the record hasn't got it" in await scene.report()


async def test_an_entry_lost_in_the_middle_is_seen(scene: Scene) -> None:
    lost = "DELETE FROM journal WHERE table_number = ? AND sequence = 7"
    scene.file.execute(lost, (scene.table,))
    assert f"table {scene.table}, entry 7" in await scene.report()


async def test_an_altered_entry_is_seen_though_it_is_sealed_anew(scene: Scene) -> None:
    entries = scene.entries()
    place, opened = next(
        (place, record)
        for place, entry in enumerate(entries)
        if isinstance(record := records.decode(entry.payload), Opened) and record.secret
    )
    other = records.encode(replace(opened, secret=bytes(48)))
    entries[place] = replace(entries[place], payload=other)
    scene.rewrite(entries)
    assert "other events than its digest says" in await scene.report()


async def test_a_command_done_twice_is_seen(scene: Scene) -> None:
    entries = scene.entries()
    told = [e for e in entries if isinstance(records.decode(e.payload), Told)][-1]
    twice = replace(told, sequence=entries[-1].sequence + 1)
    scene.rewrite([*entries, twice])
    assert "there twice" in await scene.report()


async def test_an_altered_transfer_is_seen(scene: Scene) -> None:
    ((one,),) = scene.rows("SELECT MAX(id) FROM transfers WHERE kind = 2")
    scene.file.execute("UPDATE transfers SET amount = amount + 100 WHERE id = ?", (one,))
    assert "its transfers come to" in await scene.report()


async def test_a_transfer_made_twice_is_seen_though_all_balances_agree(scene: Scene) -> None:
    ((source, target, amount),) = scene.rows(
        "SELECT source, target, amount FROM transfers JOIN accounts ON accounts.id = target"
        " WHERE accounts.kind = 3 AND transfers.kind = 5 AND source = "
        " (SELECT id FROM accounts WHERE kind = 1) LIMIT 1"
    )
    scene.move(source, target, amount)
    report = await scene.report()
    assert "the entries give" in report
    assert "its transfers come to" not in report


async def test_a_stake_that_left_its_escrow_is_seen(scene: Scene) -> None:
    escrow, held = scene.rows("SELECT id, balance FROM accounts WHERE kind = 5 AND balance > 0")[0]
    ((house,),) = scene.rows("SELECT id FROM accounts WHERE kind = 1")
    scene.move(escrow, house, held)
    assert f"holds 0, the entries give {held}" in await scene.report()


async def test_an_altered_history_is_seen(scene: Scene) -> None:
    altered = "UPDATE played SET paid = paid + 100 WHERE player = ?"
    scene.file.execute(altered, (scene.player,))
    assert f"player {scene.player}: his history is not the rounds he played" in await scene.report()


def acknowledged(lines: list[str]) -> list[str]:
    """The lines of commands that were told to be taken, in order."""
    found, pending = [], ""
    for line in lines:
        if line.startswith(">") and '"n":' in line:
            pending = line
        elif pending and line.startswith('<{"type":"yours"') and is_of(line, pending):
            found.append(pending)
    return found


def is_of(answer: str, command: str) -> bool:
    """Whether an answer is that command's."""
    acknowledged: bool = json.loads(answer[1:])["ack"] == json.loads(command[1:])["n"]
    return acknowledged


async def test_a_command_that_nobody_sent_is_seen(scene: Scene) -> None:
    def forget_the_last_that_was_taken(lines: list[str]) -> list[str]:
        taken = acknowledged(lines)[-1]
        return [line for line in lines if line != taken]  # however often it was sent

    scene.change_diary(forget_the_last_that_was_taken)
    assert "is in the record, and nobody sent it" in await scene.report()


def altered_once(lines: list[str], shown: str, becomes: str) -> list[str]:
    place = max(n for n, line in enumerate(lines) if line.startswith("<") and shown in line)
    return [*lines[:place], lines[place].replace(shown, becomes, 1), *lines[place + 1 :]]


async def test_a_card_that_was_shown_otherwise_is_seen(scene: Scene) -> None:
    text = scene.diary.read_text()
    shown = text[text.rindex('"card":"') :][:9]
    becomes = '"card":"Q' if shown.endswith("K") else '"card":"K'
    scene.change_diary(lambda lines: altered_once(lines, shown, becomes))
    assert "was shown other events than the record keeps" in await scene.report()


async def test_a_balance_that_was_shown_otherwise_is_seen(scene: Scene) -> None:
    scene.change_diary(lambda lines: altered_once(lines, '"balance":', '"balance":1'))
    assert "the record gives PrivateView" in await scene.report()


ANSWER = re.compile(r'<{"type":"yours","table":"(?P<table>[^"]+)","seq":(?P<seq>\d+),.*"ack":\d+}$')


def answered_anew(lines: list[str], *before: str) -> list[str]:
    """The last answer once more, in other bytes, after such lines."""
    place = max(n for n, line in enumerate(lines) if ANSWER.match(line))
    found = ANSWER.match(lines[place])
    assert found is not None
    welcome = next(line for line in lines[place::-1] if "welcome" in line)
    stream = welcome.partition('"stream":')[2].partition(",")[0]
    again = lines[place].replace('"type":', '"type": ', 1)
    told = [one.format(stream=stream, **found.groupdict()) + "\n" for one in before]
    return [*lines[: place + 1], *told, again, *lines[place + 1 :]]


async def test_a_command_that_was_answered_otherwise_is_seen(scene: Scene) -> None:
    scene.change_diary(answered_anew)
    assert "was answered otherwise than the record says" in await scene.report()


async def test_who_comes_back_is_told_how_things_stand_now(scene: Scene) -> None:
    join = '>{{"type":"join","table":"{table}","stream":{stream},"seen":{seq}}}'
    scene.change_diary(lambda lines: answered_anew(lines, "+", join))
    assert await scene.report() == ""


async def test_a_frame_that_was_left_out_is_seen(scene: Scene) -> None:
    def without_one(lines: list[str]) -> list[str]:
        shown = [n for n, line in enumerate(lines) if line.startswith('<{"type":"events"')]
        first = next(
            first
            for first, second in pairwise(shown)
            if not any(line.startswith(("+", '<{"type":"welcome"')) for line in lines[first:second])
        )
        return [*lines[:first], *lines[first + 1 :]]

    scene.change_diary(without_one)
    assert "the frame before it was" in await scene.report()


async def test_a_guest_who_is_forgotten_is_seen(scene: Scene) -> None:
    newcomers = scene.folder / "diaries" / "newcomers.diary"
    newcomers.write_text(newcomers.read_text() + '*{"player":9999,"balance":100000}\n')
    assert "player 9999: was shown 100000 to start with" in await scene.report()
