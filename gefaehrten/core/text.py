"""Pure. Sentences that can be said in any language: a template and its parameters, never finished text.

Templates are English and are the message ids of the gettext catalogues.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Translator = Callable[[str], str]
"""Takes an English template, returns it in the language of the reader."""


def N_(template: str) -> str:
    """Marks a template for the catalogues without translating it."""
    return template


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence for a person: an English template and what stands in its braces."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.template.format(**self.params)

    def say(self, translate: Translator) -> str:
        """The sentence in the reader's language; parameters that are sentences are translated too."""
        params = {
            name: value.say(translate) if isinstance(value, Sentence) else value
            for name, value in self.params.items()
        }
        return translate(self.template).format(**params)
