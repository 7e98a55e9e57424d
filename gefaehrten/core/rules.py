"""Pure. Which rules a game is played by, as one number that seats can compare.

The one rule: the form never changes: seats that differ in it do not sit down together, and no old record would hold.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b


def rules_hash(key: str, figures: Mapping[str, object]) -> bytes:
    """32 bytes over a game's figures as they are parsed, the rules' version among them.

    Args:
        key: the game's; at most ten characters.
    """
    form = json.dumps(figures, sort_keys=True, separators=(",", ":"))
    return blake2b(form.encode(), digest_size=32, person=f"{key}-rules".encode()).digest()
