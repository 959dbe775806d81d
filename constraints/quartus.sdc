# {{ module }}: Quartus constraints.
# Configuration {{ configuration }}: {{ mhz }} MHz, a period of {{ period_ns }} ns.
#
# Add this file as an ordinary file to any design that contains the module at any level:
#
#     set_global_assignment -name SDC_FILE {{ module }}.sdc
#
# Clock. The parent of an instance provides its clock; a second create_clock at the pin of the instance
# would cut off the delay before the pin. The clock is therefore created only if the module is the top
# level. `catch`: other readers of SDC do not know get_global_assignment, and create no clock.
if {![catch {get_global_assignment -name TOP_LEVEL_ENTITY} {{ module }}_top]
        && ${{ module }}_top eq "{{ module }}"} {
    # Rounded down to a picosecond, so that rounding never allows a slower clock than configured.
    create_clock -period {{ period_ns }} -name clock [get_ports clock]
}

# Reset. `{{ reset }}` is synchronous to `clock` and is timed as every other input, so there is no exception.
# All registers must leave reset in the same cycle; otherwise, counters start with different values. The
# timing check proves this, and a set_false_path would hide a violation. The paths may be cut only if the
# parent holds the module in reset until its clock is stable, *and* no input is active in the cycles
# around the release. This line cuts them for all instances:
#
#     set_false_path -from <your reset register> -to [get_registers {*{{ module }}:*|*}]
#
# (Quartus Prime Pro omits the entity from names: use {*|<instance>|*} there.)
