"""Shell. What makes runs of the laboratory cheap without changing what happens in them.

The one rule: pure functions are remembered over all replicas of a run, never replaced. Three things are other than in
the program, and no fault depends on them: the check word that people compare, the length of hash chains in small
games, and bots, which play at random in the loop and not in processes of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import Any

from gefaehrten.engine import catalogue
from gefaehrten.session import course, sitting
from protocol import chain
from protocol.deck import _group
from protocol.wire import envelope
from tests.lab.people import Bot

SMALL = ("tiny", "circle")
"""The games of the laboratory."""

LINKS = 64
"""Of a hash chain in a small game: some ten are needed."""


@contextmanager
def laboratory(game: str) -> Iterator[None]:
    """The small games are in the catalogue; what several replicas compute is computed once.

    Args:
        game: of the run.
    """
    with ExitStack() as stack:

        def put(module: Any, name: str, value: object) -> None:
            stack.callback(setattr, module, name, getattr(module, name))
            setattr(module, name, value)

        for key in SMALL:
            catalogue._MODULES[key] = f"tests.lab.{key}"
            stack.callback(catalogue._MODULES.pop, key)
        put(sitting, "BotProcess", Bot)
        put(course, "check_word", lambda table_id: table_id.hex()[:12])
        put(_group, "multiply", lru_cache(4096)(_group.multiply))
        put(envelope, "_decode", lru_cache(1024)(envelope._decode))
        if game in SMALL:
            put(chain, "CHAIN_LINKS", LINKS)
            for remembered in (chain._prefixes, chain._links_from):
                remembered.cache_clear()
                stack.callback(remembered.cache_clear)
        yield
