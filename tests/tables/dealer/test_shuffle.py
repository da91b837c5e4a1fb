"""The shuffle: what a seed gives, what entropy changes, and the draw for the button."""

import hashlib
import hmac
import secrets

import pytest

from tables.dealer import draw_cards, seed_commitment, shuffle
from tables.engine.rules.cards import card_of, texts_of

SEED = bytes(range(32))


def block(seed: bytes, label: bytes, counter: int) -> bytes:
    return hmac.new(seed, label + counter.to_bytes(4, "big"), hashlib.sha256).digest()


def test_the_default_seed_is_256_bits_from_the_operating_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """docs/security.md#the-shuffle: never a clock, never 32 bits."""
    sizes = []

    def token_bytes(size: int) -> bytes:
        sizes.append(size)
        return SEED

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)

    assert shuffle() == shuffle(SEED)
    assert sizes == [32]


@pytest.mark.parametrize("size", [0, 4, 31, 33])
def test_a_seed_of_another_size_is_a_programmers_error(size: int) -> None:
    with pytest.raises(AssertionError, match="256 bits"):
        shuffle(bytes(size))


def test_two_shuffles_without_a_seed_differ() -> None:
    assert shuffle() != shuffle()


def test_a_seed_gives_the_same_order_for_ever() -> None:
    """A recorded order: `deal --seed` must give old hands again after any rewrite."""
    assert texts_of(shuffle(SEED).faces) == (
        "2sTh3cTd8s2h5sKdAd4sTc6dJhJdQs2c5c5dJsAhTsJc6h4cKh9s"
        "7h4hAc4d7c8hAs8c7d3hQc9cKc6c8dQd5h6s9h9dKs7s2dQh3d3s"
    )


def reference_order(seed: bytes) -> tuple[int, ...]:
    """Fisher–Yates as the card table does it: draw one of the rest, fill its gap from the end."""
    stream = iter(b"".join(block(seed, b"pokerhouse faces v1", n) for n in range(8)))
    rest, drawn = list(range(52)), []
    while len(rest) > 1:
        fair = [byte for byte in range(256) if byte // len(rest) < 256 // len(rest)]
        byte = next(byte for byte in stream if byte in fair)
        pick = byte % len(rest)
        rest[pick], rest[-1] = rest[-1], rest[pick]
        drawn.append(rest.pop())
    return (*rest, *reversed(drawn))


def test_the_order_is_fisher_yates_over_the_hmac_stream() -> None:
    """R-TAB-4: a second writing agrees, at the edges of rejection too."""
    for number in range(200):
        seed = hashlib.sha256(b"%d" % number).digest()
        assert shuffle(seed).faces == reference_order(seed)


def test_the_salts_are_a_stream_of_their_own() -> None:
    stream = b"".join(block(SEED, b"pokerhouse salts v1", n) for n in range(26))

    assert b"".join(shuffle(SEED).salts) == stream
    assert {len(salt) for salt in shuffle(SEED).salts} == {16}


def test_a_shuffle_has_every_card_once() -> None:
    """R-TAB-4: one 52-card deck, no joker."""
    assert sorted(shuffle(SEED).faces) == list(range(52))


def test_a_short_deck_is_shuffled_from_its_own_faces() -> None:
    short = range(16, 52)

    deck = shuffle(SEED, faces=short)

    assert sorted(deck.faces) == list(short)
    assert deck.faces != tuple(short)
    assert len(deck.salts) == 36


def test_a_deck_of_an_odd_number_of_cards_has_as_many_salts() -> None:
    assert len(shuffle(SEED, faces=range(5)).salts) == 5


@pytest.mark.parametrize("size", [0, 65])
def test_a_deck_that_no_tree_holds_is_a_programmers_error(size: int) -> None:
    with pytest.raises(AssertionError, match="64 leaves"):
        shuffle(SEED, faces=range(size))


def test_players_entropy_changes_faces_and_salts() -> None:
    """docs/security.md#the-deck."""
    alone, mixed = shuffle(SEED), shuffle(SEED, [b"seat 1"])

    assert alone.faces != mixed.faces
    assert set(alone.salts).isdisjoint(mixed.salts)


def test_the_order_and_the_borders_of_entropy_count() -> None:
    """docs/security.md#the-deck: nobody can move a byte from one player to the next unseen."""
    ways: list[list[bytes]] = [[b"ab", b"c"], [b"a", b"bc"], [b"c", b"ab"], [b"abc"], [b"abc", b""]]

    assert len({shuffle(SEED, entropy) for entropy in ways}) == 5


def test_the_same_entropy_gives_the_same_deck() -> None:
    assert shuffle(SEED, (b"x", b"y")) == shuffle(SEED, [b"x", b"y"])


def test_the_seeds_commitment_binds_the_seed_and_is_not_its_plain_hash() -> None:
    """docs/security.md#the-deck: published before players throw in their entropy."""
    assert seed_commitment(SEED) == hashlib.sha256(b"pokerhouse seed v1" + SEED).hexdigest()
    assert seed_commitment(SEED) != seed_commitment(bytes(32))


def test_each_ready_seat_draws_one_card_from_the_lowest_seat_up() -> None:
    """R-BTN-1."""
    assert draw_cards([7, 2, 10], SEED) == draw_cards([2, 7, 10], SEED)
    assert list(draw_cards([7, 2, 10], SEED)) == [2, 7, 10]


def test_the_public_draw_tells_nothing_of_the_hand_dealt_from_the_same_seed() -> None:
    """R-BTN-1: the hand has a full, freshly shuffled deck."""
    seeds = [bytes([number]) * 32 for number in range(40)]
    top = [list(shuffle(seed).faces[:6]) for seed in seeds]
    drawn = [list(draw_cards(range(1, 7), seed).values()) for seed in seeds]

    equal = sum(
        a == b
        for hand, draw in zip(top, drawn, strict=True)
        for a, b in zip(hand, draw, strict=True)
    )
    assert equal < 20  # 240 pairs of places, 1 in 52 by chance


def test_the_draw_without_a_seed_is_from_a_fresh_deck_each_time() -> None:
    """R-BTN-1: ten seats, so that two equal draws are not met by chance."""
    first, second = draw_cards(range(1, 11)), draw_cards(range(1, 11))

    assert first != second
    assert len(set(first.values())) == 10
    assert set(first.values()) <= set(range(52))


def test_a_seat_that_draws_twice_is_a_programmers_error() -> None:
    with pytest.raises(AssertionError, match="draws once"):
        draw_cards([3, 3])


def test_cards_are_numbered_by_rank_then_suit() -> None:
    """The dealer's numbers are the engine's: deuce of clubs 0, ace of spades 51."""
    assert (card_of("2c"), card_of("As")) == (0, 51)
