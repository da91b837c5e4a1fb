"""
Check a hand's proof: is every opened card the one that the house committed to before the hand?

    python3 verify_deal.py proof.json [ROOT]

ROOT is the commitment that you noted when the hand started. Without it the cards are checked only
against the root that the proof brings itself. Exit code 0: every card is ok. Needs Python 3.8 or
newer and nothing else; it shares no code with the house.
"""

from __future__ import annotations

import json
import re
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
FIELDS = ["card", "path", "position", "salt"]


def is_hex(value: object, digits: int) -> bool:
    return isinstance(value, str) and re.fullmatch(f"[0-9a-f]{{{digits}}}", value) is not None


def read_proof(path: str) -> dict[str, Any]:
    """Return the proof, or leave with the first thing about it that makes no sense."""
    try:
        proof = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        sys.exit(f"{path} cannot be read: {error.strerror}.")
    except (ValueError, RecursionError):
        sys.exit(f"{path} is not JSON.")
    if not isinstance(proof, dict) or not {"hand", "root", "openings"} <= set(proof):
        sys.exit("A proof is an object with the fields hand, root and openings.")
    if not isinstance(proof["hand"], str) or not is_hex(proof["root"], 64):
        sys.exit("The hand must be text and the root 64 hex digits.")
    if not isinstance(proof["openings"], list) or not proof["openings"]:
        sys.exit("The openings must be a list with at least one card.")
    for number, opening in enumerate(proof["openings"], 1):
        if problem := problem_of(opening):
            sys.exit(f"Opening {number} makes no sense: {problem}.")
    for field in ("position", "card"):
        values = [opening[field] for opening in proof["openings"]]
        if doubled := [value for value in values if values.count(value) > 1]:
            sys.exit(f"The {field} {doubled[0]} is opened twice.")
    return proof


def problem_of(opening: object) -> str:
    """Return what is wrong with the form of an opening; empty if nothing is."""
    if not isinstance(opening, dict) or sorted(opening) != FIELDS:
        return "it needs exactly the fields " + ", ".join(FIELDS)
    if type(opening["position"]) is not int or not 0 <= opening["position"] < len(CARDS):
        return "the position must be a number from 0 to 51"
    if opening["card"] not in CARDS:
        return "the card must be a rank of 23456789TJQKA and a suit of cdhs"
    if not is_hex(opening["salt"], 32):
        return "the salt must be 32 hex digits"
    steps = opening["path"]
    if not isinstance(steps, list) or len(steps) != 6 or not all(is_hex(s, 64) for s in steps):
        return "the path must be 6 times 64 hex digits"
    return ""


def root_of(opening: dict[str, Any]) -> str:
    """Hash the card into its leaf, then the leaf with its siblings up to the root of 64 leaves."""
    position = opening["position"]
    leaf = bytes([0, position, CARDS.index(opening["card"])]) + bytes.fromhex(opening["salt"])
    value = sha256(leaf).digest()
    for height, sibling in enumerate(map(bytes.fromhex, opening["path"])):
        is_right = position >> height & 1
        value = sha256(b"\1" + (sibling + value if is_right else value + sibling)).digest()
    return value.hex()


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 2):
        sys.exit("Usage: python3 verify_deal.py proof.json [ROOT]")
    proof = read_proof(arguments[0])
    root = proof["root"]
    print(f"hand {proof['hand']}, root {root}")
    failed = arguments[1:] not in ([], [root])
    if failed:
        print("FAILS: this is not the root that you noted")
    for opening in proof["openings"]:
        is_ok = root_of(opening) == root
        failed = failed or not is_ok
        verdict = "ok" if is_ok else "FAILS: not what the root commits to"
        print(f"position {opening['position']} {opening['card']} {verdict}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
