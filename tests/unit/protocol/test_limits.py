from __future__ import annotations

import ast
import inspect

from protocol import limits
from protocol.deck.sealing import LOCK
from protocol.wire.envelope import seal
from protocol.wire.frame import Entry, entry_frame
from protocol.wire.messages import Keys, Seal, SlotKey, Verdict, VerdictFault
from tests.unit.protocol.samples import PLAYERS, TABLE


def test_every_constant_has_its_reason() -> None:
    body = ast.parse(inspect.getsource(limits)).body
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign):
            reason = (
                after.value.value
                if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                else ""
            )
            assert len(str(reason)) > 20, ast.unparse(statement)


def test_the_largest_honest_messages_fit_their_frames() -> None:
    point = b"\xff" * 32
    largest = [
        Seal(
            limits.DECKS - 1,
            limits.EPOCHS - 1,
            LOCK,
            (point,) * limits.DECK_CARDS,
            (point,) * limits.DECK_CARDS,
            tuple(range(limits.DECK_CARDS)),
        ),
        Keys((SlotKey(limits.DECKS - 1, limits.POSITIONS - 1, point),) * limits.KEYS),
        Verdict(
            False,
            (VerdictFault(limits.NUMBER, limits.SEATS - 1, "x" * limits.WISH_CHARACTERS),) * limits.ARRAY,
            point,
            (limits.SCORE,) * limits.SEATS,
        ),
    ]
    for payload in largest:
        data = seal(
            PLAYERS[0], payload, table=TABLE, number=limits.NUMBER, ack_index=limits.NUMBER, ack_head=point
        )
        assert len(entry_frame(Entry(limits.NUMBER, 1, bytes(64), data))) <= limits.FRAME


def test_subprotocol_carries_the_version() -> None:
    assert f"gefaehrten.{limits.VERSION}" == limits.SUBPROTOCOL
