"""The page of attacks names tests that exist and has what it must; every purpose of a signature is written down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "attacks.md").read_text("utf-8")
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text("utf-8")

TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+) \| (.+?) \|$", re.MULTILINE)
CONTEXT = re.compile(r"""\.sign\(\s*"(\w+)"|^\w*CONTEXT\w*(?:: Final)? = "(\w+)\"""", re.MULTILINE)

ATTACKS = (
    "commitments copied from another seat",
    "small-order and zero keys",
    "signatures with S + ℓ",
    "a duplicate point in a sealing pass",
    "a foreign valid point in a sealing pass",
    "the identity, a small-order point or no point in a sealing pass",
    "a hand-over of a wrong key",
    "a fork of the log by the host",
    "a digest lie",
    "a replay from another table",
    "an action out of turn",
    "withheld keys, links, passes, openings",
    "a retire without the needed signatures",
    "a false claim that a slot does not open",
    "a new host that starts from a shorter log",
    "two host signatures for one index",
    "a seat that stalls every answer to the last second",
    "a verdict that lies",
    "a second encoding of one message",
    "a signature made for one thing used for another",
    "a table id collision through field confusion",
    "reflection of the handshake MAC",
    "relay of a handshake to another table",
    "a host that gives two guests different drafts",
    "a host that delays one seat",
    "a host that drops one seat's envelope and logs the next",
    "leaving exactly at the draw",
    "marks that lie",
    "consents used again",
    "a chain that is longer than needed",
    "name spoofing and look-alikes",
    "terminal escapes, bidi",
    "a record with impossible sizes and counts",
    "winding the own journal back",
    "a watcher that says anything, or tells an accomplice",
    "the audit as a load",
    "evidence that is replayed",
)
"""What must be a row of the page, by how its first cell begins."""


def rows() -> list[tuple[str, str]]:
    """First and last cell of every row of attacks."""
    found = [(row[0], row[3]) for row in ROW.findall(PAGE)]
    return [row for row in found if row[0] not in ("attack", "---")]


@pytest.mark.parametrize("named", sorted(set(TEST.findall(PAGE))), ids="::".join)
def test_every_test_that_is_named_exists(named: tuple[str, str]) -> None:
    file, name = named
    assert re.search(rf"^(?:async )?def {name}\(", (ROOT / "tests" / file).read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("attack", ATTACKS)
def test_every_attack_is_on_the_page(attack: str) -> None:
    assert any(first.startswith(attack) for first, _ in rows())


def test_every_row_names_a_test() -> None:
    assert len(rows()) > 60
    assert [first for first, last in rows() if not TEST.search(last)] == []


def test_every_signature_context_stands_in_the_protocol() -> None:
    """A context that two purposes share, or that nobody knows of, is how a signature comes to serve two of them."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "protocol").rglob("*.py")):
        for direct, constant in CONTEXT.findall(path.read_text("utf-8")):
            found.setdefault(direct or constant, set()).add(path.name)
    assert {"envelope", "order", "table", "retire"} <= found.keys()
    (listed,) = re.findall(r"^Contexts of signatures: (.*?)\. A \*\*", PROTOCOL, re.MULTILINE | re.DOTALL)
    assert found.keys() == set(re.findall(r"`(\w+)`", listed))
