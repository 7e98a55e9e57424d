"""Shell. TLS for hosts that have a certificate and for guests that check it.

The one rule: a guest who asked for TLS never talks without it, and never to a certificate that does not hold.
"""

from __future__ import annotations

import ssl
from pathlib import Path

from protocol.errors import N_
from protocol.net.link import LinkError


def host_tls(chain: Path, key: Path) -> ssl.SSLContext:
    """What a host needs to speak TLS.

    Args:
        chain: its certificate and those up to its authority, PEM.
        key: its private key, PEM, without a password.

    Raises:
        LinkError: `tls`: a file cannot be read, is nothing of the kind, or the two do not belong together.
    """
    for path in (chain, key):
        try:
            path.open("rb").close()
        except OSError as error:
            raise LinkError(
                "tls",
                N_("The file {path} for TLS cannot be read; the system says: {reason}."),
                path=path,
                reason=error.strerror or type(error).__name__,
            ) from error
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # The empty password: a key that has one is refused, instead of asked for in the middle of the screen.
        context.load_cert_chain(chain, key, password="")
    except (ssl.SSLError, OSError, ValueError) as error:
        raise LinkError(
            "tls",
            N_("{chain} and {key} are not a certificate and its private key (PEM, without a password)."),
            chain=chain,
            key=key,
        ) from error
    return context


def guest_tls(authority: Path | None = None) -> ssl.SSLContext:
    """What a guest needs to speak TLS: the certificate must hold and name the host.

    Args:
        authority: certificates to trust besides those of the system, PEM.

    Raises:
        LinkError: `tls`: the file cannot be read.
    """
    context = ssl.create_default_context()
    if authority is not None:
        try:
            context.load_verify_locations(authority)
        except (ssl.SSLError, OSError) as error:
            raise LinkError("tls", N_("{path} holds no certificates (PEM)."), path=authority) from error
    return context
