"""Values as TOML writes them."""

import json
import re

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_text(value: object, most_in_a_row: int) -> str:
    """Return a value; a list of more texts than `most_in_a_row` has a line for each."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, dict):
        pairs = [f"{_key(key)} = {toml_text(one, most_in_a_row)}" for key, one in value.items()]
        return "{ " + ", ".join(pairs) + " }"
    if isinstance(value, list | tuple):
        inner = [toml_text(one, most_in_a_row) for one in value]
        if value and isinstance(value[0], str) and len(value) > most_in_a_row:
            return "[\n" + "".join(f"  {one},\n" for one in inner) + "]"
        return "[" + ", ".join(inner) + "]"
    return str(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else json.dumps(name)
