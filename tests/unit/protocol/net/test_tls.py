"""TLS holds or there is no link: no falling back, no certificate that is not trusted, files that are none are named."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from protocol.net import sentences
from protocol.net.link import LinkError
from protocol.net.tls import guest_tls, host_tls
from protocol.net.websocket import connect
from tests.unit.protocol.net.links import (
    HOST,
    Files,
    make_certificate,
    make_certificate_of,
    nothing_left,
    serving,
)

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made with openssl")


@pytest.fixture
def files(certificate_files: Files) -> Files:
    return certificate_files


@pytest.mark.slow
async def test_a_guest_who_trusts_the_certificate_gets_a_link(files: Files) -> None:
    async with serving(tls=host_tls(*files)) as (_, port):
        for name in (HOST, "localhost"):
            guest = await connect(name, port, tls=guest_tls(files.chain))
            await guest.send(b"secret")
            assert await guest.recv() == b"secret"
            await guest.close()
    await nothing_left()


async def refusal(
    files: Files | None, host: str, *, trusted: Path | None = None, tls: bool = True
) -> LinkError:
    """What a guest is told by a host with this certificate, if it has one."""
    context = guest_tls(trusted) if tls else None
    async with serving(tls=None if files is None else host_tls(*files), host="localhost") as (_, port):
        with pytest.raises(LinkError) as caught:
            await connect(host, port, tls=context)
    await nothing_left()
    said = str(caught.value)
    assert said.endswith((".", "?"))
    assert ".." not in said
    return caught.value


async def test_a_certificate_that_is_not_trusted_is_refused_and_the_way_out_is_named(files: Files) -> None:
    said = await refusal(files, HOST)
    assert said.code == "tls"
    assert "SSL_CERT_FILE" in str(said)


async def test_ssl_cert_file_makes_a_certificate_of_ones_own_good(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(files.chain))
    async with serving(tls=host_tls(*files)) as (_, port):
        guest = await connect(HOST, port, tls=guest_tls())
        await guest.send(b"secret")
        assert await guest.recv() == b"secret"
        await guest.close()
    await nothing_left()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
async def test_a_certificate_of_another_name_is_refused(host: str, tmp_path: Path) -> None:
    other = make_certificate(tmp_path, "other", names="DNS:example.org,IP:192.0.2.7")
    said = await refusal(other, host, trusted=other.chain)
    assert said.code == "tls"
    assert "another name" in str(said)


async def test_ipv4_in_the_clothes_of_ipv6_is_the_address_that_the_certificate_names(files: Files) -> None:
    async with serving(tls=host_tls(*files)) as (_, port):
        await (await connect(f"::ffff:{HOST}", port, tls=guest_tls(files.chain))).close()


def test_what_else_may_be_wrong_with_a_certificate_is_said_in_the_words_of_who_looked() -> None:
    error = ssl.SSLCertVerificationError()
    error.verify_code, error.verify_message = 79, "invalid CA certificate."
    said = sentences.certificate("192.0.2.1:8765", error)
    assert said.code == "tls"
    assert str(said).endswith("the reason: invalid CA certificate.")


@pytest.mark.slow
@pytest.mark.parametrize(("year", "what"), [(2020, "has expired"), (2049, "is not valid yet")])
async def test_a_certificate_of_another_time_is_refused(year: int, what: str, tmp_path: Path) -> None:
    old = make_certificate_of(tmp_path, year)
    said = await refusal(old, HOST, trusted=old.chain)
    assert said.code == "tls"
    assert what in str(said)


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
    other = make_certificate(tmp_path, "other")
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
