"""Records as builds of this format wrote them: whole rounds of each game, kept in JSON files.

`python -m tests.golden.record NAME` writes one anew. A build that can't tell an old file again
can't tell the records of open houses: docs/decisions/0011 says what to do instead of writing it
anew. What a record learnt since is in a file of its own.
"""

import asyncio
import json
import sys
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import inspect

from evenmoney.house.bonus_desk import DAY_MS, Grant
from evenmoney.house.command import ActivateBonus, Cut, DeactivateBonus
from evenmoney.house.frame import AnyEvent
from evenmoney.house.record import FORMAT, Furnished, Record, decode
from evenmoney.house.settings import Settings
from evenmoney.house.state import Layout
from evenmoney.journal.entry import Entry
from tests.house.playing import Player, TestHouse, open_house

HERE = Path(__file__).parent
SINGLE = (
    "classic",
    "table-credits",
    "european",
    "single-deck",
    "vegas-strip",
    "atlantic-city",
    "vegas-downtown",
    "six-deck-shoe",
)
ANSWERS = ("insure", "even_money", "split", "double", "surrender")
"""What is taken where it is offered, one after the other."""


class Recorded(msgspec.Struct, frozen=True):
    """A table of the golden record: its layout when it was first given a game, and its entries."""

    id: str
    layout: Layout
    entries: tuple[Entry, ...]


def golden(name: str) -> dict[str, Any]:
    """A file as it is."""
    found: dict[str, Any] = json.loads((HERE / f"{name}.json").read_text())
    return found


def read() -> list[Recorded]:
    """The tables of all files."""
    return [_recorded(one) for name in PLAYED for one in golden(name)["tables"]]


def _recorded(table: dict[str, Any]) -> Recorded:
    entries = tuple(
        Entry(
            table=table["number"],
            sequence=sequence,
            at_ms=at_ms,
            payload=b64decode(payload),
            digest=bytes.fromhex(digest),
            checkpoint=checkpoint,
        )
        for sequence, (at_ms, checkpoint, payload, digest) in enumerate(table["entries"], 1)
    )
    furnished = decode(entries[0].payload)
    assert isinstance(furnished, Furnished)
    return Recorded(table["id"], Layout(table["number"], table["id"], furnished.game), entries)


def shapes(*types: Any) -> Iterator[inspect.StructType]:
    """All structs that a type leads to."""
    waiting, seen = list(inspect.multi_type_info(types)), set()
    while waiting:
        found = waiting.pop()
        if isinstance(found, inspect.StructType):
            if found.cls in seen:
                continue
            seen.add(found.cls)
            yield found
            waiting += [field.type for field in found.fields]
            continue
        for name in ("types", "item_types"):
            waiting += getattr(found, name, ())
        for name in ("item_type", "key_type", "value_type"):
            waiting += [one] if (one := getattr(found, name, None)) is not None else []


def required(*types: Any) -> dict[str, list[str]]:
    """By struct: the fields that must be there for it to be read."""
    return {
        shape.cls.__name__: [field.encode_name for field in shape.fields if field.required]
        for shape in shapes(*types)
    }


def fields(*types: Any) -> dict[str, list[str]]:
    """By struct: all its fields, as they are written."""
    return {
        shape.cls.__name__: [field.encode_name for field in shape.fields]
        for shape in shapes(*types)
    }


async def play_on(player: Player, turn: int) -> None:
    """Answer what is asked until the round is over: take an offer in turn, hit below 17."""
    while player.you.decision is not None:
        offers = player.offers
        wanted = [answer for answer in ANSWERS if answer in offers]
        if "pass" in offers:
            await player.act(wanted[0] if wanted and turn % 2 else "pass")
        elif wanted and turn % 3:
            await player.act(wanted[turn % len(wanted)])
        else:
            await player.act("hit" if "hit" in offers and turn % 2 else "stand")
        turn += 1


async def at_a_single_table(floor: TestHouse, number: int, game: str) -> None:
    player = await floor.player(number, f"{game}-1")
    least = max(floor.catalogue[game].limits.stake_min, 100)
    boxes = range(1, floor.catalogue[game].boxes + 1)
    if game == "six-deck-shoe":
        await player.tell(Cut, position=100)
    for turn in range(2):
        await player.lay(dict.fromkeys(boxes, least * (turn + 1)))
        await player.deal(text="for luck")
        await play_on(player, turn)
    await player.redo()
    await player.double_bets()
    await player.take(1, least)
    await player.clear()
    await player.leave()


async def at_the_shared_table(floor: TestHouse) -> None:
    table = "classic-multiplayer-1"
    ann, bob = await floor.player(21, table), await floor.player(22, table)
    for turn in range(2):
        await ann.bet(1, 400)
        await bob.bet(2, 200)
        await ann.deal()
        await bob.deal()
        await ann.settle()
        await ann.settle()
        if turn:
            bob.drop()
            floor.clock.advance(60)
            await ann.settle()
        for _ in range(8):
            for one in (ann, bob):
                if one.you.decision is not None:
                    await play_on(one, turn)
            await ann.settle()
    await ann.leave()


