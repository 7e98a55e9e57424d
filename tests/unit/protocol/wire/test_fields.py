from __future__ import annotations

import inspect

import msgspec
import pytest

from protocol.wire.fields import Payload, plain_of
from protocol.wire.messages import PAYLOADS, SlotKey, Turn
from tests.unit.protocol.samples import PAYLOADS as SAMPLES
from tests.unit.protocol.samples import blob


def kinds(value: object) -> set[type]:
    return {type(value)}.union(*map(kinds, value)) if isinstance(value, list) else {type(value)}


@pytest.mark.parametrize("payload", SAMPLES.values(), ids=lambda payload: type(payload).__name__)
def test_plain_values_are_plain_all_the_way_down(payload: Payload) -> None:
    assert kinds(plain_of(payload)) <= {list, int, bytes, str, bool, type(None)}


def test_moves_given_as_tuples_become_lists() -> None:
    turn = Turn(1, ((1, (2,)),), (SlotKey(0, 1, blob("k")),), blob("d"))
    assert plain_of(turn) == [1, [[1, [2]]], [[0, 1, blob("k")]], blob("d")]


def parts(payload: type[Payload]) -> set[type[Payload]]:
    """A payload and the payloads that are parts of it."""
    found = {payload}
    for name, annotation in inspect.get_annotations(payload, eval_str=True).items():
        assert name
        for inner in msgspec.inspect.multi_type_info([annotation]):
            while hasattr(inner, "item_type"):
                inner = inner.item_type
            if isinstance(inner, msgspec.inspect.StructType):
                assert issubclass(inner.cls, Payload)
                found |= parts(inner.cls)
    return found


ALL = sorted(set().union(*map(parts, PAYLOADS.values())), key=lambda payload: payload.__name__)


@pytest.mark.parametrize("payload", ALL, ids=lambda payload: payload.__name__)
def test_payloads_are_exact_frozen_arrays(payload: type[Payload]) -> None:
    config = payload.__struct_config__
    assert config.array_like
    assert config.frozen
    assert config.forbid_unknown_fields
    assert payload.__struct_defaults__ == ()


def test_parts_are_found() -> None:
    assert {"SlotKey", "OptionValue", "SeatEntry", "LobbySeat"} <= {payload.__name__ for payload in ALL}
