"""Pure. What can go wrong on our own side: rules, session, store. The protocol has its own errors."""

from __future__ import annotations

from gefaehrten.core.text import Sentence


class GefaehrtenError(Exception):
    """Base of our errors. The sentence says what is wrong and what would be right.

    Attributes:
        code: a short stable word for programs (`--json` prints it).
        sentence: what a person reads, translatable.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        self.code = code
        self.sentence = Sentence(template, params)
        super().__init__(code)

    def __str__(self) -> str:
        return str(self.sentence)


class IllegalAction(GefaehrtenError):
    """An action that the rules do not allow now: its author's fault.

    Attributes:
        clause: the clause of the rules that forbids it, as `"F13"`.
    """

    def __init__(self, clause: str, template: str, **params: object) -> None:
        self.clause = clause
        super().__init__("illegal", template, **params)


class NotationError(GefaehrtenError):
    """Text that is no action at all (`code` is "invalid") or could be several ("ambiguous"): the typist's fault."""


class StoreError(GefaehrtenError):
    """The profile cannot be read or written: this machine's fault."""


class UsageError(GefaehrtenError):
    """What was asked for cannot be: the caller's fault, exit code 2."""
