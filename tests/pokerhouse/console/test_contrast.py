"""Every pair of colours that text or a control stands in is as strong as FACE says (WCAG 2)."""

import re
from typing import Final

import pytest

from tests.support.messages import CONSOLE

TOKENS: Final = (CONSOLE / "shell/static/shell/tokens.css").read_text()
THEMES: Final = {"light": 0, "dark": 1}
PAIR = re.compile(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);")
SINGLE = re.compile(r"--([\w-]+): (#\w{6});")
PLAIN: Final = ("room", "panel", "raised", "well")
GROUNDS: Final = (*PLAIN, "good-bg", "info-bg", "warn-bg", "alarm-bg")

RATIOS: Final = {
    # what stands on what: at least, in dark and in light
    ("ink", GROUNDS): (11.8, 13.9),
    ("quiet", GROUNDS): (6.4, 5.6),
    ("link", GROUNDS): (9.2, 6.3),
    ("edge", GROUNDS): (3.4, 3.2),
    ("on-main", ("main",)): (5.0, 5.6),
    ("main-edge", GROUNDS): (4.7, 6.3),
    ("good", ("good-bg",)): (8.1, 6.0),
    ("info", ("info-bg",)): (7.9, 6.5),
    ("warn", ("warn-bg",)): (8.7, 6.5),
    ("alarm", ("alarm-bg",)): (7.5, 6.2),
    ("on-main", ("fold", "call")): (7.4, 7.4),
    ("on-main", ("main-hover",)): (5.0, 5.6),
    ("fold-edge", ("room",)): (5.7, 5.7),
    ("call-edge", ("room",)): (5.7, 5.7),
    ("focus", GROUNDS): (4.6, 4.6),
    ("on-felt", ("felt-1", "felt-2", "felt-3")): (5.9, 5.9),
    ("pod-ink", ("pod",)): (11.8, 11.8),
    ("pod-quiet", ("pod",)): (6.4, 6.4),
    ("pod-gold", ("pod",)): (9.2, 9.2),
    ("spade", ("paper",)): (17.0, 17.0),
    ("heart", ("paper",)): (5.6, 5.6),
    ("diamond", ("paper",)): (5.7, 5.7),
    ("club", ("paper",)): (5.3, 5.3),
}


def colours(theme: str) -> dict[str, str]:
    """Return each token's colour in a theme."""
    pairs = {name: both[THEMES[theme]] for name, *both in PAIR.findall(TOKENS)}
    return pairs | dict(SINGLE.findall(TOKENS))


def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ratio(one: str, other: str) -> float:
    """Return how far two colours are apart, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("ink", "grounds"), RATIOS)
def test_a_pair_is_as_strong_as_it_is_said_to_be(
    theme: str, ink: str, grounds: tuple[str, ...]
) -> None:
    found = colours(theme)
    weakest = min(ratio(found[ink], found[ground]) for ground in grounds)
    least = RATIOS[ink, grounds][0 if theme == "dark" else 1]
    assert round(weakest, 1) >= least


def test_black_and_white_are_as_far_apart_as_can_be() -> None:
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
