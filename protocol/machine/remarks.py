"""Pure. How often a host is told that somebody was turned away: people at the door must not fill its screen.

The one rule: a few from each address, and a few more from all of them; time is an argument.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from protocol import limits


@dataclass(slots=True)
class Remarks:
    """What was told lately, by where those came from whom it was about. Mutable: it counts."""

    _told: dict[str, list[float]] = field(default_factory=dict)

    def worth(self, origin: str, now: float) -> bool:
        """Whether one more from there is told, `now` in seconds of any steady clock; it counts if it is."""
        window = now - limits.REMARK_WINDOW_SECONDS
        recent = {place: [when for when in times if when > window] for place, times in self._told.items()}
        self._told = {place: times for place, times in recent.items() if times}
        own = self._told.get(origin, [])
        in_all = sum(len(times) for times in self._told.values())
        if len(own) >= limits.REMARKS_PER_ADDRESS or in_all >= limits.REMARKS:
            return False
        self._told[origin] = [*own, now]
        return True
