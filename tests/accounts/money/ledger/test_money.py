"""Random evenings through the real database: nothing appears, nothing vanishes."""

from collections import Counter
from collections.abc import Callable
from uuid import UUID

import pytest
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.money.ledger import chart, posting
from accounts.money.ledger.balances import balance_of, stacks_at, transaction_of
from accounts.money.ledger.chart import AccountRef
from accounts.money.ledger.errors import AlreadyVoided, InsufficientFunds, NothingToReverse
from accounts.money.ledger.posting import Source, Transaction
from accounts.money.ledger.services import post
from accounts.money.reconciliation import integrity
from accounts.money.reports.trial import trial_balance
from pokerhouse.common.ids import PlayerId, TableId, new_id
from tests.support.ledger import ACTOR, AT, MAIN, books, rows

PLAYERS = [PlayerId(UUID(int=number)) for number in (1, 2, 3)]
TABLES = [TableId(UUID(int=number)) for number in (11, 12)]
DRAWER = UUID(int=21)

players = st.sampled_from(PLAYERS)
tables = st.sampled_from(TABLES)
amounts = st.integers(1, 400)


class Evening:
    """The model: what every account holds, in a dictionary; and the same acts in the books."""

    def __init__(self) -> None:
        self.held: Counter[AccountRef] = Counter()
        self.hands: list[UUID] = []
        self.voided: set[UUID] = set()

    def may(self, draft: Transaction) -> bool:
        """Say whether no account of the draft that has a balance row would go below 0."""
        after = self.held.copy()
        for line in draft.lines:
            after[line.account] += _on_normal_side(line)
        return all(
            after[line.account] >= 0 for line in draft.lines if line.account.type.has_balance_row
        )

    def run(self, draft: Transaction) -> UUID | None:
        """Post the draft, or see it refused without a trace; return its id."""
        if not self.may(draft):
            before = books()
            with pytest.raises(InsufficientFunds), transaction.atomic():
                post(draft, at=AT, actor=ACTOR, idem_key=str(new_id()))
            assert books() == before
            return None
        with transaction.atomic():
            posted = post(draft, at=AT, actor=ACTOR, idem_key=str(new_id()))
        for line in draft.lines:
            self.held[line.account] += _on_normal_side(line)
        return posted.transaction_id

    def settle(self, draft: Transaction) -> None:
        posted = self.run(draft)
        if posted is not None:
            self.hands.append(posted)

    def void(self, number: int) -> None:
        """Void one of the hands so far; a second time, or where nothing moved, is refused."""
        if not self.hands:
            return
        hand = self.hands[number % len(self.hands)]
        settled = transaction_of(hand)
        if not settled.lines:
            with pytest.raises(NothingToReverse):
                posting.void(settled=settled, reverses=hand)
            return
        draft = posting.void(settled=settled, reverses=hand)
        if hand in self.voided:
            before = books()
            with pytest.raises(AlreadyVoided), transaction.atomic():
                post(draft, at=AT, actor=ACTOR, idem_key=str(new_id()))
            assert books() == before
        elif self.run(draft) is not None:
            self.voided.add(hand)

    def check(self) -> None:
        """Compare the books with the model, and let every integrity check look."""
        for account, amount in self.held.items():
            assert balance_of(account) == amount
        for table in TABLES:
            stacks = {
                player: self.held[chart.stack(player, table, book=MAIN)] for player in PLAYERS
            }
            assert stacks_at(table, book=MAIN) == {
                player: stack for player, stack in stacks.items() if stack
            }
        assert rows("SELECT coalesce(sum(amount), 0) FROM ledger_entry") == [(0,)]
        assert rows("SELECT count(*) FROM ledger_balance WHERE balance < 0") == [(0,)]
        assert trial_balance(book=MAIN).is_balanced
        assert [finding.differences for finding in integrity.check_all()] == [()] * 5


def _on_normal_side(line: posting.Line) -> int:
    return line.amount if line.account.type.side is chart.Side.DEBIT else -line.amount


@st.composite
def hands(draw: st.DrawFn) -> Transaction:
    """Draw a hand: two losers, one winner, rake and jackpot drop out of what was lost."""
    winner, *losers = draw(st.permutations(PLAYERS))
    lost = [draw(st.integers(0, 300)) for _ in losers]
    rake = draw(st.integers(0, min(10, sum(lost))))
    drop = draw(st.integers(0, min(1, sum(lost) - rake)))
    net_chips = {player: -chips for player, chips in zip(losers, lost, strict=True)}
    net_chips[winner] = sum(lost) - rake - drop
    return posting.hand_settlement(
        source=Source(new_id(), 1),
        table=draw(tables),
        net_chips=net_chips,
        rake=rake,
        jackpot_drop=drop,
        book=MAIN,
    )


def drafts() -> st.SearchStrategy[Transaction]:
    """Draw any other act of a player."""

    def of(make: Callable[..., Transaction], **more: object) -> st.SearchStrategy[Transaction]:
        fixed = {name: st.just(value) for name, value in more.items()}
        return st.builds(make, player=players, amount_cents=amounts, **fixed)

    at_table = [posting.buy_in, posting.buy_in, posting.top_up, posting.leave]
    return st.one_of(
        of(posting.deposit, drawer=DRAWER),
        of(posting.deposit, drawer=DRAWER),
        *(st.builds(make, player=players, amount_cents=amounts, table=tables) for make in at_table),
        of(posting.cash_out_requested),
        of(posting.cash_out_paid, drawer=DRAWER),
        of(posting.cash_out_refused),
    )


acts = st.one_of(
    st.tuples(st.just("run"), drafts()),
    st.tuples(st.just("run"), drafts()),
    st.tuples(st.just("settle"), hands()),
    st.tuples(st.just("void"), st.integers(0, 99)),
)


@pytest.mark.django_db
@given(rich=st.booleans(), evening=st.lists(acts, min_size=1, max_size=30))
def test_money_is_conserved_whatever_happens_in_an_evening(
    rich: bool, evening: list[tuple[str, object]]
) -> None:
    """Each evening is rolled back at its end, so the next one begins with empty books."""
    with transaction.atomic():
        model = Evening()
        if rich:
            for player in PLAYERS:
                model.run(
                    posting.deposit(player=player, drawer=DRAWER, amount_cents=2_000, book=MAIN)
                )
                for table in TABLES:
                    model.run(
                        posting.buy_in(player=player, table=table, amount_cents=800, book=MAIN)
                    )
        for act, what in evening:
            getattr(model, act)(what)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        model.check()
        transaction.set_rollback(True)
