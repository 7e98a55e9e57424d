"""Pure. Every limit and constant of the protocol, each with its reason; nothing of the kind stands elsewhere.

The one rule: what changes bytes on the wire changes `VERSION`; what only protects this machine does not.
"""

from __future__ import annotations

from typing import Final

# --- versions -------------------------------------------------------------------------------------------------

VERSION: Final = 1
"""Of every byte of the protocol; part of each envelope and of the table record."""

SUBPROTOCOL: Final = f"gefaehrten.{VERSION}"
"""Websocket subprotocol and part of every signed context, so that no signature is valid under two
versions."""

# --- sizes of what is received --------------------------------------------------------------------------------

FRAME: Final = 65_536
"""Bytes of one websocket message: ten times the largest honest one (a sealing pass over 44 cards, 3 KiB; the
largest pass allowed, `DECK_CARDS`, is 17 KiB), small enough that a thousand of them do not hurt."""

ENTRY_OVERHEAD: Final = 1 + 64 + 4 + 4
"""Bytes that a frame puts before the envelope of a log entry: type, order signature, term, index."""

ENVELOPE: Final = FRAME - ENTRY_OVERHEAD
"""Bytes of one envelope, so that every envelope fits into an entry's frame."""

NESTING: Final = 8
"""Levels of arrays in a body: the deepest honest one is a move inside a turn inside a payload inside a body,
4."""

ARRAY: Final = 512
"""Items of one array: twice the largest pass, far above any turn."""

STRING: Final = 4_096
"""Bytes of one text: a chat line of `CHAT_CHARACTERS` in the widest encoding is 2,000."""

BINARY: Final = 1_024
"""Bytes of one binary value: keys, hashes and signatures are 16 to 64, names up to 64; room for
hand-overs."""

# --- the table ------------------------------------------------------------------------------------------------

SEATS: Final = 8
"""Seats of one table: more than any game here has, few enough that sealing stays instant."""

NAME_BYTES: Final = 64
"""Bytes of a player's name as it enters hashes: 16 characters in the widest encoding, 64 plain ones."""

NAME_CHARACTERS: Final = 24
"""Characters of a name on a screen: fits beside a score on 80 columns."""

WISH_CHARACTERS: Final = 32
"""Characters of a wish (a colour) and of any other short key word: codes, game keys, option keys and
values."""

OPTIONS: Final = 64
"""House rules of one game."""

RULES: Final = 64
"""Games that one guest offers in its HELLO."""

VERSIONS: Final = 16
"""Versions that one guest offers in its HELLO."""

CHAT_CHARACTERS: Final = 500
"""Characters of a chat line or of a reason: six lines on 80 columns."""

# --- decks, chains, log ---------------------------------------------------------------------------------------

DECKS: Final = 32
"""Sealed decks of one match: one per seat, and a few shared ones."""

DECK_CARDS: Final = 256
"""Cards of one sealed deck: a pass over it (two 34-byte values a card) must fit a frame. Decks here have up
to 44."""

POSITIONS: Final = 65_536
"""Positions of one deck through all its epochs: many times what any match deals."""

EPOCHS: Final = 1_024
"""Seals of one deck in one match: every one costs work at every seat."""

CHAIN_LINKS: Final = 4_096
"""Links of a seat's hash chain, so joint random results of one match: longer than any match can need; 4 ms to
make."""

TURN_MOVES: Final = 256
"""Actions of one turn, and cards shown with it."""

KEYS: Final = 512
"""Keys in one message: a whole deal to every seat."""

LOG_LENGTH: Final = 100_000
"""Entries of one log. A match has some hundreds; 100,000 of the usual size are 30 MB."""

NUMBER: Final = 2**32 - 1
"""Largest running number, index or term: unsigned 32 bits on the wire."""

SCORE: Final = 2**31 - 1
"""Largest score, and the negative of the smallest."""

