"""Machine. The guest's half of the handshake, for a seat and for a watcher: HELLO -> CHALLENGE -> PROOF -> WELCOME.

The one rule: the code is used only on a table that can be played here; after the challenge everything but chat comes
under one key, the host's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from protocol import limits
from protocol.errors import N_, REFUSALS, Culprit, RefusalCode, Refused, RemoteProtocolError
from protocol.handshake import check_host_mac, guest_mac
from protocol.table import TableRecord
from protocol.text import clean
from protocol.wire.envelope import Envelope, open_envelope
from protocol.wire.frame import Entry, parse_frame
from protocol.wire.messages import Broken, Challenge, Chat, Hello, Proof, Refuse, Role, Rules, Welcome


@dataclass(frozen=True, slots=True)
class Applicant:
    """How somebody asks to be let in: name (UTF-8), code for what is asked, and for a seat also whether a bot plays,
    the colour wish, the seat wanted (-1 any), and whether the match may begin as soon as the table is full.

    Attributes:
        after: the id of a match that is over: a host that still shows it has not opened the next one yet.
    """

    name: bytes
    code: str
    bot: bool = False
    wish: str = ""
    seat: int = -1
    ready: bool = True
    after: bytes = b""


WATCHING: Mapping[str, str] = {
    RefusalCode.CODE: N_(
        "This is not the code for watching; the host's screen shows it beside that for seats."
    ),
    RefusalCode.FULL: N_("All places for watchers at this table are taken."),
}
"""What a refusal means for who wants to watch, where that differs from what it means for a seat."""


class Introduction:
    """One connection's handshake, seen from the guest. Mutable: it learns which table and which host this is.

    Args:
        key: the guest's own public key.
        role: a seat, or a watcher; each has a code of its own, and the proofs cover it.
        known: the rules hash (32 bytes) of every game that can be played, by key.
        nonce: 32 fresh bytes.

    Attributes:
        hello: what the guest begins with.
        challenge: which table the host offers; None before it has said so.
        host: the host's key; empty before.
    """

    def __init__(
        self, key: bytes, role: Role, applicant: Applicant, *, known: Mapping[str, bytes], nonce: bytes
    ) -> None:
        self._key = key
        self._code = applicant.code
        self._after = applicant.after
        self._known = known
        self.hello = Hello(
            versions=(limits.VERSION,),
            role=role,
            nonce=nonce,
            name=applicant.name,
            bot=applicant.bot,
            wish=applicant.wish,
            ready=applicant.ready,
            seat=applicant.seat,
            rules=tuple(Rules(game, known[game]) for game in sorted(known)),
        )
        self.challenge: Challenge | None = None
        self.host = b""

    @property
    def game(self) -> str:
        """The key of the game that the host plays; "" before it has said so."""
        return self.challenge.game if self.challenge else ""

    def open(self, data: bytes, table_id: bytes) -> Entry | Envelope | None:
        """What a websocket message from the host holds; None for talk of another table, played back by somebody.

        Args:
            table_id: of the own table, zeros before there is one.

        Raises:
            RemoteProtocolError: it is no message, or signed by another key than the challenge.
        """
        content = parse_frame(data)
        if isinstance(content, Entry):
            return content
        envelope = open_envelope(content)
        if self.host and envelope.author != self.host and not isinstance(envelope.payload, Chat):
            raise RemoteProtocolError(
                "foreign-key",
                N_("A message of the host is signed by another key."),
                culprit=Culprit.HOST,
            )
        played_back = isinstance(envelope.payload, Broken | Chat) and envelope.table != table_id
        return None if played_back else envelope

    def prove(self, challenge: Challenge, host: bytes) -> Proof:
        """The answer to the challenge of the host with this key.

        Raises:
            Refused: the table cannot be played here; code "over": it is still that of the match before.
        """
        if challenge.match_id == self._after:
            raise Refused("over", N_("The host has not opened the next match yet."))
        if challenge.version != limits.VERSION:
            raise Refused("version", N_("The host speaks another version of the protocol."))
        if self._known.get(challenge.game) != challenge.rules_hash:
            raise Refused(
                "rules",
                N_("The host plays “{game}” by other rules than this program; both need the same version."),
                game=challenge.game,
            )
        self.challenge = challenge
        self.host = host
        return Proof(guest_mac(self._code, self._key, host, self.hello, challenge))

    def enter(self, welcome: Welcome) -> Challenge:
        """Checks the host's own proof; returns which table this is.

        Raises:
            Refused: the host does not know the code.
        """
        challenge = self.challenge
        assert challenge is not None, "a welcome follows a challenge"
        check_host_mac(welcome.mac, self._code, self._key, self.host, self.hello, challenge)
        return challenge

    def offers(self, record: TableRecord) -> bool:
        """Whether a table record is of the table that the challenge named."""
        offered = self.challenge
        assert offered is not None, "a record follows a challenge"
        shown = (offered.game, offered.rules_hash, offered.options, offered.match_id)
        # A seat may have become the host meanwhile; whether it has, the log says.
        return self.host in (record.host_key, *record.keys) and shown == (
            record.game,
            record.rules_hash,
            record.options,
            record.match_id,
        )

    def refused(self, refuse: Refuse) -> Refused:
        """The host's no, in our own words where the code is known."""
        sentences = {str(code): sentence for code, sentence in REFUSALS.items()}
        if self.hello.role is Role.WATCHER:
            sentences |= WATCHING
        template = sentences.get(refuse.code, N_("The host says: {text}"))
        return Refused(refuse.code, template, text=clean(refuse.text, limits.CHAT_CHARACTERS))
