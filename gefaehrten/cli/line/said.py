"""Pure. What line mode says about the events of a session that are not moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gefaehrten.cli.line.consent import consent_said
from gefaehrten.core.game import JsonStep
from gefaehrten.core.lines import Line, Span, Style, line, wrapped
from gefaehrten.core.text import N_, Sentence
from gefaehrten.core.view import View, Wording
from gefaehrten.session.events import (
    Back,
    Chatted,
    ClockSet,
    Continued,
    Ended,
    Failed,
    HandSeen,
    HostChanged,
    Idled,
    Judged,
    Left,
    LobbyShown,
    Moved,
    Notice,
    Paused,
    Resumed,
    Seated,
    SessionEvent,
    Started,
    Stepped,
    TableOpened,
    Waiting,
)
from gefaehrten.session.likeness import distinct_names
from gefaehrten.session.players import Position
from protocol.identity import fingerprint

WIDTH = 80


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits at the table, by seat, and which of the seats is the reader's (-1: none).

    Names that look alike are told apart; that of a free seat is empty.
    """

    names: Sequence[str] = ()
    seat: int = -1

    def who(self, seat: int) -> Sentence | str:
        """A player as the reader is told of them."""
        if seat == self.seat and seat >= 0:
            return Sentence(N_("You"))
        return self.called(seat, "") or Sentence(N_("Seat {seat}"), {"seat": seat})

    def called(self, seat: int, name: str) -> str:
        """A player's name as people at this table know it; the given one where nobody does."""
        return (self.names[seat] if 0 <= seat < len(self.names) else "") or name


def gathered(shown: LobbyShown) -> Company:
    """The company before the match."""
    names = [""] * shown.size
    for seat, name in zip(shown.seats, lobby_names(shown), strict=True):
        if 0 <= seat.seat < shown.size:
            names[seat.seat] = name
    return Company(names, shown.own)


def seated(started: Started, position: Position | None) -> Company:
    """The company of a match that begins, to whoever holds this position."""
    if position is not None:
        return Company(position.names, position.seat)
    names = [str(seat["name"]) for seat in started.seats]
    return Company(distinct_names(names, [short_key(str(seat["key"])) for seat in started.seats]))


def lobby_names(shown: LobbyShown) -> list[str]:
    """The names of the taken seats, told apart, in the order of the seats."""
    return distinct_names([seat.name for seat in shown.seats], [short_key(seat.key) for seat in shown.seats])


def said(
    event: SessionEvent,
    wording: Wording,
    company: Company,
    width: int = WIDTH,
    *,
    why: Sentence | None = None,
) -> list[Line]:
    """The lines about one event; names and texts of others are made safe to print.

    Args:
        why: what the game says of an end that nobody has won (`unwon`).
    """
    return [
        part
        for sentence, style in _sentences(event, company, why)
        for part in wrapped(line(Span(wording.say(sentence), style)), width, 4)
    ]


def short_key(key: str) -> str:
    """A key in hex, as people compare it."""
    return fingerprint(bytes.fromhex(key))


Said = tuple[Sentence, Style]


def _said(template: str, style: Style = Style.PLAIN, **params: object) -> Said:
    return Sentence(template, params), style


def unwon(step: JsonStep, view: View, company: Company) -> Sentence | None:
    """What the game says of the end of a match that nobody has won; None of every other step."""
    if step["step"] != "over" or step["winners"]:
        return None
    return view.announce(step, (), company.names, company.seat)


