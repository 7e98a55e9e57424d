"""Shell. prompt_toolkit's keys under the names that the screen's machines know them by.

The one rule: every key is taken here, so that none of the library's own editing keys changes the line behind our back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

SAME = {"c-m": "enter", "c-j": "enter", "c-i": "tab", "c-h": "backspace"}
"""Keys that terminals cannot tell from each other."""

NOT_KEYS = frozenset(
    (
        Keys.Any,
        Keys.ScrollUp,
        Keys.ScrollDown,
        Keys.CPRResponse,
        Keys.Vt100MouseEvent,
        Keys.WindowsMouseEvent,
        Keys.BracketedPaste,
        Keys.SIGINT,
        Keys.Ignore,
    )
)
"""What the library sends as keys and is none."""


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Where what is pressed and pasted goes; `suspend` is Ctrl-Z."""

    pressed: Callable[[str], None]
    pasted: Callable[[str], None]
    suspend: Callable[[], None]


def bindings(keyboard: Keyboard) -> KeyBindings:
    """All keys."""
    keys = KeyBindings()

    def bind(key: Keys) -> None:
        name = SAME.get(key.value, key.value)

        # Eager: some of the library's own bindings begin with Esc, and would keep it waiting.
        @keys.add(key, eager=True)
        def _pressed(event: KeyPressEvent) -> None:
            keyboard.pressed(name)

    for key in Keys:
        if key not in NOT_KEYS and key is not Keys.ControlZ:
            bind(key)

    @keys.add(Keys.Any)
    def _character(event: KeyPressEvent) -> None:
        for char in event.data:
            keyboard.pressed(char)

    @keys.add(Keys.BracketedPaste, eager=True)
    def _paste(event: KeyPressEvent) -> None:
        keyboard.pasted(event.data)

    @keys.add(Keys.ControlZ, eager=True)
    def _suspend(event: KeyPressEvent) -> None:
        keyboard.suspend()

    @keys.add(Keys.SIGINT, eager=True)
    def _interrupt(event: KeyPressEvent) -> None:
        keyboard.pressed("c-c")

    return keys
