"""Invariant: any damage to a profile's file is said, changes no byte of it, and nothing is read that was not written.

A value [[what, …], …]: pieces of a whole profile that are overwritten, cut off, zeroed, exchanged or flipped. What can
still be read of each match is a beginning of its log, and every secret, message and fact as it was stored.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from gefaehrten.core.errors import GefaehrtenError, StoreError
from gefaehrten.session.profile import DATABASE, Access, Profile
from gefaehrten.session.store import Store
from gefaehrten.session.stored import MatchState, Role, SeatSecrets, StoredMatch
from protocol.canonical import Plain
from protocol.errors import ProtocolError
from protocol.wire.codec import pack, unpack
from protocol.wire.messages import plain_of
from tests.fuzz import seeds as good
from tests.fuzz import siege
from tests.fuzz.mutate import packed
from tests.machines import Entropy

MOST = 6
"""Pieces of one input."""

ENTRIES = 30
CODES = frozenset({"damaged", "not_ours", "newer", "missing", "readonly", "io", "unknown", "match_unknown"})

MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""A folder that is none of a disk's: what is synced there is synced at once."""

mutate = packed()


@dataclass(frozen=True, slots=True)
class Whole:
    """A profile with nothing wrong in it: its file, and what it holds."""

    data: bytes
    seed: bytes
    matches: dict[bytes, StoredMatch]


