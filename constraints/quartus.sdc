# {{ module }}: Quartus constraints.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
# Add it as an ordinary file, in any design that has the block anywhere in it:
#
#     set_global_assignment -name SDC_FILE {{ module }}.sdc
#
# Clock. An instance takes its clock from its surroundings; a second create_clock at its pin would
# cut off the delay in front of it. So the clock is made only if the block is the top.
# `catch`: other readers of SDC do not know get_global_assignment; for them nothing is made.
if {![catch {get_global_assignment -name TOP_LEVEL_ENTITY} {{ module }}_top]
        && ${{ module }}_top eq "{{ module }}"} {
    # Rounded down to a picosecond, so that rounding never allows a slower clock than configured.
    create_clock -period {{ period_ns }} -name clock [get_ports clock]
}

# Reset. `reset` is synchronous to `clock` and is timed like every other input: no exception. It
# must be released for all registers in the same cycle, or the counters start out different; that is
# what the timing check proves and what a set_false_path would hide. Only if the surroundings hold
# the block in reset until its clock is stable, *and* nothing arrives in the cycles around the
# release, may the paths be cut, for all instances at once:
#
#     set_false_path -from <your reset register> -to [get_registers {*{{ module }}:*|*}]
#
# (Quartus Prime Pro leaves out the entity: use {*|<instance>|*} there.)
