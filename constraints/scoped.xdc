# {{ module }}: Vivado constraints for every instance of the module.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
# Add this file with a scope, so that Vivado reads it once for each instance:
#
#     add_files -fileset constrs_1 {{ module }}.xdc
#     set_property SCOPED_TO_REF {{ module }} [get_files {{ module }}.xdc]
{% if not several %}
#     set_property PROCESSING_ORDER LATE [get_files {{ module }}.xdc]
#
# LATE, because the line below looks up the clock, which must have been created before.
{% endif %}
#
{% if several %}
# Clocks. The parent of an instance provides them; a create_clock here would replace them at the pins of
# the instance. Each reset is synchronous to its clock and is timed as every other input.
#
# Paths between the clocks. These files constrain exactly the paths that cross, each with a scope of its own
# as above; all other paths between the clocks are timed, and should not exist:
#
{% for module in fifos + synchronizers %}
#     {{ module }}.xdc
{% endfor %}
{% else %}
# Clock. The parent of an instance provides its only clock. A create_clock here would replace that clock
# at the pin of the instance: the tool would ignore the insertion delay before the pin, and time the paths
# to the rest of the design as paths between two clocks. This file therefore looks up the clock and does
# not create one. If Vivado warns that this line finds no clock, no path of the module is timed.
set {{ module }}_clock [get_clocks -of_objects [get_ports clock]]

# Reset. `{{ reset }}` is synchronous to `clock` and is timed as every other input, so there is no exception.
# All registers must leave reset in the same cycle; otherwise, counters start with different values. The
# timing check proves this, and a set_false_path would hide a violation. Pass an asynchronous reset
# through a synchroniser of this clock first (xpm_cdc_sync_rst). If an exception is needed, it belongs to
# the first flip-flop of that synchroniser.
{% endif %}
