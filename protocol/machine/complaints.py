"""Pure. What the author of a logged message is blamed for in play, in words.

The one rule: a code is said in one place, and is the one that docs/protocol.md §10 has for it.
"""

from __future__ import annotations

from protocol.errors import N_, Culprit, RemoteProtocolError


def too_early(seat: int) -> RemoteProtocolError:
    """An OPENING or a VERDICT while the match is played."""
    return _blamed("too-early", N_("An opening or a verdict came before the match was over."), seat)


def no_deck(code: str, seat: int, deck: int) -> RemoteProtocolError:
    """A SEAL of a deck that is not there, or not any more."""
    return _blamed(code, N_("There is no deck {deck}."), seat, deck=deck)


def out_of_turn(seat: int) -> RemoteProtocolError:
    """A TURN of a seat that is not to move."""
    return _blamed("out-of-turn", N_("A turn came from a seat that is not to move."), seat)


def illegal(seat: int, why: Exception) -> RemoteProtocolError:
    """A TURN that the rules forbid."""
    return _blamed("illegal", N_("The turn breaks the rules: {why}"), seat, why=str(why))


def other_digest(seat: int, entry: int) -> RemoteProtocolError:
    """A TURN that leads elsewhere than its author says."""
    return _blamed(
        "digest",
        N_("Replicas differ at entry {entry}: the position after the turn is not the one its author signed."),
        seat,
        entry=entry,
    )


def false_claim(seat: int) -> RemoteProtocolError:
    """A CLAIM of cards that are none wrong."""
    return _blamed(
        "false-claim", N_("A seat claimed that a sealed card was none of the deck, but it is."), seat
    )


def _blamed(code: str, template: str, seat: int, **params: object) -> RemoteProtocolError:
    return RemoteProtocolError(code, template, culprit=Culprit.SEAT, evidence=(), seat=seat, **params)
