"""Golden models by the name of their module."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _tailback
from ._run import Overrides, Source, merged

if TYPE_CHECKING:
    from typing_extensions import Self


class Model(_tailback.Model):
    """The golden model of the module `block` of a configuration.

    ``config`` is the path of a TOML file, or a dict of the same content; overrides replace values
    of it by dotted key, as in ``tailback.run``.

    Raises ``ConfigError`` with all problems of the configuration, or ``ModelError`` if there is no
    such module.
    """

    def __new__(
        cls, block: str, config: Source, overrides: Overrides = None, /, **more: Any
    ) -> Self:
        return super().__new__(cls, block, config, merged(overrides, more))


def names() -> list[str]:
    """Return the names of all modules, as on the command line."""
    return _tailback.model_names()


class Named(Model):
    _block: str

    def __new__(cls, config: Source, overrides: Overrides = None, /, **more: Any) -> Self:
        return super().__new__(cls, cls._block, config, overrides, **more)
