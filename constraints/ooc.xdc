# {{ module }}: Vivado constraints for the module alone, synthesised out of context or as the top level.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
#     add_files -fileset constrs_1 {{ module }}_ooc.xdc
#     set_property USED_IN {synthesis implementation out_of_context} [get_files {{ module }}_ooc.xdc]
#
# Do not read this file for a design that instantiates the module: {{ module }}.xdc is for that.

# Rounded down to a picosecond, so that rounding never allows a slower clock than configured.
{% for clock in tcl_clocks %}
create_clock -period {{ period_ns }} -name {{ clock }} [get_ports {{ clock }}]
{% endfor %}

{% if several %}
# Each reset is synchronous to its clock, so there is no exception. Read the files for the paths between the
# clocks, too (see {{ module }}.xdc); set_clock_groups would hide them. Input and output delays depend on
# the design around the module; without them, only paths between registers are timed.
{% else %}
# `{{ reset }}` is synchronous to `clock`, so there is no exception (see {{ module }}.xdc). Input and output
# delays depend on the design around the module; without them, only paths between registers are timed.
{% endif %}
