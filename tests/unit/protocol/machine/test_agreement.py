"""A seat's part in the table record, by itself; what a host does wrong around it is in `test_guest.py`."""

from __future__ import annotations

import msgspec
import pytest

from protocol import limits
from protocol.chain import Chain
from protocol.deck.secret import SeatSecret
from protocol.errors import Culprit, RemoteProtocolError
from protocol.machine.agreement import Agreement
from protocol.table import Draft, TableRecord, sign_table
from protocol.wire.messages import Challenge, Commit, LobbySeat, Start
from tests.machines import Entropy
from tests.unit.protocol import samples

OWN = 1


def shown(draft: Draft) -> tuple[LobbySeat, ...]:
    return tuple(
        LobbySeat(number, seat.key, seat.name, seat.bot, seat.wish, True)
        for number, seat in enumerate(draft.seats)
    )


def agreement(draft: Draft) -> Agreement:
    challenge = Challenge(1, bytes(32), draft.game, draft.rules_hash, draft.options, draft.match_id)
    made = Agreement(samples.PLAYERS[OWN].public, samples.HOST.public, challenge, Entropy("agreement"))
    made.show(shown(draft))
    return made


def completed(draft: Draft, own: Commit) -> TableRecord:
    commits = [samples.commit(seat, draft) for seat in range(len(draft.seats))]
    commits[OWN] = own
    return draft.complete(commits)


def test_commitments_are_to_the_secrets_that_it_keeps() -> None:
    draft = samples.draft()
    made = agreement(draft)
    assert made.number == OWN
    commit = made.commit(draft)
    assert made.secrets is not None
    assert commit.draft_hash == draft.hash()
    assert commit.secret_commitment == SeatSecret(made.secrets.deck).commitment(draft.draft_nonce, OWN)
    assert commit.chain_end == Chain(made.secrets.chain).end


def test_a_nonce_is_answered_once() -> None:
    draft = samples.draft()
    made = agreement(draft)
    made.commit(draft)
    secrets = made.secrets
    with pytest.raises(RemoteProtocolError) as caught:
        made.commit(draft)
    assert (caught.value.code, caught.value.culprit) == ("draft", Culprit.HOST)
    assert made.secrets == secrets
    made.commit(msgspec.structs.replace(draft, draft_nonce=bytes(32)))
    assert made.secrets != secrets


def test_a_host_that_only_lays_out_tables_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each draft leaves secrets in the seat's store."""
    monkeypatch.setattr(limits, "DRAFTS", 3)
    draft = samples.draft()
    made = agreement(draft)
    for number in range(3):
        made.commit(msgspec.structs.replace(draft, draft_nonce=bytes([number]) * 32))
    secrets = made.secrets
    with pytest.raises(RemoteProtocolError) as caught:
        made.commit(msgspec.structs.replace(draft, draft_nonce=bytes([3]) * 32))
    assert (caught.value.code, caught.value.culprit) == ("draft", Culprit.HOST)
    assert made.secrets == secrets


def test_a_seat_that_the_lobby_does_not_show_commits_to_nothing() -> None:
    draft = samples.draft()
    made = agreement(draft)
    made.number = -1
    made.show(shown(draft)[:1])
    with pytest.raises(RemoteProtocolError):
        made.commit(draft)
    assert made.secrets is None


def test_a_record_and_its_signatures() -> None:
    draft = samples.draft()
    made = agreement(draft)
    record = completed(draft, made.commit(draft))
    made.accept(record)
    signatures = tuple(sign_table(player, record.table_id()) for player in samples.PLAYERS[:2])
    assert made.check(Start(signatures)) == record
    for wrong in (signatures[:1], signatures[::-1], (*signatures, signatures[0])):
        with pytest.raises(RemoteProtocolError) as caught:
            made.check(Start(wrong))
        assert caught.value.culprit is Culprit.HOST


def test_a_record_of_somebody_elses_commitments() -> None:
    draft = samples.draft()
    made = agreement(draft)
    made.commit(draft)
    with pytest.raises(RemoteProtocolError) as caught:
        made.accept(samples.record())
    assert (caught.value.code, caught.value.culprit) == ("record", Culprit.HOST)
    assert made.record is None