RECORD: Final = 64 * 2**20
"""Bytes of a record file that is read at all: twice a log of full length."""

CODE_BYTES: Final = 10
"""Bytes of a table code, 80 bits: nobody guesses it on-line or from a recorded handshake."""

WORD_ITERATIONS: Final = 32_768
"""PBKDF2 rounds between table id and check word: 10 ms for a person, two days for who looks for two tables with
one word."""

# --- connections (they protect this machine and change no byte) -----------------------------------------------

HANDSHAKE_SECONDS: Final = 10
"""From connection to a valid PROOF: three small messages; a slow mobile link needs two seconds."""

GRACE_SECONDS: Final = 180
"""Default of `--grace`: technical answers and reconnecting of one seat in one match."""

CONNECTIONS: Final = 64
"""Connections in all: seats, watchers, and room for reconnects that overlap."""

CONNECTIONS_PER_ADDRESS: Final = 16
"""Connections from one address: a household with a table of seats and a few watchers behind one router."""

GUESSES_PER_ADDRESS: Final = 5
"""Wrong table codes from one address within `GUESS_WINDOW_SECONDS`: a person who mistypes, not a program."""

GUESSES: Final = 60
"""Wrong table codes from everywhere within `GUESS_WINDOW_SECONDS`."""

GUESS_WINDOW_SECONDS: Final = 60
"""The window that guesses are counted in."""

ENVELOPES_PER_SECOND: Final = 50
"""Sustained envelopes of one peer: a fast bot sends ten."""

ENVELOPES_BURST: Final = 400
"""Envelopes of one peer at once: a reconnected seat that sends all it owes."""

CHANGES_BURST: Final = 60
"""Changes of readiness or wish of one seat at once: somebody who tries every colour, several times over. Each makes
a draft void, and every seat stores new secrets for the next."""

CHANGES_PER_SECOND: Final = 1
"""Sustained changes of readiness or wish of one seat; nobody makes up their mind faster."""

QUEUE_MESSAGES: Final = 2_048
"""Outgoing messages waiting for one seat: a whole resumed match of usual length; then the link is dropped,
not the seat."""

QUEUE_WATCHER_MESSAGES: Final = 128
"""Outgoing messages waiting for one watcher: half a match. One that does not read is dropped and never delays a seat;
it loses nothing, since it may come back and go on where it stopped."""

WATCHER_PORTION: Final = 32
"""Entries that a watcher that comes late gets at once: a quarter of its queue, so that it is never dropped for what it
has not had time to read."""

WATCHER_SECONDS: Final = 30
"""For a watcher that comes late to take a portion, of the usual size 15 KiB; a slow mobile link needs one second."""

WATCHERS: Final = 32
"""Watchers of one table: each costs a copy of every message."""

WATCHERS_PER_ADDRESS: Final = 8
"""Watchers from one address: half of `CONNECTIONS_PER_ADDRESS`, so that seats behind the same router find room."""

WATCHER_VISITS: Final = 24
"""Watchers let in from one address within `GUESS_WINDOW_SECONDS`, each of which may ask for the whole log: all that
may be there at once, and each of them comes back twice."""

PING_INTERVAL_SECONDS: Final = 15
"""Between pings: below the 30 s after which some routers forget an idle connection."""

PING_TIMEOUT_SECONDS: Final = 60
"""Without a pong: a busy machine stalls for seconds and must survive it."""

QUEUE_BYTES: Final = 8 * 2**20
"""Bytes waiting for one peer: the log of a long match four times over, and small enough for every connection
at once."""

RECEIVE_MESSAGES: Final = 16
"""Received messages that nobody has looked at yet; then the peer has to wait (TCP sees to it)."""

CONNECT_SECONDS: Final = 10
"""For a connection to stand, name, TLS and websocket included; more than that is as good as never to a
person."""

CLOSE_SECONDS: Final = 2
"""For what is still queued to leave, and again for the other side to say goodbye, before a link is cut."""
