"""A random order from a secret: an HMAC-SHA256 stream, and Fisher–Yates without modulo bias."""

import hmac
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count


def blocks(key: bytes, label: bytes) -> Iterator[bytes]:
    """The stream HMAC-SHA256(key, label ‖ counter), 32 bytes at a time."""
    for counter in count():
        yield hmac.digest(key, label + counter.to_bytes(4, "big"), "sha256")


def permuted(items: Sequence[int], stream: Iterable[bytes]) -> list[int]:
    """
    Fisher–Yates from the back, one byte a draw; bytes past the last full multiple are rejected.

    A byte is uniform over 256 values, and `% left` is uniform once the top `256 % left` of them
    are refused: at most 48 of 256 (19 %, with 52 left) in any draw of a deck of up to 64 cards. The
    51 draws of a full deck take 54 bytes on average; k refusals in a row are rarer than 5^-k.
    """
    order = list(items)
    drawing = chain.from_iterable(stream)
    for left in range(len(order), 1, -1):
        limit = 256 - 256 % left
        drawn = next(drawing)
        while drawn >= limit:
            drawn = next(drawing)
        pick = drawn % left
        order[left - 1], order[pick] = order[pick], order[left - 1]
    return order
