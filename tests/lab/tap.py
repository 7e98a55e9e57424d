"""Pure. What was said on all lines of a run, as it left the machine that said it, before anything went wrong with it.

The one rule: it sees everything and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.lab.plan import Way


@dataclass
class Tap:
    """The frames of a run. Mutable: it grows.

    Attributes:
        frames: whose line, which way, the frame, and when.
    """

    frames: list[tuple[str, Way, bytes, float]] = field(default_factory=list)

    def sent(self, who: str, way: Way, data: bytes, now: float) -> None:
        """A frame sets out."""
        self.frames.append((who, way, data, now))
