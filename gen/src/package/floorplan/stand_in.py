"""Runs a floorplan against a stand-in of nextpnr's context, and checks its regions.

Arguments: the floorplan, the number of ports, the registers of each port, and the prefix of names.
"""

import collections
import itertools
import sys

Location = collections.namedtuple("Location", "x y z")
Cell = collections.namedtuple("Cell", "type")

# Tiles of an LFE5U-25F. The outermost tiles and some rows have no slices.
WIDTH, HEIGHT, RAM_ROWS = 73, 50, (13, 25, 37)
REGISTERS_OF_TILE = 8


class Context:
    """The functions of nextpnr's context that a floorplan may call."""

    def __init__(self, cells):
        self.cells = cells
        self.regions = {}
        self.constrained = {}

    def getBels(self):
        for x, y in itertools.product(range(1, WIDTH - 1), range(1, HEIGHT - 1)):
            if y in RAM_ROWS:
                yield f"X{x}/Y{y}/EBR0"
                continue
            for z in range(REGISTERS_OF_TILE):
                yield f"X{x}/Y{y}/LUT{z}"
                yield f"X{x}/Y{y}/FF{z}"

    def getBelType(self, bel):
        kind = bel.split("/")[2][:2]
        return {"EB": "DP16KD", "LU": "TRELLIS_COMB", "FF": "TRELLIS_FF"}[kind]

    def getBelLocation(self, bel):
        x, y, z = bel.split("/")
        return Location(int(x[1:]), int(y[1:]), int(z[-1]))

    def createRectangularRegion(self, name, x0, y0, x1, y1):
        assert name not in self.regions
        assert 0 <= x0 <= x1 < WIDTH and 0 <= y0 <= y1 < HEIGHT, (x0, y0, x1, y1)
        self.regions[name] = (x0, y0, x1, y1)

    def constrainCellToRegion(self, cell, region):
        assert cell not in self.constrained and region in self.regions
        self.constrained[cell] = region


def cells(ports, registers, prefix):
    """Returns the cells of a switch, and those of its ports that are registers."""
    expected = {}
    for port, number in itertools.product(range(ports), range(registers)):
        name = f"{prefix}each_side[{port}].side.egress.word_{number}_TRELLIS_FF_Q"
        expected[name] = f"port_{port}"
    others = [
        ("each_side[0].side.egress.word_LUT4_Z", Cell("TRELLIS_COMB")),
        ("each_side[0].side.store.words.0.0", Cell("DP16KD")),
        ("fabric.each_way[0].way.open_TRELLIS_FF_Q", Cell("TRELLIS_FF")),
        ("each_side[0].side_TRELLIS_FF_Q", Cell("TRELLIS_FF")),
        ("beach_side[0].side.word_TRELLIS_FF_Q", Cell("TRELLIS_FF")),
    ]
    return [(name, Cell("TRELLIS_FF")) for name in expected] + others, expected


def check(regions, ports, registers):
    """Checks that the regions are apart, on their sides, and large enough."""
    assert list(regions) == [f"port_{port}" for port in range(ports)]
    areas = list(regions.values())
    for (a0, b0, a1, b1), (c0, d0, c1, d1) in itertools.combinations(areas, 2):
        assert a1 < c0 or c1 < a0 or b1 < d0 or d1 < b0, areas
    for port, (x0, y0, x1, y1) in enumerate(areas):
        is_left = port < ports // 2
        assert x0 == 1 if is_left else x1 == WIDTH - 2, areas
        assert x1 < WIDTH / 2 if is_left else x0 >= WIDTH / 2 - 1, areas
        rows = sum(y not in RAM_ROWS for y in range(y0, y1 + 1))
        assert 2 * registers <= rows * (x1 - x0 + 1) * REGISTERS_OF_TILE, areas
    sides = areas[: ports // 2], areas[ports // 2 :]
    for side in sides:
        covered = sum(y1 - y0 + 1 for _, y0, _, y1 in side)
        assert covered + len(RAM_ROWS) >= HEIGHT - 2, areas
    return max(x1 for _, _, x1, _ in sides[0]), min(x0 for x0, _, _, _ in sides[1])


def main(path, ports, registers, prefix):
    netlist, expected = cells(ports, registers, prefix)
    ctx = Context(netlist)
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), {"ctx": ctx})
    assert ctx.constrained == expected
    print("columns without a region:", *check(ctx.regions, ports, registers))


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
