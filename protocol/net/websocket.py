"""Shell. Links over websockets: the only module that knows the library.

The one rule: what a peer or the network does comes out as one of our errors, and never delays another peer.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import ssl
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Any, Final, Self, cast

from websockets.asyncio.client import connect as ws_connect
from websockets.asyncio.connection import Connection
from websockets.asyncio.server import Server as WsServer
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as ws_serve
from websockets.exceptions import ConnectionClosed, InvalidStatus, NegotiationError, WebSocketException
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.typing import Subprotocol

from protocol import limits
from protocol.errors import N_, REFUSALS, LinkClosed, ProtocolError, RefusalCode, Refused, RemoteProtocolError
from protocol.net import link
from protocol.net.addresses import origin_of, shown
from protocol.net.dialing import dial, host_of_uri, listen, unknown_host, unreachable
from protocol.net.link import Link, LinkError
from protocol.text import clean
