"""`proof.js` in a real browser: the same verdicts and sentences as `verify_deal.py`."""

from typing import Any
from uuid import UUID

import pytest

from tables.dealer import commitment, proof, shuffle
from tables.engine.rules.cards import text_of
from tests.pokerhouse.console.modules import ModulePage, modules_origin, page

__all__ = ["modules_origin", "page"]

pytestmark = pytest.mark.e2e

Body = dict[str, Any]

DECK = shuffle(bytes(range(32)))
ROOT = commitment(DECK)
HAND = UUID("01900000-0000-7000-8000-000000000001")

CHECK = """async ([proof, root, cards]) => {
  const { canCheck, checkProof } = await import("/hand/proof.js");
  if (!canCheck) return "cannot check";
  try {
    return await checkProof(proof, root, cards ?? undefined);
  } catch (error) {
    return [error.name, error.code, error.message];
  }
}"""


def card(position: int) -> str:
    return text_of(DECK.faces[position])


def verdicts(*found: tuple[int | None, str, bool]) -> list[Body]:
    return [{"position": at, "card": name, "isOk": is_ok} for at, name, is_ok in found]


def test_a_true_proof_is_ok_card_by_card(page: ModulePage) -> None:
    """docs/security.md#the-deck."""
    whole = proof(HAND, DECK, range(52))
    expected = verdicts(*((at, card(at), True) for at in range(52)))

    assert page.run(CHECK, [whole, ROOT, None]) == expected
    assert page.run(CHECK, [whole, None, None]) == expected


def test_an_altered_card_and_another_root_are_not_ok(page: ModulePage) -> None:
    forged: Any = proof(HAND, DECK, (3, 7))
    forged["openings"][0]["card"] = card(20)
    assert page.run(CHECK, [forged, ROOT, None]) == verdicts(
        (3, card(20), False), (7, card(7), True)
    )

    true = proof(HAND, DECK, (3,))
    assert page.run(CHECK, [true, "00" * 32, None]) == verdicts((3, card(3), False))
    other: Any = {**proof(HAND, DECK, (3,)), "root": "00" * 32}
    assert page.run(CHECK, [other, ROOT, None]) == verdicts((3, card(3), False))


def test_the_cards_that_the_player_saw_are_those_of_the_proof(page: ModulePage) -> None:
    opened = proof(HAND, DECK, (3, 7))

    assert page.run(CHECK, [opened, ROOT, [card(7), None, card(3)]]) == verdicts(
        (3, card(3), True), (7, card(7), True)
    )
    assert page.run(CHECK, [opened, ROOT, [card(7), card(9)]]) == verdicts(
        (3, card(3), False), (7, card(7), True), (None, card(9), False)
    )


def with_opening(**changes: object) -> Body:
    made: Any = proof(HAND, DECK, (3, 7))
    made["openings"][1] |= changes
    return dict(made)


FIELDS = "it needs exactly the fields card, path, position, salt"
POSITION = "the position must be a number from 0 to 51"
CARD = "the card must be a rank of 23456789TJQKA and a suit of cdhs"
SALT = "the salt must be 32 hex digits"
PATH = "the path must be 6 times 64 hex digits"


NO_PROOFS: list[object] = [[], None, 1, "text", {}, {"hand": "h", "root": ROOT}]
BAD_HEADS: list[Body] = [{"root": ROOT[:-1]}, {"root": ROOT + "\n"}, {"root": 0}, {"hand": 0}]
NOTHING_OPENED: list[object] = [[], {}, "As", None]
BAD_OPENINGS: list[tuple[Body, str]] = [
    ({"position": 52}, POSITION),
    ({"position": -1}, POSITION),
    ({"position": "7"}, POSITION),
    ({"position": 7.5}, POSITION),
    ({"position": True}, POSITION),
    ({"card": "as"}, CARD),
    ({"card": ["As"]}, CARD),
    ({"salt": "00" * 15}, SALT),
    ({"salt": "AB" * 16}, SALT),
    ({"path": ["00" * 32] * 5}, PATH),
    ({"path": [0] * 6}, PATH),
    ({"more": 1}, FIELDS),
]


@pytest.mark.parametrize("document", NO_PROOFS)
def test_a_document_that_is_no_proof_is_said(page: ModulePage, document: object) -> None:
    sentence = "A proof is an object with the fields hand, root and openings."

    assert page.run(CHECK, [document, ROOT, None]) == ["BadProof", "not_a_proof", sentence]


@pytest.mark.parametrize("change", BAD_HEADS)
def test_a_hand_or_root_of_another_form_is_said(page: ModulePage, change: Body) -> None:
    sentence = "The hand must be text and the root 64 hex digits."
    document = {**with_opening(), **change}

    assert page.run(CHECK, [document, ROOT, None]) == ["BadProof", "bad_head", sentence]


@pytest.mark.parametrize("openings", NOTHING_OPENED)
def test_a_proof_that_opens_nothing_proves_nothing(page: ModulePage, openings: object) -> None:
    sentence = "The openings must be a list with at least one card."
    document = {**with_opening(), "openings": openings}

    assert page.run(CHECK, [document, ROOT, None]) == ["BadProof", "nothing_opened", sentence]


@pytest.mark.parametrize(("change", "problem"), BAD_OPENINGS)
def test_nonsense_in_an_opening_is_named(page: ModulePage, change: Body, problem: str) -> None:
    sentence = f"Opening 2 makes no sense: {problem}."

    found = page.run(CHECK, [with_opening(**change), ROOT, None])
    assert found == ["BadProof", "bad_opening", sentence]


def test_what_is_opened_twice_is_said(page: ModulePage) -> None:
    position = page.run(CHECK, [with_opening(position=3), ROOT, None])
    assert position == ["BadProof", "opened_twice", "The position 3 is opened twice."]

    same_card = page.run(CHECK, [with_opening(card=card(3)), ROOT, None])
    assert same_card == ["BadProof", "opened_twice", f"The card {card(3)} is opened twice."]


def test_a_page_without_the_browsers_hashes_says_so(page: ModulePage) -> None:
    """Browsers hash only over TLS, or on one's own machine."""
    page.run("() => Object.defineProperty(crypto, 'subtle', { value: undefined })")

    assert page.run("async () => (await import('/hand/proof.js')).canCheck") is False
