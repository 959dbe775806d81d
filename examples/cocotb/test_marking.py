"""Runs the test of the marking module in Icarus Verilog: as it is, and with a planted bug.

Run it with pytest, in an environment with cocotb and tailback.
"""

import contextlib
from pathlib import Path

import pytest
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent


def simulate(directory, threshold, defines):
    """Return the numbers of tests and of failures, and the output."""
    runner = get_runner("icarus")
    log, results = directory / "log.txt", directory / "results.xml"
    runner.build(
        sources=[HERE / "my_marking.v"],
        hdl_toplevel="my_marking",
        parameters={"OUTPUT_THRESHOLD": threshold},
        defines=defines,
        timescale=("1ns", "1ps"),
        build_dir=directory,
        always=True,
    )
    # The runner exits if a test of cocotb fails.
    with contextlib.suppress(SystemExit):
        runner.test(
            hdl_toplevel="my_marking",
            test_module="marking_test",
            build_dir=directory,
            test_dir=HERE,
            results_xml=str(results),
            extra_env={
                "CONFIG": str(HERE.parent / "santos-2003-8port.toml"),
                "OUTPUT_THRESHOLD": str(threshold),
            },
            log_file=log,
        )
    return get_results(results), log.read_text()


@pytest.mark.parametrize("threshold", [0, 8])
def test_the_module_equals_the_golden_model(tmp_path, threshold):
    counts, log = simulate(tmp_path, threshold, {})
    assert counts == (1, 0), log


@pytest.mark.parametrize("threshold", [0, 8])
def test_the_planted_bug_is_found(tmp_path, threshold):
    counts, log = simulate(tmp_path, threshold, {"PLANTED_BUG": 1})
    assert counts == (1, 1), log
    assert "`marking` differs from its golden model in cycle" in log
    assert "to_mark is" in log
