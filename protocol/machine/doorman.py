"""Machine. The host's end of one connection until it is let in or turned away.

The one rule: nothing about the table is given to anyone who has not proved that it knows the table code; and whoever
does is let in, however often others have guessed.

No count of wrong codes shuts the door: that would be a way to lock friends out, at an address that they share with
somebody (a router, a proxy) or at all. How fast one can guess is limited where connections come in, by address, by
neighbourhood and in all (`net.gate`): at that speed somebody who guesses for a year has one chance in 10^15.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from protocol import limits
from protocol.errors import N_, Culprit, Refused, RemoteProtocolError
from protocol.handshake import check_guest_mac, host_mac
from protocol.identity import Identity
from protocol.wire.envelope import Envelope
from protocol.wire.messages import Challenge, Hello, OptionValue, Proof, Role


def any_wish(wish: str) -> None:
    """Grants every wish."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What a host opens a table for.

    Attributes:
        game: the game's key.
        rules_hash: 32 bytes over the rules that the host plays.
        options: every option with its value, sorted by key.
        match_id: 16 random bytes.
        seats: how many.
        code: the table code for seats, in normal form.
        watch_code: the one for watchers; "" for a table that nobody can watch.
        reserved: a seat that only the host's own key gets, -1 for none.
        grant: checks a wish for a colour; raises `Refused` ("wish") where the game has none such. Without it a wish
            that cannot be would come to light at the start, and end the match for everybody.
    """

    game: str
    rules_hash: bytes
    options: tuple[OptionValue, ...]
    match_id: bytes
    seats: int
    code: str
    reserved: int = -1
    watch_code: str = ""
    grant: Callable[[str], None] = any_wish


@dataclass(frozen=True, slots=True)
class Admitted:
    """Somebody who knows the code: its key, what it asked for, and the host's own proof for it."""

    key: bytes
    hello: Hello
    mac: bytes


class Doorman:
    """One connection's handshake, seen from the host.

    Args:
        identity: the host's key pair.
        offer: the table.
        entropy: a source of random bytes.
    """

    def __init__(self, identity: Identity, offer: Offer, entropy: Callable[[int], bytes]) -> None:
        self._identity = identity
        self._offer = offer
        self._nonce = entropy(32)
        self._hello: Hello | None = None
        self._key = b""

    def challenge(self) -> Challenge:
        """What a guest gets for its HELLO."""
        offer = self._offer
        return Challenge(
            limits.VERSION, self._nonce, offer.game, offer.rules_hash, offer.options, offer.match_id
        )

    def receive(self, envelope: Envelope) -> Admitted | None:
        """Takes HELLO (returns None: send the challenge), then PROOF (returns who may come in).

        Raises:
            Refused: version, rules, code or role.
            RemoteProtocolError: anything else came.
        """
        payload = envelope.payload
        if isinstance(payload, Hello) and self._hello is None:
            if limits.VERSION not in payload.versions:
                raise Refused(
                    "version",
                    N_(
                        "This table speaks version {ours} of the protocol; update the older of the two programs."
                    ),
                    ours=limits.VERSION,
                )
            known = {rules.game: rules.rules_hash for rules in payload.rules}
            if known.get(self._offer.game) != self._offer.rules_hash:
                raise Refused(
                    "rules",
                    N_(
                        "This table plays “{game}” by rules your program does not have; both need the same version."
                    ),
                    game=self._offer.game,
                )
            if payload.role is Role.WATCHER and not self._offer.watch_code:
                raise Refused("watch", N_("Nobody can watch at this table."))
            self._hello = payload
            self._key = envelope.author
            return None
        if isinstance(payload, Proof) and self._hello is not None and envelope.author == self._key:
            challenge = self.challenge()
            watches = self._hello.role is Role.WATCHER
            code, host = self._offer.watch_code if watches else self._offer.code, self._identity.public
            check_guest_mac(payload.mac, code, self._key, host, self._hello, challenge)
            return Admitted(self._key, self._hello, host_mac(code, self._key, host, self._hello, challenge))
        raise RemoteProtocolError(
            "out-of-order", N_("A message came out of order in the handshake."), culprit=Culprit.PEER
        )
