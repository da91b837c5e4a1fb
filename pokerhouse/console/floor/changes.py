"""What the floor changes of a table: pause, stakes, who sits there, its end, its last hand."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext

from pokerhouse.commands.meta import Meta
from pokerhouse.common.ids import HandId, PlayerId, TableId
from pokerhouse.common.roles import Role
from pokerhouse.console.floor.board import PAGE, TableBoard, board_of, live_of
from pokerhouse.console.floor.forms import RemoveForm, StakesForm
from pokerhouse.console.floor.views import for_floor, show
from pokerhouse.console.parts.answers import ask_for_proof, go_to, render_dialog, toast
from pokerhouse.console.parts.commands import (
    CommandForm,
    ReasonedForm,
    VersionedForm,
    VersionedReasonForm,
    carry_out,
    fresh_command_id,
    sent,
    status_of,
)
from pokerhouse.console.parts.listings import address
from pokerhouse.console.shell.pages import HtmxRequest, has_proved_lately, page_for
from tables.engine.table.state import Leg, TableState
from tables.live import directory
from tables.live.directory import UnknownHand
from tables.services import floor
from tables.services.unit_of_work import Receipt


@for_floor
def pause(request: HtmxRequest, table_id: UUID) -> HttpResponseBase:
    """POST /floor/tables/{t}/pause"""

    def say(receipt: Receipt) -> None:
        again = {"command_id": fresh_command_id(), "version": receipt.staff_version}
        undo = address(f"{PAGE}/{table_id}/resume", **again)
        toast(request, gettext("No further hand is dealt here."), undo=undo)

    return _press(request, table_id, _move(table_id, TableState.PAUSED), say)


@for_floor
def resume(request: HtmxRequest, table_id: UUID) -> HttpResponseBase:
    """POST /floor/tables/{t}/resume; "Undo" of a pause says the rest in the address."""

    def say(_receipt: Receipt) -> None:
        toast(request, gettext("The table plays on."))

    return _press(request, table_id, _move(table_id, TableState.PLAYING), say)


@for_floor
def bomb_pot(request: HtmxRequest, table_id: UUID) -> HttpResponseBase:
    """POST /floor/tables/{t}/bomb-pot"""
    if request.method != "POST":
        return redirect(f"{PAGE}/{table_id}")
    board, form = board_of(table_id), CommandForm(request.POST)
    done = carry_out(
        request,
        form,
        lambda meta: floor.request_bomb_pot(table_id=TableId(table_id), meta=meta),
    )
    if done is None:
        return show(request, board, refused=form)
    toast(request, gettext("The next hand is a bomb pot."))
    return go_to(request, board.path)


@for_floor
def close(request: HtmxRequest, table_id: UUID) -> HttpResponseBase:
    """GET and POST /floor/tables/{t}/close"""
    board = board_of(table_id)
    form = VersionedReasonForm(sent(request), initial={"version": board.version})
    done = carry_out(
        request,
        form,
        lambda meta: floor.move_table(
            table_id=TableId(table_id),
            to=TableState.CLOSED,
            reason=form.cleaned_data["reason"],
            version=form.cleaned_data["version"],
            meta=meta,
        ),
    )
    if done is not None:
        said = (
            gettext("{table} closes after this hand.")
            if board.is_hand_running
            else gettext("{table} is closed.")
        )
        toast(request, said.format(table=board.line["name"]))
        return go_to(request, board.path)
    return _confirm(
        request,
        board,
        form,
        title=gettext("Close {table}?").format(table=board.line["name"]),
        effect=_effect_of_closing(board),
        action=(
            gettext("Close after this hand")
            if board.is_hand_running
            else gettext("Close the table")
        ),
    )


@for_floor
def stakes(request: HtmxRequest, table_id: UUID) -> HttpResponseBase:
    """GET and POST /floor/tables/{t}/stakes"""
    board, live = board_of(table_id), live_of(table_id)
    config = live.config
    form = StakesForm(sent(request), config.legs, live.staff_version)

    def change(meta: Meta) -> Receipt:
        wanted = form.stakes()
        legs = tuple(Leg(leg.game, one) for leg, one in zip(config.rotation, wanted, strict=False))
        return floor.change_stakes(
            table_id=TableId(table_id),
            stakes=wanted[0],
            rotation=legs,
            version=form.cleaned_data["version"],
            meta=meta,
        )

    if carry_out(request, form, change) is not None:
        toast(request, gettext("The new stakes hold from the next hand on."))
        return go_to(request, board.path)
    context = {"form": form, "board": board, "back": board.path}
    return render_dialog(request, "floor/stakes.html", context, status_of(form))


@for_floor
def remove(request: HtmxRequest, table_id: UUID, seat: int) -> HttpResponseBase:
    """GET and POST /floor/tables/{t}/seats/{n}/remove"""
    board = board_of(table_id)
    sitting = next((one for one in board.seats if one.number == seat and one.player), None)
    initial = {"version": board.version, "player": sitting.player if sitting else None}
    form = RemoveForm(sent(request), initial=initial)
    if sitting is None and not form.is_bound:
        raise Http404
    done = carry_out(
        request,
        form,
        lambda meta: floor.remove_player(
            table_id=TableId(table_id),
            seat=seat,
            player=PlayerId(form.cleaned_data["player"]),
            reason=form.cleaned_data["reason"],
            version=form.cleaned_data["version"],
            meta=meta,
        ),
    )
    name = sitting.name if sitting else ""
    if done is not None:
        said = (
            gettext("The player of seat {seat} leaves after this hand.")
            if done.is_after_hand
            else gettext("Seat {seat} is free.")
        )
        toast(request, said.format(seat=seat))
        return go_to(request, board.path)
    return _confirm(
        request,
        board,
        form,
        title=gettext("Take {name} off the table?").format(name=name),
        effect=gettext("The stack goes into the wallet; during a hand, when it has ended."),
        action=gettext("Take off the table"),
    )


@page_for(Role.MANAGER)
def take_back(request: HtmxRequest, hand_id: UUID) -> HttpResponseBase:
    """GET and POST /floor/hands/{h}/take-back"""
    try:
        table_id = directory.table_of_hand(HandId(hand_id))
    except UnknownHand as error:
        raise Http404 from error
    board = board_of(table_id)
    title = (
        gettext("Take hand {number} back?").format(number=board.hand_no)
        if board.hand_id == hand_id
        else gettext("Take this hand back?")
    )
    if not has_proved_lately(request):
        return ask_for_proof(request, title, board.path)
    form = ReasonedForm(sent(request))
    done = carry_out(
        request,
        form,
        lambda meta: floor.void_hand(
            hand_id=HandId(hand_id), reason=form.cleaned_data["reason"], meta=meta
        ),
    )
    if done is not None:
        toast(request, gettext("The hand counts for nothing; all chips are back."))
        return go_to(request, board.path)
    effect = gettext(
        "Every player gets back what he put in, and rake and jackpot drop go back too. Everybody"
        " at the table sees it."
    )
    action = gettext("Take the hand back")
    return _confirm(request, board, form, title=title, effect=effect, action=action)


def _press(
    request: HtmxRequest,
    table_id: UUID,
    move: Callable[[VersionedForm, Meta], Receipt],
    say: Callable[[Receipt], None],
) -> HttpResponseBase:
    """Follow a button of the table's page; a refusal stands on the page."""
    if request.method != "POST":
        return redirect(f"{PAGE}/{table_id}")
    board = board_of(table_id)
    form = VersionedForm({**request.GET.dict(), **request.POST.dict()})
    done = carry_out(request, form, lambda meta: move(form, meta))
    if done is None:
        return show(request, board_of(table_id), refused=form)
    say(done)
    return go_to(request, board.path)


def _move(table_id: UUID, to: TableState) -> Callable[[VersionedForm, Meta], Receipt]:
    def move(form: VersionedForm, meta: Meta) -> Receipt:
        version = form.cleaned_data["version"]
        return floor.move_table(table_id=TableId(table_id), to=to, version=version, meta=meta)

    return move


def _effect_of_closing(board: TableBoard) -> str:
    if not board.seated_count:
        return gettext("Nobody sits there. It does not open again.")
    if board.is_hand_running:
        return gettext("The hand is played to its end, then all stacks go into the wallets.")
    return gettext("All stacks go into the wallets. It does not open again.")


def _confirm(
    request: HtmxRequest, board: TableBoard, form: CommandForm, **words: Any
) -> HttpResponseBase:
    context = {"form": form, "back": board.path, **words}
    return render_dialog(request, "parts/confirm.html", context, status_of(form))
