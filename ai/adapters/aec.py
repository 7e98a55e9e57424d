"""Pure. Every game of the catalogue as an AEC environment for PettingZoo.

The one rule: an agent is told what its seat may know and nothing else: numbers and mask are read from a masked copy.

An agent's step is one small action of the kernel, its number there; a turn is several steps. Rolls and cards are drawn
inside, from the seed, and hands passed on there. Rewards come at the end, -1 ... 1 by place (`Rules.returns`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ai.adapters.rules import Rules, legal, seen
from gefaehrten.core.kernel import DECIDE, OVER, Kernel
from gefaehrten.core.random import Random

SEEDS = 2**62

LOSS = -1.0
"""The reward for an action that the rules forbid: that of the last place."""


def env(
    game: str | None = None,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    illegal_reward: float = LOSS,
) -> Any:
    """The environment in the usual wrappers: a forbidden action ends the match, and the agent gets `illegal_reward`.

    Args:
        game: its key in the catalogue; the first one there where None.
        seats: how many agents; as few as can play where None.
        options: house rules that are not as usual.

    Raises:
        UsageError: there is no such game, or it cannot be played like this; the caller's fault.
    """
    bare: Any = raw_env(game, seats, options)
    bare = wrappers.TerminateIllegalWrapper(bare, illegal_reward=illegal_reward)
    bare = wrappers.AssertOutOfBoundsWrapper(bare)
    return wrappers.OrderEnforcingWrapper(bare)


def raw_env(
    game: str | None = None, seats: int | None = None, options: Mapping[str, str] | None = None
) -> CatalogueEnv:
    """The environment without wrappers, in which a forbidden action raises; arguments as for `env`."""
    return CatalogueEnv(Rules(game, seats, options))


class CatalogueEnv(AECEnv):
    """A match between agents `player_0`, `player_1`, ..., which are the seats.

    An observation is `{"observation": numbers, "action_mask": mask}`: the `Sizes.features` of the game one after
    another as `int32`, and one `int8` for each action, 1 where it is legal and the agent is to act.
    """

    def __init__(self, rules: Rules) -> None:
        """An environment for a game with its setup; `reset` begins a match."""
        super().__init__()
        self.rules = rules
        self.metadata = {
            "name": f"{rules.game.key}_v0",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(rules.seats)]
        self.agents: list[str] = []
        self._kernel: Kernel = rules.start()
        self._chance = Random(0)
        self._seeds: Any = None
        sizes = rules.sizes
        most: Any = np.concatenate(
            [np.full(feature.count, feature.most, np.int32) for feature in sizes.features]
        )
        self._observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(np.zeros_like(most), most, dtype=np.int32),
                    "action_mask": Box(0, 1, (sizes.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: Discrete(sizes.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """See the class."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All numbers that an action can have."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Begins another match.

        Args:
            seed: of this match and all that follow. Without one the first match's comes from where the library
                finds seeds.
            options: not looked at; house rules are fixed when the environment is made.
        """
        if seed is not None or self._seeds is None:
            self._seeds, _ = seeding.np_random(seed)
        self._chance = Random(int(self._seeds.integers(SEEDS)))
        self._kernel = self.rules.start()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._draw()

    def step(self, action: int | None) -> None:
        """The selected agent acts.

        Raises:
            IllegalAction: the rules forbid it; the caller's fault. Nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent that is in the game has to act")
        self._kernel.check(int(action))
        self._kernel.apply(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._draw()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know now, see the class."""
        seat = self.possible_agents.index(agent)
        own = seen(self._kernel, seat)
        mask: Any = np.zeros(self.rules.sizes.actions, np.int8)
        if own.request() == DECIDE and own.actor() == seat:
            mask[legal(own)] = 1
        numbers = np.array(self.rules.observe(self._kernel, seat), np.int32)
        return {"observation": numbers, "action_mask": mask}

    def _draw(self) -> None:
        """Fulfils what is nobody's choice, then selects who acts, or hands out the rewards."""
        kernel = self._kernel
        while kernel.request() not in (DECIDE, OVER):
            kernel.chance(self._chance)
        if kernel.request() == DECIDE:
            self.agent_selection = self.possible_agents[kernel.actor()]
            return
        for agent, reward in zip(self.possible_agents, self.rules.returns(kernel), strict=True):
            self.rewards[agent] = reward
            self.terminations[agent] = True
