"""The extension module in Rust."""

from collections.abc import Callable
from typing import Any, Literal, final

from typing_extensions import Self

__version__: str

class ConfigError(ValueError):
    """Problems of a configuration."""

    problems: list[dict[str, Any]]
    """Each with `key`, `message`, `line`, `column`, `override`, `allowed`, `suggestion`, `help`."""

class ScenarioError(ConfigError):
    """Problems of a scenario, or of its configuration."""

class ModelError(ValueError):
    """Inputs that do not fit a golden model, or for which it defines no behaviour."""

@final
class Table:
    """A data frame that other libraries read without a copy."""

    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def to_pandas(self) -> Any:
        """Return a `pandas.DataFrame`."""

    def to_polars(self) -> Any:
        """Return a `polars.DataFrame`."""

    def to_pyarrow(self) -> Any:
        """Return a `pyarrow.Table`."""

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns as lists; None stands for absent values."""

@final
class Run:
    """Results of a run. Rates are fractions of the datapath's rate, throughput is of payload."""

    scenario: str
    about: str
    seed: int
    engine: Literal["exact", "stepped", "ideal"]
    engine_why: str | None
    duration_ms: float
    average_from_ms: float
    average_to_ms: float
    seconds: float
    counts: dict[str, int]
    stall: str | None
    links: Table
    flows: Table
    groups: Table
    messages: Table
    message_sizes: Table
    exchanges: Table
    latencies: Table
    flow_series: Table
    link_series: Table

@final
class Port:
    """A port: `lanes` values of `width` bits, with lane 0 in the least significant bits."""

    name: str
    direction: Literal["input", "output"]
    lanes: int
    width: int
    bits: int
    doc: str

class Model:
    """The golden model of a module, with the ports of its Verilog."""

    def __new__(
        cls, block: str, config: object, overrides: dict[str, Any] | None = None
    ) -> Self: ...
    @property
    def block(self) -> str: ...
    @property
    def module(self) -> str: ...
    @property
    def ports(self) -> list[Port]: ...
    def step(
        self,
        inputs: dict[str, int | list[int]] | None = None,
        /,
        packed: bool = False,
        **ports: int | list[int],
    ) -> dict[str, Any]:
        """Run one clock cycle and return its outputs; inputs that are not given are 0."""

    def reset(self) -> None:
        """Apply a clock edge with `reset`, in place of the edge of the `step` before."""

def run(
    scenario: object,
    overrides: dict[str, Any] | None = None,
    progress: Callable[[int, int], object] | None = None,
    series: bool = True,
) -> Run: ...
def points(scenario: object, overrides: dict[str, Any] | None = None) -> list[dict[str, Any]]: ...
def model_names() -> list[str]: ...
