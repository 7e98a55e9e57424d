"""Pure. What can be wrong with a connection, as sentences that say what to do.

The one rule: blame only where it is sure; a connection that is lost is nobody's fault.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from typing import Final

from protocol.errors import N_, Culprit, LinkClosed, RemoteProtocolError
from protocol.net.addresses import shown
from protocol.net.link import LinkError


def dropped(peer: str) -> LinkClosed:
    """The peer does not read what it is sent."""
    return LinkClosed("slow", N_("{peer} did not read what it was sent and was disconnected."), peer=peer)


def closed_here(peer: str) -> LinkClosed:
    """This side has closed the link."""
    return LinkClosed("closed", N_("The connection to {peer} is closed."), peer=peer)


def closed_there(peer: str, reason: str) -> LinkClosed:
    """The other side has closed the link; its reason must be clean."""
    if reason:
        return LinkClosed("closed", N_("{peer} closed the connection: {reason}"), peer=peer, reason=reason)
    return LinkClosed("closed", N_("{peer} closed the connection."), peer=peer)


def lost(peer: str) -> LinkClosed:
    """The link broke, without a goodbye."""
    return LinkClosed("lost", N_("The connection to {peer} was lost."), peer=peer)


def oversized(peer: str, limit: int) -> RemoteProtocolError:
    """The peer sent more at once than any frame holds."""
    return RemoteProtocolError(
        "oversized",
        N_("{peer} sent a message of more than {limit} bytes."),
        culprit=Culprit.PEER,
        peer=peer,
        limit=limit,
    )


def broken(peer: str) -> RemoteProtocolError:
    """The peer does not keep to websocket, or sends text."""
    return RemoteProtocolError(
        "websocket",
        N_("{peer} sent something that is no binary message."),
        culprit=Culprit.PEER,
        peer=peer,
    )


def unreachable(host: str, port: int) -> LinkError:
    """Nobody answers."""
    return LinkError(
        "unreachable",
        N_("Nobody answers at {address}. Is the table open, is the port right, is a firewall in the way?"),
        address=shown(host, port),
    )


def unknown_host(host: str) -> LinkError:
    """The name means nothing to the system."""
    return LinkError(
        "address",
        N_("No machine is known by the name {host}. Is it spelled rightly, is there a network?"),
        host=host,
    )


def no_zone(host: str, port: int) -> LinkError:
    """A link-local address without the network that it is meant in."""
    return LinkError(
        "address",
        N_(
            "{host} is in every network another machine: add the interface of yours that leads there, as {example}."
        ),
        host=host,
        example=shown(f"{host}%eth0", port),
    )


def unknown_zone(zone: str) -> LinkError:
    """A zone that this machine does not have."""
    return LinkError("address", N_("This machine has no network interface {zone}."), zone=zone)


def stranger(address: str) -> LinkError:
    """Something answers, but not as a table does."""
    return LinkError(
        "stranger",
        N_("What answers at {address} is no table of this program. Is the port right, does it need wss://?"),
        address=address,
    )


def busy(address: str) -> LinkError:
    """The host turns us away because of its limit of connections."""
    return LinkError(
        "busy", N_("{address} has as many connections as it takes; try again in a minute."), address=address
    )


def certificate(address: str, error: ssl.SSLCertVerificationError) -> LinkError:
    """The host's certificate is not one that we may trust."""
    template = _CERTIFICATES.get(error.verify_code)
    if template is None:
        template = N_(
            "The certificate of {address} does not hold, so nothing was said; the reason: {reason}."
        )
    return LinkError("tls", template, address=address, reason=error.verify_message.rstrip("."))


_UNTRUSTED: Final = N_(
    "The certificate of {address} is signed by nobody that this machine trusts, so nothing was said. If the host has "
    "made it: get the file from the host by a way that you trust, and let SSL_CERT_FILE name it."
)
_OTHER_NAME: Final = N_(
    "The certificate of {address} is for another name or address, so nothing was said. Join by the name that the "
    "certificate is for."
)
_CERTIFICATES: Final[Mapping[int, str]] = {
    9: N_(
        "The certificate of {address} is not valid yet, so nothing was said. Do the clocks of both machines agree?"
    ),
    10: N_("The certificate of {address} has expired, so nothing was said. The host needs a new one."),
    18: _UNTRUSTED,
    19: _UNTRUSTED,
    20: _UNTRUSTED,
    21: _UNTRUSTED,
    62: _OTHER_NAME,
    64: _OTHER_NAME,
}
"""By the numbers that OpenSSL gives to what is wrong (X509_V_ERR_…, verify(1))."""


def no_tls(address: str) -> LinkError:
    """The host does not speak TLS, or not ours."""
    return LinkError(
        "tls",
        N_(
            "{address} does not speak TLS, or is too busy for it. If its invite does not say wss://, join without it."
        ),
        address=address,
    )
