"""The answer to a command."""

from typing import TypeVar

import msgspec
from msgspec import Struct

R = TypeVar("R", bound=Struct)


class Answer(Struct, frozen=True):
    """The command's receipt, as JSON; `is_repeat` if an earlier request already had the effect."""

    receipt: bytes
    is_repeat: bool

    def read(self, receipt_type: type[R]) -> R:
        """Return the receipt as the struct that it was encoded from."""
        return msgspec.json.decode(self.receipt, type=receipt_type)
