"""Pure. What can go wrong between peers, and whose fault it is.

The one rule: blame is in the type. `LocalProtocolError` is ours, `RemoteProtocolError` is a peer's and
carries the evidence, `Refused` is a polite no before the match, `LinkClosed` is nobody's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum


def N_(template: str) -> str:
    """Marks an English template for the catalogues without translating it."""
    return template


class Culprit(StrEnum):
    """Whose fault a `RemoteProtocolError` is."""

    PEER = "peer"
    """The other end of the connection that the bytes came over."""
    HOST = "host"
    """The host of the table; the evidence is what it signed."""
    SEAT = "seat"
    """A seat of the table, `RemoteProtocolError.seat` says which."""
    FILE = "file"
    """A stored record, not a peer."""


class ProtocolError(Exception):
    """Base of all errors of the protocol.

    Attributes:
        code: a short stable word for programs.
        template: one English sentence, the message id of the gettext catalogues.
        params: what stands in the template's braces.
    """

    def __init__(self, code: str, template: str, **params: object) -> None:
        self.code = code
        self.template = template
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def say(self, translate: Callable[[str], str]) -> str:
        """The sentence in the reader's language."""
        return translate(self.template).format(**self.params)


class LocalProtocolError(ProtocolError):
    """Our own program asked for something impossible: a bug or a misuse on this side."""


class AddressError(LocalProtocolError, ValueError):
    """An address, an invite or a table code that was typed wrongly; the sentence shows the right form."""


class RemoteProtocolError(ProtocolError):
    """A peer (or a stored file) broke the protocol.

    Attributes:
        culprit: whose fault it is.
        evidence: signed bytes that prove it to a third party, where there are any.
    """

    def __init__(
        self,
        code: str,
        template: str,
        *,
        culprit: Culprit | str,
        evidence: tuple[bytes, ...] = (),
        **params: object,
    ) -> None:
        self.culprit = Culprit(culprit)
        self.evidence = evidence
        super().__init__(code, template, **params)

    @property
    def seat(self) -> int | None:
        """The seat at fault, where the culprit is a seat."""
        seat = self.params.get("seat")
        return seat if isinstance(seat, int) else None

    def blame(self, culprit: Culprit, evidence: tuple[bytes, ...]) -> RemoteProtocolError:
        """The same fault laid at somebody else's door, with evidence against them."""
        return RemoteProtocolError(
            self.code, self.template, culprit=culprit, evidence=evidence, **self.params
        )


class RefusalCode(StrEnum):
    """Why a table says no."""

    CODE = "code"
    FULL = "full"
    VERSION = "version"
    RULES = "rules"
    SEAT = "seat"
    TWICE = "twice"
    RUNNING = "running"
    FLOOD = "flood"
    KICKED = "kicked"
    WISH = "wish"


REFUSALS: Mapping[RefusalCode, str] = {
    RefusalCode.CODE: N_("The table code is wrong."),
    RefusalCode.FULL: N_("The table is full."),
    RefusalCode.VERSION: N_(
        "The table speaks another version of the protocol; both sides need the same version of the program."
    ),
    RefusalCode.RULES: N_("The table plays by other rules; both sides need the same version of the program."),
    RefusalCode.SEAT: N_("That seat is taken."),
    RefusalCode.TWICE: N_("This profile already sits at the table."),
    RefusalCode.RUNNING: N_("The match has already begun."),
    RefusalCode.FLOOD: N_("Too many attempts; wait a minute and try again."),
    RefusalCode.KICKED: N_("The host has freed your seat; this profile cannot come back to the table."),
    RefusalCode.WISH: N_("There is no such colour in the game that is played there."),
}
"""The sentence of each refusal."""


class Refused(ProtocolError):
    """A table, or a guest, says no before the match. `code` is a `RefusalCode`."""


class LinkClosed(ProtocolError):
    """The connection is gone, through nobody's fault that could be proven."""


FAULTS: Mapping[str, str] = {
    "secret": N_("Seat {seat} opened another secret than it had committed to (entry {entry})."),
    "chain": N_("Seat {seat} opened another hash chain than it had committed to (entry {entry})."),
    "shuffle": N_("Seat {seat} did not shuffle as it had committed to (entry {entry})."),
    "marks": N_("Seat {seat} kept other cards out of a deck than those of its hand (entry {entry})."),
    "keys": N_("Seat {seat} did not lock the cards with the keys it had committed to (entry {entry})."),
    "hashes": N_("Seat {seat} published a hash of another key than it had committed to (entry {entry})."),
    "hand-key": N_("Seat {seat} took a hand over with another key than it had committed to (entry {entry})."),
    "hand-over": N_("Seat {seat} passed a hand on with a wrong key (entry {entry})."),
    "claim": N_("Seat {seat} said something untrue about cards in its hand (entry {entry})."),
}
"""The sentence of each fault that an audit of secrets finds."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What somebody at the table did wrong, where the log proves it.

    Attributes:
        entry: index of the log entry that is wrong.
        seat: whose entry it is.
        code: a short stable word; a key of `FAULTS` where an audit of secrets found it.
        template: an English sentence, "" for that of the code.
        params: what stands in its braces besides seat, entry and code.
    """

    entry: int
    seat: int
    code: str
    template: str = ""
    params: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, entry: int, seat: int, error: RemoteProtocolError) -> Fault:
        """The fault of a seat whose logged envelope raised this error."""
        return cls(entry, seat, error.code, error.template, error.params)

    @property
    def sentence(self) -> tuple[str, dict[str, object]]:
        """The template, and everything in its braces."""
        known = FAULTS.get(self.code, N_("Seat {seat} broke the protocol (entry {entry}, {code})."))
        return self.template or known, {
            "entry": self.entry,
            "seat": self.seat,
            "code": self.code,
            **self.params,
        }

    def __str__(self) -> str:
        return self.say(lambda template: template)

    def say(self, translate: Callable[[str], str]) -> str:
        """The sentence in the reader's language."""
        template, params = self.sentence
        return translate(template).format(**params)
