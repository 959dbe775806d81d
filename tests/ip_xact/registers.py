"""Lists each register and field, with absolute addresses, of a file in IP-XACT or SystemRDL."""
import sys

from peakrdl_ipxact import IPXACTImporter
from systemrdl import RDLCompiler, RDLListener, RDLWalker


class Listing(RDLListener):
    def enter_Reg(self, node):
        print(f"{node.absolute_address:#x}", node.inst_name)

    def enter_Field(self, node):
        get = node.get_property
        effects = [get("onwrite"), get("onread")]
        effects = [effect.name for effect in effects if effect is not None]
        print(" ", node.inst_name, node.msb, node.lsb, get("sw").name, get("reset"), *effects)


compiler = RDLCompiler()
if sys.argv[1].endswith(".rdl"):
    compiler.compile_file(sys.argv[1])
    root = compiler.elaborate()
else:
    IPXACTImporter(compiler).import_file(sys.argv[1])
    root = compiler.elaborate()
RDLWalker(unroll=True).walk(root, Listing())
