"""Everything that a user can pass gives results or an exception with a reason."""

import pathlib

import pytest
import tailback


def test_an_error_names_key_line_and_range(tree, tmp_path):
    text = tree.read_text().replace("duration_ms = 0.3", "duration_ms = -1")
    line = next(n for n, it in enumerate(text.splitlines(), 1) if "duration_ms = -1" in it)
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(tailback.ScenarioError) as caught:
        tailback.run(path)
    assert isinstance(caught.value, ValueError)
    message = str(caught.value)
    assert f"{path}:{line}:" in message
    problem = next(it for it in caught.value.problems if it["key"] == "run.duration_ms")
    assert problem["line"] == line
    assert problem["message"] in message
    assert "run.duration_ms is -1, but must be" in problem["message"]
    assert problem["allowed"]


def test_an_error_in_an_override_names_the_override(tree):
    with pytest.raises(tailback.ScenarioError) as caught:
        tailback.run(tree, **{"configuration.switch.ports": 1000})
    assert "configuration.switch.ports=1000" in str(caught.value)
    assert caught.value.problems[0]["override"] == "configuration.switch.ports=1000"


def test_a_misspelt_key_has_a_suggestion(tree):
    with pytest.raises(tailback.ScenarioError, match="did you mean `run.duration_ms`") as caught:
        tailback.run(tree, run={"durationms": 1})
    assert caught.value.problems[0]["suggestion"] == "run.duration_ms"


def test_a_problem_of_a_dict_has_a_line_of_its_toml():
    with pytest.raises(tailback.ScenarioError, match="the dict as TOML:1:") as caught:
        tailback.run({"nmae": "x"})
    assert any(problem["key"] == "nmae" for problem in caught.value.problems)


def test_a_missing_file_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError):
        tailback.run(tmp_path / "none.toml")
    with pytest.raises(OSError):
        tailback.run(tmp_path)


def test_a_configuration_that_a_scenario_lacks_is_named(tmp_path, tree):
    path = tmp_path / "lost.toml"
    path.write_text(tree.read_text().replace('preset = "santos-2003"', 'file = "none.toml"'))
    with pytest.raises(tailback.ScenarioError, match="configuration.file cannot be read"):
        tailback.run(path)


def nested(depth):
    return {} if depth == 0 else {"a": nested(depth - 1)}


ITSELF = {}
ITSELF["a"] = ITSELF


@pytest.mark.parametrize(
    "scenario",
    [
        None,
        1,
        1.5,
        b"bytes\xff",
        [],
        "",
        "a\0b",
        "\ud800",
        {},
        {1: 2},
        {"": 1},
        {"a.b": 1},
        {"name": None},
        {"name": object()},
        {"name": 2**64},
        {"name": float("nan")},
        {"name": "\ud800"},
        {"name": "a\nb\0"},
        nested(31),
        nested(500),
        ITSELF,
        {"switches": [1, "a", {}]},
        pathlib.Path("/dev/null"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_no_scenario_is_worse_than_an_exception(scenario):
    with pytest.raises((TypeError, ValueError, OSError)):
        tailback.run(scenario)


@pytest.mark.parametrize(
    "overrides",
    [
        {"": 1},
        {"a=b": 1},
        {"run.": 1},
        {".": 1},
        {"run.duration_ms": None},
        {"run.duration_ms": "long"},
        {"run.duration_ms": float("inf")},
        {"run.duration_ms": [1]},
        {"run": 1},
        {"run": {"duration_ms": {"a": 1}}},
        {"run.seed": -1},
        {"run.seed": 2**63},
        {"name": 'a"\n'},
    ],
    ids=str,
)
def test_no_override_is_worse_than_an_exception(tree, overrides):
    with pytest.raises((TypeError, ValueError)):
        tailback.run(tree, progress=False, **overrides)
