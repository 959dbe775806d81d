# {{ module }}: Vivado constraints for every instance of the block.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
# Add it with a scope, so that it is read once for each instance:
#
#     add_files -fileset constrs_1 {{ module }}.xdc
#     set_property SCOPED_TO_REF {{ module }} [get_files {{ module }}.xdc]
#     set_property PROCESSING_ORDER LATE [get_files {{ module }}.xdc]
#
# LATE, because the clock is looked up here and must have been defined before.
#
# Clock. The block has one clock and takes it from its surroundings. A create_clock here would cut
# the clock at the instance's pin: the tool would forget the insertion delay in front of it, and time
# the paths to the rest of the design as if they went between two clocks. So the clock is looked up,
# not made. A warning that this line finds no clock means that no path of the block is timed.
set {{ module }}_clock [get_clocks -of_objects [get_ports clock]]

# Reset. `reset` is synchronous to `clock` and is timed like every other input: no exception. It
# must be released for all registers in the same cycle, or the counters start out different; that is
# what the timing check proves and what a set_false_path would hide. A reset that comes from
# elsewhere goes through a synchroniser of this clock first (xpm_cdc_sync_rst), and an exception, if
# one is needed, belongs to the first flip-flop of that synchroniser.
