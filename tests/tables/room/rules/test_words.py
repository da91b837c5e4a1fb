"""Every switch of the house rules is described in both languages, and each of its values."""

import re

import pytest

from tables.engine.rules.ruleset import PRESETS, SWITCHES, Switch
from tables.room.rules.words import PRESET_WORDS, WORDS, SwitchWords

GERMAN = re.compile(r"[äöüß]|\b(der|das|und|oder|wer|wie|ob|nicht|ein|eine)\b", re.IGNORECASE)
ENGLISH = re.compile(r"\b(the|whether|who|which|and|is|of|how)\b", re.IGNORECASE)


def _described(switch: Switch) -> set[object]:
    """Return the values that need words: all choices; of a number only "none"."""
    allowed = switch.allowed()
    if isinstance(allowed, list):
        return set(allowed)
    return {None} if switch.may_be_null else set()


def _is_sentence(text: str) -> bool:
    return text[0].isupper() and text.endswith(".")


def test_every_switch_has_words_and_no_other() -> None:
    assert set(WORDS) == set(SWITCHES)
    assert set(PRESET_WORDS) == set(PRESETS)


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_and_its_values_are_described_in_both_languages(name: str) -> None:
    words = WORDS[name]
    assert set(words.values) == _described(SWITCHES[name])
    for text in (words.en_title, words.de_title, words.en_text, words.de_text):
        assert text == text.strip() != ""
    assert [text for text in (words.en_text, words.de_text) if not _is_sentence(text)] == []
    assert [title for title in (words.en_title, words.de_title) if title.endswith(".")] == []
    said = [text for pair in words.values.values() for text in pair]
    assert all(text == text.strip() != "" and not text.endswith(".") for text in said)


@pytest.mark.parametrize("name", SWITCHES)
def test_neither_language_is_written_in_the_others_place(name: str) -> None:
    words = WORDS[name]
    english, german = [words.en_title, words.en_text], [words.de_title, words.de_text]
    for one, other in words.values.values():
        english.append(one)
        german.append(other)
    assert [text for text in english if GERMAN.search(text)] == []
    assert [text for text in german if ENGLISH.search(text)] == []
    assert not set(english[1:]) & set(german[1:])


def test_no_two_switches_are_called_the_same() -> None:
    for language in ("en", "de"):
        titles = [words.title(language) for words in WORDS.values()]
        assert len(set(titles)) == len(titles)


def test_words_are_found_by_language() -> None:
    words = WORDS["deal.burn"]
    assert words.title("de-AT") == words.title("de") == "Brennkarten"
    assert words.title("en") == words.title("fr") == "Burn cards"
    assert words.value(False, "de") == "keine"
    assert words.value(False, "en-GB") == "none"
    with pytest.raises(KeyError):
        SwitchWords("a", "b", "c", "d").value(None, "en")


def test_the_card_rooms_own_german_terms_are_used() -> None:
    """docs/glossary.md#poker: what a player in Hamburg or Vienna says."""
    said = " ".join(
        " ".join((words.de_title, words.de_text, *(german for _, german in words.values.values())))
        for words in WORDS.values()
    )
    terms = (
        "Dealer-Button großes.Blind kleines.Blind verpasste.Blinds Brennkarte passen mitgehen"
        " Check Wettrunde Limit Spielkapital Mindest-Buy-in Zwangseinsatz offenes.Paar"
        " Kartengeber Tür-Karte Gemeinschaftskarte unteilbare Zeitüberschreitung Straße"
        " Stufen-Spread-Limit Pott Karten.des.Tisches Hochtauschen Hand.für.Hand Auslosung"
        " Tischeröffnung spielbereit Drilling aufgedeckt neuer.Spieler"
    )
    missing = [term for term in terms.split() if not re.search(term, said, re.IGNORECASE)]
    assert missing == []
