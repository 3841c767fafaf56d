"""The inbox: nothing is lost or passed over between two threads, and its end is heard."""

import asyncio
import threading
import time

from evenmoney.store.sqlite.inbox import Inbox, Waiting

MANY = 20_000


async def test_all_that_is_put_is_taken_once_and_in_order() -> None:
    inbox = Inbox(asyncio.get_running_loop())
    taken: list[list[Waiting]] = []

    def take_all() -> None:
        while some := inbox.take(7):
            taken.append(some)

    thread = threading.Thread(target=take_all)
    thread.start()
    put = [Waiting(asyncio.Future()) for _ in range(MANY)]
    for place, one in enumerate(put):
        inbox.put(one)
        if place % 50 == 0:
            await asyncio.sleep(0)
    inbox.close()
    await asyncio.to_thread(thread.join, 10)
    assert not thread.is_alive()
    assert [one for some in taken for one in some] == put
    assert max(map(len, taken)) <= 7


async def test_a_closed_inbox_is_emptied_before_it_ends() -> None:
    inbox = Inbox(asyncio.get_running_loop())
    inbox.put(Waiting(asyncio.Future()))
    inbox.put(Waiting(asyncio.Future()))
    inbox.close()
    assert [len(inbox.take(1)) for _ in range(4)] == [1, 1, 0, 0]


async def test_what_one_turn_of_the_loop_brings_is_heard_together() -> None:
    inbox = Inbox(asyncio.get_running_loop())
    taken: list[list[Waiting]] = []
    listening = asyncio.create_task(asyncio.to_thread(lambda: taken.append(inbox.take(7))))
    await asyncio.sleep(0.05)
    for _ in range(3):
        inbox.put(Waiting(asyncio.Future()))
        time.sleep(0.01)  # noqa: ASYNC251 (a turn that lasts)
    await listening
    assert [len(some) for some in taken] == [3]