@cache
def whole() -> Whole:
    """Three matches: one played, with all that a player keeps, one that only began, one that was a lobby for good."""
    folder = Path(tempfile.mkdtemp(prefix="database-fuzz-"))
    with Profile.open(folder, access=Access.PLAY, entropy=Entropy("database")) as profile:
        store, file = profile.store, good.match()
        match = file.table.match_id
        store.create(
            match, game=file.table.game, role=Role.GUEST, started=1_700_000_000, address="host:1", code="code"
        )
        store.put_secrets(match, SeatSecrets(file.table.keys[0], bytes(32), b"d" * 32, b"c" * 32))
        store.set_record(match, pack(plain_of(file.table)), file.signatures)
        store.append(match, file.entries[:ENTRIES])
        for number, entry in enumerate(file.entries[: ENTRIES // 3], 1):
            store.put_outgoing(match, file.table.keys[0], number, entry.envelope, f"turn:{number}")
        store.set_state(match, MatchState.OVER, result={"scores": [1, 2, 3, 4]})
        store.create(b"b" * 16, game="gefaehrten", role=Role.HOST, started=1_700_000_001, watch_code="eye")
        store.append(b"b" * 16, file.entries[:3])
        evidence = [entry.envelope.hex() for entry in file.entries[:4]]  # more than fits into one page
        store.set_state(b"b" * 16, MatchState.BROKEN, result={"code": "fork", "evidence": evidence})
        store.create(b"c" * 16, game="gefaehrten", role=Role.WATCHER, started=1_700_000_002)
        matches = {row.match: store.load(row.match) for row in store.matches()}
        seed = profile.seed
    data = (folder / DATABASE).read_bytes()
    shutil.rmtree(folder)
    return Whole(data, seed, matches)


def seeds() -> list[bytes]:
    size = len(whole().data)
    pages = size // 4096
    found: list[list[Plain]] = [
        [[1, size // 2]],
        [[1, size - 512]],
        [[0, 18, b"\2\2"]],
        [[0, 60, b"\0\0\0\7"]],
    ]
    found += [[[2, page * 8 + part, 1]] for page in range(pages) for part in (0, 7)]
    found += [[[3, page, (page + 1) % pages]] for page in range(pages)]
    found += [[[4, place]] for place in range(8 * 4096, 8 * size, 8 * 997)]
    return [pack([*each]) for each in found]


def damaged(value: list[Plain]) -> bytes:
    """The file with this done to it."""
    data = bytearray(whole().data)
    size = len(data)
    for piece in value[:MOST]:
        match piece:
            case [0, int(at), bytes(other)]:
                data[at % size : at % size + len(other)] = other
            case [1, int(length)]:
                del data[length % (size + 1) :]
            case [2, int(sector), int(count)]:
                start, length = sector * 512 % size, max(1, count % 64) * 512
                data[start : start + length] = bytes(len(data[start : start + length]))
            case [3, int(source), int(target)]:
                page, other_page = (number % (size // 4096) * 4096 for number in (source, target))
                data[other_page : other_page + 4096] = data[page : page + 4096]
            case [4, int(bit)] if data:
                data[bit // 8 % len(data)] ^= 1 << bit % 8
            case _:
                pass
    return bytes(data)


def run(data: bytes) -> None:
    try:
        value = unpack(data)
    except ProtocolError:
        return
    if type(value) is not list:
        return
    content = damaged(value)
    with tempfile.TemporaryDirectory(prefix="database-fuzz-", dir=MEMORY) as name:
        folder = Path(name)
        (folder / DATABASE).write_bytes(content)
        try:
            with Profile.open(folder, access=Access.READ) as profile:
                said = looked(profile)
        except StoreError as error:
            said = sentence(error)
        assert (folder / DATABASE).read_bytes() == content, "looking has changed the file"
        if content != whole().data and len(content) >= len(whole().data) - 4096:
            said = said or same(folder)
        written(folder, content, noticed=said)


def looked(profile: Profile) -> bool:
    """Reads all there is; whether anything was said to be wrong."""
    store, said = profile.store, False
    try:
        rows = store.matches()
    except StoreError as error:
        return sentence(error)
    for row in rows:
        original = whole().matches.get(row.match)
        assert original is not None, "a match that there never was"
        loaded, wrong = taken(store, row.match)
        said |= wrong
        if loaded is None:
            continue
        assert loaded.entries == original.entries[: len(loaded.entries)], "an entry that was never stored"
        assert set(loaded.secrets) <= set(original.secrets) or not loaded.secrets
        assert set(loaded.outbox) <= set(original.outbox)
        facts = {
            name: getattr(loaded.row, name)
            for name in ("game", "role", "state", "started", "address", "code")
        }
        facts |= {
            name: getattr(loaded.row, name) for name in ("watch_code", "record", "signatures", "result")
        }
        assert all(getattr(original.row, key) == value for key, value in facts.items()), (
            "a fact that was never stored"
        )
        whole_again = loaded.entries == original.entries and len(loaded.outbox) == len(original.outbox)
        assert store.damage is not None or whole_again, "something is missing, and nobody says so"
    assert store.damage is not None or len(rows) == len(whole().matches), (
        "a match is missing, and nobody says so"
    )
    try:
        assert profile.seed == whole().seed, "another key than the profile's"
    except StoreError as error:
        said |= sentence(error)
    return said or store.damage is not None


def taken(store: Store, match: bytes) -> tuple[StoredMatch | None, bool]:
    """A match as far as it can be read, and whether something was said."""
    try:
        assert store.find(match.hex()[:12]) == match
        return store.load(match), False
    except GefaehrtenError as error:
        return None, sentence(error)


def sentence(error: GefaehrtenError) -> bool:
    """An error is a sentence with one of our codes."""
    assert error.code in CODES, error.code
    assert str(error).isprintable()
    return True


def same(folder: Path) -> bool:
    """Whether nothing that matters is different: the damage has hit what nobody reads, or what is a reader's own."""
    with Profile.open(folder, access=Access.READ) as profile:
        found = {row.match: profile.store.load(row.match) for row in profile.store.matches()}
        assert found == whole().matches, "something has changed, and nobody says so"
    return False


def written(folder: Path, content: bytes, *, noticed: bool) -> None:
    """Playing with the file: refused without a change, or all of it is well."""
    try:
        with Profile.open(folder, access=Access.PLAY, entropy=Entropy("other")) as profile:
            assert profile.seed == whole().seed, "a new key in the place of the old one"
            profile.store.create(b"n" * 16, game="gefaehrten", role=Role.HOST, started=2)
            assert siege.small(len(profile.store.matches()), 99) >= 1
    except StoreError as error:
        sentence(error)
        if error.code in ("damaged", "not_ours", "newer") and not noticed:
            # Found by the closer look that writers take: nothing may be different for who only reads.
            assert (folder / DATABASE).read_bytes()[:18] == content[:18]
