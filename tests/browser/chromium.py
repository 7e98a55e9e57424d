"""Shell. A real Chromium without a window, driven over its DevTools protocol.

The one rule: what the page asks of the network, and what it complains of, is kept from its first moment on.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--remote-debugging-port=0",
)
PATIENCE = 60.0
"""Seconds for one answer: a busy machine may take its time to start a browser."""


def program() -> str:
    """The path of the browser; without one the test is skipped, but never in CI."""
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if os.environ.get("CI"):
        pytest.fail("CI tests the page in Chromium, and there is none: .ci/run installs it")
    pytest.skip("there is no Chromium here to play the page in")


class Page:
    """One page of the browser. Mutable: it gathers what happens.

    Attributes:
        requests: every address that the page has asked for.
        complaints: errors, warnings and what the page's policy has kept from it.
    """

    def __init__(self, connection: ClientConnection, session: str) -> None:
        self._connection = connection
        self._session = session
        self._count = 1000
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._events: list[dict[str, Any]] = []

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """One command of the DevTools protocol, and its answer."""
        self._count += 1
        number = self._count
        message = {"id": number, "method": method, "params": params, "sessionId": self._session}
        self._connection.send(json.dumps(message))
        while True:
            answer = self._receive()
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                found: dict[str, Any] = answer["result"]
                return found

    def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._connection.recv(timeout=PATIENCE))
        params = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(params["exceptionDetails"]))
            case "Runtime.consoleAPICalled":
                self.complaints.append(json.dumps(params["args"]))
            case "Log.entryAdded":
                self.complaints.append(params["entry"]["text"])
            case None:
                pass
            case _:
                self._events.append(message)
        return message

    def open(self, address: str) -> None:
        """Loads an address and waits until it is there with everything."""
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.ask(f"{domain}.enable")
        self._events.clear()
        self.ask("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self._events):
            self._receive()

    def run(self, script: str) -> Any:
        """The value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def press(self, key: str, code: int = 0, modifiers: int = 0) -> None:
        """A key, by its name in the DOM; `code` is its Windows virtual key code."""
        text = {"text": key} if len(key) == 1 else {}
        event = {"key": key, "windowsVirtualKeyCode": code, "modifiers": modifiers}
        self.ask("Input.dispatchKeyEvent", type="keyDown", **event, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", **event)

    def size(self, width: int, height: int) -> None:
        """The window, in pixels."""
        self.ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )

    def prefer(self, **features: str) -> None:
        """What the reader prefers, as `scheme="dark"`, `motion="reduce"`."""
        names = {"scheme": "prefers-color-scheme", "motion": "prefers-reduced-motion"}
        wishes = [{"name": names[name], "value": value} for name, value in features.items()]
        self.ask("Emulation.setEmulatedMedia", features=wishes)

    def screenshot(self) -> bytes:
        """What is to be seen, as PNG."""
        return b64decode(self.ask("Page.captureScreenshot", format="png")["data"])


@contextmanager
def browser(folder: Path) -> Iterator[Page]:
    """A browser with nothing in it; gone when the test is over."""
    process = subprocess.Popen(
        [program(), *FLAGS, f"--user-data-dir={folder}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    assert process.stderr is not None
    try:
        address = ""
        for line in process.stderr:
            if "DevTools listening on " in line:
                address = line.rpartition(" ")[2].strip()
                break
        assert address, "the browser ended before it could be asked anything"
        with connect(address, max_size=None, proxy=None, compression=None) as connection:
            yield _page(connection)
            connection.send(json.dumps({"id": 3, "method": "Browser.close"}))
        process.wait(timeout=20)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=20)
        process.stderr.close()


def _page(connection: ClientConnection) -> Page:
    """A new page, with which everything else is talked over."""

    def ask(number: int, method: str, params: dict[str, object]) -> dict[str, Any]:
        connection.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(connection.recv(timeout=PATIENCE))
            if answer.get("id") == number:
                found: dict[str, Any] = answer["result"]
                return found

    target = ask(1, "Target.createTarget", {"url": "about:blank"})["targetId"]
    session = ask(2, "Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
    return Page(connection, session)
