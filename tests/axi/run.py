"""Simulates the package of a module in Icarus Verilog, with a test of cocotb. Prints failures.

Arguments: directory of the package, name of the topmost module, and name of the test.
"""

import contextlib
import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

package, top, test = sys.argv[1:]
package = Path(package).resolve()
files = (package / f"{top}.f").read_text().split()
build = package / "build"
runner = get_runner("icarus")
runner.build(
    sources=[package / file for file in files if file.endswith(".v")],
    hdl_toplevel=top,
    timescale=("1ns", "1ps"),
    build_dir=build,
    always=True,
)
# The runner exits if a test of cocotb fails.
with contextlib.suppress(SystemExit):
    runner.test(
        hdl_toplevel=top,
        test_module=test,
        build_dir=build,
        test_dir=Path(__file__).resolve().parent,
        results_xml=str(build / "results.xml"),
        log_file=build / "log.txt",
    )
tests, failures = get_results(build / "results.xml")
if (tests, failures) != (1, 0):
    print(f"{tests} tests, {failures} failed")
    print((build / "log.txt").read_text())