async def with_a_bonus(floor: TestHouse) -> None:
    table, game = "free-amount-1", "free-amount"
    player = await floor.player(31, table)
    grant = Grant(player=31, amount=1000, wagering=1, days=2, games=(game,))
    bonus = await floor.house.bonuses.grant("golden", grant)
    await player.tell(ActivateBonus, bonus=bonus.number)
    for turn in range(2):
        await player.bet(1, 400)
        await player.deal()
        await play_on(player, 2 * turn)
    number = floor.house._tables[table].layout
    await floor.house.void(number.round_id(1), "the deck was misprinted")
    await player.tell(DeactivateBonus)
    await player.bet(1, 200)
    await player.deal()
    floor.clock.advance(3601)
    await player.settle()
    await player.tell(ActivateBonus, bonus=bonus.number)
    await player.bet(1, 200)
    floor.clock.advance(3 * DAY_MS / 1000)
    await player.settle()


async def called_off(floor: TestHouse) -> None:
    """An open round, and a settled one whose payout is spent, so that a debt is paid off later."""
    player = await floor.player(41, "classic-2", money=1000)
    layout = floor.house._tables["classic-2"].layout
    for _ in range(6):
        await player.bet(1, 200)
        await player.deal()
        if player.you.decision is not None:
            break
    await floor.house.void(layout.round_id(floor.house._tables["classic-2"].state.count), "torn")
    await player.settle()
    had, count = player.balance, 0
    while player.balance <= had:
        had, count = player.balance, floor.house._tables["classic-2"].state.count
        await player.bet(1, 200)
        await player.deal()
        await play_on(player, 0)
    await player.bet(1, player.balance)
    await floor.house.void(layout.round_id(count), "wrong deck")
    await player.clear()


async def every_game(floor: TestHouse) -> None:
    for number, game in enumerate(SINGLE, 1):
        await at_a_single_table(floor, number, game)
    await at_the_shared_table(floor)
    await with_a_bonus(floor)
    await called_off(floor)


async def leavers(floor: TestHouse) -> None:
    """Two leave with confirmed bets; one of them is back before the cards come."""
    table = "classic-multiplayer-2"
    ann, bob, cy = [await floor.player(number, table) for number in (51, 52, 53)]
    for turn in range(2):
        for box, one in enumerate((ann, bob, cy), 1):
            await one.bet(box, 200)
            if one is not ann:
                await one.deal()
        await bob.leave()
        await cy.leave()
        await cy.join()
        if turn:
            cy.opens_parts = False
        await ann.deal()
        await ann.settle()
        floor.clock.advance(2)
        for _ in range(8):
            for one in (ann, cy):
                if one.you.decision is not None:
                    await play_on(one, turn)
            await ann.settle()
        await bob.join()


async def long_betting(floor: TestHouse) -> None:
    """Bets are changed so often that the table is written down anew in the middle of it."""
    ann = await floor.player(61, "six-deck-shoe-2")
    for turn in range(2):
        for bet in range(4):
            await ann.bet(bet % 3 + 1, 500)
        await ann.deal()
        await play_on(ann, turn)
    await ann.bet(1, 500)


PLAYED: dict[str, Callable[[TestHouse], Awaitable[None]]] = {
    "record": every_game,
    "record-leavers": leavers,
    "record-long-betting": long_betting,
}
"""By the name of each file: what was played for it."""


SETTINGS = {"record-long-betting": Settings(betting_entries=3)}


async def played(path: Path, name: str) -> dict[str, Any]:
    """A golden record: each table's entries, and what its structs hold."""
    async with open_house(path, settings=SETTINGS.get(name)) as floor:
        await PLAYED[name](floor)
        return {
            "format": FORMAT,
            "tables": [await table(floor, id) for id in floor.house._tables],
            "events": fields(AnyEvent),
            "required": required(Record),
        }


async def table(floor: TestHouse, id: str) -> dict[str, Any]:
    number = floor.house._tables[id].layout.number
    return {
        "id": id,
        "number": number,
        "entries": [
            [one.at_ms, one.checkpoint, b64encode(one.payload).decode(), one.digest.hex()]
            for one in await floor.store.entries(number, 1)
        ],
    }


def written(name: str) -> str:
    """A golden file as this build writes it, an entry a line."""
    with TemporaryDirectory() as folder:
        found = asyncio.run(played(Path(folder) / "golden.db", name))
    tables = found.pop("tables")
    head = json.dumps(found, indent=1)[:-2]
    lines = ",\n".join(_as_lines(one) for one in tables)
    return f'{head},\n "tables": [\n{lines}\n ]\n}}\n'


def _as_lines(table: dict[str, Any]) -> str:
    """A table as JSON, an entry a line."""
    entries = ",\n".join(json.dumps(entry) for entry in table["entries"])
    return f'{{"id": "{table["id"]}", "number": {table["number"]}, "entries": [\n{entries}\n]}}'


if __name__ == "__main__":
    (HERE / f"{sys.argv[1]}.json").write_text(written(sys.argv[1]))