def _sentences(event: SessionEvent, company: Company, why: Sentence | None) -> Iterator[Said]:
    match event:
        case TableOpened():
            if event.resumed:
                yield _said(
                    N_(
                        "Your table is open again. Guests that wait come back by themselves, others join with:"
                    ),
                    Style.TITLE,
                )
            else:
                yield _said(N_("Your table is open. Friends join with:"), Style.TITLE)
            yield _said(N_("    gefaehrten join {invite}"), Style.STRONG, invite=event.invite)
            yield _said(N_("    (address {address}, code {code})"), address=event.address, code=event.code)
            if event.watch_invite:
                yield _said(
                    N_("Who only wants to watch: gefaehrten watch {invite}"), invite=event.watch_invite
                )
            if not event.resumed:
                yield _said(
                    N_("Type fill to let bots take the free seats, quit to close the table."), Style.DIM
                )
        case Seated(seat=seat, name=name, key=key, bot=True):
            yield _said(
                N_("{name} (a bot) takes seat {seat}. Key {key}."), name=name, seat=seat, key=short_key(key)
            )
        case Seated(seat=seat, name=name, key=key):
            yield _said(N_("{name} takes seat {seat}. Key {key}."), name=name, seat=seat, key=short_key(key))
        case Left(seat=seat, name=name):
            gone = company.called(seat, name)
            yield _said(N_("{name} has left seat {seat}."), Style.WARN, name=gone, seat=seat)
        case Started(decks=0):
            yield _said(
                N_("Everybody is here, and play begins. Check word: {word}."),
                Style.GOOD,
                word=event.check_word,
            )
        case Started():
            yield _said(
                N_("The decks are sealed ({seconds} s): nobody sees a card too early. Check word: {word}."),
                Style.GOOD,
                seconds=f"{event.sealing_s:.2f}",
                word=event.check_word,
            )
        case Resumed() if company.names and company.seat < 0:
            yield _said(N_("You are watching again, after {count} entries."), count=event.entries)
        case Resumed():
            yield _said(
                N_("Your seat is yours again after {count} entries."), Style.GOOD, count=event.entries
            )
        case Waiting(seat=-1, seconds=seconds):
            yield _said(N_("The host is gone; trying for {seconds} s."), Style.WARN, seconds=round(seconds))
        case Moved() | Paused() | Continued() | Idled() | Waiting(kept=True):
            yield from consent_said(event, company.seat, company.names)
        case HostChanged(own=True):
            yield _said(N_("You are the host now; the match goes on."), Style.GOOD)
        case HostChanged(name=name):
            yield _said(N_("{name} is the host now; the match goes on."), Style.GOOD, name=name)
        case Waiting(name=name, seconds=seconds):
            yield _said(N_("Waiting for {name}, {seconds} s."), Style.WARN, name=name, seconds=round(seconds))
        case Back(seat=-1):
            yield _said(N_("The host is there again."), Style.GOOD)
        case Back(name=name):
            yield _said(N_("{name} is there again."), Style.GOOD, name=name)
        case Ended():
            yield from _ended(event, company, why)
        case Judged():
            yield from _verdict(event, company)
        case Failed(text=text) | Notice(text=text):
            yield text, Style.WARN
        case Chatted(seat=seat, name=name, text=line_of_chat):
            yield _said(N_("{name}: {text}"), name=company.called(seat, name), text=line_of_chat)
        case Stepped() | HandSeen() | ClockSet():
            return


def _ended(event: Ended, company: Company, why: Sentence | None) -> Iterator[Said]:
    """Who has won, by name, and where everybody came in."""
    if event.reason == "fault":
        yield _said(N_("The match ended in a fault: nobody has won."), Style.BAD)
        return
    if event.reason == "aborted":
        yield _said(N_("The match was ended by agreement: nobody has won."), Style.TITLE)
    elif event.reason == "absence":
        yield _said(N_("The match is over: the others have left."), Style.TITLE)
    others = [company.who(seat) for seat in event.winners if seat != company.seat]
    if event.reason == "aborted":
        pass
    elif not event.winners:
        yield why or Sentence(N_("The match is over, and nobody has won.")), Style.TITLE
    elif not others:
        yield _said(N_("You have won!"), Style.GOOD)
    elif company.seat in event.winners:
        yield _said(N_("You share the victory with {others}."), Style.GOOD, others=_listed(others))
    elif len(others) == 1:
        yield _said(N_("{who} has won."), Style.TITLE, who=others[0])
    else:
        yield _said(N_("{who} share the victory."), Style.TITLE, who=_listed(others))
    if max(event.scores, default=0) > 1:  # 1 and 0 say no more than who has won
        # With as many points, whoever has won comes first.
        seats = range(len(event.scores))
        for seat in sorted(seats, key=lambda seat: (-event.scores[seat], seat not in event.winners)):
            yield _said(N_("    {who}: {points}"), who=company.who(seat), points=event.scores[seat])


def _listed(parts: Sequence[Sentence | str]) -> Sentence | str:
    """Several parts with commas between; at least one."""
    first, *rest = parts
    return Sentence(N_("{first}, {rest}"), {"first": first, "rest": _listed(rest)}) if rest else first


def _verdict(event: Judged, company: Company) -> Iterator[Said]:
    if event.honest and event.proven:
        yield _said(
            N_("All that was drawn, shuffled and played has been checked: all seats were honest."), Style.GOOD
        )
    elif event.honest:
        yield _said(
            N_("What can be checked holds, but a seat has not opened its secrets: the result is unproven."),
            Style.WARN,
        )
    for fault in event.faults:
        if fault.seat is None:
            yield _said(N_("Entry {entry}: {what}"), Style.BAD, entry=fault.entry, what=fault.what)
            continue
        yield _said(
            N_("{who}, at entry {entry}: {what}"),
            Style.BAD,
            who=company.who(fault.seat),
            entry=fault.entry,
            what=fault.what,
        )
