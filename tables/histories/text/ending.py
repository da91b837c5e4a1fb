"""The last lines of a hand as text: who shows what, who collects what, and the summary."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tables.engine.hand.events import CardsMucked, CardsShown, HandFinished, HandStarted, PotAwarded
from tables.engine.hand.state import Hand
from tables.engine.rules.cards import text_of
from tables.engine.rules.terms import Card, Chips, SeatNo
from tables.histories.common import VisibleCards
from tables.histories.text.hand_names import in_words
from tables.histories.text.headline import TextMoneyFormat

ORDINALS: Final = ("FIRST", "SECOND", "THIRD")
TIMES: Final = {1: "once", 2: "twice", 3: "three times"}
_SHOWN: Final = "shown"


class Ending:
    """The showdown and summary of a hand; filled event by event, written when the hand is over."""

    def __init__(
        self,
        started: HandStarted,
        names: Mapping[SeatNo, str],
        money_format: TextMoneyFormat,
        visible: VisibleCards,
    ) -> None:
        self._started = started
        self._names = names
        self._money_format = money_format
        self._visible = visible
        self._said: list[tuple[SeatNo, str]] = []
        """What happened at the showdown, in order: `_SHOWN`, or words."""
        self._awards: list[PotAwarded] = []
        self.folds: dict[SeatNo, str] = {}
        """When a seat folded, in words."""
        self.marks: dict[SeatNo, list[str]] = {}
        """Who had the button and the blinds."""
        self.boards: list[list[Card]] = [[]]

    def show(self, event: CardsShown) -> None:
        """Note a hand that is turned over; its last cards may still come."""
        self._said.append((event.seat, _SHOWN))

    def muck(self, event: CardsMucked) -> None:
        """Note a hand that is put away."""
        self.say(event.seat, ": mucks hand")

    def say(self, seat: SeatNo, words: str) -> None:
        """Note something else that belongs to the showdown; `words` follow the name."""
        self._said.append((seat, words))

    def award(self, event: PotAwarded) -> None:
        """Note a part of a pot."""
        self._awards.append(event)

    def lines(self, finished: HandFinished, site: str, hand_id: str) -> Iterator[str]:
        """Yield everything from the showdown on."""
        if self._said:
            for board in range(len(self.boards)):
                yield from self._showdown(board)
        else:
            yield from self._collected(0)
            for seat in self._winners():
                yield f"{self._names[seat]}: doesn't show hand"
        yield "*** SUMMARY ***"
        yield self._total(finished)
        yield from self._board_lines()
        for seat in sorted(self._names):
            yield " ".join([f"Seat {seat}: {self._names[seat]}", *self._fate(seat)])
        yield f"Hand {hand_id} of {site}"

    @property
    def _hand(self) -> Hand:
        assert self._visible.hand is not None
        return self._visible.hand

    def _showdown(self, board: int) -> Iterator[str]:
        which = f"{ORDINALS[board]} " if len(self.boards) > 1 else ""
        yield f"*** {which}SHOW DOWN ***"
        for seat, said in self._said:
            name = self._names[seat]
            if said == _SHOWN:
                yield f"{name}: shows {self._cards(seat)} ({self._worth(seat, board)})"
            elif not board:
                yield f"{name}{said}"
        yield from self._collected(board)

    def _collected(self, board: int) -> Iterator[str]:
        for award in self._awards:
            for share in award.shares if award.board == board else ():
                if share.chips:
                    chips = self._money_format.of(share.chips)
                    yield f"{self._names[share.seat]} collected {chips} from {self._pot(award.pot)}"

    def _pots(self) -> dict[int, Chips]:
        """What was in each pot, the main pot first."""
        pots: dict[int, Chips] = {}
        for award in sorted(self._awards, key=lambda each: each.pot):
            pots[award.pot] = pots.get(award.pot, 0) + award.chips
        return pots

    def _pot(self, number: int) -> str:
        count = len(self._pots())
        if count == 1:
            return "pot"
        if not number:
            return "main pot"
        return "side pot" if count == 2 else f"side pot-{number}"

    def _total(self, finished: HandFinished) -> str:
        pots = self._pots()
        words = [f"Total pot {self._money_format.of(sum(pots.values()))}"]
        if len(pots) > 1:
            words += [
                f"{self._pot(number).capitalize()} {self._money_format.of(chips)}."
                for number, chips in pots.items()
            ]
        words.append(f"| Rake {self._money_format.of(finished.rake_chips)}")
        if finished.jackpot_chips:
            words.append(f"| Jackpot {self._money_format.of(finished.jackpot_chips)}")
        return " ".join(words)

    def _board_lines(self) -> Iterator[str]:
        if len(self.boards) > 1:
            if self._started.options.board_count == 1:
                yield f"Hand was run {TIMES[len(self.boards)]}"
            for number, board in enumerate(self.boards):
                yield f"{ORDINALS[number]} Board [{_texts(board)}]"
        elif self.boards[0]:
            yield f"Board [{_texts(self.boards[0])}]"

    def _fate(self, seat: SeatNo) -> Iterator[str]:
        yield from self.marks.get(seat, ())
        won = [self._won(seat, board) for board in range(len(self.boards))]
        if seat in self.folds:
            yield self.folds[seat]
        elif (seat, _SHOWN) in self._said:
            yield f"showed {self._cards(seat)} and"
            yield ", and ".join(
                [
                    (f"won ({self._money_format.of(chips)})" if chips else "lost")
                    + f" with {self._worth(seat, board)}"
                    for board, chips in enumerate(won)
                ]
            )
        elif self._said:
            cards = self._visible.of(self._hand.of(seat).positions)
            yield "mucked" if None in cards else f"mucked {self._cards(seat)}"
            if sum(won):
                yield f"and won ({self._money_format.of(sum(won))})"
        else:
            yield f"collected ({self._money_format.of(sum(won))})"

    def _won(self, seat: SeatNo, board: int) -> Chips:
        shares = [share for each in self._awards if each.board == board for share in each.shares]
        return sum([share.chips for share in shares if share.seat == seat])

    def _winners(self) -> list[SeatNo]:
        return sorted({share.seat for award in self._awards for share in award.shares})

    def _cards(self, seat: SeatNo) -> str:
        return f"[{' '.join(self._visible.texts(self._hand.of(seat).positions))}]"

    def _worth(self, seat: SeatNo, board: int) -> str:
        cards = [
            card for card in self._visible.of(self._hand.of(seat).positions) if card is not None
        ]
        return in_words(self._hand.game, cards, self.boards[board])


def _texts(cards: Sequence[Card]) -> str:
    return " ".join([text_of(card) for card in cards])
