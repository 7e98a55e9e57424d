"""Pure. Every game of the catalogue for OpenSpiel: `register()`, then `pyspiel.load_game("python_<key>(players=3)")`.

The one rule: a state's strings, tensors and resampled states say nothing that the player did not see. The state itself
holds the whole truth, as OpenSpiel wants it; algorithms that look beyond information states cheat.

Chance is explicit: a roll is one event, and so is each card dealt; that hands are passed on is none. Returns hang on
the place alone (`Rules.returns`), and their sum is zero but for a match that nobody has won. OpenSpiel's bots in C++
(MCTS, ISMCTS) crash on games written in Python, its own among them: use those of `open_spiel.python.algorithms`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from ai.adapters.course import Course
from ai.adapters.puzzle import Draw
from ai.adapters.rules import Rules, legal
from gefaehrten.core.kernel import WATCHER, Kernel
from gefaehrten.core.random import Random
from gefaehrten.engine import catalogue

PLAYERS = "players"
CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)


def register() -> tuple[str, ...]:
    """Makes every game of the catalogue known to `pyspiel.load_game`; returns their names there.

    A game's parameters are `players` and its options; a value that is a number has a `_` before it: `cards=_2`.
    Calling it again does no harm.
    """
    names = []
    known = catalogue.keys()
    for key in known:
        kind = _type(key)
        names.append(str(kind.short_name))
        if kind.short_name not in pyspiel.registered_names():
            pyspiel.register_game(kind, _creator(key))
    return tuple(names)


def _creator(key: str) -> type[CatalogueGame]:
    """What makes a game from its parameters.

    It is a class because OpenSpiel lets go of it when Python has ended: freeing it then would abort the process, and
    classes are not freed.
    """

    class Registered(CatalogueGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(key, params)

    return Registered


class CatalogueGame(pyspiel.Game):
    """A game of the catalogue with its setup."""

    def __init__(self, key: str, params: Mapping[str, Any] | None = None) -> None:
        """A game by its key in the catalogue; called by `pyspiel.load_game`.

        Raises:
            UsageError: so many players or such options cannot be; the caller's fault.
        """
        given = dict(params or {})
        players = given.pop(PLAYERS, None)
        options = {name: str(value).removeprefix("_") for name, value in given.items()}
        self.rules = Rules(key, players, options)
        sizes = self.rules.sizes
        info = pyspiel.GameInfo(
            num_distinct_actions=sizes.actions,
            max_chance_outcomes=max(self.rules.faces, sizes.sides),
            num_players=self.rules.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if sizes.winnerless else 0.0,
            max_game_length=sizes.length,
        )
        told = {name: _spelled(value) for name, value in options.items()}
        super().__init__(_type(key), info, told if players is None else {PLAYERS: players} | told)

    def new_initial_state(self) -> CatalogueState:
        """The first position."""
        return CatalogueState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every roll, and every card of every deck; a card is in a deck again only when an action has shown it."""
        rules = self.rules
        return (
            rules.sizes.rolls + sum(map(len, rules.decks.values())) + rules.sizes.length * bool(rules.shared)
        )

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What turns states into strings and arrays."""
        return Observer(self.rules, iig_obs_type, params)

    def __reduce__(self) -> tuple[object, ...]:
        return (_game, (str(self),))


class CatalogueState(pyspiel.State):
    """A match on its way. Whatever is copied with a state lies in these two attributes."""

    def __init__(self, game: CatalogueGame) -> None:
        """The first position; called by `CatalogueGame.new_initial_state`."""
        super().__init__(game)
        self.course = Course(game.rules)
        self.player = _player(self.course)

    def current_player(self) -> int:
        """The player to act, or OpenSpiel's number for chance or for the end."""
        return self.player

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - asked only for the player to act
        return legal(self.course.kernel)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Values of a roll or faces of a card, with their probabilities."""
        return self.course.chances()

    def _apply_action(self, action: int) -> None:
        self.course.take(action)
        self.player = _player(self.course)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return str(action)
        return self.course.rules.game.format(self.course.kernel, action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.player == TERMINAL

    def returns(self) -> list[float]:
        """Per player -1 ... 1, see `Rules.returns`; 0 before the end."""
        return self.course.returns()

    def resample_from_infostate(self, player: int, sampler: Draw) -> CatalogueState:
        """Another state, its history included, that the player cannot tell from this one.

        Args:
            sampler: random numbers below 1. OpenSpiel's own takes its seed from the clock; `resampler` repeats.
        """
        state: CatalogueState = self.get_game().new_initial_state()
        for value in self.course.imagine(player, sampler):
            state.apply_action(value)
        return state

    def seen(self, player: int) -> Kernel:
        """The position as the player knows it, for bots that search kernels."""
        return self.course.seen(player)

    def __reduce__(self) -> tuple[object, ...]:
        return (_state, (str(self.get_game()), tuple(self.history())))

    def __str__(self) -> str:
        """All events. They say what everybody holds: not for players."""
        return " ".join(map(str, self.course.values))


class Observer:
    """Strings and arrays of states, in OpenSpiel's form (`open_spiel.python.observation`).

    With perfect recall all that the player saw, as text. Without it the position as the player may know it: an array
    for each of `Sizes.features`, and the numbers other than zero as text. What is public only is a watcher's.
    """

    def __init__(self, rules: Rules, iig_obs_type: Any, params: Any) -> None:
        """What is to be observed.

        Raises:
            ValueError: another kind of observation is asked for; the caller's fault.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params or not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("observations are one player's or public, and have no parameters")
        self._rules = rules
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recall = bool(kind.perfect_recall)
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._recall:
            features = rules.sizes.features
            self.tensor = np.zeros(sum(feature.count for feature in features), np.float32)
            begin = 0
            for feature in features:
                self.dict[feature.name] = self.tensor[begin : begin + feature.count]
                begin += feature.count

    def set_from(self, state: CatalogueState, player: int) -> None:
        """Fills `tensor`, whose parts are in `dict`."""
        if self.tensor is not None:
            self.tensor[:] = self._numbers(state, player)

    def string_from(self, state: CatalogueState, player: int) -> str:
        """The same as text: `index:number`; with perfect recall the story so far, see `Course.told`."""
        if self._recall:
            return state.course.told(WATCHER if self._public else player)
        numbers = self._numbers(state, player)
        return " ".join(f"{index}:{number}" for index, number in enumerate(numbers) if number)

    def _numbers(self, state: CatalogueState, player: int) -> list[int]:
        return self._rules.observe(state.course.kernel, WATCHER if self._public else player)


