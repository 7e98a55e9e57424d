"""A profile keeps its key, is locked by who plays and by nobody else, and says in one sentence why it cannot be had."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session import profile as profile_module
from gefaehrten.session.lock import ProcessLock
from gefaehrten.session.profile import Access, Profile, default_folder
from gefaehrten.session.stored import Role
from tests.unit.session.store_helpers import MATCH, ordinary_user

SEED = bytes(range(32))


def entropy(count: int) -> bytes:
    return SEED[:count]


def no_entropy(count: int) -> bytes:
    raise AssertionError("a profile that has a key needs no other one")


def play(folder: Path) -> Profile:
    return Profile.open(folder, access=Access.PLAY, entropy=entropy)


def refusal(folder: Path, access: Access = Access.PLAY) -> StoreError:
    with pytest.raises(StoreError) as caught:
        Profile.open(folder, access=access, entropy=entropy)
    assert str(folder) in str(caught.value)
    return caught.value


def test_a_new_profile_gets_a_key_and_keeps_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "profile"
    with play(folder) as profile:
        assert profile.seed == SEED
    assert folder.stat().st_mode & 0o777 == 0o700
    with Profile.open(folder, access=Access.PLAY, entropy=no_entropy) as profile:
        assert profile.seed == SEED


def test_a_folder_that_is_there_is_taken_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "notes.txt").write_text("mine")
    play(tmp_path).close()
    assert tmp_path.stat().st_mode & 0o777 == 0o755
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_reader_of_no_profile_sees_an_empty_one_and_makes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "none"
    with Profile.open(folder, access=Access.READ) as profile:
        assert profile.store.matches() == []
        with pytest.raises(StoreError) as caught:
            _ = profile.seed
        assert caught.value.code == "missing"
    assert not folder.exists()


def test_readers_read_while_somebody_plays(tmp_path: Path) -> None:
    with play(tmp_path) as playing:
        playing.store.create(MATCH, game="gefaehrten", role=Role.HOST, started=1)
        with Profile.open(tmp_path, access=Access.READ) as reading:
            assert [row.match for row in reading.store.matches()] == [MATCH]
            assert reading.seed == SEED


def test_a_second_player_is_told_which_process_is_in_the_way(tmp_path: Path) -> None:
    with play(tmp_path):
        error = refusal(tmp_path)
        assert error.code == "in_use"
        assert str(os.getpid()) in str(error)
    play(tmp_path).close()


HOLD = """
import sys
from pathlib import Path
from gefaehrten.session.profile import Access, Profile
profile = Profile.open(Path(sys.argv[1]), access=Access.PLAY, entropy=bytes)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Another process that plays with the profile."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"held\n"
        yield child
        child.kill()


@pytest.mark.slow
def test_the_lock_dies_with_its_process(tmp_path: Path, holder: subprocess.Popen[bytes]) -> None:
    assert str(holder.pid) in str(refusal(tmp_path))
    holder.send_signal(signal.SIGKILL)
    holder.wait()
    play(tmp_path).close()


@pytest.mark.slow
def test_programs_that_a_player_starts_do_not_hold_the_lock(tmp_path: Path) -> None:
    profile = play(tmp_path)
    command = [sys.executable, "-c", "print('up', flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, close_fds=False) as started:
        assert started.stdout is not None
        assert started.stdout.readline() == b"up\n"
        profile.close()
        play(tmp_path).close()
        started.communicate(b"\n")


def test_a_lock_whose_holder_has_not_said_its_number_yet(tmp_path: Path) -> None:
    lock = ProcessLock(tmp_path / "lock")
    (tmp_path / "lock").write_bytes(b"")
    with pytest.raises(StoreError, match="Another process"):
        ProcessLock(tmp_path / "lock")
    lock.close()
    lock.close()
    ProcessLock(tmp_path / "lock").close()


def test_a_failed_opening_frees_the_lock(tmp_path: Path) -> None:
    (tmp_path / "profile.db").write_bytes(b"not a database, but somebody's")
    assert refusal(tmp_path).code == "not_ours"
    (tmp_path / "profile.db").unlink()
    with pytest.raises(AssertionError):
        Profile.open(tmp_path, access=Access.PLAY, entropy=no_entropy)
    play(tmp_path).close()


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for folder in (file, file / "below"):
        for access in Access:
            assert refusal(folder, access).code == "not_a_folder"
    assert file.read_text() == "mine"


def test_a_key_of_the_wrong_length_is_damage(tmp_path: Path) -> None:
    with play(tmp_path) as profile:
        profile.store.put("identity", b"short")
        with pytest.raises(StoreError) as caught:
            _ = profile.seed
        assert caught.value.code == "damaged"


def test_a_place_where_one_may_not_write() -> None:
    with ordinary_user() as folder:
        folder.chmod(0o500)
        for place in (folder, folder / "new"):
            assert refusal(place).code == "readonly"
        assert list(folder.iterdir()) == []
        with Profile.open(folder, access=Access.READ) as profile:
            assert profile.store.matches() == []
        folder.chmod(0o700)


@pytest.mark.parametrize(
    ("number", "code"),
    [(errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EROFS, "readonly"), (errno.EIO, "io")],
)
@pytest.mark.parametrize("call", ["mkdir", "open", "flock"])
def test_what_the_system_says_becomes_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, code: str, call: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    place = {
        "mkdir": "pathlib.Path.mkdir",
        "open": "gefaehrten.session.lock.os.open",
        "flock": "gefaehrten.session.lock.hold",
    }[call]
    with monkeypatch.context() as patch:
        patch.setattr(place, refuse)
        assert refusal(tmp_path).code == code
    play(tmp_path).close()


def test_the_systems_folder_is_the_users_and_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_folder().name == "gefaehrten"
    assert tmp_path in default_folder().parents
    assert not default_folder().exists()


def test_the_names_of_the_files_stay() -> None:
    # Every profile that was ever made has them.
    assert (profile_module.DATABASE, profile_module.LOCK) == ("profile.db", "profile.lock")
