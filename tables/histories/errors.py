"""What can be wrong with a recorded hand, by name."""

from pokerhouse.common.errors import DomainError


class HistoryError(DomainError):
    """A record that is refused; `facts` name the file, the field or the action where known."""

    code = "history_refused"

    @property
    def report(self) -> dict[str, object]:
        """Return the error as one JSON-ready object."""
        return {"code": self.code, "detail": self.detail, **self.facts}


class Unreadable(HistoryError):
    """No file, too large a file, no UTF-8, no TOML."""

    code = "history_unreadable"


class FieldRefused(HistoryError):
    """A field is missing, of a wrong type, or makes no sense."""

    code = "field_refused"

    def __init__(self, field: str, reason: str, **facts: object) -> None:
        super().__init__(f"Field {field}: {reason}.", field=field, **facts)


class FractionalChips(HistoryError):
    """An amount that is no whole number of chips."""

    code = "fractional_chips"

    def __init__(self, where: str, amount: object) -> None:
        detail = f"{where}: {amount} is no whole number of chips."
        super().__init__(detail, where=where, amount=str(amount))


class ActionRefused(HistoryError):
    """An action that is not in the notation of the standard, or names nobody at the table."""

    code = "action_refused"

    def __init__(self, number: int, text: str, reason: str) -> None:
        detail = f"Action {number} `{text}`: {reason}."
        super().__init__(detail, action=number, text=text, reason=reason)


class ActionImpossible(HistoryError):
    """An action that the rules do not allow where it stands."""

    code = "action_impossible"

    def __init__(self, number: int, text: str, reason: str, **facts: object) -> None:
        known = "".join(f", {name} {value}" for name, value in facts.items())
        detail = f"Action {number} `{text}`: {reason}{known}."
        super().__init__(detail, action=number, text=text, reason=reason, **facts)


class StraddleNotSupported(HistoryError):
    """A forced bet beyond two blinds."""

    code = "straddle_not_supported"

    def __init__(self, blinds: tuple[int, ...]) -> None:
        detail = "Straddles are not dealt: forced bets beyond a small and a big blind."
        super().__init__(detail, blinds_or_straddles=list(blinds))


class StartRefused(HistoryError):
    """Stacks, blinds and cards with which no hand begins."""

    code = "start_refused"


class HandUnfinished(HistoryError):
    """The record ends before its hand does."""

    code = "hand_unfinished"


class ChipsNotConserved(HistoryError):
    """The engine broke one of its own laws; a programmer's error, found by a record."""

    code = "chips_not_conserved"


class StacksDiffer(HistoryError):
    """The engine ends the hand with other stacks than the record."""

    code = "stacks_differ"


class Unwritable(HistoryError):
    """A hand that the format has no words for: not over, taken back, another game."""

    code = "history_unwritable"
