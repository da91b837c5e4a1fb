"""One's profile: screen name, language, theme."""

from http import HTTPStatus

from django import forms
from django.conf import settings
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext, override
from django.utils.translation import gettext_lazy as _

from accounts.people.errors import InvalidPerson, ScreenNameTaken
from accounts.people.services import update_profile
from accounts.people.terms import MAX_SCREEN_NAME, SCREEN_NAME
from pokerhouse.console.account.visitors import account_tabs, person_at
from pokerhouse.console.parts.answers import go_to, toast
from pokerhouse.console.shell.pages import HtmxRequest, page_of_a_person
from pokerhouse.console.shell.themes import keep_theme, theme_of

PAGE = "/account"
_COOKIE_MAX_AGE_S = 365 * 24 * 3600


class ProfileForm(forms.Form):
    """What a person may change about himself, and how pages look to him."""

    screen_name = forms.RegexField(
        SCREEN_NAME,
        label=_("Screen name"),
        max_length=MAX_SCREEN_NAME,
        help_text=_("3 to 20 letters, digits, dots, dashes; a letter first. Others see it."),
        error_messages={
            "invalid": _("3 to 20 letters, digits, dots, dashes; a letter first."),
        },
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )
    lang = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    theme = forms.ChoiceField(
        label=_("Theme"),
        required=False,
        choices=(("", _("As the device")), ("light", _("Light")), ("dark", _("Dark"))),
    )


@page_of_a_person
def profile(request: HtmxRequest) -> HttpResponseBase:
    """GET and POST /account"""
    person = person_at(request)
    sent = request.POST if request.method == "POST" else None
    shown = {
        "screen_name": person.screen_name,
        "lang": request.LANGUAGE_CODE,
        "theme": theme_of(request),
    }
    form = ProfileForm(sent, initial=shown)
    if sent is not None and form.is_valid() and _is_saved(request, form):
        return _saved(request, form)
    context = {"form": form, "tabs": account_tabs(), "email": person.email}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "account/profile.html", context, status=status)


def _is_saved(request: HtmxRequest, form: ProfileForm) -> bool:
    """Change the profile; what is refused stands beside its field."""
    wanted = form.cleaned_data
    try:
        update_profile(
            person=person_at(request).id, screen_name=wanted["screen_name"], lang=wanted["lang"]
        )
    except ScreenNameTaken:
        form.add_error("screen_name", gettext("Somebody else has this name."))
    except InvalidPerson:
        form.add_error("screen_name", gettext("This name is not allowed here."))
    return not form.errors


def _saved(request: HtmxRequest, form: ProfileForm) -> HttpResponse:
    wanted = form.cleaned_data
    with override(wanted["lang"]):
        toast(request, gettext("Your profile is saved."))
    answer = go_to(request, PAGE)
    keep_theme(answer, wanted["theme"])
    answer.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        wanted["lang"],
        max_age=_COOKIE_MAX_AGE_S,
        secure=settings.COOKIES_NEED_TLS,
        samesite="Lax",
    )
    return answer
