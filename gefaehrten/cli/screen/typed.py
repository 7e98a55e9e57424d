"""Machine. One line that is being typed: its text, where the cursor stands, and the keys that edit it.

The one rule: whatever gets in has lost every character that could steer a terminal.
"""

from __future__ import annotations

from gefaehrten.core.lines import printable

MOST = 500
"""Characters that are taken: a line of chat is shorter."""


class TypedLine:
    """The text before and behind a cursor. Mutable.

    Attributes:
        text: all of it.
        cursor: how many characters stand before the cursor.
    """

    def __init__(self) -> None:
        self.text = ""
        self.cursor = 0

    def insert(self, text: str) -> None:
        """Writes at the cursor; a line cannot begin with a blank."""
        text = printable(text)
        if not self.cursor:
            text = text.lstrip(" ")
        text = text[: max(MOST - len(self.text), 0)]
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def set(self, text: str) -> None:
        """Replaces everything; the cursor stands at the end."""
        self.clear()
        self.insert(text)

    def clear(self) -> None:
        """Drops everything."""
        self.text, self.cursor = "", 0

    def take(self) -> str:
        """Hands the text over and begins a new line."""
        text = self.text
        self.clear()
        return text

    def key(self, name: str) -> bool:
        """Moves the cursor or deletes; False if the key does neither."""
        match name:
            case "left":
                self.cursor = max(self.cursor - 1, 0)
            case "right":
                self.cursor = min(self.cursor + 1, len(self.text))
            case "home" | "c-a":
                self.cursor = 0
            case "end" | "c-e":
                self.cursor = len(self.text)
            case "backspace":
                self._delete(self.cursor - 1, self.cursor)
            case "delete":
                self._delete(self.cursor, self.cursor + 1)
            case "c-w":
                self._delete(self._word(), self.cursor)
            case "c-k":
                self._delete(self.cursor, len(self.text))
            case _:
                return False
        return True

    def _delete(self, start: int, stop: int) -> None:
        if start >= 0:
            self.text = self.text[:start] + self.text[stop:]
            self.cursor = start

    def _word(self) -> int:
        """Where the word before the cursor begins."""
        before = self.text[: self.cursor].rstrip(" ")
        return before.rfind(" ") + 1
