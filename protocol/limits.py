"""Pure. Every limit and constant of the protocol, each with its reason; nothing of the kind stands elsewhere.

The one rule: what changes bytes on the wire changes `VERSION`; what only protects this machine does not.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Pace(NamedTuple):
    """How often something may happen: so often at once, and then so often in a second."""

    burst: float
    rate: float


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

DRAFTS: Final = 1_024
"""Drafts of one match that a seat answers over one connection: each costs it a chain and a row of its store."""

HANDOVERS: Final = 1_024
"""Times that hands are passed on in one match: each costs every seat a box."""

CHAIN_LINKS: Final = 4_096
"""Links of a seat's hash chain, so joint random results of one match: longer than any match can need; 4 ms to
make."""

TURN_MOVES: Final = 256
"""Actions of one turn, and cards shown with it."""

KEYS: Final = 512
"""Keys in one message: a whole deal to every seat."""

LOG_LENGTH: Final = 100_000
"""Entries of one log. A match has some hundreds; 100,000 of the usual size are 30 MB."""

LOG_BYTES: Final = 48 * 2**20
"""Bytes of the envelopes of one log, so that a record of it can be read; a long match has half of one."""
TERMS: Final = 256
"""Changes of host in one match: each needs more than half of the seats, and comes when a host is gone."""

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

CONNECTIONS: Final = 384
"""Connections in all that are not waiting: seats, watchers, strangers, and room for those that overlap or are on their
way out. With those that wait well below the 1,024 open files that most systems allow."""

STRANGERS: Final = 64
"""Connections at once that are heard and have not proved to know a code. The next one takes the place of the oldest,
which has had about 2 s (`HEARD`) by then for three small messages."""

STRANGERS_PER_ADDRESS: Final = 16
"""The same from one address: a household that sits down all at once."""

HEARD: Final = Pace(16, 24)
"""Strangers that are let speak: each costs 2 to 5 ms, so a tenth of one core. 200 watchers of a final are in within
eight seconds; and who guesses codes has 32 guesses a second with `RETURNS`, a chance of 1 in 10^15 in a year."""

WAITING: Final = 168
"""Strangers that wait until it is their turn: as many as are heard in the seven seconds that a guest has patience for
(`CONNECT_SECONDS`). They cost a socket each, nothing else."""

ARRIVALS_PER_ADDRESS: Final = Pace(64, 4)
"""New connections from one address: a household of eight that loses its line eight times in a row, and beyond that more
than any back-off makes."""

ARRIVALS_NEARBY: Final = Pace(256, 16)
"""New connections from one neighbourhood (a /24, or a /48 of IPv6): who has many addresses has them side by side."""

RETURNS: Final = Pace(32, 8)
"""New connections from addresses that somebody has played from, which are heard before all strangers: every seat four
times over; beyond that they wait as strangers do."""

KNOWN_ADDRESSES: Final = 4_096
"""Addresses that are remembered: the few hundred of a table many times over, in 1 MiB."""

REMARKS_PER_ADDRESS: Final = 5
"""People turned away at one address of whom the host is told within `REMARK_WINDOW_SECONDS`: somebody who mistypes the
code. A program that guesses does not fill the host's screen."""

REMARKS: Final = 30
"""The same from everywhere: a line every two seconds can still be read."""

REMARK_WINDOW_SECONDS: Final = 60
"""The window that remarks, and visits of watchers, are counted in."""

ENVELOPES_PER_SECOND: Final = 50
"""Sustained envelopes of one peer: a fast bot sends ten."""

ENVELOPES_BURST: Final = 400
"""Envelopes of one peer at once: a reconnected seat that sends all it owes."""

CHANGES_BURST: Final = 60
"""Changes of readiness or wish of one seat at once: somebody who tries every colour, several times over. Each makes
a draft void, and every seat stores new secrets for the next."""

CHANGES_PER_SECOND: Final = 1
"""Sustained changes of readiness or wish of one seat; nobody makes up their mind faster."""

CHAT_LINES: Final = Pace(30, 1)
"""Lines of chat of one seat; more are not passed on. Each is a message to everybody at the table."""

SEAT_RETURNS: Final = Pace(30, 0.25)
"""Connections that take one seat back in a running match, beyond which one has to wait and try again. Each may ask for
the whole log, and everybody is told of each."""

SEAT_ENVELOPES: Final = LOG_LENGTH // SEATS
"""Envelopes of one seat in one log: no seat can fill the log of all. A match has some hundreds altogether."""

SEAT_BYTES: Final = 4 * 2**20
"""Bytes of one seat's envelopes in one log: forty times those of a long match; for all seats half of `RECORD`."""

QUEUE_MESSAGES: Final = 2_048
"""Outgoing messages waiting for one seat: a whole resumed match of usual length; then the link is dropped,
not the seat."""

QUEUE_WATCHER_MESSAGES: Final = 128
"""Outgoing messages waiting for one watcher: half a match. One that does not read is dropped and never delays a seat;
it loses nothing, since it may come back and go on where it stopped."""

WATCHER_LEISURE_SECONDS: Final = 1
"""That what a watcher gets may wait for more, half of that to one and a half of it, so that they take turns: one write
for each message to each of 200 watchers would cost the seats more than all else together."""

WATCHER_PORTION: Final = 32
"""Entries that a watcher that comes late gets at once: a quarter of its queue, so that it is never dropped for what it
has not had time to read."""

WATCHER_SECONDS: Final = 30
"""For a watcher that comes late to take a portion, of the usual size 15 KiB; a slow mobile link needs one second."""

WATCHERS: Final = 256
"""Watchers of one table: a hall that looks at a final. What they cost the seats is measured in docs/load.md."""

WATCHERS_PER_ADDRESS: Final = 32
"""Watchers from one address: a club behind one router, and not all there are."""

WATCHER_VISITS: Final = 96
"""Watchers let in from one address within `REMARK_WINDOW_SECONDS`, each of which may ask for the whole log: all that
may be there at once, and each of them comes back twice."""

PING_INTERVAL_SECONDS: Final = 15
"""Between pings: below the 30 s after which some routers forget an idle connection."""

PING_TIMEOUT_SECONDS: Final = 60
"""Without a pong: a busy machine stalls for seconds and must survive it."""

QUEUE_BYTES: Final = 8 * 2**20
"""Bytes waiting for one peer: the log of a long match four times over, and small enough for every connection
at once."""

CONTROL_FRAMES: Final = Pace(64, 4)
"""Pings and pongs of one peer: one of each in `PING_INTERVAL_SECONDS`, and what some proxies add. Each ping has an
answer, which waits in memory if the peer does not read it."""

PIECES: Final = 64
"""Pieces of one websocket message: ours have one, a proxy may cut it into some of a kilobyte. Pieces without content
cost memory and do not count for the message's size."""

RECEIVE_MESSAGES: Final = 16
"""Received messages that nobody has looked at yet; then the peer has to wait (TCP sees to it)."""

CONNECT_SECONDS: Final = 10
"""For a connection to stand, name, TLS and websocket included; more than that is as good as never to a
person."""

CLOSE_SECONDS: Final = 2
"""For what is still queued to leave, and again for the other side to say goodbye, before a link is cut."""
