"""Help: complete, in both languages, under every encoding, and light."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping

import click
import pytest

from gefaehrten.cli.main import COMMANDS, program

RUN = "import sys; from gefaehrten.cli.main import main; sys.exit(main())"

LANGUAGES = {"GEFAEHRTEN_LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"}

ONLY_GERMAN = {"Aufruf:", "Optionen:", "Diese Hilfe anzeigen und beenden."}
ONLY_ENGLISH = {"Usage:", "Options:", "Show this message and exit."}


def run(*arguments: str, environment: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[bytes]:
    """Runs the program as a process of its own, in no language but that of `environment`."""
    outside = {name: value for name, value in os.environ.items() if name not in LANGUAGES}
    settings = {**outside, **(environment or {})}
    return subprocess.run(
        [sys.executable, "-c", RUN, *arguments],
        capture_output=True,
        env=settings,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [(), *((name,) for name in COMMANDS)], ids=lambda words: "".join(words) or "all"
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_help_is_in_the_language_that_was_asked_for(command: tuple[str, ...], language: str) -> None:
    result = run(*command, "--help", environment={"GEFAEHRTEN_LANG": language})
    text = " ".join(result.stdout.decode().split())
    assert result.returncode == 0
    assert result.stderr == b""
    right, wrong = (ONLY_GERMAN, ONLY_ENGLISH) if language == "de" else (ONLY_ENGLISH, ONLY_GERMAN)
    assert all(words in text for words in right)
    assert not any(words in text for words in wrong)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "environment",
    [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"}],
)
def test_help_prints_where_umlauts_cannot(environment: dict[str, str], language: str) -> None:
    result = run("--help", "--lang", language, environment=environment)
    assert result.returncode == 0
    assert b"Gef" in result.stdout
    if "PYTHONIOENCODING" in environment:
        assert b"Die Gefaehrten" in result.stdout
        assert result.stdout.isascii()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environment", "arguments", "expected"),
    [
        ({}, (), b"Usage:"),
        ({"LANG": "de_AT.UTF-8"}, (), b"Aufruf:"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, (), b"Usage:"),
        ({"LANG": "fr_FR.UTF-8"}, (), b"Usage:"),
        ({"LC_ALL": "C", "LANGUAGE": "fr:de"}, (), b"Aufruf:"),
        ({"LANG": "de_DE.UTF-8", "GEFAEHRTEN_LANG": "en"}, (), b"Usage:"),
        ({"GEFAEHRTEN_LANG": "en"}, ("--lang=de",), b"Aufruf:"),
        ({"GEFAEHRTEN_LANG": "de"}, ("--lang", "en"), b"Usage:"),
    ],
)
def test_the_language_is_chosen_in_this_order(
    environment: dict[str, str], arguments: tuple[str, ...], expected: bytes
) -> None:
    assert run("play", "--help", *arguments, environment=environment).stdout.startswith(expected)


@pytest.mark.slow
def test_help_loads_no_search_no_crypto_no_terminal() -> None:
    code = (
        "import sys\nfrom gefaehrten.cli.main import main\nmain(['--help'])\n"
        "print(' '.join(sys.modules), file=sys.stderr)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(result.stderr.split())
    ours = {module for module in loaded if module.partition(".")[0] in {"gefaehrten", "protocol", "ai"}}
    assert ours <= {
        "gefaehrten",
        "gefaehrten.cli",
        "gefaehrten.cli.group",
        "gefaehrten.cli.i18n",
        "gefaehrten.cli.main",
        "gefaehrten.cli.output",
        "gefaehrten.core",
        "gefaehrten.core.text",
        "gefaehrten.session",
        "gefaehrten.session.settings",
    }
    heavy = {
        "nacl",
        "librt",
        "prompt_toolkit",
        "websockets",
        "msgpack",
        "msgspec",
        "sqlite3",
        "asyncio",
        "zeroconf",
    }
    assert not heavy & {module.partition(".")[0] for module in loaded}


def test_every_command_is_there_with_its_texts() -> None:
    context = click.Context(program)
    for name in COMMANDS:
        command = program.get_command(context, name)
        assert command is not None
        assert command.name == name
        assert command.help
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} {parameter.opts}"


def test_help_lists_every_command() -> None:
    text = program.get_help(click.Context(program))
    assert all(f"\n  {name} " in text for name in COMMANDS)
