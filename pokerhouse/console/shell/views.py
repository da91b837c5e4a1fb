"""What the frame itself does: it keeps a person's choice of theme."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from pokerhouse.console.shell.themes import keep_theme


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """POST /theme"""
    wanted = request.POST.get("next", "/")
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    answer = HttpResponseRedirect(wanted if is_ours else "/")
    keep_theme(answer, request.POST.get("theme", ""))
    return answer
