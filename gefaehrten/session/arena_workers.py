"""Shell. Who plays the matches of a tournament: processes of this machine, or the workers of a Dask cluster.

The one rule: both are executors of `concurrent.futures`, and nothing above sees a difference.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import re
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from gefaehrten.core.errors import UsageError
from gefaehrten.core.text import N_
from gefaehrten.session.arena import Work
from gefaehrten.session.arena_worker import Failed, Played, Task, begin_process
from gefaehrten.session.ends import NoConnection

AHEAD: Final = 2
"""Matches for each process: the one that it plays, and one that waits, so that it need not."""

CLUSTER_ROOM: Final = 1000
"""Matches under way in a cluster: more than it has processes, few enough to be called off quickly."""

ADDRESS: Final = re.compile(
    r"((tcp|tls|ws|wss)://)?(\[[0-9A-Fa-f:.%\w]+\]|[^\s/:@\[\]]+):[0-9]{1,5}/?", re.ASCII
)
"""The addresses that Dask takes. It is asked with no other one: it would look for it long after we have gone."""

PROGRAM: Final = "gefaehrten"
CONNECT_SECONDS: Final = 10
CLOSE_SECONDS: Final = 1


class Processes:
    """A pool of processes, each as bare as spawning makes it. If one dies the pool is lost, and the next one begun."""

    def __init__(self, count: int) -> None:
        """Starts nothing yet."""
        self.room = count * AHEAD
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
        """See `Workers`."""
        if self._pool is not None:
            # It may have broken since the last match was given away.
            with contextlib.suppress(BrokenExecutor), _no_interruption():
                return self._pool.submit(work, task)
            self.close()
        self._pool = ProcessPoolExecutor(
            self._count, mp_context=multiprocessing.get_context("spawn"), initializer=begin_process
        )
        with _no_interruption():
            return self._pool.submit(work, task)

    def close(self) -> None:
        """See `Workers`. Processes are killed: a bot may be in the midst of a long thought."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # There is no public way to them before Python 3.14.
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(cancel_futures=True)


class Cluster:
    """The workers of a Dask cluster, which have this program installed. Dask itself replaces those that die."""

    def __init__(self, address: str) -> None:
        """Connects.

        Args:
            address: of the scheduler, as `tcp://192.0.2.1:8786`.

        Raises:
            UsageError: this is no address, or Dask or this program is not installed where it has to be.
            NoConnection: there is no scheduler.
        """
        self.room = CLUSTER_ROOM
        self._address = address
        if not ADDRESS.fullmatch(address):
            raise UsageError(
                "dask",
                N_("“{address}” is no address of a scheduler; write tcp://HOST:PORT."),
                address=address,
            )
        try:
            distributed = import_module("distributed")
        except ImportError as error:
            raise UsageError(
                "dask",
                N_("--dask needs Dask's scheduler: install gefaehrten[dask], or the package distributed."),
            ) from error
        # Sentences on stderr are ours to say; what goes wrong over there shows in the matches.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._client: Any = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            raise NoConnection(
                "dask", N_("There is no Dask scheduler at {address}."), address=address
            ) from error
        self._check()
        # Not pure: a match that was lost is to be played again, not looked up.
        self._executor: Executor = self._client.get_executor(pure=False)

    def _check(self) -> None:
        """Whoever lacks this program would end over its first match without a word, and Dask would wait for others.

        Raises:
            UsageError: somebody does.
        """
        found = self._client.run(find_spec, PROGRAM)
        found[self._address] = self._client.run_on_scheduler(find_spec, PROGRAM)
        if lacking := [where for where, spec in found.items() if spec is None]:
            self._client.close(CLOSE_SECONDS)
            raise UsageError(
                "dask",
                N_("This program has to be installed everywhere in the Dask cluster; {where} lacks it."),
                where=", ".join(lacking),
            )

    def submit(self, work: Work, task: Task) -> Future[Played | Failed]:
        """See `Workers`.

        Raises:
            NoConnection: the scheduler has gone, and has not come back in time.
        """
        try:
            return self._executor.submit(work, task)
        except Exception as error:  # Dask has a kind of its own for it, and not the same one in every release
            raise NoConnection(
                "dask", N_("The Dask scheduler at {address} has gone."), address=self._address
            ) from error

    def close(self) -> None:
        """See `Workers`. A worker there goes on with the match that it plays; nobody hears of its end."""
        with contextlib.suppress(Exception):  # whatever is wrong over there, we are leaving
            self._executor.shutdown(wait=False)
        with contextlib.suppress(Exception):
            self._client.close(CLOSE_SECONDS)


@contextlib.contextmanager
def _no_interruption() -> Iterator[None]:
    """Processes that are begun in here never see Ctrl-C, not even before they can say that they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
