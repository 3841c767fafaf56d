"""A table's inbox: one piece of work after the other, and what comes of it to whoever asked."""

import asyncio

import pytest

from evenmoney.house.inbox import Inbox
from evenmoney.house.rota import BEGIN_MAX, Rota


async def no_fault(fault: Exception) -> None:
    raise AssertionError("what was asked for fails whoever asked") from fault


async def test_who_asks_is_given_what_the_work_gives_or_raises() -> None:
    inbox = Inbox(1, no_fault, Rota())

    async def half(number: int) -> int:
        if number % 2:
            raise ValueError("odd")
        return number // 2

    assert await inbox.ask(half, 8) == 4
    with pytest.raises(ValueError, match="odd"):
        await inbox.ask(half, 7)
    assert await inbox.ask(half, 6) == 3
    await inbox.close()


async def test_what_was_asked_is_done_though_nobody_waits_any_more() -> None:
    inbox = Inbox(1, no_fault, Rota())
    done = []

    async def work() -> None:
        await asyncio.sleep(0)
        done.append("work")

    asking = asyncio.create_task(inbox.ask(work))
    await asyncio.sleep(0)
    asking.cancel()
    await inbox.close()
    assert done == ["work"]
    with pytest.raises(asyncio.CancelledError):
        await asking


async def test_a_fault_that_nobody_could_see_to_keeps_nothing_behind_it_waiting() -> None:
    async def worse(fault: Exception) -> None:
        raise RuntimeError("worse") from fault

    async def work() -> None:
        raise ValueError("bad")

    async def more() -> str:
        return "done"

    inbox = Inbox(1, worse, Rota())
    inbox.put(work)
    assert await inbox.ask(more) == "done"
    await inbox.close()


async def test_a_fault_in_one_beginning_keeps_no_other_from_its_turn() -> None:
    rota, begun = Rota(), []
    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, said: told.append(said["exception"]))

    def bad() -> None:
        raise ValueError("bad")

    rota.ask(bad)
    for number in range(2 * BEGIN_MAX):
        rota.ask(lambda number=number: begun.append(number))  # type: ignore[misc]
    for _ in range(5):
        await asyncio.sleep(0)
    assert begun == list(range(2 * BEGIN_MAX))
    rota.ask(lambda: begun.append(-1))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert begun[-1] == -1
    assert [type(one) for one in told] == [ValueError]


async def test_so_many_begin_in_a_turn_in_the_order_they_asked() -> None:
    rota, begun = Rota(), []
    for number in range(BEGIN_MAX + 1):
        rota.ask(lambda number=number: begun.append(number))  # type: ignore[misc]
    await asyncio.sleep(0)
    assert begun == list(range(BEGIN_MAX))
    await asyncio.sleep(0)
    assert begun == list(range(BEGIN_MAX + 1))
