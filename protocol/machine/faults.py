"""Pure. What somebody at the table did wrong, where the log proves it."""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol.errors import RemoteProtocolError


@dataclass(frozen=True, slots=True)
class Fault:
    """A proven wrong.

    Attributes:
        entry: the index of the log entry that proves it.
        seat: who did it; -1 where the log alone cannot say (the audit will).
        code: a short stable word.
        template: an English sentence with `params` in its braces, a gettext message id.
    """

    entry: int
    seat: int
    code: str
    template: str
    params: dict[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.params)

    @classmethod
    def of(cls, entry: int, seat: int, error: RemoteProtocolError) -> Fault:
        """The fault of a seat whose logged envelope raised this error."""
        return cls(entry, seat, error.code, error.template, dict(error.params))
