"""`verify_deal.py` in a player's hands: alone in an empty folder, without our packages."""

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tables.dealer import commitment, proof, shuffle, verify_deal
from tables.engine.rules.cards import text_of

SEED = bytes(range(32))
HAND = UUID("01900000-0000-7000-8000-000000000001")
DECK = shuffle(SEED)
ROOT = commitment(DECK)
SCRIPT = Path(verify_deal.__file__)

Document = dict[str, Any]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def verify(tmp_path: Path) -> Run:
    """Run the copied script on a document or on text; returns exit code, output, errors."""
    script = tmp_path / "verify_deal.py"
    script.write_bytes(SCRIPT.read_bytes())

    def run(document: object, *arguments: str) -> tuple[int, str, str]:
        text = document if isinstance(document, bytes) else json.dumps(document).encode()
        (tmp_path / "proof.json").write_bytes(text)
        done = subprocess.run(
            [sys.executable, "-I", "-S", "verify_deal.py", "proof.json", *arguments],
            cwd=tmp_path,
            env={},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return done.returncode, done.stdout, done.stderr

    return run


def document(*positions: int) -> Document:
    return proof(HAND, DECK, positions)


def line(position: int, verdict: str) -> str:
    return f"position {position} {text_of(DECK.faces[position])} {verdict}\n"


HEAD = f"hand {HAND}, root {ROOT}\n"


def test_a_true_proof_is_ok_card_by_card(verify: Run) -> None:
    """docs/security.md#the-deck."""
    assert verify(document(0, 7, 51)) == (
        0,
        HEAD + line(0, "ok") + line(7, "ok") + line(51, "ok"),
        "",
    )


def test_a_whole_deck_is_ok(verify: Run) -> None:
    lines = "".join(line(position, "ok") for position in range(52))

    assert verify(document(*range(52))) == (0, HEAD + lines, "")


def test_the_root_that_the_player_noted_is_compared(verify: Run) -> None:
    assert verify(document(7), ROOT) == (0, HEAD + line(7, "ok"), "")
    assert verify(document(7), "00" * 32) == (
        1,
        HEAD + "FAILS: this is not the root that you noted\n" + line(7, "ok"),
        "",
    )


def test_a_card_that_was_changed_after_the_deal_is_named(verify: Run) -> None:
    """docs/security.md#the-deck: the other cards of the proof are still checked."""
    forged = document(3, 7)
    forged["openings"][0]["card"] = text_of(DECK.faces[20])

    assert verify(forged) == (
        1,
        HEAD
        + f"position 3 {text_of(DECK.faces[20])} FAILS: not what the root commits to\n"
        + line(7, "ok"),
        "",
    )


def test_a_proof_saved_with_a_byte_order_mark_is_read(verify: Run) -> None:
    text = b"\xef\xbb\xbf" + json.dumps(document(7)).encode()

    assert verify(text) == (0, HEAD + line(7, "ok"), "")


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[" * 100_000])
def test_what_is_not_json_is_said(verify: Run, text: bytes) -> None:
    assert verify(text) == (1, "", "proof.json is not JSON.\n")


FIELDS = "it needs exactly the fields card, path, position, salt"
POSITION = "the position must be a number from 0 to 51"
CARD = "the card must be a rank of 23456789TJQKA and a suit of cdhs"
SALT = "the salt must be 32 hex digits"
PATH = "the path must be 6 times 64 hex digits"


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("position", 52, POSITION),
        ("position", -1, POSITION),
        ("position", "7", POSITION),
        ("position", 7.0, POSITION),
        ("position", True, POSITION),
        ("position", None, POSITION),
        ("card", "1s", CARD),
        ("card", "as", CARD),
        ("card", "", CARD),
        ("card", 51, CARD),
        ("card", ["As"], CARD),
        ("salt", "00" * 15, SALT),
        ("salt", "00" * 17, SALT),
        ("salt", "0 " * 16, SALT),
        ("salt", "AB" * 16, SALT),
        ("salt", 0, SALT),
        ("path", [], PATH),
        ("path", ["00" * 32] * 5, PATH),
        ("path", ["00" * 32] * 7, PATH),
        ("path", ["00" * 31] * 6, PATH),
        ("path", [0] * 6, PATH),
        ("path", "00" * 32, PATH),
        ("more", 1, FIELDS),
    ],
)
def test_nonsense_in_an_opening_is_named_in_a_sentence(
    verify: Run, field: str, value: object, problem: str
) -> None:
    wrong = document(3, 7)
    wrong["openings"][1][field] = value

    assert verify(wrong) == (1, "", f"Opening 2 makes no sense: {problem}.\n")


@pytest.mark.parametrize("field", ["position", "card", "salt", "path"])
def test_a_field_that_an_opening_lacks_is_said(verify: Run, field: str) -> None:
    wrong = document(7)
    del wrong["openings"][0][field]

    assert verify(wrong) == (1, "", f"Opening 1 makes no sense: {FIELDS}.\n")


@pytest.mark.parametrize("opening", [None, 1, "As", ["card", "path", "position", "salt"]])
def test_an_opening_that_is_no_object_is_said(verify: Run, opening: object) -> None:
    wrong = {**document(7), "openings": [opening]}

    assert verify(wrong) == (1, "", f"Opening 1 makes no sense: {FIELDS}.\n")


@pytest.mark.parametrize(
    "wrong",
    [[], None, 1, "text", {}, {"hand": "h", "root": ROOT}, {"root": ROOT, "openings": []}],
)
def test_a_document_that_is_no_proof_is_said(verify: Run, wrong: object) -> None:
    sentence = "A proof is an object with the fields hand, root and openings.\n"

    assert verify(wrong) == (1, "", sentence)


@pytest.mark.parametrize("change", [{"root": ROOT[:-1]}, {"root": 0}, {"hand": 0}])
def test_a_hand_or_root_of_another_form_is_said(verify: Run, change: Document) -> None:
    sentence = "The hand must be text and the root 64 hex digits.\n"

    assert verify({**document(7), **change}) == (1, "", sentence)


@pytest.mark.parametrize("openings", [[], {}, "As", None])
def test_a_proof_that_opens_nothing_proves_nothing(verify: Run, openings: object) -> None:
    sentence = "The openings must be a list with at least one card.\n"

    assert verify({**document(7), "openings": openings}) == (1, "", sentence)


def test_a_position_or_a_card_that_is_opened_twice_is_said(verify: Run) -> None:
    """One deck has each card once, so a proof with two aces of spades is a cheat's."""
    same_position, same_card = document(3, 3), document(3, 7)
    same_card["openings"][1]["card"] = text_of(DECK.faces[3])

    assert verify(same_position) == (1, "", "The position 3 is opened twice.\n")
    assert verify(same_card) == (1, "", f"The card {text_of(DECK.faces[3])} is opened twice.\n")


def test_a_file_that_is_not_there_and_a_missing_argument_are_said(tmp_path: Path) -> None:
    def errors(*arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(SCRIPT), *arguments],
            cwd=tmp_path,
            env={},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        return done.returncode, done.stderr

    assert errors("none.json") == (1, "none.json cannot be read: No such file or directory.\n")
    assert errors() == (1, "Usage: python3 verify_deal.py proof.json [ROOT]\n")
    assert errors("a", "b", "c") == (1, "Usage: python3 verify_deal.py proof.json [ROOT]\n")


def test_the_script_is_python_3_8_and_imports_the_standard_library_only() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }

    assert imported <= sys.stdlib_module_names
    assert "from __future__ import annotations" in ast.unparse(tree)  # list[str] on 3.8
