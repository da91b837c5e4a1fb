"""What a cashier fills in: first what it would be, then that it shall be."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.money.cage.postings import AtCage, CageKind
from accounts.money.ledger.chart import Book
from pokerhouse.common.errors import DomainError
from pokerhouse.common.ids import PlayerId
from pokerhouse.console.parts.commands import CommandForm
from pokerhouse.console.parts.forms import MoneyField
from pokerhouse.console.players.forms import search_field
from pokerhouse.console.shell import formats

KINDS: Final = ((CageKind.DEPOSIT.value, _("Deposit")), (CageKind.CASH_OUT.value, _("Payout")))
BOOKS: Final = ((Book.MAIN.value, _("Real money")), (Book.PLAY.value, _("Play money")))


class NameFilter(forms.Form):
    """Whom a cashier serves."""

    q = search_field()


class AmountForm(forms.Form):
    """What it would be: nothing moves yet."""

    kind = forms.ChoiceField(
        label=_("What is done"), choices=KINDS, widget=forms.RadioSelect, initial=KINDS[0][0]
    )
    amount = MoneyField(label=_("Amount"))
    book = forms.ChoiceField(label=_("Book"), choices=BOOKS, initial=BOOKS[0][0])

    def __init__(self, said: Any) -> None:
        super().__init__(said)
        self.fields["amount"] = MoneyField(
            label=gettext("Amount"), maximum=settings.CAGE_MAX_AMOUNT
        )
        self.fields["amount"].widget.attrs["class"] = "num huge"

    def asked(self, player: PlayerId) -> AtCage:
        """Return what a checked form asks for."""
        return _asked(self.cleaned_data, player)


class MoveForm(CommandForm):
    """That it shall be: the same, as the page showed it."""

    kind = forms.ChoiceField(choices=KINDS, widget=forms.HiddenInput)
    amount = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    """Minor units, which are the same in every language."""
    book = forms.ChoiceField(choices=BOOKS, widget=forms.HiddenInput)

    def asked(self, player: PlayerId) -> AtCage:
        """Return what a checked form asks for."""
        return _asked(self.cleaned_data, player)

    def words_for(self, refusal: DomainError) -> str:
        """Say whose money does not suffice."""
        balance = refusal.facts.get("balance")
        if refusal.code != "insufficient_funds" or type(balance) is not int:
            return super().words_for(refusal)
        return short_of(balance)


def short_of(balance: int) -> str:
    """Return that wallet or drawer holds no more than this."""
    sentence = gettext("No more than {balance} is there. Pay out at most that.")
    return sentence.format(balance=formats.money(balance))


def _asked(facts: dict[str, Any], player: PlayerId) -> AtCage:
    return AtCage(
        kind=CageKind(facts["kind"]),
        player=player,
        amount_cents=facts["amount"],
        book=Book(facts["book"]),
    )
