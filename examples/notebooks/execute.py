"""Runs the notebooks in this directory, or those that are named, and stops at an error.

The files stay as they are; with --write, they contain the results.
"""

import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).resolve().parent


def main(arguments):
    write = "--write" in arguments
    paths = [Path(it) for it in arguments if it != "--write"] or sorted(HERE.glob("*.ipynb"))
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        start = time.monotonic()
        client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": HERE}})
        client.create_kernel_manager()
        with tempfile.TemporaryDirectory() as directory:
            # No other user of the machine can connect to the kernel.
            client.km.transport = "ipc"
            client.km.ip = f"{directory}/kernel"
            client.execute()
        cells = sum(cell.cell_type == "code" for cell in notebook.cells)
        print(f"{path.name}: {cells} cells, {time.monotonic() - start:.1f} s")
        if write:
            nbformat.write(notebook, path)
    print(f"{len(paths)} passed, 0 failed")


if __name__ == "__main__":
    main(sys.argv[1:])