def resampler(seed: int) -> Callable[[CatalogueState, int], CatalogueState]:
    """For `set_resampler` of the ISMCTS bot: with equal seeds it draws the same states again."""
    rng = Random(seed)

    def draw() -> float:
        return float(rng.word()) / 2.0**32

    def resample(state: CatalogueState, player: int) -> CatalogueState:
        return state.resample_from_infostate(player, draw)

    return resample


def _game(text: str) -> Any:
    """A game from what it prints, also in a process that has not registered it yet."""
    register()
    return pyspiel.load_game(text)


def _state(game: str, history: tuple[int, ...]) -> Any:
    state = _game(game).new_initial_state()
    for value in history:
        state.apply_action(value)
    return state


def _player(course: Course) -> int:
    if course.over():
        return TERMINAL
    return CHANCE if course.chance() else int(course.kernel.actor())


def _type(key: str) -> Any:
    game, rules = catalogue.game(key), Rules(key)
    information, utility = pyspiel.GameType.Information, pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=f"python_{key}",
        long_name=f"Python {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if rules.decks else information.PERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if rules.sizes.winnerless else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: game.min_seats}
        | {option.key: _spelled(option.values[0]) for option in game.options},
    )


def _spelled(value: str) -> str:
    """An option's value as a parameter: OpenSpiel reads `1` and `true` as no text, so these get a `_` before them."""
    return value if value[:1].isalpha() and value.lower() not in ("true", "false") else f"_{value}"
