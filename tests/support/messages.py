"""Every sentence that the pages ask gettext for, found as gettext's own tools would find it."""

from collections.abc import Iterator, Sequence
from io import BytesIO

from babel.messages.extract import extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from pokerhouse.console.catalogues import FOLDER

CONSOLE = FOLDER.parent
KEYWORDS = {
    "_": None,
    "gettext": None,
    "pgettext": ((1, "c"), 2),
    "gettext_noop": None,
    "ngettext": (1, 2),
}


def wanted_texts() -> set[str]:
    """Return the texts that modules and templates want translated."""
    return {*_in_modules(), *_in_templates()}


def known(lang: str) -> dict[str, str]:
    """Return a catalogue: each sentence's translation, "" where there is none or it is unsure."""
    with (FOLDER / lang / "LC_MESSAGES" / "django.po").open("rb") as file:
        return {
            english: "" if message.fuzzy else translated
            for message in read_po(file)
            if message.id
            for english, translated in zip(
                _all(message.id), _all(message.string or ""), strict=True
            )
        }


def _in_modules() -> Iterator[str]:
    for path in sorted(CONSOLE.rglob("*.py")):
        yield from _extracted(path.read_text())


def _in_templates() -> Iterator[str]:
    for path in sorted(CONSOLE.rglob("*.html")):
        yield from _extracted(templatize(path.read_text(), origin=str(path)))


def _extracted(source: str) -> Iterator[str]:
    for _, message, _, _ in extract("python", BytesIO(source.encode()), keywords=KEYWORDS):
        yield from _all(message)


def _all(text: str | Sequence[str]) -> tuple[str, ...]:
    """Return a sentence, or its forms for one and for many."""
    return (text,) if isinstance(text, str) else tuple(text)
