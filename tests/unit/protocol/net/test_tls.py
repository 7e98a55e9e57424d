"""TLS holds or there is no link: no falling back, no certificate that is not trusted, files that are none are named."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from protocol.net.link import LinkError
from protocol.net.tls import guest_tls, host_tls
from protocol.net.websocket import connect
from tests.unit.protocol.net.links import HOST, nothing_left, serving

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made with openssl")


class Files(NamedTuple):
    chain: Path
    key: Path


def make(folder: Path, name: str) -> Files:
    files = Files(folder / f"{name}.pem", folder / f"{name}.key")
    about = [
        "req",
        "-x509",
        "-nodes",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-days",
        "2",
        "-subj",
        "/CN=test",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(
        ["openssl", *about, *names, "-out", str(files.chain), "-keyout", str(files.key)],
        check=True,
        capture_output=True,
    )
    return files


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return make(tmp_path_factory.mktemp("tls"), "host")


@pytest.mark.slow
async def test_a_guest_who_trusts_the_certificate_gets_a_link(files: Files) -> None:
    async with serving(tls=host_tls(*files)) as (_, port):
        for name in (HOST, "localhost"):
            guest = await connect(name, port, tls=guest_tls(files.chain))
            await guest.send(b"secret")
            assert await guest.recv() == b"secret"
            await guest.close()
    await nothing_left()


async def test_a_certificate_that_is_not_trusted_is_refused_with_the_reason(files: Files) -> None:
    async with serving(tls=host_tls(*files)) as (_, port):
        with pytest.raises(LinkError, match=r"self.signed") as caught:
            await connect(HOST, port, tls=guest_tls())
        assert caught.value.code == "tls"
    await nothing_left()


async def test_a_certificate_of_another_name_is_refused(files: Files) -> None:
    async with serving(tls=host_tls(*files), host="localhost") as (_, port):
        with pytest.raises(LinkError) as caught:
            await connect("::1", port, tls=guest_tls(files.chain))
    assert caught.value.code == "tls"


async def test_a_guest_with_tls_never_falls_back() -> None:
    async with serving() as (server, port):
        with pytest.raises(LinkError) as caught:
            await connect(HOST, port, tls=guest_tls())
        assert caught.value.code == "tls"
        assert "wss://" in str(caught.value)
        await server.close()


async def test_a_guest_without_tls_is_told_what_may_be_missing(files: Files) -> None:
    async with serving(tls=host_tls(*files)) as (_, port):
        with pytest.raises(LinkError) as caught:
            await connect(HOST, port)
    assert caught.value.code == "stranger"
    assert "wss://" in str(caught.value)


@pytest.mark.slow
def test_files_that_are_none_are_named(files: Files, tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish"
    rubbish.write_text("this is no certificate")
    other = make(tmp_path, "other")
    for chain, key in (
        (tmp_path / "missing", files.key),
        (files.chain, tmp_path / "missing"),
        (rubbish, files.key),
        (files.chain, rubbish),
        (files.chain, other.key),
        (tmp_path, files.key),
    ):
        with pytest.raises(LinkError) as caught:
            host_tls(chain, key)
        assert caught.value.code == "tls"
        assert str(tmp_path) in str(caught.value)
    for authority in (rubbish, tmp_path / "missing"):
        with pytest.raises(LinkError, match=str(tmp_path)):
            guest_tls(authority)


def test_a_key_with_a_password_is_refused_and_nothing_is_asked(files: Files, tmp_path: Path) -> None:
    locked = tmp_path / "locked.key"
    subprocess.run(
        ["openssl", "ec", "-aes256", "-passout", "pass:mellon", "-in", str(files.key), "-out", str(locked)],
        check=True,
        capture_output=True,
    )
    with pytest.raises(LinkError, match="without a password"):
        host_tls(files.chain, locked)
