from __future__ import annotations

import pytest

from protocol.deck.audit import audit_opening
from protocol.errors import Fault
from protocol.wire.messages import Opening
from tests.unit.protocol.samples import blob, chain_seed, record, secret

RECORD = record(3)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_honest_openings_have_no_faults(seat: int) -> None:
    assert audit_opening(RECORD, seat, Opening(secret(seat).value, chain_seed(seat)), 90) == []


def test_other_secrets_are_faults() -> None:
    good = Opening(secret(1).value, chain_seed(1))
    assert audit_opening(RECORD, 1, Opening(blob("x"), good.chain_seed), 90) == [Fault(90, 1, "secret")]
    assert audit_opening(RECORD, 1, Opening(good.secret, blob("x")), 90) == [Fault(90, 1, "chain")]
    assert audit_opening(RECORD, 1, Opening(blob("x"), blob("y")), 90) == [
        Fault(90, 1, "secret"),
        Fault(90, 1, "chain"),
    ]


def test_a_commitment_belongs_to_its_seat() -> None:
    assert audit_opening(RECORD, 0, Opening(secret(1).value, chain_seed(1)), 90) == [
        Fault(90, 0, "secret"),
        Fault(90, 0, "chain"),
    ]
