"""Shell. The process of one tree with the toy game in it."""

from __future__ import annotations

from gefaehrten.session import grove_worker
from tests.unit.session.toy_worker import lookup


def main() -> None:
    grove_worker.main(lookup)
