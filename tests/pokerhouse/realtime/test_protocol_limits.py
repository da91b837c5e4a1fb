"""The outbox's bounds and the bucket's, exactly."""

import asyncio

from pokerhouse.realtime.limits import TokenBucket
from pokerhouse.realtime.outbox import MAX_WAITING_BYTES, MAX_WAITING_FRAMES, Outbox


def test_256_frames_may_wait_and_one_more_is_too_many() -> None:
    outbox = Outbox()
    assert all(outbox.put(b"x") for _ in range(MAX_WAITING_FRAMES))
    assert not outbox.put(b"x")


def test_256_kilobytes_may_wait_and_one_byte_more_is_too_many() -> None:
    outbox = Outbox()
    assert outbox.put(bytes(MAX_WAITING_BYTES))
    assert not outbox.put(b"x")


def test_a_sent_frame_counts_no_longer_and_frames_keep_their_order() -> None:
    async def scene() -> None:
        outbox = Outbox()
        outbox.put(bytes(MAX_WAITING_BYTES - 1))
        outbox.put(b"b")
        assert len(await outbox.first()) == MAX_WAITING_BYTES - 1
        outbox.sent()
        assert await outbox.first() == b"b"
        assert outbox.put(bytes(MAX_WAITING_BYTES - 1))

    asyncio.run(scene())


def test_room_is_waited_for_until_half_is_free() -> None:
    async def scene() -> None:
        outbox = Outbox()
        for _ in range(MAX_WAITING_FRAMES // 2):
            outbox.put(b"x")
        waiting = asyncio.create_task(outbox.wait_for_room())
        await asyncio.sleep(0)
        assert not waiting.done()
        await outbox.first()
        outbox.sent()
        await waiting

    asyncio.run(scene())


def test_a_closed_outbox_takes_nothing_and_lets_nobody_wait() -> None:
    async def scene() -> None:
        outbox = Outbox()
        for _ in range(MAX_WAITING_FRAMES):
            outbox.put(b"x")
        outbox.close()
        assert outbox.put(b"x")  # dropped: the socket has ended
        await outbox.wait_for_room()

    asyncio.run(scene())


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    bucket = TokenBucket(rate_per_s=2, burst=3)
    assert [bucket.take(10.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(10.5) for _ in range(2)] == [True, False]
    assert [bucket.take(99.0) for _ in range(4)] == [True, True, True, False]
