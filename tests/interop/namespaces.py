"""Shell. Machines of one's own: network namespaces joined by a network that is slow and loses packets.

The one rule: nothing outlives the process, and nothing of the system's own network is touched. It runs inside
namespaces of its own (`enter`): their end is the end of everything here.

Packets are delayed and lost by `tc netem` where the kernel has it. Where it has not, by a relay here between TUN
devices, which does the same to every packet: what TCP makes of it is the real thing either way.
"""

from __future__ import annotations

import ctypes
import fcntl
import heapq
import os
import random
import selectors
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

_MARK = "KILL_FIFTY_INSIDE"
"""In the environment of a process that has entered namespaces of its own."""

_TUNSETIFF = 0x400454CA
_IFF_TUN, _IFF_NO_PI = 0x0001, 0x1000
_CLONE_NEWNET = 0x40000000
_PACKET = 2048
_WIDE = "10.77.0.0/24"


class NotHere(Exception):
    """This machine does not allow it; the text says what was tried."""


@dataclass(frozen=True, slots=True)
class Weather:
    """What becomes of packets on their way, in each direction.

    Attributes:
        delay, jitter: milliseconds.
        loss: per cent.
    """

    delay: float
    jitter: float
    loss: float


def enter(arguments: Sequence[str]) -> int | None:
    """Runs this very command in namespaces of its own; returns its exit code, or None inside of them.

    Raises:
        NotHere: this user may have none.
    """
    if os.environ.get(_MARK):
        return None
    unshare = ["unshare", "--user", "--map-root-user", "--net", "--mount", "--pid", "--fork", "--kill-child"]
    try:
        tried = subprocess.run([*unshare, "true"], capture_output=True, text=True, check=False)
    except OSError as error:
        raise NotHere(f"unshare: {error.strerror}") from error
    if tried.returncode:
        raise NotHere(tried.stderr.strip())
    inside = subprocess.run(
        [*unshare, sys.executable, *arguments], env={**os.environ, _MARK: "1"}, check=False
    )
    return inside.returncode


class Machines:
    """Namespaces by name, each with one address. Mutable: the relay runs until `close`.

    Attributes:
        how: "netem" or "relay".
    """

    def __init__(self, names: Sequence[str], weather: Weather) -> None:
        """Sets everything up.

        Raises:
            NotHere: a step of it is not allowed.
        """
        _run("mount", "-t", "tmpfs", "tmpfs", "/run")
        _run("mount", "-t", "proc", "proc", "/proc")
        _run("ip", "link", "set", "lo", "up")
        self.names = tuple(names)
        self._relay: Relay | None = None
        for name in names:
            _run("ip", "netns", "add", name)
            _run("ip", "-n", name, "link", "set", "lo", "up")
        self.how = "netem" if self._join_by_veth(weather) else "relay"
        if self.how == "relay":
            self._relay = self._join_by_relay(weather)

    def address(self, name: str) -> str:
        """Where the machine of this name is reached."""
        return f"10.77.0.{self.names.index(name) + 1}"

    def within(self, name: str) -> tuple[str, ...]:
        """What stands before a command that is to run on a machine."""
        return ("ip", "netns", "exec", name)

    def close(self) -> None:
        """No packet is carried any more."""
        if self._relay is not None:
            self._relay.close()

    def _join_by_veth(self, weather: Weather) -> bool:
        """Cables into one switch; False where the kernel cannot delay packets on them."""
        _run("ip", "link", "add", "switch", "type", "bridge")
        _run("ip", "link", "set", "switch", "up")
        spoil = ["netem", "delay", f"{weather.delay}ms", f"{weather.jitter}ms", "loss", f"{weather.loss}%"]
        for name in self.names:
            _run("ip", "link", "add", f"to-{name}", "type", "veth", "peer", "name", "eth0", "netns", name)
            _run("ip", "link", "set", f"to-{name}", "master", "switch", "up")
            try:
                _run("tc", "-n", name, "qdisc", "add", "dev", "eth0", "root", *spoil)
            except NotHere:
                for other in self.names[: self.names.index(name) + 1]:
                    _run("ip", "-n", other, "link", "del", "eth0")
                return False
            _run("ip", "-n", name, "addr", "add", f"{self.address(name)}/24", "dev", "eth0")
            _run("ip", "-n", name, "link", "set", "eth0", "up")
        return True

    def _join_by_relay(self, weather: Weather) -> Relay:
        devices = {self.address(name): _tun(name) for name in self.names}
        for name in self.names:
            _run("ip", "-n", name, "addr", "add", self.address(name), "dev", "tun0")
            _run("ip", "-n", name, "link", "set", "tun0", "up")
            _run("ip", "-n", name, "route", "add", _WIDE, "dev", "tun0")
        return Relay(devices, weather)


class Relay:
    """Carries packets between TUN devices, late, or not at all. Mutable: those that are on their way.

    Args:
        devices: by the address that each stands for.
    """

    def __init__(self, devices: dict[str, int], weather: Weather) -> None:
        self._devices = {bytes(map(int, address.split("."))): device for address, device in devices.items()}
        self._weather = weather
        self._random = random.Random(1)
        self._under_way: list[tuple[float, int, int, bytes]] = []
        self._count = 0
        self.lost = 0
        self._closing = False
        self._thread = threading.Thread(target=self._carry, name="relay", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Ends it."""
        self._closing = True
        self._thread.join(2.0)
        for device in self._devices.values():
            os.close(device)

    def _carry(self) -> None:
        selector = selectors.DefaultSelector()
        for device in self._devices.values():
            os.set_blocking(device, False)
            selector.register(device, selectors.EVENT_READ)
        while not self._closing:
            due = self._under_way[0][0] - time.monotonic() if self._under_way else 0.2
            for key, _ in selector.select(max(0.0, min(due, 0.2))):
                self._take(key.fd)
            while self._under_way and self._under_way[0][0] <= time.monotonic():
                _, _, device, packet = heapq.heappop(self._under_way)
                try:
                    os.write(device, packet)
                except OSError:
                    self.lost += 1  # its queue is full: as on any line

    def _take(self, device: int) -> None:
        weather = self._weather
        while True:
            try:
                packet = os.read(device, _PACKET)
            except BlockingIOError:
                return
            target = self._devices.get(packet[16:20]) if packet[0] >> 4 == 4 else None
            if target is None:
                continue
            if self._random.random() * 100 < weather.loss:
                self.lost += 1
                continue
            late = max(0.0, self._random.gauss(weather.delay, weather.jitter)) / 1000
            self._count += 1
            heapq.heappush(self._under_way, (time.monotonic() + late, self._count, target, packet))


def _tun(name: str) -> int:
    """A TUN device inside a namespace, as this process holds it."""
    libc = ctypes.CDLL(None, use_errno=True)
    home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
    there = os.open(f"/run/netns/{name}", os.O_RDONLY)
    try:
        if libc.setns(there, _CLONE_NEWNET):
            raise NotHere(f"setns: {os.strerror(ctypes.get_errno())}")
        try:
            device = os.open("/dev/net/tun", os.O_RDWR)
            fcntl.ioctl(device, _TUNSETIFF, struct.pack("16sH", b"tun0", _IFF_TUN | _IFF_NO_PI))
        except OSError as error:
            raise NotHere(f"/dev/net/tun: {error.strerror}") from error
        finally:
            libc.setns(home, _CLONE_NEWNET)
    finally:
        os.close(there)
        os.close(home)
    return device


def _run(*command: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotHere(f"{' '.join(command)}: {done.stderr.strip()}")
