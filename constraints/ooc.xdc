# {{ module }}: Vivado constraints for the block alone, synthesised out of context or as the top.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
#     add_files -fileset constrs_1 {{ module }}_ooc.xdc
#     set_property USED_IN {synthesis implementation out_of_context} [get_files {{ module }}_ooc.xdc]
#
# Do not read it for a design that instantiates the block; {{ module }}.xdc is for that.

# Rounded down to a picosecond, so that rounding never allows a slower clock than was configured.
create_clock -period {{ period_ns }} -name clock [get_ports clock]

# `reset` is synchronous to `clock`: no exception (see {{ module }}.xdc). Input and output delays are
# left to whoever places the block; without them only the paths between registers are timed.
