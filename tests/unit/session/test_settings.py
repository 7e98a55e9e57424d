"""What is settled in a profile: read whatever stands there, written whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import platformdirs
import pytest

from gefaehrten.core.errors import StoreError
from gefaehrten.session import settings
from gefaehrten.session.profile import Access, Profile
from tests.unit.session.store_helpers import ordinary_user


def test_what_is_written_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "profile"
    settings.write(folder, {"lang": "de", "name": "Élise = 1"})
    assert settings.read(folder) == {"lang": "de", "name": "Élise = 1"}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    settings.write(folder, {"lang": ""})
    assert settings.read(folder) == {"name": "Élise = 1"}
    assert [path.name for path in folder.iterdir()] == [settings.FILE]


def test_lines_that_this_version_does_not_know_stay(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_text("# mine\nlang=en\ntheme = dark\n")
    settings.write(tmp_path, {"lang": "de"})
    assert (tmp_path / settings.FILE).read_text() == "# mine\ntheme = dark\nlang = de\n"


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"nothing here", b"\x00" * 100_000])
def test_what_makes_no_sense_says_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / settings.FILE).write_bytes(content)
    assert settings.read(tmp_path) == {}


def test_no_more_than_a_little_is_read(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_text("#" * 10_000 + "\nlang = de\n")
    assert settings.read(tmp_path) == {}


def test_what_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert settings.read(tmp_path / "none") == {}
    assert settings.read("a\0b") == {}
    (tmp_path / settings.FILE).mkdir()
    assert settings.read(tmp_path) == {}
    assert not (tmp_path / "none").exists()


def test_what_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        settings.write(tmp_path / "file", {"lang": "de"})
    assert caught.value.code == "not_a_folder"
    assert str(tmp_path / "file") in str(caught.value)


def test_a_folder_that_is_read_only_keeps_what_it_has() -> None:
    with ordinary_user() as folder:
        settings.write(folder, {"lang": "de"})
        folder.chmod(0o500)
        with pytest.raises(StoreError) as caught:
            settings.write(folder, {"lang": "en"})
        assert caught.value.code == "readonly"
        assert settings.read(folder) == {"lang": "de"}


def test_a_folder_with_settings_alone_becomes_a_profile(tmp_path: Path) -> None:
    folder = tmp_path / "profile"
    settings.write(folder, {"lang": "de"})
    with Profile.open(folder, access=Access.READ) as profile:
        assert profile.store.matches() == []
    Profile.open(folder, access=Access.PLAY, entropy=os.urandom).close()
    assert settings.read(folder) == {"lang": "de"}


@pytest.mark.parametrize("data", [None, "", "/somewhere/else", "relative/path"])
def test_the_systems_folder_is_the_one_that_everybody_else_finds(
    data: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if data is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", data)
    assert settings.default_folder() == platformdirs.user_data_dir("gefaehrten", appauthor=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert settings.default_folder() == platformdirs.user_data_dir("gefaehrten", appauthor=False)
