"""Shell. A certificate for the tests of links, made once."""

from __future__ import annotations

import shutil
import ssl
from pathlib import Path

import pytest

from protocol.net.tls import host_tls
from tests.unit.protocol.net.links import Files, make_certificate


@pytest.fixture(scope="session")
def certificate_files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Of `localhost` and 127.0.0.1, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("certificates are made with openssl")
    return make_certificate(tmp_path_factory.mktemp("tls"), "host")


@pytest.fixture
def certificate(certificate_files: Files) -> ssl.SSLContext:
    """What a host with it speaks TLS by."""
    return host_tls(Path(certificate_files.chain), certificate_files.key)
